// Search over the public pages: every word must be there; titles count most. The index is a script beside this one.
(function () {
  "use strict";

  const SHOWN = 50; // places
  const AROUND = 90; // letters on each side of a word that was found
  const WORDS = 8; // of the reader's; the rest are not looked for
  const form = document.querySelector("[data-search]"), box = document.getElementById("words");
  const list = document.querySelector("[data-hits]"), count = document.querySelector("[data-count]");

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const rows = PBM_PAGES.map(([title, where, kind, text]) =>
    ({ title, where, kind, text, inTitle: plain(title), inText: plain(text) }));

  function el(tag, facts, ...inner) {
    const made = Object.assign(document.createElement(tag), facts);
    made.append(...inner);
    return made;
  }

  /** How well a place fits the words; 0 where one of them is missing. */
  function score({ inTitle, inText }, words) {
    let sum = 0;
    for (const word of words) {
      const at = inTitle.indexOf(word);
      if (at >= 0) sum += at === 0 || /\W/.test(inTitle[at - 1]) ? 20 : 8;
      else if (inText.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  }

  /** The text around the first word that is found in it, with that word marked. */
  function snippet({ text, inText }, words) {
    const found = words.map((word) => [inText.indexOf(word), word]).filter(([at]) => at >= 0);
    // Where folding changed the length, places do not agree: then the beginning is shown, unmarked.
    if (!found.length || inText.length !== text.length) return el("p", {}, text.slice(0, 2 * AROUND));
    const [at, word] = found.sort((a, b) => a[0] - b[0])[0], end = at + word.length;
    const from = at > AROUND ? Math.min(at, text.indexOf(" ", at - AROUND) + 1) : 0;
    const blank = text.lastIndexOf(" ", end + AROUND);
    const to = blank < end || text.length < end + AROUND ? text.length : blank;
    return el("p", {}, (from ? "\u2026 " : "") + text.slice(from, at), el("mark", {}, text.slice(at, end)),
      text.slice(end, to) + (to < text.length ? " \u2026" : ""));
  }

  function show() {
    const words = plain(box.value).split(/\s+/).filter(Boolean).slice(0, WORDS);
    const hits = rows.map((row) => [score(row, words), row]).filter(([points]) => points);
    hits.sort((a, b) => b[0] - a[0]);
    list.replaceChildren(...hits.slice(0, SHOWN).map(([, row]) => el("li", {},
      el("span", { className: "kicker" }, row.kind), el("a", { href: row.where }, row.title), snippet(row, words))));
    if (!words.length) count.textContent = `${rows.length} places can be found.`;
    else if (hits.length > SHOWN) count.textContent = `The best ${SHOWN} of ${hits.length} places.`;
    else count.textContent = hits.length === 1 ? "1 place." : `${hits.length} places.`;
    const hash = words.length ? `#q=${encodeURIComponent(box.value)}` : "#";
    if (location.hash !== hash && (words.length || location.hash)) history.replaceState(null, "", hash);
  }

  function fromAddress() {
    const asked = /^#q=(.*)$/.exec(location.hash) || /[?&]q=([^&]*)/.exec(location.search);
    if (!asked) return;
    const text = asked[1].replace(/\+/g, " ");
    try { box.value = decodeURIComponent(text).slice(0, 200); } catch { /* a bare %: nothing is asked */ }
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", show);
  window.addEventListener("hashchange", () => {
    fromAddress();
    show();
  });
  fromAddress();
  show();
  box.focus();
})();
