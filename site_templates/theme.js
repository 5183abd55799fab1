// Before the page is painted: the theme that the reader chose, if he chose one.
(function () {
  "use strict";
  try {
    var chosen = localStorage.getItem("pbm-theme");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch (e) { /* no storage: the system's theme */ }
})();
