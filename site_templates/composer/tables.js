// The composer: orders as a table of one line for each word of a list, with its price and a number to write; how many
// orders of each kind there may be; the running account.
(function (pbm) {
  "use strict";

  const { el, button, grid, filled, amount } = pbm;

  /** The operand of a row that is a word of a list, where there is nothing else but a number. */
  function wordOf(row) {
    const words = row.operands.filter((it) => it.one_of), rest = row.operands.filter((it) => !it.one_of);
    return words.length === 1 && rest.every((it) => it.isNumber && it.name === "n") ? words[0] : null;
  }

  /** The orders of a part that a table holds, by list; the others stay buttons. */
  function tablesOf(part) {
    const found = new Map();
    for (const row of part.rows) {
      const word = wordOf(row);
      if (word) pbm.filed(found, word.one_of).push([row, word]);
    }
    return found;
  }

  const signed = (store, number) => (number < 0 ? "" : "+") + amount(store, number);

  /** What one costs and gives, but for what the table has a column for: "-40 SP -200 Gold", or per 100. */
  function price({ table, draft }, row, word, code) {
    const figures = draft.sheet.kit.figures || {}, said = [];
    for (const move of row.moves.filter((it) => typeof it.by === "string")) {
      const name = filled(move.by, { [word.name]: code }), number = figures[name.replace(/^-/, "")] || 0;
      const store = pbm.storeOf(table, filled(move.store, { [word.name]: code }));
      if (!number) continue;
      const per = move.per > 1 ? " per " + move.per : "";
      said.push(signed(store, name[0] === "-" ? -number : number) + " " + store.title + per);
    }
    return said.join(", ");
  }

  /** The order of a row and word on the card, if there is one. */
  const given = ({ draft, place }, row, word, code) => draft.verdict.orders.find((order) =>
    !order.slot && order.place === place.code && order.row === row && order.operands[word.name] === code);

  /** Puts another number in place of the one on the card; 0 or nothing takes the order away. */
  function put(form, row, word, code, number) {
    const { draft, ui, place } = form, old = given(form, row, word, code);
    const rest = draft.entries.filter((it) => !(old && it.place === place.code && it.text === old.text));
    const text = filled(row.form, { n: number, [word.name]: code });
    ui.say(number ? text + " is on the card." : "Taken away.");
    draft.set(number ? rest.concat({ place: place.code, text }) : rest);
    const now = given(form, row, word, code), said = draft.verdict.faults.concat(draft.verdict.warnings)[0];
    if (number && !now) {
      ui.say(said ? said.message : "That cannot be ordered.", true);
      draft.set(rest);
    } else if (now && now.text !== text) {
      draft.set(rest.concat({ place: place.code, text: now.text }));
      ui.say(said ? said.message : "It was cut to " + now.text + ".");
    }
  }

  function numberCell(form, row, word, code, name) {
    const order = given(form, row, word, code), input = el("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", value: order ? order.operands.n : "",
      "data-key": "line-" + row.code + code, "aria-label": (row.verb || row.title) + " " + name,
    });
    input.addEventListener("change", () => put(form, row, word, code, Number(input.value.replace(/[^0-9]/g, "")) || 0));
    return input;
  }

  /** A word to be taken or left; of one that is not allowed why not. */
  function tickCell(form, row, word, code, name) {
    const { kit } = form.draft.sheet, set = word.allowed && (form.place.sets[word.allowed] || kit.sets[word.allowed]);
    const reason = set && !set.includes(code) ? ((kit.reasons || {})[word.allowed] || {})[code] || "not now" : "";
    const isOn = Boolean(given(form, row, word, code));
    if (reason) return el("small", reason);
    return button("line-" + row.code + code, row.verb || row.title, () => put(form, row, word, code, isOn ? 0 : 1), {
      class: "button small", "aria-pressed": isOn, "aria-label": (row.verb || row.title) + " " + name,
    });
  }

  /** The tables of a part of the player's form. */
  function drawTables(form) {
    return [...tablesOf(form.part)].map(([list, orders]) => {
      const { words, title } = form.table.lists[list], { has } = form.place;
      const holds = Object.keys(words).some((code) => code in has);
      const rows = Object.entries(words).map(([code, means]) => {
        const left = form.draft.verdict.left.get(pbm.storeKey(form.place.code, code)) ?? has[code];
        const cells = orders.map(([row, word]) => {
          const name = means + " " + code, isCount = row.operands.some((it) => it.isNumber);
          const cell = isCount ? numberCell(form, row, word, code, name) : tickCell(form, row, word, code, name);
          return el("div", cell, el("small", price(form, row, word, code)));
        });
        return [el("span", el("b", code), " " + means), ...(holds ? [left ?? ""] : []), ...cells];
      });
      const heads = [title[0].toUpperCase() + title.slice(1), ...(holds ? ["Left"] : []),
        ...orders.map(([row]) => row.verb || row.title)];
      return grid("order-table", heads, rows, [null, ...(holds ? ["n"] : [])]);
    });
  }

  /** How many orders of each kind are on the card, and how many more there may be. */
  function drawCounts(ui) {
    const { draft } = ui, { table } = draft, kinds = new Set(draft.sheet.kit.places.map((it) => it.kind));
    const names = new Set();
    for (const row of table.rows) if (row.budget && row.at.some((kind) => kinds.has(kind))) names.add(row.budget);
    const rows = [...names].filter((name) => !table.budgets[name].each).map((name) => {
      const { title, most } = table.budgets[name], { figures = {} } = draft.sheet.kit;
      const all = typeof most === "string" ? figures[most] || 0 : most;
      const used = draft.verdict.ordered.get(name + " ") || 0;
      return [title[0].toUpperCase() + title.slice(1), String(used), String(Math.max(0, all - used))];
    });
    return rows.length ? grid("counts", ["Orders", "Ordered", "Left"], rows, [null, "n", "n"]) : null;
  }

  /** The player's stores: before the card, after its orders, and by what the turn itself brings and takes. */
  function drawAccount(ui) {
    const { draft } = ui, { table } = draft, place = draft.places.get(""), { figures = {} } = draft.sheet.kit;
    if (!place || !table.steps.length) return null;
    const shown = table.stores.filter(({ name }) => name in place.has && !name.includes("."));
    const isDue = shown.some(({ name }) => "due." + name in figures);
    const rows = shown.map((store) => {
      const now = place.has[store.name], left = draft.verdict.left.get(pbm.storeKey("", store.name)) ?? now;
      const due = figures["due." + store.name];
      return [store.title, amount(store, now), amount(store, left),
        ...(isDue ? [due === undefined ? "" : amount(store, left + due)] : [])];
    });
    const heads = ["Account", "Now", "After your orders", ...(isDue ? ["After the turn, about"] : [])];
    return rows.length ? grid("totals account", heads, rows, [null, "n", "n", "n"]) : null;
  }

  Object.assign(pbm, { wordOf, drawTables, drawCounts, drawAccount });
})(window.PbmComposer);
