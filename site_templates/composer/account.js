// The composer: the running account of a card, step by step, once all of its orders are read. As
// pbm/orders/account.py.
(function (pbm) {
  "use strict";

  /** The number that may be cut, the moves and the values that they go by: of the order, of each part of its lists. */
  function targets(row, operands) {
    const numberOf = (list) => list.find((it) => it.name === "n") || null;
    const named = [...new Set(row.moves.map((it) => it.each).filter(Boolean))];
    const own = [[numberOf(row.operands), row.moves.filter((it) => !it.each), operands]];
    return own.concat(named.flatMap((name) => {
      const { inner } = row.operands.find((it) => it.name === name);
      return operands[name].map((part) => [numberOf(inner), row.moves.filter((it) => it.each === name), part]);
    }));
  }

  /** How much a move changes its store for one; below 0 where it takes. */
  function figure(kit, move, values) {
    if (typeof move.by === "number") return move.by;
    const name = pbm.filled(move.by, values), figures = kit.figures || {};
    return name[0] === "-" ? -(figures[name.slice(1)] || 0) : figures[name] || 0;
  }

  /** How much in all, rounded towards nothing, or away from it. */
  function amount(kit, move, values) {
    const by = figure(kit, move, values), whole = Math.abs(by) * (values.n ?? 1) / move.per;
    return Math.sign(by) * (move.round === "down" ? Math.floor(whole) : Math.ceil(whole));
  }

  const holder = (move, order) => (move.of ? "" : order.place);

  /** How many the store bears; Infinity where the move takes nothing. */
  function most(reader, order, move, values) {
    const by = figure(reader.kit, move, values);
    if (by >= 0) return Infinity;
    const left = reader.store(holder(move, order), pbm.filled(move.store, values));
    return Math.floor((move.round === "down" ? (left + 1) * move.per - 1 : left * move.per) / -by);
  }

  /** The order with its numbers cut to what the stores bear, and its moves made; null where they bear nothing,
   * or its budget is used up: what is refused leaves its place free. */
  function bear(reader, order) {
    const { row } = order, { kit, table } = reader, operands = JSON.parse(JSON.stringify(order.operands));
    const note = (list, message) => {
      if (order.slot) return;
      Object.assign(reader, { line: order.line, column: order.column, written: order.written || order.text });
      reader.fault("illegal", message, row.rule, list);
    };
    const full = reader.overBudget(row, order.place);
    if (full) {
      note(reader.faults, full);
      return null;
    }
    for (const [operand, moves, values] of targets(row, operands)) {
      const number = values.n ?? 1;
      let able = number, short = "";
      for (const move of moves) {
        const bears = most(reader, order, move, values);
        if (bears < able) [able, short] = [bears, pbm.filled(move.store, values)];
      }
      if (able === number) continue;
      const from = moves.find((it) => it.store === short) || moves[0];
      const units = pbm.units(table, reader.store(holder(from, order), short), short);
      if (!operand || able < 1 || !(operand.over === "cut" || kit.clip)) {
        const own = moves.filter((it) => pbm.filled(it.store, values) === short);
        const needed = own.reduce((sum, it) => sum - amount(kit, it, values), 0);
        note(reader.faults, reader.said("not-enough", { number: needed, units }));
        return null;
      }
      values.n = able;
      note(reader.warnings, reader.said("cut-to", { able, units }));
    }
    for (const [, moves, values] of targets(row, operands)) {
      for (const move of moves) {
        const code = holder(move, order), store = pbm.filled(move.store, values);
        const left = reader.store(code, store) + amount(kit, move, values);
        reader.left.set(pbm.storeKey(code, store), left);
      }
    }
    reader.spendBudget(row, order.place);
    return { ...order, operands, text: pbm.writtenOut(table, row, operands) };
  }

  /** Takes away what the stores cannot bear, and cuts the rest; each step takes the card's orders first. */
  function workAccount(reader, standing) {
    const kept = new Map();
    for (const { name } of reader.table.steps) {
      for (const order of reader.orders.filter((it) => !it.slot).concat(standing)) {
        if (order.row && order.row.step === name) kept.set(order, bear(reader, order));
      }
    }
    for (const orders of [reader.orders, standing]) {
      reader.unpaid.push(...orders.filter((order) => kept.has(order) && !kept.get(order)));
      const left = orders.map((order) => (kept.has(order) ? kept.get(order) : order)).filter(Boolean);
      orders.splice(0, orders.length, ...left);
    }
  }

  /** What an order costs of the store that its row's `cost` names. */
  function price(cost, operands, kit) {
    const parts = cost.sum ? operands[cost.sum] : [operands], figures = kit.figures || {};
    const each = (part) => (cost.figure ? figures[pbm.filled(cost.figure, { ...operands, ...part })] || 0
      : cost.each || 1);
    return parts.reduce((sum, part) => sum + each(part), 0) * (operands.n ?? 1);
  }

  Object.assign(pbm, { workAccount, price });
})(window.PbmComposer);
