// Before the page is painted: the theme that the reader chose, if they chose one; and what coat a player has.
(function () {
  "use strict";

  const page = document.documentElement.dataset;
  const { hues, turns } = window.pbmCoats; // the numbers of pbm/site/ink/palette.py
  // The coats of those who have not that of their number.
  const coats = new Map((page.coats || "").split(" ").map((pair) => pair.split(".").map(Number)));

  /** A player's coat: its hue, how many textures further it is than the plain one, and the classes of a chip. */
  window.pbmCoat = (player) => {
    const coat = player > 0 ? coats.get(player) || player : 0; // nobody is 0
    const hue = coat && (coat - 1) % hues + 1, turn = coat && Math.min(Math.floor((coat - 1) / hues), turns);
    return { hue, turn, coat: turn * hues + hue, look: `chip p${hue}` + (turn ? ` t${turn + 1}` : "") };
  };

  try {
    const chosen = localStorage.getItem("pbm-theme");
    if (chosen === "dark" || chosen === "light") page.theme = chosen;
  } catch { /* no storage: the system's theme */ }
})();
