// Before the page is painted: the theme that the reader chose, if they chose one; and what coat a player has.
(function () {
  "use strict";
  var coats = new Map((document.documentElement.dataset.coats || "").split(" ").map(function (pair) {
    return pair.split(".").map(Number);
  }));
  // A player's coat as pbm/site/ink/palette.py has it: its hue, how many textures further it is than the plain one, and
  // the classes of a chip. The page names the coats of those who have not that of their number.
  window.pbmCoat = function (player) {
    var coat = coats.get(player) || player, hue = player > 0 ? (coat - 1) % 9 + 1 : 0;
    var turn = player > 0 ? Math.min(Math.floor((coat - 1) / 9), 4) : 0;
    return { hue: hue, turn: turn, coat: turn * 9 + hue, look: "chip p" + hue + (turn ? " t" + (turn + 1) : "") };
  };
  try {
    var chosen = localStorage.getItem("pbm-theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch (e) { /* no storage: the system's theme */ }
})();
