// The composer, 4: reading order lines. As pbm/orderreader.py: each token is a heading, an order that is allowed, or a
// fault. It knows what the printout's order kit knows, so what hangs on other cards it cannot tell, nor can the engine.
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
      this.orders = [];
      this.faults = [];
      this.warnings = [];
      this.tokens = 0;
      this.place = null;
      this.closed = [this.said("no-heading"), "invalid"];
      this.last = null;
      this.left = new Map();
      this.given = new Map();
      this.matters = new Map();
      this.slots = new Map();
      this.line = 0;
    }

    /** All tokens of a line, up to a comment. Columns count characters, not the two halves of rare ones. */
    readLine(number, written) {
      const { line: longest, orders: most } = this.sheet.limits;
      let signs = [...written];
      this.line = number;
      if (signs.length > longest) {
        // Half an order would be another order: it is left out whole; what is longer than any has a fault of its own.
        let kept = longest;
        while (kept && !PARTING.test(signs[kept]) && !PARTING.test(signs[kept - 1])) kept--;
        if (longest - kept > this.sheet.limits.token) kept = longest;
        this.fault(kept + 1, signs.slice(kept).join(""), "invalid", this.said("long-line", { most: longest }));
        signs = signs.slice(0, kept);
      }
      if (signs.includes(";")) signs = signs.slice(0, signs.indexOf(";"));
      if (signs.includes("\u00a0")) this.warn(signs.indexOf("\u00a0") + 1, "", this.said("no-break"));
      const piece = (from, to) => signs.slice(from, to).join("");
      for (let start = 0, end; start < signs.length; start = Math.max(end, start + 1)) {
        end = tokenEnd(signs, start);
        if (end === start) continue;
        this.tokens++;
        if (this.tokens > most) {
          this.fault(start + 1, piece(start), "invalid", this.said("many", { most }));
          return;
        }
        let own = piece(start, end);
        if (!ascii(own)) {
          this.last = null;
          this.trouble(start + 1, own, this.oddCharacters(own));
          continue;
        }
        let token = own.toUpperCase();
        if (signs[end] === "," && this.place) {
          // A comma parts tokens, but some forms have one of their own.
          const further = tokenEnd(signs, end + 1), second = piece(end + 1, further);
          const both = token + "," + second.toUpperCase();
          const rows = this.table.withComma.get(this.place.kind) || [];
          if (second && ascii(second) && rows.some((row) => row.exact.test(both))) {
            [token, own, end] = [both, piece(start, further), further];
          }
        }
        this.readToken(token, start + 1, own);
      }
    }

    readToken(token, column, written) {
      if (token[0] === "@") this.open(token.slice(1), column, written);
      else if (token === "PASS") return;
      else if (!this.place) this.fault(column, written, this.closed[1], this.closed[0]);
      else if (token[0] === "/") pbm.fileStanding(this, token, column, written);
      else this.readOrder(token, column, written);
    }

    /** A heading: @ for player orders, @XXX for a space. Under one that is wrong no order is given to another. */
    open(code, column, written) {
      this.last = null;
      this.place = this.places.get(code) || null;
      if (this.place) return;
      const trouble = this.noPlace(code, [...this.places.keys()]);
      this.trouble(column, written, trouble);
      const illegal = trouble[0] === "illegal";
      this.closed = illegal ? [this.said("closed", { code }), "illegal"]
        : [this.said("closed-unknown", { code: this.printable(code) }), "invalid"];
    }

    /** A plain order: matched, checked, taken. */
    readOrder(token, column, written) {
      const place = this.place, matches = [];
      for (const row of this.table.starting(place.kind, /[0-9]/.test(token[0]) ? "0" : token[0])) {
        const found = row.exact.exec(token);
        if (found) matches.push([row, found.slice(1)]);
      }
      let text = token, row, groups;
      if (matches.length > 1) {
        this.last = null;
        const forms = matches.map(([it]) => pbm.shown(it.form)).join(this.said("or"));
        return this.fault(column, written, "ambiguous", this.said("ambiguous", { forms }));
      }
      if (matches.length) {
        [row, groups] = matches[0];
      } else {
        const short = this.last ? /^([0-9]+)([A-Z]+)$/.exec(token) : null;
        if (!short) {
          this.last = null;
          return this.trouble(column, written, this.notUnderstood(place, token));
        }
        row = this.last;
        groups = short.slice(1);
        text = writtenOut(row, { n: groups[0], to: groups[1] });
      }
      const operands = this.operands(row, groups, column, written);
      this.last = row.repeat && operands ? row : null;
      if (!operands || !this.allowed(row, operands, place, column, written)) return undefined;
      if (groups.some((group) => /^0[0-9]/.test(group))) text = writtenOut(row, operands);
      const order = { code: row.code, place: place.code, operands, text, line: this.line, column, slot: 0 };
      return this.take(row, order, written);
    }

    /** The values of an order's operands, or nothing after a fault that says what would be right. */
    operands(row, groups, column, written) {
      const values = {};
      for (let k = 0; k < groups.length; k++) {
        const operand = row.operands[k], text = groups[k];
        if (operand.among) {
          if (!this.codes.has(text)) {
            const facts = { code: this.printable(text), nearest: this.nearest(text) };
            return this.fault(column, written, "invalid", this.said("no-space", facts), row.rule);
          }
          values[operand.name] = text;
          continue;
        }
        const most = this.sheet.limits.digits;
        if (text.length > most) {
          return this.fault(column, written, "invalid", this.said("long-number", { most }), row.rule);
        }
        const number = Number(text);
        const wrong = operand.player ? this.wrongPlayer(operand, number) : this.wrongNumber(operand, number);
        if (wrong) return this.fault(column, written, ...wrong, row.rule);
        if (text[0] === "0" && text.length > 1) this.warn(column, written, this.said("read-as", { text, number }));
        values[operand.name] = number;
      }
      return values;
    }

    /** Traits, reach, and what goes not beside what; the first that fails is the fault. */
    allowed(row, operands, place, column, written) {
      const refuse = (message, rule) => {
        this.fault(column, written, "illegal", message, rule);
        return false;
      };
      const [trait] = pbm.lacks(row, place);
      if (trait) return refuse(this.said("lacks", { code: place.code, trait }), row.rule);
      for (const operand of row.operands) {
        const code = operands[operand.name];
        if (operand.among && !this.among(place, operand.among).includes(code)) {
          return refuse(this.reachFault(row, place, operand, code), row.rule);
        }
      }
      const target = targetOf(operands);
      const same = row.once && this.given.get(givenKey(place.code, row.code, target));
      if (same) return refuse(this.said("same", { text: same.text, line: same.line }), this.sheet.rules.same);
      for (const bar of place.kind === "sea" ? row.bars.concat(row.bars_at_sea) : row.bars) {
        const other = this.given.get(givenKey(place.code, bar, target));
        if (other) {
          const facts = { code: place.code, text: other.text, line: other.line };
          return refuse(this.said("own-forces", facts), this.sheet.rules.own);
        }
      }
      return true;
    }

    /** The named set of places, of this place or of the whole kit. */
    among(place, name) {
      return place.sets[name] || this.kit.sets[name] || [];
    }

    reachFault(row, place, operand, code) {
      const wider = operand.ever ? this.among(place, operand.ever) : [];
      return this.outOfReach(row, place, new Set(this.among(place, operand.among)), wider, code);
    }

    /** Pay for the order and take it, or fault it for asking more than is left. */
    take(row, taken, written) {
      let order = taken;
      const place = this.places.get(order.place);
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
            this.fault(order.column, written, "illegal", message, row.rule);
          }
          if (able < 1 || !(reduced || cut)) return;
          const operands = { ...order.operands, [operand.name]: able };
          order = { ...order, operands, text: writtenOut(row, operands) };
          number = able;
          if (!reduced) this.warn(order.column, written, this.said("cut", { able }));
        }
        this.left.set(storeKey(store, operand.spends), left - number * each);
      }
      if (row.once || row.bars.length || row.bars_at_sea.length) {
        this.given.set(givenKey(place.code, row.code, targetOf(order.operands)), order);
      }
      if (row.matter) {
        const key = row.matter + " " + order.operands.p;
        if (this.matters.has(key)) {
          const message = this.said("same-matter", { text: this.matters.get(key) });
          this.warn(order.column, written, message, this.sheet.rules.last);
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

    trouble(column, text, trouble) {
      this.fault(column, text, ...trouble);
    }

    noted(list, column, text, kind, message, rule) {
      list.push({ line: this.line, column, text: this.quoted(text), kind, message, rule: rule || "" });
    }

    fault(...facts) {
      this.noted(this.faults, ...facts);
    }

    warn(column, text, message, rule) {
      this.noted(this.warnings, column, text, "illegal", message, rule);
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
    const checked = new Set(table.rows.filter((row) => row.check).map((row) => row.code));
    const standing = pbm.standingInForce(reader);
    reader.faults.sort((a, b) => a.line - b.line || a.column - b.column);
    return {
      orders: reader.orders, standing, faults: reader.faults, warnings: reader.warnings,
      judged: reader.orders.concat(standing).filter((order) => checked.has(order.code)), slots: reader.slots,
    };
  }

  Object.assign(pbm, { read, givenKey, storeKey, holderOf, targetOf });
})(window.PbmComposer);
