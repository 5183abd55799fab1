// The composer: what an order may name from where it is given. As pbm/orders/reach.py.
(function (pbm) {
  "use strict";

  /** The reach of one kit. */
  class Reach extends pbm.Values {
    /** Why an order may not have an operand here, as [sentence, rule], or null. */
    reachOf(row, place, operand, values, operands) {
      const value = values[operand.name];
      let message = "";
      if (operand.isNumber) {
        const kind = operand.other && this.table.places.find((it) => it.kind === operand.own);
        const isSelf = kind && place.code === pbm.signOf(kind) + value;
        return isSelf ? [this.said("itself", { code: place.code, noun: kind.noun }), row.rule] : null;
      }
      const word = row.operands.find((it) => it.one_of), unit = word ? operands[word.name] : place.unit;
      if (operand.chain) {
        message = this.chainFault(row, place, operand, value);
      } else if (operand.square) {
        const first = row.operands.some((it) => it.parts && operands[it.name][0] === values);
        const { title } = values === operands ? row : pbm.partOf(this.table, values.code);
        const isFirst = values === operands || first;
        message = this.squareFault(operand, value, unit, title, isFirst);
        if (!message) message = this.barred(operand.barred, this.there(unit, value, place, isFirst));
      } else if (operand.among && !this.among(place, operand.among).includes(value)) {
        return [this.reachFault(row, place, operand, value), this.reachRule(row, place, operand, value)];
      } else if (operand.allowed && !this.among(place, operand.allowed).includes(value)) {
        const possible = this.possible(this.among(place, operand.allowed));
        const { title } = this.table.lists[operand.one_of];
        const reason = ((this.kit.reasons || {})[operand.allowed] || {})[value];
        message = reason || this.said("not-allowed", { title, word: value, possible });
      } else if (operand.parts) {
        const needed = value.flatMap((part) => pbm.partOf(this.table, part.code).needs);
        const trait = needed.find((it) => !place.traits.includes(it));
        message = trait ? this.said("lacks", { code: place.code, trait }) : this.partFault(value, unit, place);
      } else if (operand.flags) {
        message = this.barred(operand.barred, [...value].map((sign) => `${unit}:${sign}`));
      }
      return message ? [message, row.rule] : null;
    }

    /** Why a kind of unit does not have one of these parts, or nothing. */
    partFault(parts, unit, place) {
      for (const [number, part] of parts.entries()) {
        const traits = number ? [] : place.traits.map((trait) => `${unit}:${trait}`);
        const message = this.barred(pbm.partOf(this.table, part.code).barred, [unit, ...traits]);
        if (message) return message;
      }
      return "";
    }

    /** By what names reasons know a unit and what is on a square, as far as the player knows. */
    there(unit, code, place, isFirst) {
      const { board, player } = this.kit, sites = board ? Object.entries(board.sites) : [];
      const site = sites.find(([own, [square]]) => own === code || square === code);
      if (site) {
        const owner = site[1][1];
        return !isFirst || owner === player ? [] : [unit + (owner ? ":site" : ":0")];
      }
      const sign = this.terrain(code), traits = isFirst ? place.traits.map((trait) => `${unit}:${trait}:${sign}`) : [];
      return sign === " " ? [] : [`${unit}:-`, `${unit}:${sign}`, ...traits];
    }

    /** The first of these that the kit's reasons of a name have, or nothing. */
    barred(name, keys) {
      const reasons = (name && (this.kit.reasons || {})[name]) || {};
      return reasons[keys.find((key) => key in reasons)] || "";
    }

    chainFault(row, place, operand, codes) {
      const near = (this.kit.near || {})[operand.chain] || {};
      let before = place.at || place.code;
      for (const code of codes) {
        if (!(near[before] || "").split(" ").includes(code)) return this.said("not-near", { code, before });
        before = code;
      }
      const passed = operand.within ? this.among(place, operand.within) : null;
      const barred = codes.slice(0, -1).find((code) => passed && !passed.includes(code));
      if (barred) return this.said("no-pass", { code: barred, possible: this.possible(passed) });
      const most = this.atMost(operand.most), number = codes.length - 1;
      if (operand.most && number > most) return this.said("long-chain", { number, most });
      const last = codes[number];
      if (!operand.among || this.among(place, operand.among).includes(last)) return "";
      return this.reachFault(row, place, operand, last, near[codes[number - 1] || place.at || place.code]);
    }

    squareFault(operand, code, unit, title, isFirst) {
      const layer = this.table.layers.find((it) => it.units.includes(unit)), { board } = this.kit;
      if (!layer || !board) return "";
      const sites = Object.entries(board.sites);
      const site = sites.find(([own, [square]]) => own === code || square === code);
      if (site) {
        const isBarred = isFirst && site[1][1] !== this.kit.player && !operand.attack;
        return isBarred ? this.said("no-attack", { code, title }) : "";
      }
      const sign = this.terrain(code);
      const isOpen = operand.square === "any" || this.among({ sets: {} }, layer.also).includes(code);
      if (isOpen || sign === " " || layer.enters.includes(sign)) return "";
      return this.said("cannot-enter", { code, terrain: this.table.terrain[sign], title: layer.title });
    }

    /** The named set of places, of this place or of the whole kit. */
    among(place, name) {
      return pbm.setOf(this.kit, place, name) || [];
    }

    /**
     * Why a space is not in the set that the order names, where the kit says so, else what would be right; beside: what
     * is next to the end of a way, as text.
     */
    reachFault(row, place, operand, code, beside) {
      const reason = ((this.kit.reasons || {})[operand.among] || {})[code];
      if (reason) return reason;
      const start = place.code ? this.said("from", { code: place.code }) : "";
      const among = this.among(place, operand.among), isNear = (it) => beside.split(" ").includes(it);
      const possible = this.possible(beside === undefined ? among : among.filter(isNear));
      const is = (name) => this.among(place, name).includes(code);
      const key = code === place.code ? "here" : is(operand.ever) ? "own" : is(operand.near) ? "safe" : "out-of-reach";
      return this.said(key, { title: row.title, code, start, possible });
    }

    reachRule(row, place, operand, code) {
      const own = code === place.code ? place.kind === "own" : this.among(place, operand.ever).includes(code);
      return (own && row.arrow && row.arrow.hostile && this.sheet.rules.yours) || row.rule;
    }

    /** What is possible, as the end of a sentence. */
    possible(choices) {
      const sorted = [...new Set(choices)].sort();
      return this.said(sorted.length ? "possible" : "none-possible", { codes: this.listed(sorted, 16) });
    }
  }

  /** The named set of a place, of those that it shares, or of the kit; nothing where there is none. */
  function setOf(kit, place, name) {
    const shared = place.shares ? kit.shared[place.shares] : {};
    return place.sets[name] || shared[name] || kit.sets[name];
  }

  Object.assign(pbm, { Reach, setOf });
})(window.PbmComposer);
