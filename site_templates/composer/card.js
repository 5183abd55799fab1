// The composer: finding the card in a text, as pbm/cards/card.py, and writing one.
(function (pbm) {
  "use strict";

  const { cut } = pbm;
  // What Python's str.strip and str.split take for blanks; \s of JavaScript is not quite the same.
  const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
  const BEFORE = new RegExp("^" + BLANK + "+"), BEHIND = new RegExp(BLANK + "+$"), PARTS = new RegExp(BLANK + "+");
  const strip = (text) => text.replace(BEFORE, "").replace(BEHIND, "");
  const words = (text) => text.split(PARTS).filter((word) => word);

  const CODE = /^[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}-?[0-9A-Za-z]$/;
  const CLASSIC = /^[ \t]*([a-z0-9][a-z0-9-]{0,19})[ \t,]+T-?([0-9]{1,4})[ \t,]+\[([0-9]{1,3})\]([^\n]*)/i;
  const KEYED = /^[ \t]*(game|turn|player|code|rev|name)[ \t]*:[ \t]*([^\n]*)$/i;
  const NEXT_KEY = /,?[ \t]*(?=\b(?:game|turn|player|code|rev|name)[ \t]*:)/i;
  const REVISION = /(?<![a-z0-9])REV[ \t:]*([0-9]{1,9})(?![-0-9a-z_])/i;
  const ODD_REVISION = /(?<![a-z0-9])REV[ \t:]+[-+0-9][^ \t,]*/i;
  const NO_ORDER = /^[ \t]*(?:REV[ \t:]+[-+0-9][^ \t]{0,30}[ \t]*|(?:AMEND|TENTATIVE)[ \t]*(?:;[^\n]*)?)$/iu;
  const OPEN = /^[ \t]*(?:BEGIN[ \t]+)?ORDERS[ \t]*$/i;
  const END = /^[ \t]*END(?:[ \t]+ORDERS)?[ \t]*$/i;
  const PASS = /^[ \t]*(?:@[ \t]+)?PASS[ \t]*(?:;[^\n]*)?$/i;
  const QUOTED = /^[ \t]*[>|]/; // a line of an older mail
  const SIGNATURE = /^-- ?$/;
  const NEEDED = ["game", "turn", "player"];
  const NEAR = 6; // lines that keyed parts of one heading lie apart at most

  /** A short plain number, else 0. */
  function number(text) {
    const plain = strip(text);
    return /^[0-9]{1,9}$/.test(plain) ? Number(plain) : 0;
  }

  /**
   * The card in a text: game, turn, player, name, code, revision, lines of orders with their numbers, passes; whether
   * they stand alone, without press or absences; or a problem: "heading", "end" or "long".
   */
  function readCard(text, limits) {
    const card = { game: "", turn: 0, player: 0, name: "", code: "", revision: 0, lines: [], passes: false };
    card.problem = "";
    if ([...text].length > limits.text) return Object.assign(card, { problem: "long" });
    const whole = pbm.linesOf(text.replace(/^\ufeff/, "")), [heading, after] = findHeading(whole, 0);
    if (!heading) return Object.assign(card, { problem: "heading" });
    const lines = pbm.ordersAlone(whole, after, otherHeading(whole, after, heading));
    card.isAlone = lines.every((line, k) => line === whole[k]);
    const [head, start, end, problem] = orderLines(lines, after, otherHeading(lines, after, heading));
    Object.assign(card, heading, { problem });
    if (end - start > limits.lines) return Object.assign(card, { problem: "many" });
    for (let k = after; k < end; k++) {
      const plain = strip(lines[k]), revised = REVISION.exec(plain);
      if (k >= head && k < start) continue;
      if (revised && revised[0] === plain) card.revision = Math.max(card.revision, Number(revised[1]));
      else if (k >= start && !NO_ORDER.test(lines[k])) card.lines.push({ number: k + 1, text: lines[k] });
    }
    card.passes = card.lines.some((line) => PASS.test(line.text));
    return card;
  }

  /** Where the heading of another card ends this one. */
  function otherHeading(lines, after, card) {
    for (let k = after; ;) {
      const [other, behind, begins] = findHeading(lines, k);
      if (!other) return lines.length;
      if (NEEDED.some((key) => other[key] !== card[key])) return begins;
      k = behind;
    }
  }

  /** The heading, the line after it and where it begins: the first classic line, or keyed lines together. */
  function findHeading(lines, begin) {
    const isWhole = () => NEEDED.every((key) => keyed.has(key));
    let keyed = new Map(), first = 0, last = 0;
    for (let k = begin; k < lines.length; k++) {
      const line = lines[k];
      if (QUOTED.test(line) || [...line].length > 1000) continue;
      const classic = isWhole() ? null : CLASSIC.exec(line), near = k - last <= NEAR, fresh = new Map();
      if (classic) return [fromClassic(classic), k + 1, k];
      if (!near && !isWhole()) keyed = new Map();
      for (const part of line.split(NEXT_KEY)) {
        const found = KEYED.exec(part), key = found && found[1].toLowerCase();
        if (found && !keyed.has(key)) fresh.set(key, strip(found[2]).replace(/,+$/, ""));
      }
      if (fresh.size && (!keyed.size || near)) {
        if (!keyed.size) first = k;
        fresh.forEach((value, key) => keyed.set(key, value));
        last = k;
      }
    }
    if (!isWhole()) return [null, 0];
    const card = {
      game: cut(keyed.get("game"), 20).toUpperCase(),
      turn: number(keyed.get("turn").toUpperCase().replace(/^T/, "").replace(/^-/, "")),
      player: number(keyed.get("player").replace(/^[[\]]+|[[\]]+$/g, "")),
      name: cut(keyed.get("name") || "", 100),
      code: cut(keyed.get("code") || "", 40),
      revision: number(keyed.get("rev") || ""),
    };
    return [card, last + 1, first];
  }

  /** The classic heading: the last thing that looks like a code is the code, what stands before it the name. */
  function fromClassic(found) {
    let rest = found[4].split(";")[0], code = "";
    const revised = REVISION.exec(rest);
    if (revised) rest = rest.slice(0, revised.index) + " " + rest.slice(revised.index + revised[0].length);
    rest = rest.replace(ODD_REVISION, " ");
    let parts = words(rest.replace(/,/g, " "));
    parts = parts.filter((word) => !/^(?:AMEND|TENTATIVE)$/.test(word));
    for (let k = parts.length - 1; k >= 0 && !code; k--) {
      for (const width of [1, 2, 3]) { // a code typed with blanks for its hyphens
        const tail = parts.slice(k, k + width).join("-").replace(/\.+$/, "");
        if (k + width > parts.length || !CODE.test(tail)) continue;
        code = tail;
        parts = parts.slice(0, k).concat(parts.slice(k + width));
        break;
      }
    }
    return {
      game: found[1].toUpperCase(), turn: Number(found[2]), player: Number(found[3]),
      name: cut(parts.join(" "), 100), code, revision: revised ? Number(revised[1]) : 0,
    };
  }

  /**
   * Where the first ORDERS stands, and from where to where the orders go: between ORDERS and END where both stand, else
   * from the heading on. Below an END that no ORDERS precedes there is nothing.
   */
  function orderLines(lines, after, limit) {
    let opened = 0, head = 0, block = null;
    for (let k = after; k < limit; k++) {
      const line = lines[k], isEnd = END.test(line);
      if (OPEN.test(line)) {
        opened = k + 1;
        head = head || k;
      } else if (opened && isEnd) {
        block = [head, opened, k];
        opened = 0;
      } else if (!opened && (isEnd && !block || SIGNATURE.test(line))) {
        break;
      }
    }
    if (block) return [...block, opened ? "end" : ""];
    if (opened) return [after, after, after, "end"];
    const stops = (line, k) => k >= after && (END.test(line) || SIGNATURE.test(line) || QUOTED.test(line));
    const stop = lines.slice(0, limit).findIndex(stops);
    return [after, after, stop < 0 ? limit : stop, ""];
  }

  /** The heading line of a card. */
  function headingOf(heading, revision) {
    const parts = [heading.game, "T-" + heading.turn, "[" + heading.player + "]", heading.name];
    return parts.filter((part) => part).join(" ") + (heading.code ? "  " + heading.code : "") + " REV " + revision;
  }

  /**
   * The entries of a draft by place, in the order of the kit; numbered places with the same orders are one sheaf:
   * {kind, own, codes}, where own are the texts and kind is that of places which one heading opens together.
   */
  function sheavesOf(table, places, entries) {
    const sheaves = new Map();
    for (const code of new Set(places.concat(entries.map(({ place }) => ({ code: place }))).map((it) => it.code))) {
      const own = entries.filter((entry) => entry.place === code).map(({ text }) => text);
      if (!own.length) continue;
      const kind = pbm.manyOf(table, code), key = kind ? own.join(" ") : "@" + code;
      if (!sheaves.has(key)) sheaves.set(key, { kind, own, codes: [] });
      sheaves.get(key).codes.push(code);
    }
    return [...sheaves.values()];
  }

  /**
   * The order lines of a card: a heading for each place that has some, one for all numbered places with the same
   * orders; no line is too long for a mail. An order that ends with a text ends its line.
   */
  function orderText(table, places, entries) {
    const lines = [];
    const isText = (text) => [...table.withText.values()].some((rows) => rows.some((row) => row.lead.test(text)));
    for (const { kind, own, codes } of sheavesOf(table, places, entries)) {
      for (const heading of kind ? pbm.headingsOf(kind, codes) : codes) {
        let line = "@" + heading;
        for (const text of own) {
          if (line.length + text.length > 70) {
            lines.push(line);
            line = "   ";
          }
          line += " " + text;
          if (isText(text)) {
            lines.push(line);
            line = "   ";
          }
        }
        if (line.trim()) lines.push(line);
      }
    }
    return lines;
  }

  Object.assign(pbm, { strip, readCard, headingOf, orderText, sheavesOf });
})(window.PbmComposer);
