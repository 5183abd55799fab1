// The switch of themes, folded sections on a phone, whole sections on paper, copying the card, keys for wide tables.
(function () {
  "use strict";
  var root = document.documentElement;
  var narrow = window.matchMedia("(max-width: 640px)");
  var dark = window.matchMedia("(prefers-color-scheme: dark)");

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
  }
  document.querySelectorAll("[data-theme-switch]").forEach(function (button) {
    function name() { button.textContent = isDark() ? "Light" : "Dark"; }
    button.hidden = false;
    name();
    button.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("pbm-theme", root.dataset.theme); } catch (e) { /* not kept */ }
      name();
    });
    dark.addEventListener("change", name);
  });

  function folds() { return Array.prototype.slice.call(document.querySelectorAll("details.fold")); }
  function target() {
    var id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch (e) { /* a bare % of the reader's own: as it stands */ }
    return id ? document.getElementById(id) : null;
  }
  function unfold() {
    var at = target();
    var hit = at;
    while (at) {
      if (at.tagName === "DETAILS") at.open = true;
      at = at.parentElement;
    }
    if (hit) hit.scrollIntoView();
  }
  function fold() {
    folds().forEach(function (it) {
      it.open = !narrow.matches || it.closest(".forces") !== null || it.classList.contains("keep");
    });
  }
  narrow.addEventListener("change", fold);
  window.addEventListener("hashchange", unfold);
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[href^='#']") : null;
    if (link && link.hash === location.hash) unfold();
  });

  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = folds().filter(function (it) { return !it.open; });
    closed.forEach(function (it) { it.open = true; });
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (it) { it.open = false; });
  });

  function offerCopy() {
    var card = document.querySelector("[data-card]");
    var copy = document.querySelector("[data-copy]");
    if (!card || !copy || !navigator.clipboard) return;
    copy.hidden = false;
    copy.addEventListener("click", function () {
      var lines = Array.prototype.map.call(card.children, function (line) { return line.textContent.trim(); });
      navigator.clipboard.writeText(lines.join("\n") + "\n").then(function () { copy.textContent = "Copied"; });
    });
  }

  // A table too wide for the screen is moved by keys as well. All are measured before the first is changed, and none
  // that is folded away: a browser would lay out the whole book again for each.
  function offerKeys() {
    var boxes = Array.prototype.filter.call(document.querySelectorAll(".scroll, .prose pre"), function (box) {
      return !box.hasAttribute("tabindex") && !box.closest("details:not([open])");
    });
    boxes.filter(function (box) { return box.scrollWidth > box.clientWidth; }).forEach(function (box) {
      var part = box.closest("section, details");
      var title = part && (part.querySelector("h2") || part.querySelector("summary"));
      var name = title ? Array.prototype.filter.call(title.childNodes, function (node) {
        return node.nodeName !== "SMALL";  // what stands behind a heading is no part of its name
      }).map(function (node) { return node.textContent; }).join("").trim() + ", " : "";
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", name + (box.tagName === "PRE" ? "wide lines" : "a wide table"));
    });
  }
  var due = false;
  document.addEventListener("toggle", function () {  // of many sections at once, once
    if (due) return;
    due = true;
    requestAnimationFrame(function () {
      due = false;
      offerKeys();
    });
  }, true);

  // For what stands in the page from the start, and for a printout that was unsealed into it.
  function enliven() {
    if (narrow.matches) {
      fold();
      unfold();
    }
    offerCopy();
    offerKeys();
  }
  window.pbm = window.pbm || {};
  window.pbm.enliven = enliven;
  enliven();
})();
