// The composer: which fault it is. As pbm/orders/faults.py, question by question; the words come with the sheet.
//
// A trouble is [kind, sentence, rule number].
(function (pbm) {
  "use strict";

  const ascii = (text) => /^[\x00-\x7f]*$/.test(text);
  const printable = (sign) => sign >= " " && sign <= "~";
  const point = (sign) => "U+" + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

  /** Faults in the words of a sheet, against its kit. */
  class Troubles extends pbm.Spaces {
    said(key, facts) {
      return pbm.said(this.sheet.words, key, facts);
    }

    /** Some items of a list in a row. */
    listed(items, most) {
      if (!items.length) return this.said("none");
      return items.slice(0, most).join(" ") + (items.length > most ? " \u2026" : "");
    }

    /** Kinds of place within a sentence. */
    where(places) {
      return places.map(({ title }) => title[0].toLowerCase() + title.slice(1)).join(this.said("or"));
    }

    /** A token as a fault quotes it: cut. */
    quoted(text) {
      const start = pbm.cut(text, this.sheet.limits.cut);
      return start === text ? text : start + "\u2026";
    }

    /** A piece of a card within a sentence: cut, and without control characters. */
    printable(text) {
      return Array.from(this.quoted(text), (c) => (printable(c) || c === "\u2026" ? c : "<" + point(c) + ">")).join("");
    }

    /** Why a token fits no form here: an order of other places, a wrong operand, or no order at all. */
    notUnderstood(place, token) {
      return this.misread(place, token) || this.noOrder(place, token);
    }

    /** What is to be said of a token that is no order at this kind of place, if the table knows it. */
    hint(kind, token) {
      return this.sheet.orders.hints.find((it) => it.at.includes(kind) && RegExp(`^(?:${it.pattern})$`).test(token));
    }

    /** What is wrong with a token that is like an order of some place, or null. */
    misread(place, token) {
      const odd = [...token].find((c) => !printable(c));
      if (odd) return ["invalid", this.said("control", { point: point(odd) }), ""];
      const hint = this.hint(place.kind, token);
      if (hint) return [hint.kind, hint.says, hint.rule];
      const sloppy = this.slip(place.kind, token);
      if (sloppy) return ["invalid", sloppy, ""];
      const elsewhere = this.table.rows.filter((row) => !row.at.includes(place.kind) && row.exact.test(token) &&
        row.at.some((kind) => this.fits(kind, token))).pop();
      if (elsewhere) {
        const kindOf = (kind) => this.table.places.find((it) => it.kind === kind);
        const facts = { title: elsewhere.title, where: this.where(elsewhere.at.map(kindOf)) };
        return ["illegal", this.said("elsewhere", facts), kindOf(place.kind).rule || elsewhere.rule];
      }
      const here = this.table.at(place.kind);
      for (const row of here) {
        const open = row.operands.length && (row.stem || row.operands[0].isNumber);
        const found = open ? row.loose.exec(token) : null;
        if (found) return ["invalid", this.wrongOperand(row, found.slice(1)), row.rule];
      }
      if (this.table.short.test(token)) return ["invalid", this.said("no-repeat"), this.sheet.rules.shorthand];
      return null;
    }

    /** The token is like no order; the forms that look most like it are named. */
    noOrder(place, token) {
      const forms = this.table.at(place.kind).map((row) => this.form(row));
      const close = this.close(place.kind, token.slice(0, 20).replace(/[0-9]+/g, "n"), forms, 3, 0.3);
      const key = close.length ? "no-order-near" : "no-order";
      return ["invalid", this.said(key, { forms: this.listed(close, 3) }), ""];
    }

    /** The form of an order as players read it. */
    form(row) {
      return pbm.shown(this.table, row);
    }

    /** Whether a token has the form of an order at this kind of place, and names spaces of the map. */
    fits(kind, token) {
      return !!token && this.table.starting(kind, token).some((row) => {
        const found = row.exact.exec(token);
        return found && row.operands.every((it, k) => !it.isCode || this.known(found[k + 1]));
      });
    }

    /** The order that pieces make together, and how many of those ahead it takes, or null. */
    joined(kind, token, ahead) {
      let text = token;
      for (let k = 0; k < Math.min(ahead.length, 4); k++) {
        const word = ahead[k];
        if (!ascii(word) || word[0] === "@" || word === "PASS" || this.fits(kind, word)) break;
        text += word;
        if (text[0] === "/" ? /^\/[0-9]+\/$/.test(text) : this.fits(kind, text)) return [text, k + 1];
      }
      return null;
    }

    /** What to write instead of this token, as a sentence, or "". */
    slip(kind, token) {
      const sign = token.slice(-1), bare = ":.!".includes(sign) ? token.slice(0, -1) : token;
      if (!bare) return "";
      const code = [bare, ...this.named(bare)].find((it) => this.places.has(it));
      if (code) return this.said("write-at", { code });
      if (bare !== token && this.fits(kind, bare)) return this.said("write-without", { text: bare, sign });
      const oh = token.replace(/([0-9])O|O([0-9])/g, (all, a = "", b = "") => a + "0" + b);
      const text = oh.replace(/([0-9])[IL]|[IL]([0-9])/g, (all, a = "", b = "") => a + "1" + b);
      if (text !== token && this.fits(kind, text)) return this.said("write-digits", { text });
      if (token.includes("ALL") && this.fits(kind, token.replace("ALL", "9"))) return this.said("no-all");
      const swapped = this.swapped(kind, token);
      return swapped && this.said("write-so", { text: swapped });
    }

    /** The same letters and number in the order in which an order has them, or "". */
    swapped(kind, token) {
      if (token.length > 12 || !/^[A-Z]*[0-9]+[A-Z]*$/.test(token)) return "";
      const letters = token.replace(/[0-9]/g, ""), n = token.replace(/[A-Z]/g, "");
      if (token === n + letters && this.known(letters)) return "";
      for (let k = 0; k <= letters.length; k++) {
        const a = letters.slice(0, k), b = letters.slice(k);
        const text = [a + n + b, b + n + a, a + b + n, b + a + n].find((it) => it !== token && this.fits(kind, it));
        if (text) return text;
      }
      return "";
    }

    wrongOperand(row, groups) {
      const form = this.form(row), { cut, digits } = this.sheet.limits;
      for (let k = 0; k < groups.length; k++) {
        const text = groups[k], operand = row.operands[k];
        if (operand.isCode) {
          if (this.known(text)) continue;
          const key = text ? "no-space-form" : "missing-space";
          return this.said(key, { code: text.slice(0, cut), nearest: this.nearest(text), form });
        }
        if (operand.one_of && !(text in this.table.lists[operand.one_of].words)) {
          return this.noWord(operand, text) + this.said("form-too", { form });
        }
        if (!operand.isNumber) continue;
        if (!text) return this.said("missing-number", { form });
        if (!/^[0-9]+$/.test(text)) return this.said("no-number", { text: text.slice(0, cut), form });
        if (text.length > digits) return this.said("long-number", { most: digits });
      }
      return this.said("form", { form });
    }

    /** There is no such word in a list; its words are named. */
    noWord(operand, text) {
      const { title, words } = this.table.lists[operand.one_of];
      const facts = { title, text: text.slice(0, this.sheet.limits.cut), words: this.listed(Object.keys(words), 40) };
      return this.said("no-word", facts);
    }

    /** A character outside ASCII, named by its code point, with the letter that it looks like; where each looks like
     * one, with what is meant. */
    oddCharacters(written) {
      const odd = [...written].find((c) => !ascii(c)), like = this.looksLike(odd);
      const name = odd in this.sheet.names ? this.said("odd-name", { name: this.sheet.names[odd] }) : "";
      const hint = like ? this.said("odd-like", { like }) : "";
      const signs = [...written].map((c) => (ascii(c) ? c : this.looksLike(c)));
      const text = [...signs.join("")].slice(0, this.sheet.limits.cut).join("");
      const right = signs.every(Boolean) ? this.said("odd-meant", { text }) : this.said("odd-right");
      return ["invalid", this.said("odd", { point: point(odd), name, like: hint, right }), ""];
    }

    /** What the eye takes a character for, in capitals, or nothing. */
    looksLike(odd) {
      const plain = odd.normalize("NFKC");
      return (digit(odd) || (this.sheet.looks[odd] || (ascii(plain) ? plain : "")).trim()).toUpperCase();
    }

    /** Why this player number cannot stand here, or null. */
    wrongPlayer(operand, number) {
      const others = operand.player.startsWith("others");
      const players = this.listed(this.kit.players.filter((it) => !others || it !== this.kit.player), 40);
      if (number === 0) {
        if (pbm.takesNobody(operand)) return null;
        return ["illegal", this.said("nobody", { players })];
      }
      if (!this.kit.players.includes(number)) {
        const { besides } = operand;
        if (besides && besides.first <= number && number <= besides.last) {
          return [operand.unknown || "invalid", pbm.said({ besides: besides.says }, "besides", { number, players })];
        }
        return [operand.unknown || "invalid", this.said("no-player", { number, players })];
      }
      if (number === this.kit.player && others) return ["illegal", this.said("yourself")];
      return null;
    }

    /** Why this number cannot stand here, or null. */
    wrongNumber(operand, number) {
      if (operand.spends) return number < 1 ? ["invalid", this.said("one-or-more")] : null;
      const low = operand.min || 0, high = operand.max;
      if (high === undefined) return number < low ? ["invalid", this.said("at-least", { low })] : null;
      if (number < low || number > high) return [operand.outside || "illegal", this.said("range", { low, high })];
      return null;
    }

    /** Why a heading opens nothing. */
    noPlace(code) {
      for (const row of this.table.places) {
        const sign = pbm.signOf(row);
        if (sign && code.startsWith(sign)) {
          const plain = sign + code.slice(sign.length).replace(/^0+/, "");
          if (plain !== code && this.places.has(plain)) {
            return ["invalid", this.said("no-zero", { code: plain }), row.rule];
          }
          const has = this.listed([...this.places.keys()].filter((it) => it.startsWith(sign)), 12);
          return [row.unknown, this.said("no-numbered", { code: this.printable(code), has }), row.rule];
        }
      }
      const own = this.places.get(""), sign = code.slice(-1), bare = code.slice(0, -1);
      if (own && this.fits(own.kind, code)) return ["invalid", this.said("at-blank", { text: code }), ""];
      if (sign && ":.!".includes(sign) && this.known(bare)) {
        return ["invalid", this.said("write-without", { text: "@" + bare, sign }), ""];
      }
      if (this.known(code)) {
        const mine = this.listed([...this.places.keys()].filter((it) => it), 12);
        return ["illegal", this.said("no-orders-there", { code, places: mine }), ""];
      }
      return ["invalid", this.offBoard(code) || this.noSpace(code), ""];
    }

    /** There is no such space; of a letter that is meant as a digit that is said. */
    noCode(code) {
      const rest = code.slice(1);
      const isDigit = "OIL".includes(code[0]) && this.known(rest);
      if (isDigit) return this.said("write-code", { letter: code[0], code: rest });
      return this.offBoard(code) || this.noSpace(code);
    }

    noSpace(code) {
      return this.said("no-space", { code: this.printable(code), nearest: this.nearest(code) });
    }

    /** What is wrong with what has the form of a square: its parts are turned round, or the board ends before it. */
    offBoard(code) {
      const found = this.kit.board && /^(?:([0-9]{1,4})([A-Z]{1,3})|([A-Z]{1,3})([0-9]{1,4}))$/.exec(code);
      if (!found) return "";
      if (!found[1]) return this.said("off-map", { code, last: this.lastSquare() });
      const text = found[2] + found[1];
      return this.known(text) ? this.said("write-so", { text }) : "";
    }

    /** The order asks for more than is left of a store. */
    tooMuch(code, store, number, able) {
      const where = code ? this.said("in", { code }) : "";
      return this.said("too-much", { number, where, units: pbm.units(this.table, able, store) });
    }

    /**
     * What is meant, as the end of a sentence: the spaces whose names begin so, else the nearest codes of the map,
     * those of the same letter and length first.
     */
    nearest(code) {
      const is = (code) => this.said("is", { name: this.names.find((it) => it[0] === code)[2], code });
      const names = this.byName(code).slice(0, 4).map(is).join(", ");
      if (names) return this.said("named", { names });
      const plain = code.slice(0, 8);
      const rank = (c) => (c[0] !== plain[0] ? 100 : 0) + Math.abs(c.length - plain.length);
      let close = plain ? this.close("codes", plain, this.kit.codes, 6, 0.4) : [];
      close = close.slice().sort((x, y) => rank(x) - rank(y));
      return this.said(["see-list", "nearest-one"][close.length] || "nearest", { codes: this.listed(close, 4) });
    }
  }

  /** The value of a decimal digit of any alphabet, or "": each ten of them stand in a row, from zero. */
  function digit(sign) {
    const known = (c) => /^\p{Nd}$/u.test(String.fromCodePoint(c));
    const code = sign.codePointAt(0);
    if (!known(code)) return "";
    let zero = code;
    while (known(zero - 1)) zero--;
    return String((code - zero) % 10);
  }

  Object.assign(pbm, { Troubles, ascii, point });
})(window.PbmComposer);
