// The composer: orders line by line: for each player those that name them alone, for each place those that need no
// choice; and what stays until it is changed, with what stands now.
(function (pbm) {
  "use strict";

  const { el, note, button, group, chip, filled } = pbm;
  const FEW = 5; // words that are keys; more are a list to choose from

  /** The player of an order and the number beside it, where it has nothing else. */
  function playerOf({ operands }) {
    const [player, number, more] = operands;
    const isAlone = player && player.player && !more && (!number || (number.isNumber && !number.player));
    return isAlone ? [player, number] : null;
  }

  const isOf = (order, place, row, values) => !order.slot && order.place === place.code && order.row === row &&
    Object.entries(values).every(([name, value]) => order.operands[name] === value);

  /** Puts an order in place of some of the card's; "" takes them away. What is refused leaves all as it was. */
  function put(ui, place, text, gone) {
    const { draft } = ui, before = draft.entries, texts = gone.map((it) => it.text);
    const rest = before.filter((it) => !(it.place === place.code && texts.includes(it.text)));
    const order = { place: place.code, text };
    ui.say(text ? text + " is on the card." : "Taken away.");
    draft.set(text ? rest.concat(order) : rest);
    if (!text || draft.verdict.orders.some((it) => it.place === place.code && it.text === text)) return;
    const [{ message }] = [...draft.verdict.faults, ...draft.verdict.warnings, { message: "That cannot be ordered." }];
    draft.undo();
    draft.future = []; // what was refused is not to come back
    ui.say(message, true);
    ui.draw();
  }

  /** A line for each player: what is there between them, what the card says, and the keys of the one in hand. */
  function drawPlayers(form, rows) {
    const { draft, ui, place } = form, { kit } = draft.sheet, relations = kit.relations || {};
    const others = kit.players.filter((player) => player !== kit.player);
    return group("lines", "Players", others.map((player) => {
      const own = draft.verdict.orders.filter((it) => it.place === place.code && !it.slot && rows.includes(it.row) &&
        it.operands[playerOf(it.row)[0].name] === player);
      const is = [relations[player], own.map((it) => it.text).join(" ")].filter((it) => it).join("; ");
      const isOpen = form.player === player, open = () => {
        form.player = isOpen ? 0 : player;
        ui.draw();
      };
      const head = button("line-" + player, [chip(player), " ", el("span", draft.players.get(player) || ""), " ",
        el("small", is)], open, { class: "line-head", "aria-expanded": isOpen });
      const keys = isOpen ? group("keys", "Orders", rows.map((row) => drawCell(form, row, player))) : null;
      return el("div.line", head, keys);
    }));
  }

  /** An order about a player: a key, with a number a box. */
  function drawCell(form, row, player) {
    const { draft, ui, place } = form, [who, number] = playerOf(row), about = { [who.name]: player };
    const own = draft.verdict.orders.filter((it) => isOf(it, place, row, about)), words = row.verb || row.title;
    if (!number) {
      const text = filled(row.form, about);
      return button("key-" + row.code, [el("b", text), el("small", words)],
        () => put(ui, place, own.length ? "" : text, own), { class: "key", "aria-pressed": own.length > 0 });
    }
    const input = el("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", "data-key": "key-" + row.code,
      "aria-label": words, value: own.length ? own[0].operands[number.name] : "",
    });
    input.addEventListener("change", () => {
      const given = input.value.replace(/[^0-9]/g, "").replace(/^0+(?=.)/, "");
      put(ui, place, given ? filled(row.form, { ...about, [number.name]: given }) : "", own);
    });
    return el("label.key number-key", el("b", filled(row.form, { ...about, [number.name]: "" })), input,
      el("small", words));
  }

  /** The values of an order that stays: [text, words] for each, or nothing where it is to be written. */
  function choicesOf(form, row) {
    const { table, draft, place } = form, { kit } = draft.sheet, [operand] = row.operands;
    if (!operand) return [[row.form, ""]];
    if (row.operands.length > 1) return null;
    const texts = (pairs) => pairs.map(([value, words]) => [filled(row.form, { [operand.name]: value }), words]);
    if (operand.one_of) {
      const words = Object.entries(table.lists[operand.one_of].words);
      const allowed = operand.allowed && (pbm.setOf(kit, place, operand.allowed) || []);
      return texts(words.filter(([word]) => !allowed || allowed.includes(word)));
    }
    if (operand.own) return texts(pbm.numbered(form, operand.own));
    if (operand.player) {
      const none = pbm.takesNobody(operand) ? [[0, "nobody"]] : [];
      const others = kit.players.filter((it) => it !== kit.player);
      return texts([...none, ...others.map((it) => [it, draft.players.get(it)])]);
    }
    const named = operand.isCode ? pbm.setOf(kit, place, operand.among) || [] : [];
    if (operand.isCode) return texts(named.map((it) => [it, draft.names.get(it)]));
    if (!operand.isNumber) return null;
    if (pbm.few(operand).length) return texts(pbm.few(operand));
    const { min = 0, max } = operand;
    return max - min > 20 ? null : texts(Array.from({ length: max - min + 1 }, (it, k) => [min + k, ""]));
  }

  /** What stays: a line for each order, with keys, a list or a box; now what stands, pressed what the card sets. */
  function drawKept(form, rows) {
    const { draft, ui, place } = form, nows = [], sets = [];
    const lines = rows.map((row) => {
      const now = (row.keeps && place.kept[row.keeps]) || "";
      const same = draft.verdict.orders.filter((it) => it.place === place.code && !it.slot && it.row && row.keeps &&
        it.row.keeps === row.keeps);
      const own = same.filter((it) => it.row === row), card = own.length ? own[own.length - 1].text : "";
      const set = (text) => put(ui, place, text === now || text === card ? "" : text, same);
      const choices = choicesOf(form, row);
      if (now) nows.push(now);
      if (card) sets.push(card);
      const isKeys = choices && choices.length <= FEW, key = "kept-" + row.code;
      const said = (text, words) => [el("b", text), words ? el("small", words) : null];
      const keys = isKeys ? choices.map(([text, words]) => button(key + text, said(text, words), () => set(text), {
        class: "key" + (text === now ? " now" : ""), "aria-pressed": text === (card || now),
        "aria-label": text + " " + words + (text === now ? ", stands now" : ""),
      })) : [];
      const isOther = isKeys && row.operands[0] && row.operands[0].picks;
      const box = (value) => {
        const input = el("input", { type: "text", autocomplete: "off", value, "data-key": key, "aria-label": row.title,
          placeholder: now });
        input.addEventListener("change", () => {
          const given = input.value.trim().toUpperCase();
          const text = given && row.operands.length === 1 && !row.loose.test(given)
            ? filled(row.form, { [row.operands[0].name]: given }) : given;
          set(text || card);
        });
        return input;
      };
      const known = choices && choices.map(([text]) => text);
      const list = choices && !isKeys ? el("select", { "data-key": key, "aria-label": row.title,
        on: { change: (event) => set(event.target.value) } },
      [["", now ? "" : "not set"]].filter(([text, words]) => words).concat(choices).map(([text, words]) => el("option",
        { value: text, selected: text === (card || now) }, (text + " " + (words || "")).trim()))) : null;
      const other = isOther ? box(known.includes(card || now) ? "" : card || now) : null;
      return el("div.kept-line", el("span", row.title), choices
        ? el("div", { class: "keys", role: "group", "aria-label": row.title }, keys, list, other) : box(card));
    });
    const said = [nows.length ? "Now: " + nows.join(" ") : "", sets.length ? "on this card: " : ""].filter((it) => it);
    return el("div.kept", lines, note("Stays until changed. " + said.join("; "),
      sets.length ? el("b", sets.join(" ")) : null, said.length ? "." : null));
  }

  /** Keys of a place's line: what needs no choice, of the orders that the table has a short word for. */
  function keysOf(ui, place, rows) {
    const { draft } = ui;
    return rows.filter((row) => row.verb).flatMap((row) => {
      const [operand, more] = row.operands, number = operand && operand.wants ? place[operand.wants] : 0;
      if (more || (operand && !number) || (row.wants && !place.traits.includes(row.wants))) return [];
      const text = operand ? filled(row.form, { [operand.name]: number }) : row.form;
      const own = draft.verdict.orders.filter((it) => isOf(it, place, row, {}));
      return [button("line-" + place.code + row.code, [el("b", text), el("small", row.verb)],
        () => put(ui, place, own.length ? "" : text, own), { class: "key", "aria-pressed": own.length > 0 })];
    });
  }

  /** Where a numbered place may go: the order of another place that names it by its number alone. */
  function joinOf(ui, place, rows) {
    const { draft } = ui, { table } = draft;
    const row = rows.find(({ verb, operands: [one, more] }) => verb && one && !more && one.own === place.kind);
    if (!row) return null;
    const sign = pbm.signOf(table.places.find((it) => it.kind === place.kind));
    const number = Number(place.code.slice(sign.length)), [operand] = row.operands;
    const text = filled(row.form, { [operand.name]: number });
    const own = draft.entries.find((it) => it.text === text && (draft.places.get(it.place) || {}).kind === row.at[0]);
    const heads = draft.sheet.kit.places.filter((it) => row.at.includes(it.kind));
    const options = [["", "\u2013"], ...heads.map((it) => [it.code, it.code])].map(([code, words]) =>
      el("option", { value: code, selected: own ? own.place === code : !code }, words));
    return el("label.key number-key", el("b", text), el("select", {
      "data-key": "join-" + place.code, "aria-label": "@" + place.code + " " + row.verb, on: {
        change: ({ target: { value } }) => {
          const rest = draft.entries.filter((it) => it !== own);
          ui.say(value ? text + " is on the card under @" + value + "." : "Taken away.");
          draft.set(value ? rest.concat({ place: value, text }) : rest);
        },
      },
    }, options));
  }

  /** The places of a tab, a line for each, with its keys; the form of the one in hand below its line. */
  function drawLines(ui, tab, shown, chosen, body) {
    const { draft } = ui, { table } = draft, every = table.rows.filter((row) => row.at.some((kind) =>
      pbm.isOn(table, row, kind, tab)));
    const line = ({ place, is }) => {
      const rows = table.at(place.kind).filter((row) => pbm.isOn(table, row, place.kind, tab));
      const own = draft.verdict.orders.filter((it) => it.place === place.code);
      const words = [place.note || is.join(" "), own.map((it) => it.text).join(" ")].filter((it) => it);
      const open = () => {
        ui.place = place === chosen ? null : place.code;
        ui.draw();
      };
      const head = button("place-" + place.code, [el("b", place.code), " ", el("span", place.name), " ",
        el("small", words.join("; "))], open, { class: "line-head", "aria-expanded": place === chosen });
      return el("div.line", head, el("div.keys", keysOf(ui, place, rows), joinOf(ui, place, every)),
        place === chosen ? el("div.line-form", body) : null);
    };
    return table.groups.filter((it) => it.lines && it.tab === tab).map((it) => {
      const kinds = table.rows.filter((row) => it.orders.includes(row.code)).flatMap((row) => row.at);
      const isOf = ({ place: { kind } }) => kinds.includes(kind) && (!it.at || it.at.includes(kind));
      const own = shown.filter(isOf);
      return own.length ? group("lines", it.title, el("h3", it.title), own.map(line)) : null;
    });
  }

  Object.assign(pbm, { drawPlayers, drawKept, drawLines, playerOf });
})(window.PbmComposer);
