// The replay, 2: the turns in the hands of the reader. From public facts; in a revealed game also as each player saw
// it: his sight is a script of its own, which comes when it is asked for (a page from a disk can fetch nothing).
(function () {
  "use strict";

  const data = PBM_REPLAY;
  const root = document.querySelector("[data-replay]");
  const map = new window.PbmReplayMap(root.querySelector("svg.map"), data, root.querySelector("[data-twin]"));
  const one = (name) => root.querySelector("[data-" + name + "]");
  const slider = one("turn"), play = one("play"), choice = one("switch"), whose = one("whose");
  const PACE = 1400; // milliseconds a turn
  const MOST = 5; // blocks over a turn
  const last = data.turns.length - 1;
  const names = new Map(data.players);
  const sights = new Map(); // by viewer ("all", "3") his rows by turn
  let at = last, timer = 0;

  // The one way to a script beside the page. Nothing that is no sight of ours passes it.
  let door = { createScriptURL: (path) => {
    if (!/^replay\/([1-9][0-9]*|all)\.js$/.test(path)) throw new TypeError("no sight of ours");
    return path;
  } };
  if (window.trustedTypes) door = window.trustedTypes.createPolicy("pbm", door);

  window.pbmReplay = (viewer, rows) => sights.set(String(viewer || "all"), new Map(rows.map((row) => [row.n, row])));
  const asked = new Map(); // by viewer what there is to say while his script is not here
  function ask(viewer) {
    const script = document.createElement("script");
    const done = (words) => { script.remove(); asked.set(viewer, words); show(); };
    script.onload = () => done("");
    script.onerror = () => done("The file replay/" + viewer + ".js is missing; what is shown is public.");
    asked.set(viewer, "Loading; what is shown is public.");
    script.src = door.createScriptURL("replay/" + viewer + ".js");
    document.head.append(script);
  }
  function note(text) {
    one("note").hidden = !text;
    one("note").textContent = text;
  }

  // Who owns what after each turn: the rows tell what changed.
  const owners = [];
  data.turns.forEach((turn, k) => {
    const own = k ? owners[k - 1].slice() : data.spaces.map(() => 0);
    for (let n = 0; n < (turn.own || []).length; n += 2) own[turn.own[n]] = turn.own[n + 1];
    owners.push(own);
  });
  function full(row) {
    const own = data.spaces.map(() => 0);
    for (let n = 0; n < row.length; n += 2) own[row[n]] = row[n + 1];
    return own;
  }

  function viewer() {
    if (!choice) return "";
    const chosen = choice.querySelector("input:checked").value;
    return chosen === "one" ? whose.value : chosen;
  }

  function el(tag, name, ...inner) {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.append(...inner);
    return node;
  }
  function chip(player) {
    return el("b", window.pbmCoat(player).look, String(player));
  }
  // A text with its marks: [5] becomes a chip, [5:Turkey] a chip and the name.
  function rich(text) {
    return text.split(/(\[\d{1,2}(?::[^\[\]]{0,60})?\])/).map((part) => {
      const found = /^\[(\d{1,2})(?::(.*))?\]$/.exec(part);
      if (!found || !names.has(Number(found[1]))) return part;
      return found[2] ? el("span", "", chip(Number(found[1])), " " + found[2]) : chip(Number(found[1]));
    });
  }
  function link(text, href) {
    const node = el("a", "", text);
    node.href = href;
    return node;
  }

  function tell(row, chosen) {
    const told = one("told"), page = data.turns[at].n + "/index.html";
    const groups = [];  // what has the same label stands together, as on the turn's page
    (row.told || []).forEach(([label, lead, rest, isBad], k, all) => {
      if (!k || all[k - 1][0] !== label) groups.push(el("div", "", el("dt", isBad ? "bad" : "", label)));
      groups[groups.length - 1].append(el("dd", "", el("b", "", ...rich(lead)), rest ? " " : "", ...rich(rest || "")));
    });
    told.replaceChildren(...groups);
    if (!told.children.length) told.append(el("div", "", el("dt", "", "Quiet"), el("dd", "", "Nothing is told of this turn.")));
    const links = one("links");
    links.replaceChildren(link(row.more ? "All news of the turn, " + row.more + " more" : "The turn\u2019s page", page));
    if (/^\d+$/.test(chosen) && sights.has(chosen) && sights.get(chosen).has(data.turns[at].n)) {
      links.replaceChildren(link("Printout of turn " + data.turns[at].n + " for [" + chosen + "]",
        data.turns[at].n + "/" + chosen + ".html"), " ", link("The turn\u2019s page", page));
    }
  }

  function tally(own) {
    const count = (row) => row.reduce((sums, owner) => sums.set(owner, (sums.get(owner) || 0) + 1), new Map());
    const now = count(own), was = at ? count(owners[at - 1]) : now;
    const rows = data.players.map(([player]) => [player, now.get(player) || 0, (now.get(player) || 0) - (was.get(player) || 0)]);
    rows.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    one("tally").replaceChildren(...rows.map(([player, n, change]) => el("tr", "", el("td", "n", chip(player)),
      el("td", "", names.get(player)), el("td", "n" + (n ? "" : " z"), String(n)),
      el("td", "n" + (change < 0 ? " neg" : ""), change > 0 ? "+" + change : change < 0 ? "\u2212" + -change : ""))));
  }

  function show() {
    const turn = data.turns[at], chosen = viewer();
    let row = Object.assign({}, turn, { own: owners[at] });
    if (chosen && !sights.has(chosen)) {
      if (!asked.has(chosen)) ask(chosen);
      note(asked.get(chosen));
    } else if (chosen) {
      const sight = sights.get(chosen).get(turn.n);
      note(sight ? "" : names.get(Number(chosen)) + " got no printout of this turn: what is shown is public.");
      if (sight) {
        row = Object.assign(row, chosen === "all" ? {} : { told: [], more: 0 }, sight);
        if (sight.own) row.own = full(sight.own);
      }
    } else if (choice) {
      note("");
    }
    map.show(row, "Turn " + turn.n + (names.has(Number(chosen)) ? ", as [" + chosen + "] " + names.get(Number(chosen)) + " saw it" : ""));
    slider.value = at;
    slider.setAttribute("aria-valuetext", "turn " + turn.n);
    one("number").textContent = turn.n;
    one("day").textContent = turn.day;
    one("head").textContent = turn.head.replace(/\[\d+\] /g, "");
    one("head").href = turn.n + "/index.html";
    tell(row, chosen);
    tally(row.own);
    // Not `disabled`: who has just pressed a button keeps the focus.
    [["first", 0], ["back", 0], ["next", last], ["last", last]].forEach(([name, end]) => one(name).setAttribute("aria-disabled", at === end));
    beats.forEach((beat, k) => beat.classList.toggle("ahead", k > at));
    document.querySelectorAll("svg.chart").forEach((chart) => {
      const line = chart.querySelector(".now");
      const x = Number(chart.getAttribute("data-left")) + at * Number(chart.getAttribute("data-step"));
      if (!line) return; // a chart of one turn
      line.setAttribute("transform", "translate(" + x.toFixed(1) + " 0)");
      line.setAttribute("visibility", "visible");
    });
  }

  // Over the slider a block for each space that changed hands, and who went out; below it the turns.
  const beats = data.turns.map((turn, k) => {
    const beat = el("span", "beat"), gone = Object.keys(data.out).filter((player) => data.out[player] === turn.n);
    beat.style.left = 100 * k / Math.max(last, 1) + "%";
    if (gone.length) beat.append(el("i", "", "\u2020" + gone.join(" \u2020")));
    for (let n = 0; k && n < Math.min(MOST, (turn.own || []).length / 2); n += 1) beat.append(el("u", ""));
    return beat;
  });
  one("beats").append(...beats);
  function scale() {
    const every = [1, 2, 3, 5, 10, 20, 50, 100].find((step) => last / step <= (window.innerWidth < 641 ? 7 : 18)) || 200;
    one("scale").replaceChildren(...data.turns.map((turn, k) => [turn, k]).filter(([, k]) => k % every === 0 || k === last)
      .filter(([, k]) => k === last || last - k >= every * 0.6).map(([turn, k]) => {
        const mark = el("span", "", String(turn.n));
        mark.style.left = 100 * k / Math.max(last, 1) + "%";
        return mark;
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
    if (timer) { stop(); return; }
    if (at === last) go(0);
    play.classList.add("on");
    play.setAttribute("aria-label", "Stop");
    timer = window.setInterval(() => { if (at === last) stop(); else go(at + 1); }, PACE);
  });
  [["first", () => 0], ["back", () => at - 1], ["next", () => at + 1], ["last", () => last]].forEach(([name, where]) => {
    one(name).addEventListener("click", () => { stop(); go(where()); });
  });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  if (choice) {
    choice.addEventListener("change", (event) => {
      if (event.target === whose) choice.querySelector("input[value=one]").checked = true;
      show();
    });
  }

  slider.max = last;
  root.hidden = false;
  const named = /^#t(\d+)$/.exec(location.hash);
  data.turns.forEach((turn, k) => { if (named && turn.n === Number(named[1])) at = k; });
  show();
})();
