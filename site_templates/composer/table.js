// The composer: the order table made ready, and the words of faults. As pbm/orders/table.py, fault_words.py.
//
// All files of the composer are plain scripts that hang what they offer on one object, PbmComposer; the site joins
// them in the order of PARTS in pbm/site/ink/composer_script.py. Text enters a page as text alone, never as innerHTML.
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

  /** The pattern of signs that stand for themselves. */
  function pattern(text) {
    return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  }

  /** Matches a whole text. */
  const whole = (text) => new RegExp("^(?:" + text + ")$");

  /** The operands of a row or a part, each knowing how it is written; those of a list's parts too. */
  function operandsOf(operands) {
    return operands.map((plain) => {
      const operand = { join: "", ...plain, inner: operandsOf(plain.inner || []) };
      operand.isCode = Boolean((operand.among || operand.square) && !operand.chain);
      const { among, square, one_of: word, list, chain, parts, flags, text } = operand;
      operand.isNumber = !(among || square || word || list || chain || parts || flags || text);
      if (list) operand.each = [whole(plain.each), new RegExp(plain.each, "g")];
      return operand;
    });
  }

  /** The table of a sheet, compiled: rows with their patterns, and which rows a token may be by kind and first sign. */
  function compileTable(data) {
    const byStart = new Map(), withComma = new Map(), withText = new Map();
    const rows = data.rows.map((plain) => {
      const row = { bars: [], bars_at: {}, needs: [], later: [], matter: "", check: "", moves: [], ...plain };
      row.operands = operandsOf(row.operands);
      [row.exact, row.loose] = [whole(pattern(row.stem) + row.tail), whole(row.alike)];
      row.tail = whole(row.tail);
      row.isPlain = row.operands.every((it) => it.isCode || (it.isNumber && !it.up_to) || it.one_of);
      row.target = row.operands.find((it) => it.among && it.isCode);
      row.spent = row.operands.find((it) => it.spends);
      row.pays = row.operands.concat(row.cost ? { name: "n", ...row.cost } : []).filter((it) => it.spends);
      const start = row.stem[0] || (row.operands[0].isNumber ? "0" : "");
      for (const kind of row.at) {
        if (row.lead !== undefined) {
          filed(withText, kind).push(row);
          continue;
        }
        filed(byStart, kind + " " + start).push(row);
        if (row.form.includes(",")) filed(withComma, kind).push(row);
      }
      if (row.lead !== undefined) row.lead = new RegExp("^" + row.lead, "i");
      return row;
    });
    const parts = data.parts.map((part) =>
      ({ ...part, exact: whole(part.exact), operands: operandsOf(part.operands) }));
    const starting = (kind, token) => (byStart.get(kind + " " + (/^[0-9]/.test(token) ? "0" : token[0])) || [])
      .concat(byStart.get(kind + " ") || []);
    return {
      rows, byStart, withComma, withText, parts, starting,
      places: data.places, standing: data.standing || null,
      short: whole(data.short), // what may stand for the order before it, without its letters (HR-01)
      codes: data.codes, lists: data.lists, others: data.others || "", terrain: data.terrain || {},
      layers: Object.values(data.layers || {}), budgets: data.budgets || {}, steps: data.steps || [],
      stores: data.stores, acting: data.stores.filter((it) => it.acts).map((it) => it.name),
      groups: data.groups || [], numbers: data.numbers || {}, signs: data.signs || {},
      sentences: data.sentences || {},
      at: (kind) => rows.filter((row) => row.at.includes(kind)),
    };
  }

  /** A title at the beginning of a line. */
  function titled(title) {
    return title[0].toUpperCase() + title.slice(1);
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

  /** A form as players read it: AC{n}{to} is ACnXXX; or the example of its order. */
  function shown(table, row) {
    return row.example || row.form.replace(OPERAND, (whole, name) => (name === "to" ? table.codes.shown : name));
  }

  /** What an order needs and a place has not. */
  function lacks(row, place) {
    return row.needs.filter((trait) => !place.traits.includes(trait));
  }

  /** How a store is called and counted; one that the table does not name is called as it is. */
  function storeOf(table, name) {
    return table.stores.find((store) => store.name === name) ||
      { name, title: titled(name), glyph: "", unit: 1 };
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

  /** What a store holds, as people call it: 6 Army, 8 AirForce; one that has no title may be a word of a list. */
  function units(table, number, name) {
    const own = table.stores.some((it) => it.name === name);
    const list = own ? null : Object.values(table.lists).find((it) => name in it.words);
    return counted(table, number, list ? list.words[name] : storeOf(table, name).title);
  }

  /** How many orders, in words. */
  function someOrders({ length }) {
    return length + (length === 1 ? " order" : " orders");
  }

  Object.assign(pbm, {
    said, titled, compileTable, linesOf, cut, takesNobody, filed, filled, shown, lacks, storeOf, amount, counted,
    units, someOrders,
  });
})(window.PbmComposer);
