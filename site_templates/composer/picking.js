// The composer: many numbered units of a board and what they are to do: choosing them, and one queue for all of them.
(function (pbm) {
  "use strict";

  const { el, note, button, group, grid } = pbm;
  const FEW = 12; // units that have a button each
  const LONG = 40; // characters of a heading that are shown

  /** The order of a numbered unit that is a queue of parts, if the table has one: [row, operand]. */
  function queueRow(table) {
    for (const row of table.rows) {
      const [operand] = row.operands;
      if (row.operands.length === 1 && operand.parts && row.form === "{" + operand.name + "}") return [row, operand];
    }
    return [null, null];
  }

  class Picking {
    constructor(ui) {
      const { draft } = ui, [row, operand] = queueRow(draft.table);
      Object.assign(this, { ui, draft, row });
      this.table = draft.table;
      this.ways = new pbm.Ways(draft.sheet, draft.table);
      this.units = draft.sheet.kit.places.filter((it) => row.at.includes(it.kind));
      this.codes = new Set(); // those that are chosen
      this.queue = new pbm.Queue(ui, operand, () => this.chosen(), () => ui.draw());
    }

    /** The map begins where something is to be ordered, else with the player's first unit or site. */
    begin() {
      const { ways } = this, [first] = [...this.idle(), ...this.units];
      const own = [...ways.sites].find(([, { owner }]) => owner === this.draft.sheet.kit.player);
      this.ui.field.centre(first ? ways.at(first.at) : own ? own[0] : -1);
      this.ui.draw();
    }

    chosen() {
      return this.units.filter((it) => this.codes.has(it.code));
    }

    /** The entries of the card that are queues of numbered units, by unit. */
    ordered() {
      const found = new Map();
      for (const it of this.draft.verdict.orders) {
        if (it.row === this.row) pbm.filed(found, it.place).push(it.text);
      }
      return found;
    }

    /** Units that neither go on with something nor have orders on this card. */
    idle() {
      const ordered = this.ordered();
      return this.units.filter((it) => !it.kept[this.row.keeps] && !ordered.has(it.code));
    }

    /** What a unit does: by this card, or as before. */
    doing(place, ordered) {
      return (ordered.get(place.code) || [place.kept[this.row.keeps] || ""]).join(">");
    }

    only(places) {
      this.codes = new Set(places.map((it) => it.code));
    }

    /** Add these to what is chosen, or take them away where all of them are. */
    toggle(places) {
      const isAll = places.every((it) => this.codes.has(it.code));
      places.forEach((it) => (isAll ? this.codes.delete(it.code) : this.codes.add(it.code)));
    }

    /** A square was tapped: the goal of what is being ordered, or units to choose. */
    tapped(square) {
      const { ways, queue, ui } = this, own = (ways.units.get(square) || []).filter((it) => this.units.includes(it));
      const name = ways.name(square), other = own.find((it) => !this.codes.has(it.code));
      if (this.codes.size && queue.tapped(name, other ? other.code.replace(/\D/g, "") : "")) {
        ui.say(name + " is the goal.");
      } else if (own.length) {
        this.toggle(own);
        ui.say(this.said(square));
      } else {
        ui.say(this.said(square));
      }
      const site = ways.sites.get(square);
      this.site = site && this.draft.places.has(site.code) ? site.code : "";
      ui.draw();
    }

    /** What is known of a square, in words. */
    said(square) {
      const { ways, table } = this, site = ways.sites.get(square), parts = [];
      if (site) parts.push(site.owner ? "of " + this.draft.player(site.owner) : "nobody\u2019s");
      else parts.push(table.terrain[ways.signs[square]] || "not known");
      const own = ways.units.get(square) || [], kinds = new Map();
      for (const it of own) pbm.filed(kinds, it.unit).push(it);
      kinds.forEach((all, unit) => parts.push(pbm.units(table, all.length, unit)));
      for (const { kind, owner, seen } of ways.others.get(square) || []) {
        parts.push(this.word(kind) + " of " + this.draft.player(owner) + (seen ? ", last seen in " + seen : ""));
      }
      return ways.name(square) + ": " + parts.join("; ") + ".";
    }

    /** A kind of unit in words. */
    word(kind) {
      return pbm.units(this.table, 1, kind).replace(/^1 /, "");
    }

    /** What is chosen, by kind: 4 Armies. */
    title() {
      const kinds = new Map();
      for (const it of this.chosen()) pbm.filed(kinds, it.unit).push(it);
      return [...kinds].map(([unit, all]) => pbm.units(this.table, all.length, unit)).join(", ");
    }

    /** The next unit without orders, before or after the first that is chosen. */
    step(by) {
      const idle = this.idle(), [first] = this.chosen(), { length } = idle;
      if (!length) return this.ui.say("All units have orders.");
      const number = (it) => this.units.indexOf(it), at = first ? number(first) : by > 0 ? -1 : this.units.length;
      const next = by > 0 ? idle.find((it) => number(it) > at) || idle[0]
        : [...idle].reverse().find((it) => number(it) < at) || idle[length - 1];
      this.only([next]);
      this.queue.clear();
      this.site = "";
      if (this.ui.field) this.ui.field.centre(this.ways.at(next.at));
      this.ui.say(next.code + (next.name ? " " + next.name : "") + ": " + this.said(this.ways.at(next.at)));
      return this.ui.draw();
    }

    /** The chosen units' order in place of what the card had for them, read: {orders, faults, warnings, rest}. */
    judged() {
      const text = this.queue.text(), codes = this.chosen().map((it) => it.code);
      const rest = this.draft.entries.filter((it) => !this.codes.has(it.place) || !this.isQueue(it));
      if (!text || !codes.length) return { text, orders: [], faults: [], warnings: [], rest };
      const start = this.draft.lines(rest).length + 2, kind = pbm.manyOf(this.table, codes[0]);
      const headings = pbm.headingsOf(kind, codes);
      const lines = headings.map((heading, k) => ({ number: start + k, text: "@" + heading + " " + text }));
      const found = this.draft.read(rest, lines), mine = (it) => it.line >= start;
      return { text, headings, rest, orders: found.orders.filter(mine), faults: found.faults.filter(mine),
        warnings: found.warnings.filter(mine) };
    }

    isQueue(entry) {
      return this.draft.verdict.orders.some((it) =>
        it.row === this.row && it.place === entry.place && it.text === entry.text);
    }

    add() {
      const { orders, faults, rest, text } = this.judged();
      if (!orders.length) {
        const missing = this.codes.size ? "Choose what they do, and where." : "Choose units on the map.";
        return this.ui.say(faults.length ? faults[0].message : missing, faults.length > 0);
      }
      const left = faults.length ? " " + faults[0].message + "." : "", { length } = orders;
      this.codes.clear();
      this.queue.clear();
      this.draft.set(rest.concat(orders.map((it) => ({ place: it.place, text: it.text }))));
      const idle = this.idle().length;
      this.ui.say("Added " + text + " for " + length + (length === 1 ? " unit" : " units") + "." + left + " " +
        (idle ? idle + " without orders." : "All units have orders."), faults.length > 0);
      this.ui.focus = "next";
      return this.ui.draw();
    }

    /** The keys that choose units. */
    drawKeys() {
      const idle = this.idle().length, { field } = this.ui, key = (name, words, click, facts = {}) =>
        button(name, words, click, { class: "button small", ...facts });
      const here = field ? this.here() : [];
      return group("choosers", "Choose units",
        key("before", "\u25c0", () => this.step(-1), { "aria-label": "The unit without orders before" }),
        key("next", "idle " + idle + " \u25b6", () => this.step(1), { "aria-label": idle + " without orders, next" }),
        here.map(([unit, all, free]) => {
          const some = free.length && !free.every((it) => this.codes.has(it.code)) ? free : all;
          return key("here-" + unit, "all " + unit + " " + some.length, () => {
            this.toggle(some);
            this.ui.say(this.title() || "None is chosen.");
            this.ui.draw();
          }, { "aria-label": pbm.units(this.table, some.length, unit) + " on this part of the map",
            "aria-pressed": all.some((it) => this.codes.has(it.code)) });
        }),
        field ? key("box", "box", () => {
          field.isBox = !field.isBox;
          this.ui.say(field.isBox ? "Draw a box around units." : "");
          this.ui.draw();
        }, { "aria-pressed": field.isBox }) : null,
        key("none", "none", () => {
          this.codes.clear();
          this.queue.clear();
          this.ui.draw();
        }, { disabled: !this.codes.size }));
    }

    /** The kinds in the window of the map: [kind, all of them, those without orders]. */
    here() {
      const kinds = new Map(), idle = new Set(this.idle());
      for (const it of this.units) {
        if (this.ui.field.shows(this.ways.at(it.at))) pbm.filed(kinds, it.unit).push(it);
      }
      return [...kinds].map(([unit, all]) => [unit, all, all.filter((it) => idle.has(it))]);
    }

    drawForm() {
      const places = this.chosen(), { site } = this;
      const links = site ? pbm.elsewhere(this.ui, this.draft.places.get(site)) : null;
      if (!places.length) {
        const how = "Tap units on the map, or choose them by the keys; a blue rim: without orders.";
        return [note(how + " Then say what they do."), links, this.drawSummary()];
      }
      const ordered = this.ordered();
      const one = (it) => {
        const does = this.doing(it, ordered) || "idle", label = "Leave out " + it.code + " " + it.name + ", " + does;
        return button("unit-" + it.code, [it.code, el("small", " " + does)], () => {
          this.codes.delete(it.code);
          this.ui.draw();
        }, { "aria-label": label });
      };
      const names = places.length <= FEW ? group("codes-row", "Chosen units", places.map(one))
        : note(this.heading(pbm.headingsOf(pbm.manyOf(this.table, places[0].code), places.map((it) => it.code))));
      return [el("h2.place-head", el("span", this.title())), names, links, this.queue.draw(), this.drawResult(),
        this.drawSummary()];
    }

    /** Headings of many units, or the beginning of them. */
    heading(all) {
      const text = all.map((it) => "@" + it).join(" ");
      return text.length > LONG ? pbm.cut(text, LONG) + "\u2026" : text;
    }

    drawResult() {
      const { orders, faults, warnings, headings = [] } = this.judged(), text = this.queue.text();
      const said = this.advice(), own = (this.table.places.find((it) => it.many) || {}).noun || "unit";
      const refused = faults.slice(0, 3).map((it) => el("p.fault", it.message));
      return [refused, warnings.slice(0, 2).map((it) => el("p", { class: "fault warning" }, it.message)),
        el("div", { class: "result wide" },
          el("code", text ? this.heading(headings) + " " + text : "\u2026"), el("span", said),
          button("add", "Add", () => this.add(), {
            class: "button dark", disabled: !orders.length, "aria-label": "Add for " + orders.length + " " + own + "s",
          }))];
    }

    /** The order in words, with chances, turns and the way home. */
    advice() {
      const { queue } = this, said = queue.whole().map((text) => this.meaning(text));
      if (queue.isAgain) said.push("again from the first");
      const goal = queue.part && queue.part.operands.find((it) => it.square), square = goal
        ? this.ways.at(queue.values[goal.name]) : -1;
      const words = said.length ? [pbm.titled(said.join(", then ")) + "."] : [];
      if (square >= 0 && !queue.parts.length) words.push(...this.forecast(square));
      return words.join(" ");
    }

    meaning(text) {
      const row = this.queue.rows.find((it) => it.exact.test(text)), values = {};
      if (!row) return text;
      row.exact.exec(text).slice(1).forEach((it, k) => { values[row.operands[k].name] = it; });
      return this.draft.meaning({ ...row, operands: row.operands }, values);
    }

    forecast(square) {
      const places = this.chosen(), said = [], foe = this.ways.foe(places[0], square);
      const chances = places.map((it) => (this.ways.foe(it, square) || {}).chance).filter((it) => it !== undefined);
      const low = Math.min(...chances), high = Math.max(...chances), [one] = places;
      if (foe && chances.length && queueAttacks(this.queue)) {
        const what = foe.kind ? this.word(foe.kind) : this.table.terrain[this.ways.signs[square]] || "a place";
        const who = what + (foe.owner ? " of " + this.draft.player(foe.owner) : " that is nobody\u2019s");
        const all = chances.reduce((rest, it) => rest * (100 - it) / 100, 1);
        said.push("Against " + who + (foe.seen ? ", last seen in " + foe.seen : "") + ": " +
          (low === high ? low : low + " to " + high) + " % each" +
          (chances.length > 1 ? ", " + Math.floor(100 * (1 - all)) + " % or more for all together" : "") + ".");
      }
      const ways = places.map((it) => [it, this.ways.way(it, square)]), far = ways.filter(([, way]) => way);
      if (far.length < places.length) {
        const who = far.length ? "Some find" : places.length > 1 ? "They find" : one.code + " finds";
        said.push(who + " no way there.");
      }
      const sorted = far.sort((a, b) => a[1].turns - b[1].turns), turns = (n) => (n === 1 ? "1 turn" : n + " turns");
      if (sorted.length) {
        const [first, last] = [sorted[0], sorted[sorted.length - 1]];
        said.push(first[1].turns === last[1].turns ? "There in " + turns(first[1].turns) + "."
          : first[0].code + " is there in " + turns(first[1].turns) + ", " + last[0].code + " in " +
            turns(last[1].turns) + ".");
      }
      const isLost = ([it, way]) => !this.ways.hasHome(it, square, way.squares.length - 1);
      const lost = far.filter(isLost).map(([it]) => it.code);
      if (lost.length) said.push("No base within reach from there for " + lost.slice(0, 6).join(" ") + ".");
      return said;
    }

    /** How many units there are of each kind, and how many without orders. */
    drawSummary() {
      const kinds = new Map(), idle = new Set(this.idle());
      for (const it of this.units) pbm.filed(kinds, it.unit).push(it);
      const rows = [...kinds].map(([unit, all]) => [pbm.units(this.table, 2, unit).replace(/^2 /, ""),
        String(all.length), String(all.filter((it) => idle.has(it)).length)]);
      return rows.length ? grid("counts", ["Units", "All", "No orders"], rows, [null, "n", "n"]) : null;
    }
  }

  /** Whether the part in hand attacks what is at its goal. */
  function queueAttacks({ part }) {
    return part.operands.some((it) => it.square && it.attack);
  }

  Object.assign(pbm, { Picking, queueRow });
})(window.PbmComposer);
