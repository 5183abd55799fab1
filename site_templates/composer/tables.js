// The composer: orders as a table of one line for each word of a list, with its price and a number to write; how many
// orders of each kind there may be; the running account.
(function (pbm) {
  "use strict";

  const { el, button, group, grid, filled, amount } = pbm;
  const FRESH = 3; // places without anything that are offered

  /** The operand of a row that is a word of a list, where there is nothing else but a number. */
  function wordOf(row) {
    const words = row.operands.filter((it) => it.one_of), rest = row.operands.filter((it) => !it.one_of);
    return words.length === 1 && rest.every((it) => it.isNumber && it.name === "n") ? words[0] : null;
  }

  const verb = (row) => pbm.titled(row.verb || row.title);

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
      const per = move.per > 1 ? " per " + move.per : "", [one] = table.numbers[store.title] || [store.title];
      said.push(signed(store, name[0] === "-" ? -number : number) + " " + (number === 1 ? one : store.title) + per);
    }
    return said.join(", ");
  }

  /** The order of a row and word on the card, if there is one; none while one is to be put on file. */
  const given = ({ draft, place, slot }, row, word, code) => draft.verdict.orders.find((order) => !slot &&
    !order.slot && order.place === place.code && order.row === row && order.operands[word.name] === code);

  /** Puts an order on file in the slot that is chosen, which is then done. */
  function file(form, row, word, code, number) {
    const { draft, ui } = form, text = "/" + form.slot + "/" + filled(row.form, { n: number, [word.name]: code });
    const { orders, faults } = draft.judge(text, form.heading);
    form.slot = 0;
    const [{ message }] = [...faults, { message: "That cannot be put on file." }];
    ui.say(orders.length ? text + " is on file from now on." : message, !orders.length);
    return orders.length ? draft.take(orders) : ui.draw();
  }

  /** Puts another number in place of the one on the card; 0 or nothing takes the order away. */
  function put(form, row, word, code, number) {
    if (form.slot) return number ? file(form, row, word, code, number) : null;
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
      "data-key": "line-" + row.code + code, "aria-label": verb(row) + " " + name,
    });
    input.addEventListener("change", () => put(form, row, word, code, Number(input.value.replace(/[^0-9]/g, "")) || 0));
    return input;
  }

  /**
   * Why a word cannot be ordered here, or nothing; null where there is none of what the order takes away. What is not
   * allowed yet may be put on file.
   */
  function reasonOf({ draft, place, slot }, row, word, code) {
    const { kit } = draft.sheet, set = word.allowed && pbm.setOf(kit, place, word.allowed);
    const takes = row.moves.some((move) => move.by === -1 && filled(move.store, { [word.name]: code }) === code);
    if (takes && !(place.has[code] > 0)) return null;
    return !slot && set && !set.includes(code) ? ((kit.reasons || {})[word.allowed] || {})[code] || "not now" : "";
  }

  /** A number that the kit has beside a word here, counted as its list says: 6 turns. */
  function asideOf({ draft, place, table }, list, code) {
    const number = ((draft.sheet.kit.asides || {})[place.asides] || {})[code];
    return number === undefined ? "" : pbm.counted(table, number, table.lists[list].aside);
  }

  /** A word to be taken or left. */
  function tickCell(form, row, word, code, name) {
    const isOn = Boolean(given(form, row, word, code));
    return button("line-" + row.code + code, verb(row), () => put(form, row, word, code, isOn ? 0 : 1), {
      class: "button small", "aria-pressed": isOn, "aria-label": verb(row) + " " + name,
    });
  }

  /** The tables of a part of a form. Of a space what is neither there nor to be had has no line. */
  function drawTables(form) {
    const tables = [...tablesOf(form.part)].map(([list, every]) =>
      [list, form.slot ? every.filter(([row]) => form.standsHere(row)) : every]).filter(([, orders]) => orders.length);
    return [form.drawSlot(form.part.rows.filter(wordOf)), ...tables.map(([list, orders]) => {
      const { words, title } = form.table.lists[list], { has } = form.place;
      const holds = Object.keys(words).some((code) => code in has);
      const shown = Object.entries(words).filter(([code]) => form.place.code === "" || code in has ||
        orders.some(([row, word]) => reasonOf(form, row, word, code) === ""));
      const rows = shown.map(([code, means]) => {
        const left = form.draft.verdict.left.get(pbm.storeKey(form.place.code, code)) ?? has[code];
        const cells = orders.map(([row, word]) => {
          const name = means + " " + code, isCount = row.operands.some((it) => it.isNumber);
          const reason = reasonOf(form, row, word, code);
          if (reason !== "") return reason ? el("small", reason) : "";
          const cell = isCount ? numberCell(form, row, word, code, name) : tickCell(form, row, word, code, name);
          return el("div", cell, el("small", price(form, row, word, code)));
        });
        const aside = asideOf(form, list, code);
        const head = el("span", el("b", code), " " + means, aside && el("small", aside));
        return [head, ...(holds ? [left ?? ""] : []), ...cells];
      });
      const heads = [pbm.titled(title), ...(holds ? [form.place.code ? "Here" : "Left"] : []),
        ...orders.map(([row]) => verb(row))];
      return grid("order-table", heads, rows, [null, ...(holds ? ["n"] : [])]);
    })];
  }

  /** The spaces where orders of a tab are given, and what is said of each. */
  function spacesOf({ draft }, tab) {
    const { table, sheet } = draft, groups = table.groups.filter((it) => it.tab === tab);
    const kinds = table.rows.flatMap((row) => row.at.filter((kind) => pbm.isOn(table, row, kind, tab)));
    const names = groups.flatMap((it) => it.stores || []);
    const left = (place, name) => draft.verdict.left.get(pbm.storeKey(place.code, name)) ?? (place.has[name] || 0);
    return sheet.kit.places.filter((it) => it.code && kinds.includes(it.kind)).map((place) => ({
      // Before the card: what is chosen stays where it is.
      place, isFree: names.length ? names.some((name) => place.has[name]) : !place.quiet || place.note !== "",
      is: names.filter((name) => left(place, name)).map((name) => pbm.units(table, left(place, name), name))
        .concat(Object.values(place.kept)),
    }));
  }

  /** The other tabs that have orders of a place. */
  function elsewhere(ui, place) {
    const { table } = ui.draft;
    const tabs = new Set(table.at(place.kind).flatMap((row) => pbm.tabsAt(table, row, place.kind)));
    tabs.delete("");
    return [...tabs].map((tab) => button("other-" + tab, tab + " of @" + place.code, () => {
      ui.tab = tab.toLowerCase();
      ui.draw();
    }, { class: "button small" }));
  }

  /** A tab of the table's own: the orders of a space, which is chosen here, and those of the player. */
  function groupTab(ui, tab) {
    const { table } = ui.draft, isOf = (row, kind) => row && pbm.isOn(table, row, kind, tab);
    const own = ui.draft.places.get(""), spaces = spacesOf(ui, tab), free = spaces.filter((it) => it.isFree);
    const isLines = table.groups.some((it) => it.lines && it.tab === tab);
    const first = isLines ? null : free[0] || spaces[0];
    const chosen = (spaces.find((it) => it.place.code === ui.place) || first || {}).place;
    const pick = ({ place, is }) => {
      const given = ui.draft.verdict.orders.filter((it) => it.place === place.code && !it.slot &&
        isOf(it.row, place.kind));
      const words = [...is, ...(given.length ? [pbm.someOrders(given)] : [])].join(", ");
      const click = () => {
        ui.place = place.code;
        ui.draw();
      };
      const facts = { "aria-pressed": place === chosen };
      return button("place-" + place.code, [place.code, " ", el("small", words)], click, facts);
    };
    const rest = spaces.filter((it) => !it.isFree && it.place !== chosen);
    const shown = spaces.filter((it) => !rest.includes(it));
    const form = (place) => ui.form(place.code, tab);
    const ofPlayer = own && form(own).parts.length ? [spaces.length ? ui.headOf(own, "") : null, form(own).draw()] : [];
    const inLine = (place) => [form(place).draw(), ui.own(place)].flat(Infinity).filter((it) => it);
    const ofSpace = isLines ? [
      pbm.drawLines(ui, tab, shown, chosen, chosen ? inLine(chosen) : []),
      rest.length ? group("codes-row", "Further places", rest.slice(0, FRESH).map(pick)) : null,
    ] : chosen ? [
      group("codes-row spaces", "Spaces", shown.map(pick)),
      rest.length ? el("details", el("summary", "Spaces with nothing free"),
        group("codes-row spaces", "Spaces with nothing free", rest.map(pick))) : null,
      ui.headOf(chosen, ""), chosen.note ? pbm.note(chosen.note) : null, form(chosen).draw(), ui.own(chosen),
    ] : [];
    return el("div.sides",
      el("div.form-side", chosen || isLines ? ofSpace : ofPlayer, chosen || isLines || !own ? null : ui.own(own)),
      el("div", chosen && !isLines ? [ofPlayer, own ? ui.own(own) : null] : null, drawAccount(ui), drawCounts(ui),
        pbm.totals(ui)));
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
      return [pbm.titled(title), String(used), String(Math.max(0, all - used))];
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

  Object.assign(pbm, { wordOf, asideOf, drawTables, drawCounts, drawAccount, groupTab, elsewhere });
})(window.PbmComposer);
