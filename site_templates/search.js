// Search over the public pages: every word must be there; titles count most. The index is a script beside this one.
(function () {
  "use strict";
  var form = document.querySelector("[data-search]");
  var box = document.getElementById("words");
  var list = document.querySelector("[data-hits]");
  var count = document.querySelector("[data-count]");
  var KINDS = { rules: "Rules", turn: "Turn", news: "News", about: "About", game: "Game" };
  var MOST = 50;
  var AROUND = 90;

  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }
  var rows = PBM_PAGES.map(function (row) {
    return { title: row[0], where: row[1], kind: row[2], text: row[3], inTitle: plain(row[0]), inText: plain(row[3]) };
  });

  function score(row, words) {
    var sum = 0;
    for (var k = 0; k < words.length; k += 1) {
      var at = row.inTitle.indexOf(words[k]);
      if (at >= 0) sum += at === 0 || /\W/.test(row.inTitle[at - 1]) ? 20 : 8;
      else if (row.inText.indexOf(words[k]) >= 0) sum += 1;
      else return 0;
    }
    return sum;
  }

  // The text around the first word that is found in it, with that word marked.
  function snippet(row, words) {
    var p = document.createElement("p");
    var at = -1;
    var word = "";
    words.forEach(function (it) {
      var here = row.inText.indexOf(it);
      if (here >= 0 && (at < 0 || here < at)) { at = here; word = it; }
    });
    // Where folding changed the length, places do not agree: then the beginning is shown, unmarked.
    if (at < 0 || row.inText.length !== row.text.length) {
      p.textContent = row.text.slice(0, 2 * AROUND);
      return p;
    }
    var from = at > AROUND ? row.text.indexOf(" ", at - AROUND) + 1 : 0;
    var to = row.text.lastIndexOf(" ", at + word.length + AROUND);
    if (from > at) from = at;
    if (to < at + word.length || row.text.length < at + word.length + AROUND) to = row.text.length;
    p.append((from ? "\u2026 " : "") + row.text.slice(from, at));
    var mark = document.createElement("mark");
    mark.textContent = row.text.slice(at, at + word.length);
    p.append(mark, row.text.slice(at + word.length, to) + (to < row.text.length ? " \u2026" : ""));
    return p;
  }

  function show() {
    var words = plain(box.value).split(/\s+/).filter(Boolean).slice(0, 8);
    var hits = [];
    rows.forEach(function (row, serial) {
      var points = words.length ? score(row, words) : 0;
      if (points) hits.push({ row: row, points: points, serial: serial });
    });
    hits.sort(function (a, b) { return b.points - a.points || a.serial - b.serial; });
    list.replaceChildren.apply(list, hits.slice(0, MOST).map(function (hit) {
      var item = document.createElement("li");
      var link = document.createElement("a");
      var kind = document.createElement("span");
      link.href = hit.row.where;
      link.textContent = hit.row.title;
      kind.className = "kicker";
      kind.textContent = KINDS[hit.row.kind];
      item.append(kind, link, snippet(hit.row, words));
      return item;
    }));
    count.textContent = !words.length ? rows.length + " places can be found."
      : hits.length > MOST ? "The best " + MOST + " of " + hits.length + " places."
        : hits.length === 1 ? "1 place." : hits.length + " places.";
    var hash = words.length ? "#q=" + encodeURIComponent(box.value) : "#";
    if (location.hash !== hash && (words.length || location.hash)) history.replaceState(null, "", hash);
  }

  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  box.addEventListener("input", show);
  function fromAddress() {
    var asked = /^#q=(.*)$/.exec(location.hash);
    if (!asked) return;
    try { box.value = decodeURIComponent(asked[1]).slice(0, 200); } catch (e) { return; }
  }
  window.addEventListener("hashchange", function () { fromAddress(); show(); });
  fromAddress();
  show();
  box.focus();
})();
