// Between a sealed page and the order composer: in the newest printout a button opens the composer, above the tables.
(function () {
  "use strict";

  // The composer's map is a copy of the whole map, with shapes and patterns of its own: those of the printout's are not
  // painted where its section is folded.
  function copyOfMap(page) {
    var map = page.querySelector("#map svg.map") || page.querySelector("#theatre svg.map");
    if (!map) return null;
    var copy = window.pbm.stillMap ? window.pbm.stillMap(map) : map.cloneNode(true);
    copy.querySelectorAll("title, desc").forEach(function (it) { if (it.parentNode === copy) it.remove(); });
    copy.querySelectorAll("*").forEach(function (it) {
      if (it.id) it.id = "own-" + it.id;
      ["href", "fill", "marker-end"].forEach(function (name) {
        var to = it.getAttribute(name);
        if (to && to.indexOf("#") >= 0) it.setAttribute(name, to.replace("#", "#own-"));
      });
    });
    copy.removeAttribute("aria-labelledby");
    copy.setAttribute("aria-label", "Map to choose spaces from; the list beside it has the same spaces.");
    return copy;
  }

  var draft = null;  // the composer in hand, for a player who looks at another turn and comes back
  document.addEventListener("pbm-locked", function () { draft = window.onbeforeunload = null; });  // nothing holds it
  document.addEventListener("pbm-opened", function (event) {
    var page = event.detail.root, sheet = event.detail.words.sheet, jump = page.querySelector(".jump");
    if (!event.detail.isNewest || !sheet || !jump || !window.PbmComposer || !window.PbmComposer.start) return;
    var button = document.createElement("button"), section = document.createElement("section");
    var title = document.createElement("h2"), body = draft || document.createElement("div");
    button.type = "button";
    button.className = "button dark";
    button.textContent = "Compose turn " + sheet.heading.turn;
    section.className = "row screen";
    section.id = "compose";
    section.hidden = true;
    title.textContent = "Orders for turn " + sheet.heading.turn;
    section.append(title, body);
    jump.querySelectorAll(".dark").forEach(function (other) { other.classList.remove("dark"); });
    jump.prepend(button, " ");
    (jump.closest(".lead") || jump).after(section);
    button.addEventListener("click", function () {
      section.hidden = false;  // first, for a map that is not shown has no measure
      draft = body;
      if (!body.children.length) window.PbmComposer.start(body, sheet, copyOfMap(page));
      section.scrollIntoView();
    });
  });
})();
