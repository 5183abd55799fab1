// The composer: what stands beside the form: orders of a place, totals, the typed line, all orders, the card.
(function (pbm) {
  "use strict";

  const { el, note, button, grid, someOrders } = pbm;
  const SHORT = 14; // characters of a heading in a list

  /** A fault as the engine words it, with what was written. */
  function faultText(fault, isWarning) {
    const rule = fault.rule ? " (" + fault.rule + ")" : "";
    return el("p", { class: isWarning ? "fault warning" : "fault" },
      el("b", isWarning ? "read with care" : fault.kind), " ", fault.text ? el("code", fault.text) : null,
      " " + fault.message + rule);
  }

  /** Words that are not to be broken at their hyphens. */
  function whole(line) {
    return line.split(/( +)/).map((word) => (word.trim() ? el("span", word) : word));
  }

  /** A box to tick. */
  function tick(key, isOn, set) {
    const change = (event) => set(event.target.checked);
    return el("input", { type: "checkbox", "data-key": key, checked: isOn, on: { change } });
  }

  /** Where a table has steps, what happens in turn: these, and the kinds of orders that come after. */
  function phasesOf({ steps, budgets }) {
    return [...new Set(steps.map((it) => it.title).concat(Object.values(budgets).map((it) => pbm.titled(it.title))))];
  }

  /** When an order happens, of the phases; nothing where the table has no steps. */
  function phaseOf({ steps, budgets }, row) {
    if (!row || !steps.length) return "";
    const step = steps.find((it) => it.name === row.step);
    return step ? step.title : row.budget ? pbm.titled(budgets[row.budget].title) : "";
  }

  /** A heading; of many places its beginning, and how many there are. */
  function headOf(heading, { length }) {
    if (heading.length <= SHORT) return el("code", "@" + heading);
    return el("span", { title: "@" + heading }, el("code", "@" + pbm.cut(heading, SHORT) + "\u2026"), " " + length);
  }

  /**
   * The orders of the draft, of one place or of all, these phase by phase, each with what it means and a button that
   * takes it away.
   */
  function orderList(ui, code) {
    const { draft } = ui, own = draft.entries.filter((entry) => code === null || entry.place === code);
    const phases = new Map();
    for (const { kind, own: texts, codes } of pbm.sheavesOf(draft.table, draft.sheet.kit.places, own)) {
      const heading = kind ? pbm.headingsOf(kind, codes).join(" @") : codes[0];
      for (const text of texts) {
        const order = draft.verdict.orders.find((it) => it.place === codes[0] && it.text === text);
        const row = order && order.row;
        const words = row ? draft.meaning(row, order.operands) + (order.slot ? ", standing order " + order.slot : "")
          : "Take the standing order off";
        const judged = row && row.check ? ". The engine will judge." : "";
        const away = () => {
          ui.say("Took away " + text + ".");
          draft.removeAll(codes, text);
        };
        const label = "Take away " + text + " of @" + heading;
        const cells = [el("code", text), words + judged,
          button("drop-" + codes[0] + text, "\u00d7", away, { class: "drop-order", "aria-label": label })];
        const phase = code === null ? phaseOf(draft.table, row) : "";
        pbm.filed(phases, phase).push(code === null ? [headOf(heading, codes), ...cells] : cells);
      }
    }
    if (!phases.size) return null;
    const heads = code === null ? ["Place", "Order", "Means", ""] : ["Order", "Means", ""];
    return [...phasesOf(draft.table), ""].filter((it) => phases.has(it)).map((title) =>
      [title ? el("h3", title) : null, grid("orders-list", heads, phases.get(title))]);
  }

  /** The standing orders on file at a place, with what the draft changes. */
  function standingList(ui, place) {
    const filed = pbm.onFile(ui.draft.verdict.slots, place).filter(([, text]) => text);
    if (!filed.length) return null;
    const rows = filed.map(([slot, text]) => ["/" + slot + "/", el("code", text),
      button("off-" + slot, "Take off", () => {
        ui.say("Standing order " + slot + " of @" + place.code + " is taken off.");
        ui.draft.take(ui.draft.judge("/" + slot + "/", place.code).orders);
      }, { class: "button small", "aria-label": "Take off standing order " + slot + ", " + text })]);
    return grid("orders-list", ["Slot", "Standing order", ""], rows);
  }

  /** How many of the card's own orders the engine will judge. */
  const unsure = ({ orders, judged }) => orders.filter((order) => judged.includes(order)).length;

  /** What the card orders and what is left, for each store. */
  function totals(ui) {
    const rows = ui.draft.totals().map(([store, taken, left]) => {
      const bar = el("span.bar", { "aria-hidden": "true" }, el("i"));
      bar.firstChild.style.width = 100 * taken / Math.max(1, taken + left) + "%";
      return [store.title, pbm.amount(store, taken), pbm.amount(store, left), bar];
    });
    return rows.length ? grid("totals", ["This card", "Ordered", "Left", ""], rows, [null, "n", "n", "w"]) : null;
  }

  /** The units without orders, place by place. */
  function idleList(ui) {
    const rows = pbm.idle(ui.draft.sheet, ui.draft.table, ui.draft.verdict).map(([place, units]) => [
      button("go-" + place.code, "@" + place.code, () => ui.go(place.code), { class: "link" }),
      units.map(([unit, n]) => pbm.units(ui.draft.table, n, unit)).join(", ")]);
    if (!ui.draft.table.acting.length) return null; // nothing there is that needs an order
    return [el("h3", "Still without orders"),
      rows.length ? grid("idle", ["Space", "Units that will defend"], rows) : note("All units have orders.")];
  }

  /** Orders typed in classic syntax, judged while they are typed. */
  function typedBox(ui) {
    const { draft } = ui, said = el("div.verdict", { id: "typed-verdict", "aria-live": "polite" });
    const here = () => (/^\s*@/.test(box.value) ? null : ui.place);
    const readWhole = () => {
      const card = pbm.readCard(box.value, draft.sheet.limits), own = draft.sheet.heading;
      if (card.problem === "heading") return [box.value, ""];
      const fits = card.game === own.game.toUpperCase() && card.turn === own.turn && card.player === own.player;
      const remark = [fits ? "" : "The heading is another card\u2019s; the orders are read for this one.",
        card.isAlone ? "" : "Only its orders are read here; write press and absences anew."].join(" ").trim();
      return [card.lines.map((line) => line.text).join("\n"), remark];
    };
    const judge = () => {
      const [text, remark] = readWhole(), found = draft.judge(text, here());
      said.replaceChildren(
        remark ? note(remark) : "",
        ...found.faults.slice(0, 20).map((fault) => faultText(fault)),
        ...found.warnings.slice(0, 20).map((fault) => faultText(fault, true)),
        found.orders.length ? note(someOrders(found.orders) + " correct.") : "");
      box.setAttribute("aria-invalid", String(found.faults.length > 0));
      return found;
    };
    // What was typed without the orders that were taken: the faulty ones stay, under their headings.
    const rest = (found) => {
      const lines = pbm.linesOf(readWhole()[0]).map((line, k) =>
        found.orders.filter((order) => order.line === found.from + k).reverse().reduce((left, { column, text }) => {
          const own = text.includes(",") ? /^[^\s,;]+,[^\s,;]+[\s,]*/ : /^[^\s,;]+[\s,]*/;
          return pbm.cut(left, column - 1) + [...left].slice(column - 1).join("").replace(own, "");
        }, line));
      const isFaulty = (k) => found.faults.some((fault) => fault.line === found.from + k);
      return lines.filter((line, k) => {
        if (isFaulty(k) || !/^\s*(@\S*)?\s*$/.test(line)) return true;
        const next = lines.slice(k + 1).find((it) => it.trim()); // a heading with nothing under it goes
        return line.trim() && next && !next.trim().startsWith("@");
      }).join("\n");
    };
    const high = (text) => Math.min(12, Math.max(2, text.split("\n").length));
    const add = () => {
      const found = judge();
      if (!found.orders.length) return ui.say("Nothing was added.", true);
      const bad = found.faults.length;
      ui.focus = "typed";
      ui.say("Added " + someOrders(found.orders) + (bad ? "; what is faulty was left out." : "."));
      ui.typed = bad ? rest(found) : "";
      return draft.take(found.orders);
    };
    const box = el("textarea", {
      "data-key": "typed", "aria-label": "Orders", "aria-describedby": "typed-verdict",
      rows: high(ui.typed), placeholder: "@" + (ui.place ?? "") + " \u2026",
      spellcheck: "false", autocapitalize: "characters", autocomplete: "off",
      on: {
        input: () => {
          ui.typed = box.value;
          box.rows = high(box.value);
          judge();
        },
        keydown: (event) => {
          if (event.key !== "Enter" || event.shiftKey || box.value.includes("\n")) return;
          event.preventDefault();
          add();
        },
      },
    });
    box.value = ui.typed;
    if (ui.typed) judge();
    return el("section.typed", el("h3", "Type orders"), box, said,
      button("type-add", "Add", add, { class: "button" }));
  }

  /** All orders: the list, what is without, the totals. */
  function ordersTab(ui) {
    const { draft } = ui, pass = tick("pass", draft.pass, (isOn) => {
      draft.pass = isOn;
      draft.put(draft.entries);
    });
    return el("div.sides",
      el("div",
        orderList(ui, null) || el("p", "No orders yet. Tap a space on the map, or type them."),
        draft.entries.length ? null
          : el("label.check", pass, " PASS: my standing orders and defaults are what I want"),
        ...draft.verdict.warnings.map((fault) => faultText(fault, true)),
        unsure(draft.verdict) ? note("This page cannot judge what is marked so; the engine will.") : null,
        typedBox(ui)),
      el("div", pbm.drawAccount(ui), pbm.drawCounts(ui), idleList(ui), totals(ui)));
  }

  /** The card, ready to go. */
  function cardTab(ui) {
    const { draft } = ui, text = draft.card(), lines = text.trimEnd().split("\n");
    const handed = (words) => {
      draft.handed = draft.body();
      ui.keep();
      ui.say(words);
    };
    const copy = () => {
      const done = () => handed("The card is copied. Send it before the deadline.");
      const failed = () => ui.say("This browser cannot copy: select the card.", true);
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, failed);
      else failed();
    };
    const { heading, mail, limits } = draft.sheet;
    const name = heading.game + "-T" + heading.turn + "-" + heading.player + ".txt";
    const link = "mailto:" + encodeURIComponent(mail || "").replace(/%40/g, "@") +
      "?subject=" + encodeURIComponent(ui.title()) + "&body=" + encodeURIComponent(text.replace(/\n/g, "\r\n"));
    const mailed = () => handed("Your mail program opens with the card.");
    const download = () => {
      const file = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      el("a", { href: file, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(file), 1000);
      handed("The card is saved as " + name + ".");
    };
    const print = () => {
      const sheet = ui.body.querySelector(".card").cloneNode(true);
      sheet.classList.add("print-sheet");
      document.body.append(sheet);
      window.addEventListener("afterprint", () => sheet.remove(), { once: true });
      window.print();
    };
    const revise = () => {
      if (/^[0-9]{1,9}$/.test(revision.value)) draft.revision = Math.max(1, Number(revision.value));
      draft.put(draft.entries);
    };
    const revision = el("input", {
      type: "text", inputmode: "numeric", "data-key": "rev", value: draft.revision, on: { change: revise },
    });
    const keep = tick("keep", ui.isKept, (isKept) => ui.keeps(isKept));
    const empty = !draft.body(), open = unsure(draft.verdict), hasOrders = Boolean(draft.orders());
    const ready = hasOrders ? open ? "" : ", ready to send" : " has press and no orders";
    return el("div.sides",
      el("div",
        el("h2", "Your card" + (empty ? " has no orders yet" : ready)),
        el("div.card", el("p.head", el("b", whole(lines[0]))),
          lines.slice(1).map((line) => el("p", line))),
        note(someOrders(draft.verdict.orders) + ", no faults" + (open ? " that this page can see" : "") +
          ". Checked on this device with the rules of your printout. " +
          (open ? open + " of them the engine will judge." : "")),
        el("div.send",
          button("copy", "Copy", copy, { class: "button dark", disabled: empty }),
          empty ? button("mail", "E-mail", null, { class: "button", disabled: true })
            : el("a.button", { href: link, "data-key": "mail", on: { click: mailed } }, "E-mail"),
          button("download", "Download", download, { class: "button", disabled: empty }),
          button("print", "Print", print, { class: "button", disabled: empty })),
        link.length > limits.mail ? el("p.fault", el("b", "Long card."),
          " Some mail programs cut links of more than " + limits.mail + " characters, and this one has " + link.length +
          ": copy the card into your mail.") : null),
      el("div",
        el("label.field", "REV ", revision),
        note("The number of this card. Of several that you send, the highest counts."),
        el("label.check", keep, " Keep this draft on this device"),
        note("Off, it is gone when you close the page. On, whoever uses this device can read your orders."),
        pbm.beforeSending(ui)));
  }

  Object.assign(pbm, { orderList, standingList, totals, typedBox, ordersTab, cardTab });
})(window.PbmComposer);
