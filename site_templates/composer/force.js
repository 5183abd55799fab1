// The composer: what an order names part by part: how many of each kind go, and by which way. A part is chosen with
// buttons, a way on the map or beside it, space by space.
(function (pbm) {
  "use strict";

  const { el, note, button, group, filled } = pbm;

  /** How many of a word of a list are there for the order: what it spends, or what it takes of the player's stores. */
  function stock(form, operand, number, word, code) {
    const { draft, row, place } = form, values = { [word.name]: code };
    const move = row.moves.find((it) => it.each === operand.name && Number(it.by) < 0);
    const [holder, name] = number.spends ? [place, filled(number.spends, values)]
      : [draft.places.get(""), move ? filled(move.store, values) : ""];
    const left = draft.verdict.left.get(pbm.storeKey(holder.code, name, number.share || ""));
    return left ?? (holder.has[name] || 0);
  }

  /** The words that may be in the list and of which some are left: [word, how many]. */
  function stocks(form, operand) {
    const number = operand.inner.find((it) => it.isNumber), word = operand.inner.find((it) => it.one_of);
    const { place, draft, table } = form, { kit } = draft.sheet;
    const allowed = word.allowed && (place.sets[word.allowed] || kit.sets[word.allowed] || []);
    return Object.keys(table.lists[word.one_of].words)
      .filter((code) => !allowed || allowed.includes(code))
      .map((code) => [code, stock(form, operand, number, word, code)])
      .filter(([, left]) => left > 0);
  }

  /** The list as text: 4A+3B. */
  function listed(operand, chosen) {
    const number = operand.inner.find((it) => it.isNumber), word = operand.inner.find((it) => it.one_of);
    return [...chosen].filter(([, n]) => n > 0)
      .map(([code, n]) => filled(operand.list, { [number.name]: n, [word.name]: code })).join(operand.join);
  }

  /** A line for each word: less, how many, more, all. */
  function drawForce(form, operand) {
    const rows = stocks(form, operand), word = operand.inner.find((it) => it.one_of);
    const { title, words } = form.table.lists[word.one_of];
    if (!rows.length) return note("Nothing is here that could go.");
    if (!form.lists.has(operand.name)) form.lists.set(operand.name, new Map());
    const chosen = form.lists.get(operand.name);
    const line = ([code, most]) => {
      const name = words[code] + " " + code, input = el("input", {
        type: "text", inputmode: "numeric", autocomplete: "off", value: chosen.get(code) || 0,
        "data-key": "part-" + code, "aria-label": name + ": how many of " + most,
      });
      const set = (number) => {
        chosen.set(code, Math.min(most, Math.max(0, number)));
        form.values[operand.name] = listed(operand, chosen);
        form.refresh();
      };
      const give = (number) => {
        set(number);
        input.value = chosen.get(code);
      };
      input.addEventListener("input", () => set(/^[0-9]{1,6}$/.test(input.value) ? Number(input.value) : 0));
      const step = (key, sign, label, number) =>
        button(key + code, sign, () => give(number()), { "aria-label": label });
      const now = () => chosen.get(code) || 0;
      return el("div.number part", el("span", el("b", code), " " + words[code]),
        step("less-", "\u2212", "One " + name + " less", () => now() - 1), input,
        step("more-", "+", "One " + name + " more", () => now() + 1),
        step("all-", "all " + most, "All " + most + " " + name, () => most));
    };
    return group("force", pbm.titled(title) + ", how many", rows.map(line));
  }

  /** The space where a way has come to. */
  const end = (form) => form.ways[form.ways.length - 1] || form.place.at || form.place.code;

  /** The spaces that a way may go on to: [where it may end, where it may only pass]. */
  function onward(form, operand) {
    const { kit } = form.draft.sheet, set = (name) => form.place.sets[name] || kit.sets[name] || [];
    const most = typeof operand.most === "string" ? (kit.figures || {})[operand.most] || 0 : operand.most;
    const near = ((kit.near || {})[operand.chain] || {})[end(form)] || "";
    const isLast = operand.most && form.ways.length >= most, isIn = (name, code) => !name || set(name).includes(code);
    const next = operand.most && form.ways.length > most ? []
      : near.split(" ").filter((code) => code && code !== form.place.code && !form.ways.includes(code));
    const ends = next.filter((code) => isIn(operand.among, code));
    return [ends, isLast ? [] : next.filter((code) => !ends.includes(code) && isIn(operand.within, code))];
  }

  /** Whether the way may end where it is. */
  function isWhole(form, operand) {
    const { kit } = form.draft.sheet, set = form.place.sets[operand.among] || kit.sets[operand.among] || [];
    return form.ways.length > 0 && (!operand.among || set.includes(end(form)));
  }

  /** One space further; of a space that the way has already passed, back to it. */
  function stepTo(form, operand, code) {
    const at = form.ways.indexOf(code);
    form.ways = at < 0 ? form.ways.concat(code) : form.ways.slice(0, at + 1);
    form.values[operand.name] = isWhole(form, operand) ? form.ways.join(operand.join || "/") : "";
    form.ui.draw();
  }

  /** The way so far, a button to go back, and where it may go on. */
  function drawWay(form, operand) {
    const [ends, passes] = onward(form, operand);
    const back = () => {
      form.ways = form.ways.slice(0, -1);
      form.values[operand.name] = isWhole(form, operand) ? form.ways.join(operand.join || "/") : "";
      form.ui.draw();
    };
    const chip = (look) => (code) => button("way-" + code, code, () => stepTo(form, operand, code),
      { class: look, "aria-label": code + (look ? ", to pass" : "") });
    const start = form.place.at || form.place.code, here = form.isOnMap() ? " Tap the map, or choose here." : "";
    return [
      el("p.way", "Way: ", el("code", [start, ...form.ways].join(" \u2192 ")), " ",
        form.ways.length ? button("way-back", "Back", back, { class: "button small" }) : null),
      ends.length + passes.length ? note("Dashed: it may end there. Dotted: it may pass." + here) : null,
      group("codes-row", "Next space of the way", ends.map(chip(null)).concat(passes.map(chip("pass")))),
    ];
  }

  Object.assign(pbm, { drawForce, drawWay, onward, stepTo, wayEnd: end, isWholeWay: isWhole });
})(window.PbmComposer);
