// The composer: the draft. A list of orders that were read and taken; every change keeps the lists before it.
(function (pbm) {
  "use strict";

  // An operand in a meaning, {n} or {the countries of p|all minors}: what stands before it, its name, what it is for
  // player 0; and the next word.
  const MEANT = /\{([a-z ]+ )?([a-z]+)(?:\|([^}]+))?\}(?: ([A-Za-z]+))?/g;

  /** The card in the making. An entry is {place, text}; each is in order beside those before it. */
  class Draft {
    constructor(sheet) {
      this.sheet = sheet;
      this.table = pbm.compileTable(sheet.orders);
      this.places = new Map(sheet.kit.places.map((place) => [place.code, place]));
      this.names = new Map(sheet.spaces.map(([code, name]) => [code, name]));
      this.owners = new Map(sheet.spaces.map(([code, , owner]) => [code, owner]));
      this.players = new Map(sheet.players);
      this.revision = sheet.heading.revision || 1;
      this.handed = ""; // the orders that were last copied or sent: a change after that is a new revision
      this.pass = false;
      this.press = []; // pieces on the card, and the one in the making
      this.letter = pbm.newPiece();
      this.takesBack = false;
      this.entries = [];
      this.past = [];
      this.future = [];
      this.verdict = this.read([]);
      this.changed = () => {};
    }

    /** The order lines as they will stand in the card, numbered as there, behind the heading. */
    lines(entries) {
      return pbm.orderText(this.table, this.sheet.kit.places, entries).map((text, k) => ({ number: k + 2, text }));
    }

    read(entries, more) {
      return pbm.read(this.sheet, this.table, this.lines(entries).concat(more || []));
    }

    /** What the text of further orders comes to beside the draft; `here` is the place for what has no heading. */
    judge(text, here) {
      const start = this.lines(this.entries).length + 2;
      const open = here === null ? [] : [{ number: start, text: "@" + here }];
      const typed = pbm.linesOf(text).map((line, k) => ({ number: start + open.length + k, text: line }));
      const from = start + open.length, found = this.read(this.entries, open.concat(typed));
      const mine = (it) => it.line >= from, orders = this.verdict.orders.slice(), faults = found.faults.filter(mine);
      for (const order of found.orders.filter(mine)) {
        const message = this.unpaid(order, orders), { line, column, text } = order;
        if (message) faults.push({ line, column, text, kind: "illegal", message, rule: order.row.rule });
        else orders.push(order);
      }
      return { from, orders: orders.filter(mine), faults, warnings: found.warnings.filter(mine) };
    }

    /** Why an order cannot be paid beside others, or "": the engine holds the whole card against the purse. */
    unpaid(order, others) {
      const { cost } = order.row || {};
      if (!cost || order.slot) return "";
      const price = pbm.price(cost, order.operands, this.sheet.kit);
      const left = this.left(this.places.get(""), cost, others);
      const [number, units] = [price, left].map((sum) => pbm.units(this.table, sum, cost.spends));
      return price > left ? pbm.said(this.sheet.words, "too-much", { number, where: "", units }) : "";
    }

    /** Take orders that were read. */
    take(orders) {
      this.set(this.entries.concat(orders.map((order) => ({ place: order.place, text: order.text }))));
    }

    remove(entry) {
      this.set(this.entries.filter((it) => it !== entry));
    }

    /** Take an order away of each of these places: once, where a place has it twice. */
    removeAll(codes, text) {
      const gone = codes.map((code) => this.entries.find((it) => it.place === code && it.text === text));
      this.set(this.entries.filter((it) => !gone.includes(it)));
    }

    set(entries) {
      this.past.push(this.entries);
      this.future = [];
      this.put(entries);
    }

    undo() {
      this.future.push(this.entries);
      this.put(this.past.pop());
    }

    redo() {
      this.past.push(this.entries);
      this.put(this.future.pop());
    }

    put(entries) {
      this.entries = entries;
      this.verdict = this.read(entries);
      if (this.handed && this.body() !== this.handed) {
        this.revision++;
        this.handed = "";
      }
      this.changed();
    }

    /** The orders as the card will have them. */
    orders() {
      const lines = pbm.orderText(this.table, this.sheet.kit.places, this.entries);
      return (lines.length || !this.pass ? lines : ["PASS"]).join("\n");
    }

    /** Orders and press as the card will have them: press stands last, so that no line of orders moves. */
    body() {
      return [this.orders(), ...pbm.pressLines(this.press, this.takesBack)].filter((it, k) => k || it).join("\n");
    }

    setPress(pieces) {
      this.press = pieces;
      this.put(this.entries);
    }

    /** The whole card. */
    card() {
      const heading = pbm.headingOf(this.sheet.heading, this.revision), body = this.body();
      return heading + "\n" + (body && body + "\n") + "END\n";
    }

    used(orders) {
      return pbm.used(this.table, this.sheet.kit, orders);
    }

    /** What is left of a store for further orders of a place; standing orders take what these leave. */
    left(place, operand, orders = this.verdict.orders) {
      const spent = this.used(orders.filter((order) => !order.slot));
      return (place.has[operand.spends] || 0) - (spent.get(pbm.storeKey(place.code, operand.spends)) || 0);
    }

    /** Each store that orders spend, over all places: [store, ordered, left]. */
    totals() {
      const spent = this.used(pbm.acting(this.verdict)), sums = new Map();
      const able = this.table.rows.flatMap((row) => row.pays.map((it) => it.spends));
      for (const place of this.sheet.kit.places) {
        for (const name of Object.keys(place.has).filter((it) => able.includes(it))) {
          const sum = sums.get(name) || [0, 0], taken = spent.get(pbm.storeKey(place.code, name)) || 0;
          sums.set(name, [sum[0] + taken, sum[1] + place.has[name] - taken]);
        }
      }
      const order = this.table.stores.map((store) => store.name);
      const rank = (name) => order.indexOf(name) + 1 || order.length + 1;
      const own = new Set(Object.keys((this.places.get("") || { has: {} }).has));
      return [...sums].filter(([, [taken, left]]) => taken || left)
        .sort(([x], [y]) => own.has(y) - own.has(x) || rank(x) - rank(y))
        .map(([name, [taken, left]]) => [pbm.storeOf(this.table, name), taken, left]);
    }

    /** A player as people read him: [3] Rosa Klein. */
    player(number) {
      return "[" + number + "]" + (this.players.get(number) ? " " + this.players.get(number) : "");
    }

    /** A value as people read it: a word of a list by its meaning, a force part by part, a way with arrows. */
    spoken(operand, value) {
      if (operand.isCode) return (this.names.get(value) || "") + " " + value;
      if (operand.player && value) return this.player(value);
      if (operand.one_of) return this.table.lists[operand.one_of].words[value] || String(value);
      if (!Array.isArray(value)) return String(value); // also a list that is not whole yet
      if (operand.chain) return value.join(" \u2192 ");
      if (operand.parts) return value.map((part) => this.part(part)).join(", then ");
      return value.map((part) => operand.inner.map((it) => this.spoken(it, part[it.name])).join(" ")).join(", ");
    }

    /** A part of a queue in words; the sign that ends it begins anew. */
    part(part) {
      const row = pbm.partOf(this.table, part.code);
      return row.means ? this.meaning(row, part) : "again from the first";
    }

    /** What an order means, in words. */
    meaning(row, operands) {
      const kinds = new Map(row.operands.map((operand) => [operand.name, operand]));
      const told = (name) => {
        const value = operands[name], kind = kinds.get(name);
        if (!kind || (value ?? "") === "" || (kind.spends && value === 0)) return "\u2026"; // nothing is left
        return this.spoken(kind, value);
      };
      const words = row.means.replace(MEANT, (whole, before = "", name, nobody, next) => {
        const value = nobody && operands[name] === 0 ? nobody : before + told(name);
        return next ? pbm.counted(this.table, value, next) : value;
      });
      const says = row.operands.find((operand) => operand.says);
      const sentence = says && (this.table.sentences[says.says] || {})[Number(operands[says.name])];
      return sentence ? words + ": " + sentence.replace("{about}", told(says.about)) : words;
    }

    /** The sentences that an operand may be, by number: those with a gap where the order fills one. */
    sentences({ says, about }) {
      const fits = ([, words]) => words.includes("{about}") === Boolean(about);
      return Object.entries(this.table.sentences[says] || {}).filter(fits);
    }

    /** What is kept on the device, if the player says so: orders, press and the number of the card, not the code. */
    kept() {
      const { entries, revision, handed, pass, press, letter, takesBack } = this;
      const beside = press.length || letter.text || takesBack ? { press, letter, takesBack } : {};
      return JSON.stringify({ entries, revision, handed, pass, ...beside });
    }

    /** A kept draft taken up again; what is no longer in order is dropped, and then it is another card. */
    restore(text) {
      const kept = JSON.parse(text);
      this.revision = Math.max(this.revision, Number(kept.revision) || 1);
      this.handed = String(kept.handed || "");
      this.pass = kept.pass === true;
      this.press = (Array.isArray(kept.press) ? kept.press : []).map(pbm.keptPiece);
      this.letter = pbm.keptPiece(kept.letter);
      this.takesBack = kept.takesBack === true;
      const lines = pbm.orderText(this.table, this.sheet.kit.places, Array.isArray(kept.entries) ? kept.entries : []);
      this.put(this.judge(lines.join("\n"), null).orders.map(({ place, text: own }) => ({ place, text: own })));
    }
  }

  pbm.Draft = Draft;
})(window.PbmComposer);
