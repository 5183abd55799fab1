// Before the page is painted: the theme that the reader chose, if they chose one; and what coat a player has.
(function () {
  "use strict";
  var coats = new Map((document.documentElement.dataset.coats || "").split(" ").map(function (pair) {
    return pair.split(".").map(Number);
  }));
  /** A player's coat as pbm/site/ink/palette.py has it: the page names those that are not of the player's own number. */
  window.pbmCoat = function (player) { return coats.get(player) || player; };
  try {
    var chosen = localStorage.getItem("pbm-theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch (e) { /* no storage: the system's theme */ }
})();
