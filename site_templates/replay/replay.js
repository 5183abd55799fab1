// The replay, 2: the turns in the hands of the reader. From public facts; in a revealed game also as each player saw
// it: his sight is a script of its own, which comes when it is asked for (a page from a disk can fetch nothing).
(function () {
  "use strict";

  const data = PBM_REPLAY;
  const root = document.querySelector("[data-replay]");
  const picture = root.querySelector(".mapbox > svg"), second = root.querySelector("[data-second-map]");
  const still = second && picture.cloneNode(true); // before anything is painted on it, or makes it a living map
  const map = new window.PbmReplayMap(picture, data, root.querySelector(".twin tbody"));
  const one = (name) => root.querySelector(`[data-${name}]`);
  const slider = one("turn"), play = one("play"), choice = one("switch"), whose = one("whose");
  const PACE = 1400; // milliseconds a turn
  const MOST = 5; // blocks over a turn
  const NARROW = 640; // pixels, as in narrow.css
  const STEPS = [1, 2, 3, 5, 10, 20, 50, 100]; // turns between two numbers of the scale
  const last = data.turns.length - 1;
  const names = new Map(data.players);
  const sights = new Map(); // by viewer ("all", "3") his rows by turn
  const asked = new Map(); // by viewer what there is to say while his script is not here
  let at = last, timer = 0;

  // The one way to a script beside the page. Nothing but a sight of ours passes it.
  let door = {
    createScriptURL: (path) => {
      if (!/^replay\/([1-9][0-9]*|all)\.js$/.test(path)) throw new TypeError("no sight of ours");
      return path;
    },
  };
  if (window.trustedTypes) door = window.trustedTypes.createPolicy("pbm", door);

  window.pbmReplay = (viewer, rows) =>
    sights.set(String(viewer || "all"), new Map(rows.map((row) => [row.n, map.read(row)])));
  function ask(viewer) {
    const path = `replay/${viewer}.js`, script = document.createElement("script");
    const done = (words) => {
      script.remove();
      asked.set(viewer, words);
      show();
    };
    script.onload = () => done("");
    script.onerror = () => done(`The file ${path} is missing; ${map.without}.`);
    asked.set(viewer, `Loading; ${map.without}.`);
    script.src = door.createScriptURL(path);
    document.head.append(script);
  }
  function note(text, where = "note") {
    one(where).hidden = !text;
    one(where).textContent = text;
  }

  /** Owners by space once those of a row, which has a space and its owner in turn, are what it says. */
  function owned(before, row) {
    const own = [...before];
    for (let n = 0; n < (row || []).length; n += 2) own[row[n]] = row[n + 1];
    return own;
  }
  const nobodys = data.spaces.map(() => 0);
  const owners = []; // after each turn: the rows have what changed
  data.turns.forEach(({ own }, k) => owners.push(owned(k ? owners[k - 1] : nobodys, own)));

  function viewer() {
    const chosen = choice ? choice.querySelector("input:checked").value : "";
    return chosen === "one" ? whose.value : chosen;
  }

  function el(tag, look, ...inner) {
    const node = document.createElement(tag);
    if (look) node.className = look;
    node.append(...inner);
    return node;
  }
  const chip = (player) => el("b", window.pbmCoat(player).look, String(player));
  const link = (text, href) => Object.assign(el("a", "", text), { href });
  /** A text with its marks: [5] becomes a chip, [5:Turkey] a chip and the name. */
  function rich(text) {
    return text.split(/(\[\d{1,2}(?::[^\[\]]{0,60})?\])/).map((part) => {
      const [, player, name] = /^\[(\d{1,2})(?::(.*))?\]$/.exec(part) || [];
      if (!names.has(Number(player))) return part;
      return name ? el("span", "", chip(Number(player)), " ", name) : chip(Number(player));
    });
  }

  function tell(row, chosen) {
    const { n } = data.turns[at], page = `${n}/index.html`, groups = [];
    let above = null;
    for (const [label, lead, rest, isBad] of row.told || []) { // with one label together, as on the turn's page
      if (label !== above) groups.push(el("div", "", el("dt", isBad ? "bad" : "", label)));
      groups[groups.length - 1].append(el("dd", "", el("b", "", ...rich(lead)), rest ? " " : "", ...rich(rest || "")));
      above = label;
    }
    const quiet = el("div", "", el("dt", "", "Quiet"), el("dd", "", "Nothing is told of this turn."));
    one("told").replaceChildren(...(groups.length ? groups : [quiet]));
    const printout = /^\d+$/.test(chosen) && sights.get(chosen)?.has(n);
    one("links").replaceChildren(...(printout
      ? [link(`Printout of turn ${n} for [${chosen}]`, `${n}/${chosen}.html`), " ", link("The turn\u2019s page", page)]
      : [link(row.more ? `All news of the turn, ${row.more} more` : "The turn\u2019s page", page)]));
  }

  /** Owners after a turn, as the viewer knew them. */
  function ownersAt(k, chosen) {
    const sight = sights.get(chosen)?.get(data.turns[k].n);
    return sight?.own ? owned(nobodys, sight.own) : owners[k];
  }

  function tally(own, chosen) {
    const count = (row) => row.reduce((sums, owner) => sums.set(owner, (sums.get(owner) || 0) + 1), new Map());
    const now = count(own), was = at ? count(ownersAt(at - 1, chosen)) : now;
    const rows = data.players.map(([player]) => [player, now.get(player) || 0, was.get(player) || 0]);
    rows.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    one("tally").replaceChildren(...rows.map(([player, n, before]) => {
      const change = n - before, sign = change > 0 ? "+" : change < 0 ? "\u2212" : "";
      return el("tr", "", el("td", "n", chip(player)), el("td", "", names.get(player)),
        el("td", n ? "n" : "n z", String(n)), el("td", change < 0 ? "n neg" : "n", sign && sign + Math.abs(change)));
    }));
  }

  /** A turn as it is shown: the public's, and over that what the chosen viewer saw, once it is here. */
  function seen(turn, chosen, where = "note") {
    const row = { ...turn, own: ownersAt(at, chosen) };
    if (!chosen) {
      if (choice) note("", where);
      return row;
    }
    if (!sights.has(chosen)) {
      if (!asked.has(chosen)) ask(chosen);
      note(asked.get(chosen), where);
      return row;
    }
    const sight = sights.get(chosen).get(turn.n);
    note(sight ? "" : `${names.get(Number(chosen))} got no printout of this turn: ${map.without}.`, where);
    if (!sight) return row;
    return { ...row, ...(chosen === "all" ? {} : { told: [], more: 0 }), ...sight, own: row.own };
  }

  /** What a map shows, in words. */
  function called(turn, chosen) {
    const name = names.get(Number(chosen)), whole = chosen === "all" ? ", everything" : "";
    return `Turn ${turn.n}` + (name === undefined ? whole : `, as [${chosen}] ${name} saw it`);
  }

  let other = null; // the second map, made when it is first asked for
  /** The second map is a picture of the first: its shapes are those of the first one's definitions. */
  function besides() {
    window.PbmFolds?.unfold(still); // it needs the definitions that are taken away
    still.querySelectorAll("defs").forEach((it) => it.remove());
    [still, ...still.querySelectorAll("[id]")].forEach((it) => it.removeAttribute("id"));
    ["aria-labelledby", "aria-describedby"].forEach((name) => still.removeAttribute(name));
    still.setAttribute("role", "img");
    one("second-picture").replaceWith(still);
    other = new window.PbmReplayMap(still, data, document.createElement("tbody"));
    const follow = () => { // where the reader looks on the first map they look on the second
      still.setAttribute("viewBox", picture.getAttribute("viewBox"));
      still.style.cssText = picture.style.cssText;
    };
    new MutationObserver(follow).observe(picture, { attributes: true, attributeFilter: ["viewBox", "style"] });
    follow();
  }
  function showBeside(turn, row) {
    const chosen = second ? one("other-sight").value : "none", isOn = chosen !== "none";
    root.querySelector(".scene").classList.toggle("two", isOn);
    if (!second) return;
    second.hidden = !isOn;
    one("second-differs").textContent = "";
    map.outline([]);
    if (!isOn) return;
    if (!other) besides();
    const beside = seen(turn, chosen, "second-note"), words = called(turn, chosen);
    other.show(beside, words);
    still.setAttribute("aria-label", words);
    one("second-caption").textContent = words + ".";
    if (one("second-note").textContent || one("note").textContent) return; // one of them is not here
    const found = map.differs(row, beside);
    [map, other].forEach((it) => it.outline(found));
    one("second-differs").textContent = found.length
      ? `They differ at ${found.length} place${found.length > 1 ? "s" : ""}, marked in both.` : "Both are alike.";
  }

  function show() {
    const turn = data.turns[at], chosen = viewer(), row = seen(turn, chosen);
    map.show(row, called(turn, chosen));
    showBeside(turn, row);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `turn ${turn.n}`);
    one("number").textContent = turn.n;
    one("day").textContent = turn.day;
    one("head").textContent = turn.head.replace(/\[\d+\] /g, "");
    one("head").href = `${turn.n}/index.html`;
    tell(row, chosen);
    tally(row.own, chosen);
    // Not `disabled`: a button that has just been pressed keeps the focus.
    for (const [button, end] of [["first", 0], ["back", 0], ["next", last], ["last", last]]) {
      one(button).setAttribute("aria-disabled", at === end);
    }
    beats.forEach((beat, k) => beat.classList.toggle("ahead", k > at));
    for (const chart of document.querySelectorAll("svg.chart")) {
      const line = chart.querySelector(".now"), { left, step } = chart.dataset;
      line?.setAttribute("transform", `translate(${(Number(left) + at * Number(step)).toFixed(1)} 0)`);
      line?.setAttribute("visibility", "visible"); // a chart of one turn has none
    }
  }

  /** Where a turn is along the slider. */
  const along = (k) => `${100 * k / Math.max(last, 1)}%`;
  // Over the slider a block for each space that changed hands, and who went out; below it the turns.
  const beats = data.turns.map((turn, k) => {
    const beat = el("span", "beat"), gone = Object.keys(data.out).filter((player) => data.out[player] === turn.n);
    beat.style.left = along(k);
    if (gone.length) beat.append(el("i", "", `\u2020${gone.join(" \u2020")}`));
    for (let n = 0; k && n < Math.min(MOST, (turn.own || []).length / 2); n += 1) beat.append(el("u", ""));
    return beat;
  });
  one("beats").append(...beats);
  function scale() {
    const most = window.innerWidth <= NARROW ? 7 : 18, every = STEPS.find((step) => last / step <= most) || 200;
    const isMarked = (k) => k === last || (k % every === 0 && last - k >= every * 0.6);
    one("scale").replaceChildren(...data.turns.flatMap(({ n }, k) => {
      const mark = el("span", "", String(n));
      mark.style.left = along(k);
      return isMarked(k) ? [mark] : [];
    }));
  }
  window.addEventListener("resize", scale);
  scale();

  function go(to) {
    at = Math.max(0, Math.min(last, to));
    show();
  }
  function stop() {
    window.clearInterval(timer);
    timer = 0;
    play.classList.remove("on");
    play.setAttribute("aria-label", "Play");
  }
  play.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    if (at === last) go(0);
    play.classList.add("on");
    play.setAttribute("aria-label", "Stop");
    timer = window.setInterval(() => {
      if (at === last) stop();
      else go(at + 1);
    }, PACE);
  });
  const ways = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
  for (const [button, where] of Object.entries(ways)) {
    one(button).addEventListener("click", () => {
      stop();
      go(where());
    });
  }
  slider.addEventListener("input", () => {
    stop();
    go(Number(slider.value));
  });
  choice?.addEventListener("change", (event) => {
    if (event.target === whose) choice.querySelector("input[value=one]").checked = true;
    show();
  });
  if (second) one("other-sight").addEventListener("change", show);

  slider.max = last;
  root.hidden = false;
  const named = /^#t(\d+)$/.exec(location.hash);
  const asks = data.turns.findIndex(({ n }) => named && n === Number(named[1]));
  if (asks >= 0) at = asks;
  show();
})();
