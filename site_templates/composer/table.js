// The composer, 1: the order table made ready, and the words of faults. As pbm/orders/table.py and pbm/orders/words.py.
//
// All files of the composer are plain scripts that hang what they offer on one object, PbmComposer; the site joins
// them in the order of their numbers. Text enters a page as text alone: there is no innerHTML in any of them.
window.PbmComposer = window.PbmComposer || {};
(function (pbm) {
  "use strict";

  const OPERAND = /\{([a-z]+)\}/g;

  /** A text with the facts that it names in braces filled in. */
  function filled(text, facts) {
    return text.replace(OPERAND, (whole, name) => (name in facts ? String(facts[name]) : whole));
  }

  /** A sentence of the sheet's words with its facts. */
  function said(words, key, facts) {
    return filled(words[key], facts || {});
  }

  function escaped(text) {
    return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  }

  /** Patterns that match a whole token in capitals, a group an operand: as it must be, and with its operands askew. */
  function patterns(row, codes) {
    let exact = "", loose = "";
    row.form.split(OPERAND).forEach((part, k) => {
      const fixed = k % 2 ? "" : escaped(part); // every second part is the name of an operand
      const isCode = k % 2 && row.operands.find((operand) => operand.name === part).among;
      exact += k % 2 ? (isCode ? "(" + codes.form + ")" : "([0-9]+)") : fixed;
      loose += k % 2 ? (isCode ? "(" + codes.like + ")" : "([^A-Z]*)") : fixed;
    });
    return [exact, loose].map((pattern) => new RegExp("^" + pattern + "$"));
  }

  /** The table of a sheet, compiled: rows with their patterns, and which rows a token may be by kind and first sign. */
  function compileTable(data) {
    const byStart = new Map(), withComma = new Map();
    const rows = data.rows.map((plain) => {
      const row = { bars: [], bars_at: {}, needs: [], later: [], matter: "", check: "", ...plain };
      [row.exact, row.loose] = patterns(row, data.codes);
      row.target = row.operands.find((it) => it.among);
      row.spent = row.operands.find((it) => it.spends);
      row.pays = row.operands.concat(row.cost || []).filter((it) => it.spends);
      const start = row.form.startsWith("{") ? "0" : row.form[0];
      for (const kind of row.at) {
        filed(byStart, kind + " " + start).push(row);
        if (row.form.includes(",")) filed(withComma, kind).push(row);
      }
      return row;
    });
    return {
      rows, byStart, withComma,
      places: data.places, standing: data.standing || null,
      short: new RegExp("^([0-9]+)(" + data.codes.form + ")$"), // a number and a code, for the order before (HR-01)
      stores: data.stores, acting: data.stores.filter((it) => it.acts).map((it) => it.name),
      groups: data.groups || [], numbers: data.numbers || {},
      sentences: data.sentences || {},
      at: (kind) => rows.filter((row) => row.at.includes(kind)),
      starting: (kind, token) => byStart.get(kind + " " + (/^[0-9]/.test(token) ? "0" : token[0])) || [],
    };
  }

  /** A text line by line, as a mail program may part them. */
  function linesOf(text) {
    return text.split(/\r\n|\n|\r/);
  }

  /** The first characters of a text; rare ones count as one, not as their two halves. */
  function cut(text, most) {
    return [...text].slice(0, most).join("");
  }

  /** Whether 0 stands for somebody where an order names a player. */
  function takesNobody({ player }) {
    return player === "all" || player === "others or nobody";
  }

  /** The list that a map holds under a key. */
  function filed(map, key) {
    if (!map.has(key)) map.set(key, []);
    return map.get(key);
  }

  /** A form as players read it: AC{n}{to} is ACnXXX. */
  function shown(text) {
    return text.replace(OPERAND, (whole, name) => (name === "to" ? "XXX" : name));
  }

  /** What an order needs and a place has not. */
  function lacks(row, place) {
    return row.needs.filter((trait) => !place.traits.includes(trait));
  }

  /** The order as text. */
  function writtenOut(row, operands) {
    return filled(row.form, operands);
  }

  /** How a store is called and counted; one that the table does not name is called as it is. */
  function storeOf(table, name) {
    return table.stores.find((store) => store.name === name) ||
      { name, title: name[0].toUpperCase() + name.slice(1), glyph: "", unit: 1 };
  }

  /** What a store holds, as people read it: hundredths, if there are some, with their point. */
  function amount({ unit }, number) {
    const size = Math.abs(number), rest = String(size % unit).padStart(String(unit).length - 1, "0");
    return (number < 0 ? "\u2212" : "") + Math.floor(size / unit) + (size % unit ? "." + rest : "");
  }

  /** 1 spy, 2 spies; a word without numbers of its own stays as it is. */
  function counted(table, number, word) {
    const [one, many] = table.numbers[word] || [word, word];
    return number + " " + (String(number) === "1" ? one : many);
  }

  /** What a store holds, as people call it: 6 Army, 8 AirForce. */
  function units(table, number, name) {
    return counted(table, number, storeOf(table, name).title);
  }

  /** How many orders, in words. */
  function someOrders({ length }) {
    return length + (length === 1 ? " order" : " orders");
  }

  Object.assign(pbm, {
    said, compileTable, linesOf, cut, takesNobody, filed, shown, lacks, writtenOut, storeOf, amount, counted, units,
    someOrders,
  });
})(window.PbmComposer);
