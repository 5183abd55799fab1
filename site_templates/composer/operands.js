// The composer: operands, and how they are written. As pbm/orders/operands.py.
(function (pbm) {
  "use strict";

  const LAST = { code: "", form: "", operands: [], needs: [] }; // the sign that ends a queue

  const listed = (operands) => operands.map((it) => [it.name, it]);
  const partOf = (table, code) => table.parts.find((it) => it.code === code) || LAST;

  /** The texts of a list's parts, of a chain's places, of the parts of a queue. */
  function split(operand, text) {
    if (operand.join || operand.chain) return text.split(operand.join || "/");
    return text.match(operand.each[1]) || [];
  }

  /** The text that stands for a value. */
  function written(table, operand, value) {
    if (operand.chain) return value.join(operand.join || "/");
    if (operand.list) return value.map((part) => fill(table, operand.list, operand.inner, part)).join(operand.join);
    return operand.parts ? value.map((part) => part.text).join(operand.join) : String(value);
  }

  /** A form with its operands written out. */
  function fill(table, form, operands, values) {
    const known = new Map(listed(operands));
    return form.replace(/\{([a-z]+)\}/g, (all, name) => written(table, known.get(name), values[name]));
  }

  /** The order as text. */
  function writtenOut(table, row, values) {
    return fill(table, row.form, row.operands, values);
  }

  /** Each operand with the values beside which it stands: those of a list's parts and of a queue's too. */
  function leaves(table, operands, values) {
    return operands.flatMap((operand) => {
      const parts = operand.list || operand.parts ? values[operand.name] : [];
      const inner = (part) => (operand.list ? operand.inner : partOf(table, part.code).operands);
      return [[operand, values]].concat(parts.flatMap((part) => leaves(table, inner(part), part)));
    });
  }

  Object.assign(pbm, { LAST, split, fill, writtenOut, leaves, partOf });
})(window.PbmComposer);
