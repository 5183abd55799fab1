// The composer, 4: reading order lines. As pbm/orders/reader.py: each token is a heading, an order that is allowed, or
// a fault. It knows what the printout's order kit knows, so what hangs on other cards it cannot tell, nor can the
// engine.
(function (pbm) {
  "use strict";

  const { ascii, writtenOut } = pbm;
  const PARTING = /[ \t\u00a0,]/; // between tokens

  /** The end of the token that begins at a place of a list of signs. */
  function tokenEnd(signs, start) {
    let end = start;
    while (end < signs.length && !PARTING.test(signs[end])) end++;
    return end;
  }

  /** Reads one card; lives within one call of pbm.read. */
  class Reader extends pbm.Troubles {
    constructor(sheet, table) {
      super(sheet, table);
      this.places = new Map(sheet.kit.places.map((place) => [place.code, place]));
      Object.assign(this, { orders: [], faults: [], warnings: [], tokens: 0, place: null, last: null });
      Object.assign(this, { left: new Map(), given: new Map(), matters: new Map(), slots: new Map() });
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
      const mark = signs.indexOf(";"), comment = mark < 0 ? [] : signs.slice(mark + 1);
      if (mark >= 0) signs = signs.slice(0, mark);
      this.readText(signs);
      if (!this.place || mark < 0 || signs.every((it) => PARTING.test(it))) return;
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
        const own = piece(start, end);
        this.at(start + 1, own);
        if (!ascii(own)) {
          this.last = null;
          this.fault(...this.oddCharacters(own));
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
      else if (token[0] === "/") pbm.fileStanding(this, token);
      else this.readOrder(token);
    }

    /** A heading: @ for player orders, @XXX for a space. Under one that is wrong no order is given to another. */
    open(code) {
      this.last = null;
      this.place = this.places.get(code) || null;
      if (this.place) return;
      const trouble = this.noPlace(code, [...this.places.keys()]);
      this.fault(...trouble);
      this.closed = trouble[0] === "illegal" ? ["illegal", this.said("closed", { code })]
        : ["invalid", this.said("closed-unknown", { code: this.printable(code) })];
    }

    /** A plain order: matched, checked, taken. */
    readOrder(token) {
      const place = this.place, matches = [];
      for (const row of this.table.starting(place.kind, token)) {
        const found = row.exact.exec(token);
        if (found) matches.push([row, found.slice(1)]);
      }
      let text = token, row, groups;
      if (matches.length > 1) {
        this.last = null;
        const forms = matches.map(([it]) => pbm.shown(it.form)).join(this.said("or"));
        return this.fault("ambiguous", this.said("ambiguous", { forms }));
      }
      if (matches.length) {
        [row, groups] = matches[0];
      } else {
        const short = this.last ? this.table.short.exec(token) : null;
        if (!short) {
          this.last = null;
          return this.pieces(token) || this.noOrderHere(token, place);
        }
        row = this.last;
        groups = short.slice(1);
        text = writtenOut(row, { n: groups[0], to: groups[1] });
      }
      const operands = this.operands(row, groups);
      this.last = row.repeat && operands ? row : null;
      if (!operands || !this.allowed(row, operands, place)) return undefined;
      if (groups.some((group) => /^0[0-9]/.test(group))) text = writtenOut(row, operands);
      const { line, column } = this;
      return this.take({ row, code: row.code, place: place.code, operands, text, line, column, slot: 0 });
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
      const values = {};
      for (let k = 0; k < groups.length; k++) {
        const operand = row.operands[k], text = groups[k];
        if (operand.among) {
          if (!this.codes.has(text)) {
            return this.fault("invalid", this.noCode(text), row.rule);
          }
          values[operand.name] = text;
          continue;
        }
        const most = this.sheet.limits.digits;
        if (text.length > most) {
          return this.fault("invalid", this.said("long-number", { most }), row.rule);
        }
        const number = Number(text);
        const wrong = operand.player ? this.wrongPlayer(operand, number) : this.wrongNumber(operand, number);
        if (wrong) return this.fault(...wrong, row.rule);
        if (text[0] === "0" && text.length > 1) this.warn(this.said("read-as", { text, number }));
        values[operand.name] = number;
      }
      return values;
    }

    /** Traits, reach, and what goes not beside what; the first that fails is the fault. */
    allowed(row, operands, place) {
      const refuse = (message, rule) => this.fault("illegal", message, rule);
      const [trait] = pbm.lacks(row, place);
      if (trait) return refuse(this.said("lacks", { code: place.code, trait }), row.rule);
      for (const operand of row.operands) {
        const code = operands[operand.name];
        if (operand.among && !this.among(place, operand.among).includes(code)) {
          const own = code === place.code ? place.kind === "own" : this.among(place, operand.ever).includes(code);
          const yours = own && row.arrow && row.arrow.kind === "attack" && this.sheet.rules.yours;
          return refuse(this.reachFault(row, place, operand, code), yours || row.rule);
        }
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
      return true;
    }

    /** Pay for the order and take it, or fault it for asking more than is left. */
    take(taken) {
      let order = taken;
      const { row } = order, place = this.places.get(order.place);
      for (const operand of row.operands) {
        if (!operand.spends) continue;
        const store = holderOf(operand, order), each = operand.each || 1;
        const left = this.store(store, operand.spends);
        let number = order.operands[operand.name];
        if (number * each > left) {
          const able = Math.floor(left / each);
          const reduced = able >= 1 && operand.over === "reduce", cut = this.kit.clip || operand.over === "cut";
          if (reduced || able < 1 || !cut) {
            const message = this.tooMuch(store, operand, number, able) + (reduced ? this.said("reduced") : "");
            this.fault("illegal", message, row.rule);
          }
          if (able < 1 || !(reduced || cut)) return;
          const operands = { ...order.operands, [operand.name]: able };
          order = { ...order, operands, text: writtenOut(row, operands) };
          number = able;
          if (!reduced) this.warn(this.said("cut", { able }));
        }
        this.left.set(storeKey(store, operand.spends), left - number * each);
      }
      if (row.once || row.bars.length || Object.keys(row.bars_at).length) {
        this.given.set(givenKey(place.code, row.code, targetOf(order.operands)), order);
      }
      if (row.matter) {
        const key = [row.matter, order.place, order.operands.p].join(" ");
        if (this.matters.has(key)) {
          const message = this.said("same-matter", { text: this.matters.get(key) });
          this.warn(message, this.sheet.rules.last);
        }
        this.matters.set(key, order.text);
      }
      this.orders.push(order);
    }

    /** What is left of a place's store. */
    store(code, name) {
      const known = this.left.get(storeKey(code, name));
      return known !== undefined ? known : this.places.get(code).has[name] || 0;
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
  const storeKey = (place, name) => place + " " + name;

  /**
   * What a card's lines come to: orders, the standing orders that act beside them, faults, warnings, and as `judged`
   * the orders with a check that only the engine can make. A line is {number, text}.
   */
  function read(sheet, table, lines) {
    const reader = new Reader(sheet, table);
    for (const line of lines) {
      reader.readLine(line.number, line.text);
      if (reader.tokens > sheet.limits.orders) break;
    }
    const standing = pbm.standingInForce(reader);
    if (reader.passed && reader.orders.length) {
      [reader.line, reader.column, reader.written] = reader.passed;
      reader.warn(reader.said("passed"));
    }
    reader.faults.sort((a, b) => a.line - b.line || a.column - b.column);
    return {
      orders: reader.orders, standing, faults: reader.faults, warnings: reader.warnings,
      judged: reader.orders.concat(standing).filter(({ row }) => row && row.check), slots: reader.slots,
    };
  }

  Object.assign(pbm, { read, givenKey, storeKey, holderOf, targetOf });
})(window.PbmComposer);
