// The composer: operands as keys to press: numbers of which there are few, letters one after the other, places by their
// number; and what an order is worth beside what is paid for it.
(function (pbm) {
  "use strict";

  const { el, note, button, group, filled } = pbm;

  /** The numbers of an operand that are keys, each with words beside it; none where there are too many. */
  function few({ beside = [], picks = [], min = 0, max }) {
    if (picks.length) return picks.map((number) => [number, ""]);
    return beside.map((words, k) => [min + k, words]).filter(([number]) => number <= max);
  }

  /** A number as keys. */
  function drawFew(form, operand) {
    const keys = few(operand).map(([number, words]) => button("few-" + operand.name + number,
      [el("b", String(number)), words ? el("small", words) : null], () => form.give(operand, number),
      { class: "key", "aria-pressed": Number(form.values[operand.name]) === number }));
    return group("keys", "Number", keys);
  }

  /** What a part of a list costs, by the figures that the order's worth or price names; nothing where neither does. */
  function priceOf({ row, draft }, operand, inner, word) {
    const { worth, cost } = row, { figures = {} } = draft.sheet.kit;
    const name = worth && worth.list === operand.name ? worth.part
      : cost && cost.sum === operand.name ? cost.figure : "";
    return name ? figures[filled(name, { [inner.name]: word })] : undefined;
  }

  /** Words of a list one after the other: a key appends one, the last one is taken back. */
  function drawLetters(form, operand) {
    const [inner] = operand.inner, { kit } = form.draft.sheet, { words, title } = form.table.lists[inner.one_of];
    const chosen = form.letters.get(operand.name) || [], most = Number(operand.most) || Infinity;
    const allowed = inner.allowed ? pbm.setOf(kit, form.place, inner.allowed) || [] : Object.keys(words);
    const reasons = (inner.allowed && (kit.reasons || {})[inner.allowed]) || {};
    const put = (now) => {
      form.letters.set(operand.name, now);
      form.values[operand.name] = now.map((word) => filled(operand.list, { [inner.name]: word })).join(operand.join);
      form.ui.draw();
    };
    const keys = Object.entries(words).map(([word, means]) => {
      const price = priceOf(form, operand, inner, word), isBarred = !allowed.includes(word);
      const aside = price === undefined ? "" : String(price);
      return button("letter-" + operand.name + word, [el("b", word), " ", el("small", aside)],
        () => put([...chosen, word]), {
          class: "key", disabled: isBarred || chosen.length >= most, title: isBarred ? reasons[word] : means,
          "aria-label": means + (aside && ", price " + aside) + (isBarred && reasons[word] ? ": " + reasons[word] : ""),
        });
    });
    const back = button("letter-back-" + operand.name, "\u232b", () => put(chosen.slice(0, -1)),
      { class: "key", disabled: !chosen.length, "aria-label": "Take back the last one" });
    return [el("p.letters", pbm.titled(title) + ": ", el("code", form.values[operand.name] || "\u2026"),
      most < Infinity ? el("small", " " + chosen.length + " of " + most) : null),
    group("keys", pbm.titled(title), [...keys, back])];
  }

  /** The numbers of the places of a kind, those that the card founds too: [number, name]. */
  function numbered({ draft }, kind) {
    const { table, places, verdict } = draft, sign = pbm.signOf(table.places.find((it) => it.kind === kind));
    const own = [...places.values()].filter((it) => it.kind === kind);
    const there = own.map((it) => [it.code.slice(sign.length), it.name]);
    const founded = verdict.orders.flatMap((order) => order.row ? order.row.operands
      .filter((it) => it.fresh === kind).map((it) => [String(order.operands[it.name]), "on this card"]) : []);
    return [...there, ...founded].map(([number, name]) => [Number(number), name]);
  }

  /** The first number from the least on that no place of the kind has, had, or gets on this card. */
  function freshOf(form, { fresh, min }) {
    const { kit } = form.draft.sheet, gone = (kit.used || {})[fresh] || [];
    const taken = new Set([...numbered(form, fresh).map(([number]) => number), ...gone]);
    let number = min || 1;
    while (taken.has(number)) number++;
    return number;
  }

  /** A place by its number. */
  function drawOwn(form, operand) {
    const { noun, kind, form: heading } = form.table.places.find((it) => it.kind === operand.own);
    const chosen = form.values[operand.name], sign = heading.split("{")[0];
    const options = numbered(form, kind).filter(([number]) => !operand.other || sign + number !== "@" + form.place.code)
      .map(([number, name]) => el("option", { value: number, selected: number === chosen }, number + " " + name));
    options.unshift(el("option", { value: "", selected: chosen === "" }, "\u2026"));
    return pbm.choice(pbm.titled(noun || "number") + " ", "own-" + operand.name, options,
      (number) => form.give(operand, number === "" ? "" : Number(number)));
  }

  /** What is bought, part by part, and what the most that is paid for it leaves: "8 + 5 = 13 points; 30 leave 17". */
  function worthOf({ row, draft, values, letters }) {
    const { worth, cost } = row, { figures = {} } = draft.sheet.kit;
    const first = worth ? figures[filled(worth.figure, values)] : undefined;
    if (first === undefined) return "";
    const list = row.operands.find((it) => it.name === worth.list);
    const parts = list ? (letters.get(list.name) || []).map((word) =>
      figures[filled(worth.part, { [list.inner[0].name]: word })] || 0) : [];
    const sum = parts.reduce((all, it) => all + it, first), most = Number(values[worth.most]) || 0;
    const units = (number) => pbm.units(draft.table, number, cost.spends), left = most - sum;
    const rest = left < 0 ? most + " leave " + -left + " to be paid otherwise" : most + " leave " + left;
    return [first, ...parts].join(" + ") + (parts.length ? " = " + sum : "") + " " +
      units(sum).replace(/^\S+ /, "") + "; " + rest + ".";
  }

  function drawWorth(form) {
    const words = worthOf(form), { worth } = form.row;
    return words ? note(words + (worth.says ? " " + worth.says : "")) : null;
  }

  Object.assign(pbm, { few, drawFew, drawLetters, drawOwn, drawWorth, freshOf, numbered });
})(window.PbmComposer);
