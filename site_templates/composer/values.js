// The composer: what the text of an operand comes to: a value, or what is wrong with it. As pbm/orders/values.py.
(function (pbm) {
  "use strict";

  const HIDDEN = /[\p{C}\p{Z}]/u, ODD = /[^\p{L}0-9 '.-]/u;

  /** Operands of one kit. A trouble is thrown as [kind, sentence]; notes are of what is read otherwise than written. */
  class Values extends pbm.Troubles {
    valuesOf(operands, groups, notes) {
      const values = {};
      operands.forEach((operand, k) => {
        values[operand.name] = this.valueOf(operand, groups[k], notes);
      });
      return values;
    }

    valueOf(operand, text, notes) {
      if (operand.isNumber) return this.number(operand, text, notes);
      if (operand.isCode) return this.code(text);
      if (operand.chain) return pbm.split(operand, text).map((code) => this.code(code));
      if (operand.list) return this.items(operand, text, notes);
      if (operand.parts) return this.queue(operand, text, notes);
      if (operand.flags) {
        const twice = [...text].find((sign, k) => text.indexOf(sign) !== k || text.includes(sign, k + 1));
        if (twice) throw ["invalid", this.said("twice", { text: twice })];
        return [...operand.flags].filter((sign) => text.includes(sign)).join("");
      }
      return operand.text ? this.text(operand, text) : text;
    }

    number(operand, text, notes) {
      const most = this.sheet.limits.digits;
      if (text.length > most) throw ["invalid", this.said("long-number", { most })];
      let number = Number(text);
      const wrong = operand.player ? this.wrongPlayer(operand, number) : this.wrongNumber(operand, number);
      if (wrong) throw wrong;
      if (operand.own || operand.fresh) this.numbered(operand, number);
      if (text[0] === "0" && text.length > 1) notes.push(this.said("read-as", { text, number }));
      if (operand.up_to && number > operand.up_to) {
        number = operand.up_to;
        notes.push(this.said("read-as", { text, number }));
      }
      return number;
    }

    /** A number names a place that there is, or one that there is not yet. */
    numbered({ own, fresh }, number) {
      const kind = this.table.places.find((it) => it.kind === (own || fresh)), sign = pbm.signOf(kind);
      const found = this.placeAt(sign + number), { noun } = kind;
      if (own && (!found || found.kind !== kind.kind)) {
        const has = this.listed(this.held(sign).map((code) => code.slice(sign.length)), 12);
        throw ["illegal", this.said("no-own", { noun, number, has })];
      }
      if (fresh && (found || ((this.kit.used || {})[kind.kind] || []).includes(number))) {
        throw ["illegal", this.said("not-free", { noun, number })];
      }
    }

    code(text) {
      if (!this.known(text)) throw ["invalid", this.noCode(text)];
      return text;
    }

    items(operand, text, notes) {
      const { distinct } = operand, seen = new Set();
      const found = pbm.split(operand, text).map((part) => {
        const values = this.valuesOf(operand.inner, operand.each[0].exec(part).slice(1), notes);
        if (distinct && seen.has(values[distinct])) throw ["illegal", this.said("twice", { text: values[distinct] })];
        seen.add(values[distinct]);
        return values;
      });
      this.refuseMany(operand, found.length);
      return found;
    }

    queue(operand, text, notes) {
      const found = pbm.split(operand, text).map((part) => {
        const row = this.table.parts.find((it) => it.group === operand.parts && it.exact.test(part)) || pbm.LAST;
        const groups = row.exact ? row.exact.exec(part).slice(1) : [];
        const values = this.valuesOf(row.operands, groups, notes);
        const own = pbm.fill(this.table, row.form, row.operands, values) || part;
        return { code: row.code, text: own, ...values };
      });
      this.refuseMany(operand, found.filter((part) => part.code).length);
      return found;
    }

    refuseMany(operand, number) {
      const most = this.atMost(operand.most);
      if (operand.most && number > most) throw ["illegal", this.said("many-parts", { number, most })];
    }

    text(operand, text) {
      const signs = [...text], point = (sign) => ({ point: pbm.point(sign) });
      if (signs.length > operand.text) {
        throw ["invalid", this.said("long-text", { number: signs.length, most: operand.text })];
      }
      if (signs.length < (operand.min || 0)) throw ["invalid", this.said("no-text")];
      const hidden = signs.find((sign) => sign !== " " && HIDDEN.test(sign));
      if (hidden) throw ["invalid", this.said("hidden-text", point(hidden))];
      const odd = operand.plain && signs.find((sign) => ODD.test(sign));
      if (odd) throw ["invalid", this.said("odd-text", point(odd))];
      return text;
    }
  }

  pbm.Values = Values;
})(window.PbmComposer);
