// The composer: a queue of parts in the making: what is done first, where, with which signs, and what comes then.
(function (pbm) {
  "use strict";

  const { el, button, group } = pbm;
  const PLACE = "Place"; // what a square is called beside its box

  class Queue {
    /** operand: the parts that there are; units: gives the places whose orders they are, changed: redraws. */
    constructor(ui, operand, units, changed) {
      Object.assign(this, { draft: ui.draft, ui, operand, units, changed });
      this.table = this.draft.table;
      this.reach = new pbm.Reach(this.draft.sheet, this.table);
      this.rows = this.table.parts.filter((it) => it.group === operand.parts);
      this.clear();
    }

    clear() {
      this.parts = []; // those that are whole
      this.isAgain = false;
      this.choose(null);
    }

    choose(part) {
      this.part = part;
      this.values = Object.fromEntries((part ? part.operands : []).map((it) => [it.name, ""]));
    }

    /** The operand of the part in hand that a tap on the map gives. */
    get target() {
      return this.part && this.part.operands.find((it) => it.square || (it.isNumber && it.own));
    }

    /** The first thing that the part in hand lacks. */
    open() {
      return this.part && this.part.operands.find((it) => !it.flags && this.values[it.name] === "");
    }

    /** All parts that are whole so far. */
    whole() {
      return this.part && !this.open() ? [...this.parts, pbm.filled(this.part.form, this.values)] : this.parts;
    }

    /** The queue as an order has it; nothing while a part is not whole. */
    text() {
      if (this.part && this.open()) return "";
      const all = this.whole();
      return all.length ? all.concat(this.isAgain ? [this.operand.again] : []).join(this.operand.join) : "";
    }

    /** Why none of the units does a part, or nothing. */
    against(part) {
      const code = (text) => (this.rows.find((it) => it.exact.test(text)) || { code: "" }).code;
      const all = [...this.parts.map((text) => ({ code: code(text) })), part], places = this.units();
      const faults = places.map((place) => this.reach.partFault(all, place.unit, place));
      return faults.length && faults.every((it) => it) ? faults[0] : "";
    }

    /** A square, or a unit, was tapped: whether the part in hand takes it. */
    tapped(code, number) {
      const { target } = this;
      if (!target || (!target.square && !number)) return false;
      this.values[target.name] = target.square ? code : number;
      return true;
    }

    /** Whatever is chosen of it is done; what comes then? */
    then() {
      this.parts = this.whole();
      this.choose(null);
    }

    draw() {
      const { part } = this, most = this.parts.length >= this.operand.most;
      return [
        this.parts.length ? el("p.way", el("code", this.parts.join(this.operand.join)), " then ",
          button("queue-back", "\u2190", () => {
            this.parts = this.parts.slice(0, -1);
            this.changed();
          }, { class: "button small", "aria-label": "Take away the last part" })) : null,
        most ? null : group("picks parts", "What to do", this.rows.map((row) => this.key(row))),
        part ? part.operands.filter((it) => !it.flags).map((it) => this.drawOperand(it)) : null,
        part || this.parts.length ? this.drawSigns() : null,
      ];
    }

    key(row) {
      const reason = this.against(row), [letter] = row.form.split("{"), twin = row.operands.find((it) => !it.flags);
      const isTwin = this.rows.some((it) => it !== row && it.title === row.title);
      const more = isTwin && twin ? (twin.square ? " to" : " " + twin.name) : "";
      const click = () => {
        this.choose(this.part === row ? null : row);
        this.changed();
      };
      return button("part-" + row.code, [el("b", letter), " " + row.title + more], click, {
        class: "pick", "aria-pressed": this.part === row, disabled: Boolean(reason) && this.part !== row,
        title: reason || pbm.filled(row.means, { to: "\u2026", n: "\u2026", w: "\u2026" }),
      });
    }

    drawOperand(operand) {
      const { name } = operand, set = (value) => {
        this.values[name] = value;
        this.changed();
      };
      if (operand.one_of) {
        const { title, words } = this.table.lists[operand.one_of];
        return group("picks", pbm.titled(title), Object.keys(words).map((word) => button("word-" + word, word,
          () => set(word), { class: "pick", "aria-pressed": this.values[name] === word, "aria-label": words[word] })));
      }
      const words = operand.square ? PLACE : operand.own ? "Number of the unit" : "How many";
      const input = el("input", {
        type: "text", autocomplete: "off", autocapitalize: "characters", value: this.values[name],
        inputmode: operand.isNumber ? "numeric" : null, "data-key": "part-" + name,
        on: { change: () => set(input.value.trim().toUpperCase()) },
      });
      const hint = operand === this.target && this.ui.field ? " or tap it on the map" : "";
      return el("label.field", words + " ", input, hint);
    }

    /** The signs behind the part in hand, what comes then, and again. */
    drawSigns() {
      const flags = this.part && this.part.operands.find((it) => it.flags), { again } = this.operand;
      const told = flags ? [...flags.flags].filter((sign) => !this.refused(flags, sign)) : [];
      const signs = told.map((sign) => {
        const isOn = this.values[flags.name].includes(sign), means = this.table.signs[sign] || "";
        const click = () => {
          const others = [...flags.flags].filter((it) => (it === sign ? !isOn : this.values[flags.name].includes(it)));
          this.values[flags.name] = others.join("");
          this.changed();
        };
        return button("sign-" + sign, [el("b", sign), " " + means], click, { class: "pick", "aria-pressed": isOn });
      });
      const canGoOn = this.part && !this.open() && this.parts.length + 1 < this.operand.most;
      const on = canGoOn ? button("then", "then \u2026", () => {
        this.then();
        this.changed();
      }, { class: "pick" }) : null;
      const loop = again && this.whole().length ? button("again", ["again ", el("b", again)], () => {
        this.isAgain = !this.isAgain;
        this.changed();
      }, { class: "pick", "aria-pressed": this.isAgain }) : null;
      const all = [...signs, on, loop].filter((it) => it);
      return all.length ? group("picks signs", "How", all) : null;
    }

    refused(flags, sign) {
      const places = this.units();
      return places.length > 0 && places.every(({ unit }) => this.reach.barred(flags.barred, [`${unit}:${sign}`]));
    }
  }

  pbm.Queue = Queue;
})(window.PbmComposer);
