// The composer: reading order lines. As pbm/orders/reader.py: each token is a heading, an order that is allowed, or
// a fault. It knows what the printout's order kit knows, so what hangs on other cards it cannot tell, nor can the
// engine.
(function (pbm) {
  "use strict";

  const { ascii } = pbm;
  const PARTING = /[ \t\u00a0,]/; // between tokens

  /** The end of the token that begins at a place of a list of signs. */
  function tokenEnd(signs, start) {
    let end = start;
    while (end < signs.length && !PARTING.test(signs[end])) end++;
    return end;
  }

  /** Reads one card; lives within one call of pbm.read. */
  class Reader extends pbm.Reach {
    constructor(sheet, table) {
      super(sheet, table);
      Object.assign(this, { orders: [], faults: [], warnings: [], tokens: 0, judged: 0, last: null });
      Object.assign(this, { place: null, opened: [] }); // the first place that the heading opened, and all
      Object.assign(this, { left: new Map(), given: new Map(), matters: new Map(), slots: new Map() });
      Object.assign(this, { ordered: new Map(), queues: new Map(), unpaid: [] });
      this.closed = ["invalid", this.said("no-heading")];
      this.line = 0;
      this.words = [0, 0];
    }

    /** What is read now: the faults are of this. */
    at(column, written) {
      this.column = column;
      this.written = written;
    }

    /** All tokens of a line, up to a comment. Columns count characters, not the two halves of rare ones. */
    readLine(number, written) {
      const { line: longest } = this.sheet.limits;
      let signs = [...written];
      this.line = number;
      if (signs.length > longest) {
        // Half an order would be another order: it is left out whole; what is longer than any has a fault of its own.
        let kept = longest;
        while (kept && !PARTING.test(signs[kept]) && !PARTING.test(signs[kept - 1])) kept--;
        if (longest - kept > this.sheet.limits.token) kept = longest;
        this.at(kept + 1, signs.slice(kept).join(""));
        this.fault("invalid", this.said("long-line", { most: longest }));
        signs = signs.slice(0, kept);
      }
      this.whole = signs;
      this.texted = false;
      const mark = signs.indexOf(";"), comment = mark < 0 ? [] : signs.slice(mark + 1);
      if (mark >= 0) signs = signs.slice(0, mark);
      this.readText(signs);
      if (!this.place || mark < 0 || this.texted || signs.every((it) => PARTING.test(it))) return;
      const orders = comment.join("").toUpperCase().split(/[ ;,]/);
      const skipped = orders.find((it) => it[0] === "@" && this.places.has(it.slice(1)) ||
        this.fits(this.place.kind, it));
      if (skipped === undefined) return;
      this.at(mark + 1, "");
      this.warn(this.said("comment", { text: skipped }));
    }

    /** All tokens of a line, as a list of signs. */
    readText(signs) {
      const { orders: most } = this.sheet.limits;
      this.skip = 0;
      if (signs.includes("\u00a0")) {
        this.at(signs.indexOf("\u00a0") + 1, "");
        this.warn(this.said("no-break"));
      }
      const piece = (from, to) => signs.slice(from, to).join("");
      for (let start = 0, end; start < signs.length; start = Math.max(end, start + 1)) {
        end = tokenEnd(signs, start);
        if (end === start) continue;
        this.tokens++;
        if (this.tokens > most) {
          this.at(start + 1, piece(start));
          this.fault("invalid", this.said("many", { most }));
          return;
        }
        if (this.skip) {
          this.skip--;
          continue;
        }
        if (this.place && this.withText(start)) return;
        const own = piece(start, end);
        this.at(start + 1, own);
        if (!ascii(own)) {
          this.last = null;
          this.fault(...this.oddCharacters(own));
          if (own[0] === "@" || this.looksLike(signs[start]) === "@") this.closePlace(piece(start + 1, end), "invalid");
          continue;
        }
        let token = own.toUpperCase();
        if (signs[end] === "," && this.place) {
          // A comma parts tokens, but some forms have one of their own.
          const further = tokenEnd(signs, end + 1), second = piece(end + 1, further);
          const both = token + "," + second.toUpperCase();
          const rows = this.table.withComma.get(this.place.kind) || [];
          if (second && ascii(second) && rows.some((row) => row.exact.test(both))) {
            [token, end] = [both, further];
            this.at(start + 1, piece(start, further));
          }
        }
        this.behind = [signs, start, end];
        this.readToken(token);
      }
    }

    readToken(token) {
      if (token[0] === "@") this.open(token.slice(1));
      else if (token === "PASS") this.passed = this.passed || [this.line, this.column, this.written];
      else if (!this.place) this.word(this.closed, this.closed[1]);
      else if (token[0] === "/") this.atPlaces((place) => pbm.fileStanding(this, token, place));
      else this.atPlaces((place) => this.readOrder(token, place));
    }

    /** Something for each place that the heading opened. What is wrong at several is one fault, which names them. */
    atPlaces(read) {
      const most = this.sheet.limits.judged, { last, faults, warnings } = this;
      this.judged += this.opened.length - 1;
      if (this.judged > most) {
        this.at(1, "");
        this.fault("invalid", this.said("many-judged", { most }));
        return;
      }
      const lists = [faults, warnings], begun = lists.map((notes) => notes.length), told = [new Map(), new Map()];
      for (const place of this.opened) {
        Object.assign(this, { place, last });
        read(place);
        if (this.opened.length === 1) return;
        lists.forEach((notes, k) => notes.splice(begun[k]).forEach((note) => told[k].set(place.code, note)));
        if ([...told[0].values()].some((fault) => fault.kind !== "illegal")) break;
      }
      lists.forEach((notes, k) => {
        const [first] = told[k].values();
        if (!first) return;
        const message = this.said("of-these", { codes: this.listed([...told[k].keys()], 12), message: first.message });
        notes.push(first.kind === "illegal" ? { ...first, message } : first);
      });
      [this.place] = this.opened;
    }

    /** A heading: under one that is wrong no order is given to another place. */
    open(code) {
      const [places, trouble] = pbm.opened(this, code);
      this.last = null;
      this.opened = places;
      this.place = places[0] || null;
      if (!trouble) return;
      this.fault(...trouble);
      this.closePlace(code, trouble[0]);
    }

    /** No place is open until the next heading: what comes is under one that is illegal, or opens nothing. */
    closePlace(code, kind) {
      Object.assign(this, { place: null, opened: [] });
      const isNumbered = this.table.places.some((it) => pbm.signOf(it) && code.startsWith(pbm.signOf(it)));
      const key = kind === "illegal" || isNumbered ? "closed" : "closed-unknown";
      this.closed = [kind, this.said(key, { code: this.printable(code) })];
    }

    /** Whether an order that ends with a text begins here; it has the rest of the line. */
    withText(start) {
      const rest = this.whole.slice(start).join("");
      for (const row of this.table.withText.get(this.place.kind) || []) {
        const found = row.lead.exec(rest);
        if (!found) continue;
        Object.assign(this, { texted: true, last: null });
        const bare = (text) => text.replace(/^[ \t\u00a0,]+|[ \t\u00a0,]+$/g, "");
        const groups = found.slice(1).map((it) => it.toUpperCase()).concat(bare(rest.slice(found[0].length)));
        const written = rest.replace(/[ \t\u00a0,]+$/, "");
        if (row.operands.some((it, k) => it.isNumber && !/^[0-9]+$/.test(groups[k]))) { // much passes, to be named
          this.at(start + 1, written);
          this.fault("invalid", this.wrongOperand(row, groups), row.rule);
          return true;
        }
        this.atPlaces((place) => {
          this.at(start + 1, written);
          this.readRow(row, groups, "", place);
        });
        return true;
      }
      return false;
    }

    /** A plain order: matched, checked, taken. What has no letters may repeat those of the order before. */
    readOrder(token, place) {
      let matches = [], text = token;
      for (const row of this.table.starting(place.kind, token)) {
        const found = row.exact.exec(token);
        if (found) matches.push([row, found.slice(1)]);
      }
      if (!matches.length && this.last) {
        const rows = this.table.at(place.kind).filter((it) => it.repeat && it.stem === this.last.stem);
        matches = rows.map((row) => [row, row.tail.exec(token)]).filter(([, found]) => found)
          .map(([row, found]) => [row, found.slice(1)]);
        text = this.last.stem + token;
      }
      if (matches.length === 1) return this.readRow(...matches[0], text, place);
      this.last = null;
      const hint = matches.length ? null : this.hint(place.kind, token);
      if (!matches.length) return (!(hint && hint.alone) && this.pieces(token)) || this.noOrderHere(token, place);
      const forms = matches.map(([row]) => this.form(row)).join(this.said("or"));
      return this.fault("ambiguous", this.said("ambiguous", { forms }));
    }

    /** An order of a row: its operands, what forbids it, what it takes. No text: it is written out anew. */
    readRow(row, groups, own, place) {
      const operands = this.operands(row, groups);
      this.last = row.repeat && operands ? row : null;
      if (!operands || !this.allowed(row, operands, place)) return undefined;
      const isPlain = own && row.isPlain && !groups.some((group) => /^0./.test(group));
      const text = isPlain ? own : pbm.writtenOut(this.table, row, operands);
      const { line, column, written } = this;
      const { code } = row, at = { line, column, written, slot: 0 };
      return this.take({ row, code, place: place.code, operands, text, ...at }, place);
    }

    /** What fits no form: a fault that says what may be meant; words that are like nothing have one for all. */
    noOrderHere(token, place) {
      const trouble = this.misread(place, token), hint = this.hint(place.kind, token);
      if (!trouble) return this.word(this.noOrder(place, token), this.said("words"));
      if (hint && hint.rest) {
        const signs = this.behind[0].slice(this.column - 1);
        while (PARTING.test(signs[signs.length - 1])) signs.pop();
        this.written = signs.join("");
        this.skip = Infinity;
      }
      return this.fault(...trouble);
    }

    /** A fault of a token; words that stand side by side have one fault, in the sentence `joined`: a greeting. */
    word(trouble, joined) {
      if (/[\p{Nd}/@]/u.test(this.written)) return this.fault(...trouble);
      const [signs, start, end] = this.behind, [line, before] = this.words;
      let fault = trouble, from = start;
      if (line === this.line && signs.slice(before, start).every((it) => PARTING.test(it))) {
        from = this.faults.pop().column - 1;
        fault = [trouble[0], joined];
      }
      this.at(from + 1, signs.slice(from, end).join(""));
      this.words = [this.line, end];
      return this.fault(...fault);
    }

    /** Whether this token and those behind it are pieces of an order that was written with blanks: one fault. */
    pieces(token) {
      const [signs, start, from] = this.behind, ahead = [], ends = [];
      for (let at = from; at < signs.length && ahead.length < 5; at++) {
        const end = tokenEnd(signs, at);
        if (end === at) continue;
        ahead.push(signs.slice(at, end).join("").toUpperCase());
        ends.push(end);
        at = end;
      }
      const found = this.joined(this.place.kind, token, ahead);
      if (!found) return false;
      this.skip = found[1];
      const text = found[0] + (token[0] === "/" ? ahead[found[1]] || "" : "");
      this.at(start + 1, signs.slice(start, ends[found[1] - 1]).join(""));
      this.fault("invalid", this.said("in-one", { text: this.printable(text) }));
      return true;
    }

    /** The values of an order's operands, or nothing after a fault that says what would be right. */
    operands(row, groups) {
      const notes = [], wrong = [];
      let values = null;
      try {
        values = this.valuesOf(row.operands, groups, notes);
      } catch (trouble) {
        if (!Array.isArray(trouble)) throw trouble;
        wrong.push(...trouble);
      }
      if (wrong.length) this.fault(...wrong, row.rule);
      notes.forEach((note) => this.warn(note));
      return values;
    }

    /** Traits, reach, and what goes not beside what; the first that fails is the fault. */
    allowed(row, operands, place) {
      const refuse = (message, rule) => this.fault("illegal", message, rule);
      const [trait] = pbm.lacks(row, place);
      if (trait) return refuse(this.said("lacks", { code: place.code, trait }), row.rule);
      for (const [operand, values] of pbm.leaves(this.table, row.operands, operands)) {
        const wrong = this.reachOf(row, place, operand, values, operands) ||
          (operand.parts ? this.queueFault(row, place, operand, values[operand.name]) : null);
        if (wrong && !operand.loose) return refuse(...wrong);
        if (wrong) this.warn(...wrong);
      }
      const target = targetOf(operands);
      const same = row.once && this.given.get(givenKey(place.code, row.code, target));
      if (same) return refuse(this.said("same", { text: same.text, line: same.line }), this.sheet.rules.same);
      for (const bar of row.bars.concat(row.bars_at[place.kind] || [])) {
        const other = this.given.get(givenKey(place.code, bar, target));
        if (other) {
          const facts = { code: place.code, text: other.text, line: other.line };
          return refuse(this.said("own-forces", facts), this.sheet.rules.own);
        }
      }
      const full = row.step ? "" : this.overBudget(row, place.code);
      return full ? refuse(full, row.rule) : true;
    }

    /** Why no more orders of the row's budget can be given at a place, or nothing. */
    overBudget(row, place) {
      if (!row.budget) return "";
      const budget = this.table.budgets[row.budget], most = this.atMost(budget.most);
      const taken = this.ordered.get(budgetKey(row, budget, place)) || 0;
      return taken >= most ? this.said("over-budget", { title: budget.title, most }) : "";
    }

    /** Counts an order that was taken. */
    spendBudget(row, place) {
      if (!row.budget) return;
      const key = budgetKey(row, this.table.budgets[row.budget], place);
      this.ordered.set(key, (this.ordered.get(key) || 0) + 1);
    }

    /** Why parts cannot follow those that the card gave before, as [sentence, rule]. */
    queueFault(row, place, operand, parts) {
      const [before, ended] = this.queues.get(place.code) || [0, ""];
      if (ended) return [this.said("last-sign", { sign: ended }), row.rule];
      const number = before + parts.filter((part) => part.code).length, most = this.atMost(operand.most);
      return operand.most && number > most ? [this.said("many-parts", { number, most }), row.rule] : null;
    }

    /** Pay for the order and take it, or fault it for asking more than is left. */
    take(written, place) {
      const order = this.pay(written);
      if (!order) {
        this.unpaid.push(written);
        return;
      }
      const { row } = order;
      if (row.once || row.bars.length || Object.keys(row.bars_at).length) {
        this.given.set(givenKey(place.code, row.code, targetOf(order.operands)), order);
      }
      if (!row.step) this.spendBudget(row, place.code);
      for (const operand of row.operands) {
        if (operand.fresh) {
          const kind = this.table.places.find((it) => it.kind === operand.fresh);
          const code = pbm.signOf(kind) + order.operands[operand.name];
          const own = { code, name: "", kind: kind.kind, has: {}, traits: [], sets: {}, ever: {}, standing: {} };
          this.founded.set(code, { ...own, at: place.at || place.code });
        } else if (operand.parts && row.keeps) {
          this.follow(row, operand, order, place);
        }
      }
      if (row.matter || (row.keeps && !this.queues.has(place.code))) {
        const key = [row.matter || row.keeps, order.place, order.operands.p].join(" ");
        const [code, text] = this.matters.get(key) || [];
        if (text !== undefined && (code !== row.code || !row.budget)) {
          this.warn(this.said("same-matter", { text }), this.sheet.rules.last);
        }
        this.matters.set(key, [row.code, order.text]);
      }
      this.orders.push(order);
    }

    /** Parts go on from those that the card gave before; the first that it gives replace those that were kept. */
    follow(row, operand, order, place) {
      const parts = order.operands[operand.name], [before] = this.queues.get(place.code) || [0];
      const kept = before ? "" : (place.kept || {})[row.keeps];
      if (kept) this.warn(this.said("replaced", { text: kept }), row.rule);
      const last = parts[parts.length - 1];
      this.queues.set(place.code, [before + parts.filter((part) => part.code).length, last.code ? "" : last.text]);
    }

    /** What the order takes of stores, cut to what is left where that may be; null after a fault. */
    pay(written) {
      const { row, operands } = written, due = [];
      let { text } = written;
      for (const [operand, values] of pbm.leaves(this.table, row.operands, operands)) {
        if (!operand.spends) continue;
        const code = holderOf(operand, written), each = operand.each || 1, share = operand.share || "";
        const name = pbm.filled(operand.spends, values), left = this.store(code, name, share);
        let number = values[operand.name];
        if (share) {
          if (number * each > left) {
            const has = pbm.units(this.table, this.store(code, name), name);
            const where = code ? this.said("in", { code }) : "", total = this.hasOf(code, name) - left + number;
            this.warn(this.said("shared", { has, where, number: total }), row.rule);
          }
        } else if (number * each > left) {
          const able = Math.floor(left / each);
          const reduced = able >= 1 && operand.over === "reduce", cut = this.kit.clip || operand.over === "cut";
          if (reduced || able < 1 || !cut) {
            const message = this.tooMuch(code, name, number, able) + (reduced ? this.said("reduced") : "");
            this.fault("illegal", message, row.rule);
          }
          if (able < 1 || !(reduced || cut)) return null;
          values[operand.name] = able;
          number = able;
          text = pbm.writtenOut(this.table, row, operands);
          if (!reduced) this.warn(this.said("cut", { able }));
        }
        due.push([storeKey(code, name, share), left - number * each]);
      }
      if (row.empties) {
        const name = pbm.filled(row.empties, operands), left = this.store(written.place, name);
        if (left < 1) {
          const units = pbm.units(this.table, this.hasOf(written.place, name), name);
          this.fault("illegal", this.said("nothing-left", { units }), row.rule);
          return null;
        }
        if (!("n" in operands)) operands.n = left;
        due.push([storeKey(written.place, name), 0]);
      }
      due.forEach(([key, left]) => this.left.set(key, left));
      return { ...written, text };
    }

    /** What a place has of a store before any order. */
    hasOf(code, name) {
      const place = this.placeAt(code);
      return (place && place.has[name]) || 0;
    }

    /** What is left of a place's store; share: for orders of that share alone. */
    store(code, name, share = "") {
      return this.left.get(storeKey(code, name, share)) ?? this.hasOf(code, name);
    }

    fault(kind, message, rule = "", list = this.faults) {
      const { line, column } = this;
      list.push({ line, column, text: this.quoted(this.written), kind, message, rule });
    }

    warn(message, rule) {
      this.fault("illegal", message, rule, this.warnings);
    }
  }

  const givenKey = (place, code, target) => place + " " + code + " " + target;
  const targetOf = (operands) => operands.to ?? operands.p ?? "";
  const holderOf = (operand, order) => (operand.of === "to" ? order.operands.to : operand.of ? "" : order.place);
  const storeKey = (place, name, share = "") => [place, name, share].join(" ");
  const budgetKey = (row, budget, place) => row.budget + " " + (budget.each ? place : "");

  /**
   * What a card's lines come to: orders, the standing orders that act beside them, faults, warnings, and as `judged`
   * the orders with a check that only the engine can make; also those with a fault here, as its check comes before
   * what an order takes. A line is {number, text}.
   */
  function read(sheet, table, lines) {
    const reader = new Reader(sheet, table);
    for (const line of lines) {
      reader.readLine(line.number, line.text);
      if (reader.tokens > sheet.limits.orders) break;
    }
    const standing = pbm.standingInForce(reader);
    if (table.steps.length) pbm.workAccount(reader, standing);
    if (reader.passed && reader.orders.length) {
      [reader.line, reader.column, reader.written] = reader.passed;
      reader.warn(reader.said("passed"));
    }
    reader.faults.sort((a, b) => a.line - b.line || a.column - b.column);
    return {
      orders: reader.orders, standing, faults: reader.faults, warnings: reader.warnings,
      judged: reader.orders.concat(standing, reader.unpaid).filter(({ row }) => row && row.check), slots: reader.slots,
      left: reader.left, ordered: reader.ordered,
    };
  }

  Object.assign(pbm, { read, givenKey, storeKey, holderOf, targetOf });
})(window.PbmComposer);
