// The composer: the form of one order: what is used, the verb, its player, number and target; the order as text.
(function (pbm) {
  "use strict";

  const { el, note, button, group, chip, glyph } = pbm;
  const MANY = 10; // orders beyond this give way to the one that is chosen
  const FEW = 40; // targets beyond this are a list to choose from

  /** A list to choose one of. */
  function choice(words, key, options, set) {
    const change = (event) => set(event.target.value);
    return el("label.field", words, el("select", { "data-key": key, on: { change } }, options));
  }

  /**
   * The form for one place; it holds what is chosen so far. `ui` is the whole page: its draft, its redrawing; `tab` the
   * tab whose orders it has, if the table gives them one.
   */
  class OrderForm {
    constructor(ui, place, heading = place.code, tab = "") {
      this.ui = ui;
      this.draft = ui.draft;
      this.table = this.draft.table;
      this.place = place;
      this.heading = heading; // which may open more than this place
      this.values = {};
      this.tab = tab;
      this.rows = this.table.at(place.kind).filter((row) => pbm.isOn(this.table, row, place.kind, tab));
      // As the table groups them; else by what they use.
      this.isGrouped = place.code === "" || tab !== "" || pbm.mapTitle(this.table) !== "";
      const all = this.grouped();
      this.parts = all.filter((part) => !part.isKept);
      this.kept = all.filter((part) => part.isKept);
      this.part = this.parts.find((part) => this.leftOf(part) !== 0) || this.parts[0];
      this.player = 0; // whose line is open
      this.choose(tab ? null : this.rows.find(pbm.isWithin) || null);
    }

    /** The orders by what they use, or as the table groups them. */
    grouped() {
      const { isGrouped } = this, groups = new Map();
      for (const row of this.rows) {
        const bare = row.operands.some((it) => it.spends && it.of !== "to" && !(this.holder(it).has[it.spends] > 0));
        if (bare) continue;
        const group = isGrouped && this.groupOf(row);
        const store = row.spent ? pbm.storeOf(this.table, row.spent.spends) : null;
        const title = group ? group.title : store ? store.title : "Other";
        pbm.filed(groups, title).push(row);
      }
      const order = isGrouped ? this.table.groups : this.table.stores;
      const rank = (title) => order.findIndex((it) => it.title === title) + 1 || order.length + 1;
      const looks = (rows) => (isGrouped && this.groupOf(rows[0])) || {};
      const parts = Array.from(groups, ([title, rows]) => ({ title, rows, isTable: Boolean(looks(rows).table),
        isPlayers: Boolean(looks(rows).players), isKept: Boolean(looks(rows).kept) }));
      return parts.sort((x, y) => rank(x.title) - rank(y.title));
    }

    /** The group that an order belongs to here, if the table has one. */
    groupOf(row) {
      const { table, place, tab } = this;
      return pbm.groupsOf(table, row, place.kind).find((it) => (it.map ? "" : it.tab) === tab) ||
        table.groups.find((it) => !it.tab && it.orders.includes(row.code));
    }

    /** The place whose store an operand spends; none where that is the target's, which is to be chosen yet. */
    holder(operand) {
      if (operand.of === "to") return this.draft.places.get(this.values.to);
      return operand.of ? this.draft.places.get("") : this.place;
    }

    /** What the orders of a part spend, if they all spend the same, and how much of it is left; null if they do not. */
    spends(part) {
      const [{ spent }] = part.rows;
      const isSame = (row) => row.spent && row.spent.spends === spent.spends && row.spent.of !== "to";
      return spent && part.rows.every(isSame) ? spent : null;
    }

    leftOf(part) {
      const operand = this.spends(part);
      return operand ? this.draft.left(this.holder(operand), operand) : null;
    }

    choose(row) {
      this.row = row;
      this.values = {};
      this.letters = new Map(); // of an operand that is a list of words, those that are chosen
      this.lists = new Map(); // of an operand that is a list, how many of each word
      this.ways = []; // the spaces of a way so far
      this.queues = new Map(); // of an operand that is a queue, what is made of it
      this.slot = 0;
      if (!row) return;
      if (pbm.lacks(row, this.place).length) this.slot = this.freeSlot();
      for (const operand of row.operands) {
        const isGiven = operand.isNumber && !operand.player && !operand.says && !operand.own;
        this.values[operand.name] = isGiven ? this.first(operand) : "";
      }
    }

    standsHere(row) {
      const standing = this.table.standing;
      return standing && row.standing && standing.at.includes(this.place.kind);
    }

    /** The standing orders on file here, by slot; and the first slot without one, or 1. */
    filed() {
      return new Map(pbm.onFile(this.draft.verdict.slots, this.place));
    }

    freeSlot() {
      const filed = this.filed();
      let slot = 1;
      while (filed.get(slot)) slot++;
      return slot > this.table.standing.slots ? 1 : slot;
    }

    /** The number to begin with: all units that are left, a tenth of money and the like, the least of a range. */
    first(operand) {
      if (operand.fresh) return pbm.freshOf(this, operand);
      if (operand.wants && this.place[operand.wants]) return this.place[operand.wants];
      if (!operand.spends) return Math.max(operand.min || 0, 1);
      const most = this.most(operand) ?? 1;
      return this.place.code ? most : Math.min(most, 10);
    }

    most(operand) {
      if (this.slot) return 10 ** this.draft.sheet.limits.digits - 1;
      const paid = this.row.pays.find((it) => it.name === operand.name), holder = paid && this.holder(paid);
      if (!paid) return operand.max;
      return holder && Math.max(0, Math.floor(this.draft.left(holder, paid) / (paid.each || 1)));
    }

    /** The choices of a target, each with the fault that stands against it, or ""; judged once for each card. */
    targets() {
      const operand = this.row && this.row.target, { verdict } = this.draft;
      if (!operand) return [];
      const asked = JSON.stringify([this.row.code, this.slot, { ...this.values, [operand.name]: "" }]);
      if (this.asked !== asked || this.judged !== verdict) this.choices = this.chosen(operand);
      this.asked = asked;
      this.judged = verdict;
      return this.choices;
    }

    chosen(operand) {
      const { place } = this, kit = this.draft.sheet.kit, ever = this.slot && operand.ever;
      let named = new Set(place.sets[ever || operand.among] || kit.sets[ever || operand.among] || []);
      if (ever) named.delete(place.code);
      if (this.way) { // what goes on from a way is beside its end
        const near = ((kit.near || {})[this.way.chain] || {})[pbm.wayEnd(this)] || "";
        named = new Set(near.split(" ").filter((code) => named.has(code)));
      }
      const isJudged = !this.slot && !(this.isCelled && named.size > FEW); // each of hundreds of cells is too much
      return [...named].sort().map((code) => [code, isJudged ? this.against(code) : ""]);
    }

    /** Whether the map is one of cells. */
    get isCelled() { return Boolean(this.ui.courses); }

    against(code) {
      const values = { ...this.values, to: code };
      for (const operand of this.row.operands) {
        if (operand.player && values[operand.name] === "") return "";
        if (operand.spends && operand.isNumber) values[operand.name] = 1;
      }
      const [fault] = this.draft.judge(pbm.filled(this.row.form, values), this.place.code).faults;
      return fault ? fault.message : "";
    }

    /** The operand that is a way, if the order has one. */
    get way() { return this.row && this.row.operands.find((it) => it.chain); }

    /** Whether a tap on the map goes on with the way. */
    get isOnWay() { return Boolean(this.way) && !(this.row.target && pbm.isWholeWay(this, this.way)); }

    /** The spaces that may be named next, on the map. */
    reach() {
      if (this.isOnWay) return pbm.onward(this, this.way).flat();
      return this.targets().filter(([, fault]) => !fault).map(([code]) => code);
    }

    /** A space of the map was tapped while the order is chosen: whether it is part of it. */
    tapped(code) {
      if (this.way && (this.ways.includes(code) || (this.isOnWay && this.reach().includes(code)))) {
        pbm.stepTo(this, this.way, code);
        return true;
      }
      if (!this.row || !this.row.target || !this.reach().includes(code)) return false;
      this.give(this.row.target, code);
      return true;
    }

    /** The first operand that is to be given yet. */
    open() {
      const isOpen = ({ name, spends, flags, text, min }) => (this.values[name] === "" && !flags && !(text && !min)) ||
        (spends && Number(this.values[name]) === 0);
      return this.row.operands.find(isOpen);
    }

    /** Whether nothing is left for the order. */
    isSpent() {
      return this.row.operands.some((operand) => this.most(operand) === 0);
    }

    /** The order as it would be added, or "" while something is missing. */
    text() {
      if (!this.row || this.isSpent() || this.open()) return "";
      return (this.slot ? "/" + this.slot + "/" : "") + pbm.filled(this.row.form, this.values);
    }

    add() {
      const text = this.text();
      if (!text) return this.ui.say(this.missing());
      const found = this.draft.judge(text, this.heading);
      if (!found.orders.length) return this.ui.say(found.faults.length ? found.faults[0].message : "", true);
      const kept = this.row, own = found.orders;
      const warned = found.warnings.map((it) => it.message).join("; ");
      this.choose(this.tab === "" && pbm.isWithin(kept) ? kept : null);
      this.ui.say("Added " + own[0].text + " under @" + this.heading + (warned && ". But " + warned) + ".");
      this.ui.focus = "row-" + kept.code;
      return this.draft.take(own);
    }

    isOnMap() {
      return this.ui.map && this.place.code;
    }

    missing() {
      const open = this.row && this.open();
      if (!open) return "Choose what to do.";
      const here = this.isOnMap() ? ", here or on the map." : ".";
      if (open.list) return "Choose how many go.";
      if (open.chain) return "Choose the way" + here;
      if (open === this.row.target) return "Choose a space" + here;
      if (!open.isNumber) return "Write what is missing: " + open.name + ".";
      return open.player ? "Choose a player." : open.says ? "Choose a sentence." : "Write a number.";
    }

    /** The form as elements. */
    draw() {
      if (!this.row) return [this.drawParts(), this.drawRows(), this.drawStays()];
      const written = this.row.operands.filter((operand) => operand !== this.row.target);
      const numbers = written.map((operand) => operand.player ? this.drawPlayers(operand)
        : operand.says ? this.drawSentences(operand) : operand.one_of ? this.drawWords(operand)
          : operand.parts ? this.drawQueue(operand)
          : this.isRun(operand) ? pbm.drawLetters(this, operand)
          : operand.list ? pbm.drawForce(this, operand) : this.isMapped(operand) ? pbm.drawWay(this, operand)
          : operand.own ? pbm.drawOwn(this, operand)
          : operand.isNumber && pbm.few(operand).length ? pbm.drawFew(this, operand)
          : operand.isNumber ? this.drawNumber(operand) : this.drawText(operand));
      const named = this.row.target ? [this.drawTargets(this.row.target)] : [];
      return [this.drawParts(), this.drawRows(), numbers, named, this.drawSlot(), this.drawResult(), this.drawStays()];
    }

    /** Whether a list is one of words alone. */
    isRun({ list, inner }) { return Boolean(list) && inner.length === 1 && Boolean(inner[0].one_of); }

    /** What stays until it is changed. */
    drawStays() {
      const rows = this.kept.flatMap((part) => part.rows);
      return rows.length ? pbm.drawKept(this, rows) : null;
    }

    drawParts() {
      const tabs = this.parts.map((part) => {
        const operand = this.spends(part), store = operand && pbm.storeOf(this.table, operand.spends);
        const left = this.leftOf(part);
        const click = () => {
          this.part = part;
          this.choose(null);
          this.ui.draw();
        };
        const words = !store || part.title !== store.title ? [el("b", part.title)] : [
          el("span.unit", glyph(store.glyph), " ", store.title),
          el("b", pbm.amount(store, left)),
          el("small", "of " + pbm.amount(store, this.holder(operand).has[operand.spends])),
        ];
        const look = left === 0 ? "none" : null;
        return button("part-" + part.title, words, click, { "aria-pressed": part === this.part, class: look });
      });
      if (this.parts.length === 1 && !this.spends(this.part)) return null; // nothing to choose from
      return group(this.isGrouped ? "stores groups" : "stores", "What to use", tabs);
    }

    /** Whether the kit knows what is beside what, so that a way can be chosen. */
    isMapped({ chain }) { return Boolean(chain && (this.draft.sheet.kit.near || {})[chain]); }

    drawRows() {
      if (!this.part) return this.kept.length ? null : el("p", "Nothing stands here that could be ordered.");
      const { isTable, isPlayers } = this.part, isLine = isPlayers ? pbm.playerOf : isTable ? pbm.wordOf : () => null;
      const all = this.part.rows.filter((row) => !isLine(row));
      const shown = this.row && all.length > MANY ? [this.row] : all; // pressed again it gives way to the others
      const rows = shown.map((row) => {
        const click = () => {
          this.choose(this.row === row ? null : row);
          this.ui.draw();
        };
        // What is not allowed this turn may yet be put on file for later ones.
        const disabled = pbm.lacks(row, this.place).some((it) => !this.standsHere(row) || !row.later.includes(it));
        const facts = { class: "pick", "aria-pressed": row === this.row, disabled };
        const sign = row.form.startsWith(row.code) ? row.code : pbm.shown(this.table, row);
        return button("row-" + row.code, [el("code", sign), " ", row.verb || row.title], click, facts);
      });
      const lines = this.part.rows.filter(isLine);
      return [isTable && !this.row ? pbm.drawTables(this) : null,
        isPlayers && !this.row ? pbm.drawPlayers(this, lines) : null,
        rows.length ? group("picks", "Orders", rows) : null];
    }

    /** An operand is chosen; the focus goes to Add once the order is whole. */
    give(operand, value) {
      this.values[operand.name] = value;
      if (this.text()) this.ui.focus = "add";
      this.ui.draw();
    }

    drawTargets(operand) {
      const targets = this.targets(), chosen = this.values[operand.name];
      const set = (code) => this.give(operand, code);
      if (!targets.length) return note("No space is in reach of this order.");
      if (targets.length > FEW && this.isCelled) return this.drawCell(operand);
      const name = (code) => this.draft.names.get(code) || code;
      if (targets.length > FEW) {
        const options = [["", true]].concat(targets).map(([code, fault]) =>
          el("option", { value: code, selected: code === chosen, disabled: Boolean(fault) },
            code ? code + " " + name(code) : "\u2026"));
        return choice("Space ", "to", options, set);
      }
      const chips = targets.map(([code, fault]) => button("to-" + code, code, () => set(code), {
        "aria-pressed": code === chosen, disabled: Boolean(fault), title: fault || name(code),
        "aria-label": code + " " + name(code) + (fault ? ": " + fault : ""),
      }));
      const owner = this.draft.owners.get(chosen);
      const look = "note" + (this.isOnMap() ? " codes-note" : "");
      return [el("p", { class: look }, el("span", this.isOnMap() ? "In reach, red on the map. " : "Choose a space. "),
        owner ? [name(chosen) + " belongs to ", chip(owner), " " + (this.draft.players.get(owner) || "") + "."] : null),
      group("codes-row", "Space", chips)];
    }

    /** One of many cells: it is tapped on the map, or written. */
    drawCell(operand) {
      const input = el("input", {
        type: "text", autocomplete: "off", inputmode: "numeric", value: this.values[operand.name], "data-key": "cell",
      });
      input.addEventListener("change", () => {
        const code = input.value.trim().toUpperCase();
        if (!code || this.reach().includes(code)) return this.give(operand, code);
        return this.ui.say(code + " is not in reach of this order.", true);
      });
      return el("label.field", this.isOnMap() ? "Tap the map, or write where: " : "Where: ", input);
    }

    drawPlayers(operand) {
      const { kit } = this.draft.sheet;
      const [, none = ""] = /\|([^}]+)/.exec(this.row.means) || [];
      const others = kit.players.filter((player) => player !== kit.player || !operand.player.startsWith("others"));
      const chips = (pbm.takesNobody(operand) ? [0] : []).concat(others).map((player) => {
        const words = player ? [chip(player), " ", this.draft.players.get(player) || ""] : "0 " + none;
        const facts = { class: "pick", "aria-pressed": player === this.values[operand.name] };
        return button("p-" + operand.name + player, words, () => this.give(operand, player), facts);
      });
      return group("picks", "Player", chips);
    }

    /** The sentences to choose from: those that name something where the order has something to name. */
    drawSentences(operand) {
      const chosen = this.values[operand.name], own = this.draft.sentences(operand);
      const options = own.map(([number, words]) => el("option", { value: number, selected: number === chosen },
        number + ". " + words.replace("{about}", "\u2026")));
      options.unshift(el("option", { value: "", selected: !chosen }, "Choose a sentence"));
      return choice("Says ", "says", options, (number) => this.give(operand, number));
    }

    /** The words of a list; what the kit does not allow cannot be chosen. */
    drawWords(operand) {
      const chosen = this.values[operand.name], { title, words } = this.table.lists[operand.one_of];
      const { kit } = this.draft.sheet, set = operand.allowed;
      const allowed = set ? pbm.setOf(kit, this.place, set) || [] : Object.keys(words);
      const said = (word, means) =>
        word + " " + [means, pbm.asideOf(this, operand.one_of, word)].filter((it) => it).join(", ");
      const options = Object.entries(words).map(([word, means]) => el("option",
        { value: word, selected: word === chosen, disabled: !allowed.includes(word) }, said(word, means)));
      options.unshift(el("option", { value: "", selected: !chosen }, "\u2026"));
      return choice(pbm.titled(title) + " ", "word-" + operand.name, options,
        (word) => this.give(operand, word));
    }

    /** Parts one after the other, for a kind of unit that the order names. */
    drawQueue(operand) {
      const word = this.row.operands.find((it) => it.one_of);
      const units = () => [{ ...this.place, unit: this.values[word.name], traits: [] }];
      if (!this.queues.has(operand.name)) {
        this.queues.set(operand.name, new pbm.Queue(this.ui, operand, units, () => {
          this.values[operand.name] = this.queues.get(operand.name).text();
          this.ui.draw();
        }));
      }
      return this.values[word.name] ? this.queues.get(operand.name).draw() : null;
    }

    /** Whatever is written out: parts of a list, places in a row, signs, a text. */
    drawText(operand) {
      const input = el("input", {
        type: "text", autocomplete: "off", value: this.values[operand.name], "data-key": "text-" + operand.name,
        "aria-label": operand.text ? "Text" : operand.name,
      });
      input.addEventListener("input", () => {
        this.values[operand.name] = operand.text ? input.value : input.value.trim().toUpperCase();
        this.refresh();
      });
      return el("div.number", input, operand.flags ? "some of " + operand.flags : null);
    }

    drawNumber(operand) {
      const most = this.most(operand), least = operand.spends ? 1 : operand.min || 0;
      const input = el("input", {
        type: "text", inputmode: "numeric", autocomplete: "off", value: this.values[operand.name],
        "data-key": "number-" + operand.name, "aria-label": "How many",
      });
      const set = (number) => {
        this.values[operand.name] = Math.min(most ?? Infinity, Math.max(least, number));
        input.value = this.values[operand.name];
        this.refresh();
      };
      input.addEventListener("input", () => {
        this.values[operand.name] = /^[0-9]+$/.test(input.value) ? input.value.replace(/^0+(?=.)/, "") : "";
        this.refresh();
      });
      const step = (key, words, label, number) => button(key, words, () => set(number()), { "aria-label": label });
      const now = () => Number(this.values[operand.name]) || 0;
      const all = operand.spends && !this.slot && most > 0;
      return el("div.number",
        step("less", "\u2212", "One less", () => now() - 1), input, step("more", "+", "One more", () => now() + 1),
        all ? step("half", "half", "Half of what is left", () => Math.ceil(most / 2)) : null,
        all ? step("all", "all " + most, "All " + most, () => most) : null,
        all || this.slot || most === undefined ? null : most ? least + " to " + most : "nothing is left");
    }

    /** This turn, or as a standing order in one of the slots. */
    drawSlot(rows = [this.row]) {
      const standing = this.table.standing;
      if (!rows.some((row) => this.standsHere(row))) return null;
      const filed = this.filed();
      const options = [el("option", { value: 0 }, "this turn")];
      for (let slot = 1; slot <= standing.slots; slot++) {
        const text = filed.get(slot);
        const words = "standing order " + slot + (text ? ", in place of " + text : "");
        options.push(el("option", { value: slot, selected: slot === this.slot }, words));
      }
      return choice("Acts ", "slot", options, (value) => {
        this.slot = Number(value);
        this.ui.draw();
      });
    }

    /** What the order looks like: as much as is chosen, else a worked example of another number or player. */
    example() {
      const { kit } = this.draft.sheet, [target] = this.targets().find(([, fault]) => !fault) || [""];
      const other = kit.players.find((player) => player !== kit.player);
      const sentence = (it) => (this.draft.sentences(it)[0] || [1])[0];
      const values = this.row.operands.map((it) => [it.name, this.values[it.name] ||
        (it === this.row.target ? target || "XXX" : !it.isNumber ? "\u2026" : it.player ? other || 1
          : it.says ? sentence(it) : 0)]);
      const isAlone = values.some(([, value]) => value === 0);
      const text = pbm.filled(this.row.form, Object.fromEntries(values));
      return isAlone ? pbm.shown(this.table, this.row) : el("i", "e.g. " + text);
    }

    /** Only what a number changes: the order as text. */
    refresh() {
      const old = this.result;
      if (old) old.replaceWith(this.drawResult());
    }

    drawResult() {
      const text = this.text();
      const told = this.isCelled ? this.ui.courses.told(this) : "";
      const stays = this.row.keeps && this.isCelled ? "until changed" : "";
      const further = [told, stays].filter((it) => it).join("; ");
      this.result = el("div", { class: this.row.worth ? "result wide" : "result" },
        el("code", text || this.example()),
        el("span", this.draft.meaning(this.row, this.values) + (further && "; " + further) +
          (this.slot ? ", every turn" : ""), this.row.worth ? pbm.drawWorth(this) : null),
        button("add", "Add", () => this.add(), { class: "button dark", disabled: this.isSpent() }));
      return this.result;
    }
  }

  Object.assign(pbm, { OrderForm, choice });
})(window.PbmComposer);
