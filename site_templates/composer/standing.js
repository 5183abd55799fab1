// The composer: standing orders, and what a card leaves without orders. As pbm/orders/reader.py and
// pbm/orders/blank.py.
(function (pbm) {
  "use strict";

  const { givenKey, storeKey, holderOf, targetOf } = pbm;

  /** A standing order put on file, or its slot emptied. */
  function fileStanding(reader, token, place) {
    const standing = reader.table.standing, rules = reader.sheet.rules;
    const found = /^\/([^/]*)\/([^\n]*)$/.exec(token);
    reader.last = null;
    if (standing && !found && reader.pieces(token)) return undefined;
    if (!standing || !found) return reader.fault("invalid", reader.said("standing-form"), rules.standing);
    const [, number, text] = found;
    const isNumber = /^[0-9]+$/.test(number);
    const slot = isNumber && number.length <= reader.sheet.limits.digits ? Number(number) : 0;
    if (slot < 1 || slot > standing.slots) {
      const kind = isNumber ? standing.unknown : "invalid";
      return reader.fault(kind, reader.said("standing-slot", { slots: standing.slots }), standing.rule);
    }
    if (!standing.at.includes(place.kind)) {
      const where = reader.where(reader.table.places.filter((it) => standing.at.includes(it.kind)));
      return reader.fault("illegal", reader.said("standing-place", { where }), standing.rule);
    }
    const { line, column } = reader;
    const order = { code: "", place: place.code, operands: {}, text: token, line, column, slot };
    if (text) {
      const row = rowOf(reader, text, place);
      if (!row) return reader.fault(...reader.notUnderstood(place, text));
      const operands = reader.operands(...row);
      if (!operands) return undefined;
      const never = neverLegal(reader, row[0], operands, place);
      if (never) return reader.fault("illegal", never, rules.standing);
      if ((reader.slots.get(place.code) || []).filter((it) => it[0] === slot).map((it) => it[1]).pop()) {
        reader.warn(reader.said("same-slot", { slot }), rules.standing);
      }
      Object.assign(order, { row: row[0], code: row[0].code, operands });
    }
    reader.orders.push(order);
    pbm.filed(reader.slots, place.code).push([slot, text]);
    return undefined;
  }

  /** Why a standing order could be legal in no turn, or "". */
  function neverLegal(reader, row, operands, place) {
    const trait = pbm.lacks(row, place).find((it) => !row.later.includes(it));
    if (trait) return reader.said("standing-lacks", { code: place.code, trait });
    for (const operand of row.operands) {
      const code = operands[operand.name], { among, ever, square } = operand;
      if (!operand.isCode || square) continue;
      if (!reader.among(place, ever || among).includes(code) || (ever && code === place.code)) {
        return reader.said("standing-never", { why: reader.reachFault(row, place, operand, code) });
      }
    }
    return "";
  }

  /** The row that a standing order's text means, and its groups; kinds that this place may become count too. */
  function rowOf(reader, text, place) {
    for (const kind of [place.kind, ...reader.table.standing.at]) {
      for (const row of reader.table.starting(kind, text)) {
        const found = row.standing ? row.exact.exec(text) : null;
        if (found) return [row, found.slice(1)];
      }
    }
    return null;
  }

  /** The standing orders of a place by slot: those on file, with what the card changes (slots: by place). */
  function onFile(slots, place) {
    const filed = new Map(Object.entries(place.standing || {}).map(([slot, text]) => [Number(slot), text]));
    for (const [slot, text] of slots.get(place.code) || []) filed.set(slot, text);
    return [...filed].sort((x, y) => x[0] - y[0]);
  }

  /** The standing orders that act this turn, after all explicit ones; illegal ones wait. */
  function standingInForce(reader) {
    const inForce = [];
    for (const place of reader.places.values()) {
      for (const [slot, text] of onFile(reader.slots, place)) {
        const order = text ? act(reader, place, slot, text) : null;
        if (order) inForce.push(order);
      }
    }
    return inForce;
  }

  /** One standing order, its number cut to what is left; null where it may not act this turn. */
  function act(reader, place, slot, text) {
    const found = reader.table.standing ? rowOf(reader, text, place) : null;
    if (!found || !found[0].at.includes(place.kind)) return null;
    const [row, groups] = found, { table } = reader;
    let operands = null;
    try {
      operands = Object.fromEntries(row.operands.map((it, k) =>
        [it.name, it.isNumber ? Number(groups[k]) : reader.valueOf(it, groups[k], [])]));
    } catch (trouble) {
      if (!Array.isArray(trouble)) throw trouble;
      return null;
    }
    const all = pbm.leaves(table, row.operands, operands);
    if (all.some(([operand, values]) => reader.reachOf(row, place, operand, values, operands))) return null;
    const target = targetOf(operands), has = (code) => reader.given.has(givenKey(place.code, code, target));
    if (has(row.code) || row.bars.some(has) || pbm.lacks(row, place).length) return null;
    for (const [operand, values] of all) {
      if (!operand.spends) continue;
      const name = pbm.filled(operand.spends, values), each = operand.each || 1, left = reader.store(place.code, name);
      values[operand.name] = Math.min(values[operand.name], Math.floor(left / each));
      if (values[operand.name] < 1) return null;
      reader.left.set(storeKey(place.code, name), left - values[operand.name] * each);
    }
    const written = pbm.writtenOut(table, row, operands);
    const order = { row, code: row.code, place: place.code, operands, text: written, line: 0, column: 0, slot };
    reader.given.set(givenKey(place.code, row.code, target), order);
    return order;
  }

  /** The orders that act this turn: those of the card, and standing ones in force. */
  function acting(verdict) {
    return verdict.orders.filter((order) => !order.slot).concat(verdict.standing);
  }

  /** What orders take of each store of each place: a map by place and store, in the store's own counting. */
  function used(table, kit, orders) {
    const spent = new Map();
    const add = (place, name, number) => {
      spent.set(storeKey(place, name), (spent.get(storeKey(place, name)) || 0) + number);
    };
    for (const order of orders) {
      const { row, operands } = order;
      for (const [operand, values] of pbm.leaves(table, row.operands, operands)) {
        if (!operand.spends) continue;
        const name = pbm.filled(operand.spends, values);
        add(holderOf(operand, order), name, values[operand.name] * (operand.each || 1));
      }
      if (row.cost) add(holderOf(row.cost, order), row.cost.spends, pbm.price(row.cost, operands, kit));
      if (row.empties) add(order.place, pbm.filled(row.empties, operands), operands.n);
    }
    return spent;
  }

  /** The units of each place that the card leaves without orders: [place, [[unit, number], ...]]. */
  function idle(sheet, table, verdict) {
    const spent = used(table, sheet.kit, acting(verdict));
    return sheet.kit.places.filter((place) => place.code).map((place) => [
      place,
      Object.keys(place.has).filter((unit) => table.acting.includes(unit))
        .map((unit) => [unit, place.has[unit] - (spent.get(storeKey(place.code, unit)) || 0)])
        .filter(([, number]) => number > 0),
    ]).filter(([, units]) => units.length);
  }

  Object.assign(pbm, { fileStanding, standingInForce, onFile, acting, used, idle });
})(window.PbmComposer);
