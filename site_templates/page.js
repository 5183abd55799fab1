// The switch of themes, folded sections on a phone, whole sections on paper, copying the card, keys for wide tables.
(function () {
  "use strict";

  const root = document.documentElement;
  const narrow = window.matchMedia("(max-width: 640px)"); // as narrow.css
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);

  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
    button.hidden = false;
    name();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("pbm-theme", root.dataset.theme); } catch { /* not kept */ }
      name();
    });
    dark.addEventListener("change", name);
  }

  const folds = () => [...document.querySelectorAll("details.fold")];
  function target() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* a bare % of the reader's own: as it stands */ }
    return document.getElementById(id);
  }
  function unfold() {
    const hit = target();
    for (let at = hit; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
    hit?.scrollIntoView();
  }
  function fold() {
    for (const it of folds()) it.open = !narrow.matches || it.matches(".keep, .forces, .forces *");
  }
  narrow.addEventListener("change", fold);
  window.addEventListener("hashchange", unfold);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link?.hash === location.hash) unfold();
  });

  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...folds(), ...document.querySelectorAll("details.more")].filter((it) => !it.open);
    for (const it of closed) it.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const it of closed) it.open = false;
  });

  function offerCopy() {
    const card = document.querySelector("[data-card]"), copy = document.querySelector("[data-copy]");
    if (!card || !copy || !navigator.clipboard) return;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      const lines = [...card.children].map((line) => line.textContent.trim());
      await navigator.clipboard.writeText(`${lines.join("\n")}\n`);
      copy.textContent = "Copied";
    });
  }

  /** What a screen reader calls a wide box: the heading of its part, without the small print, and what it is. */
  function nameOf(box) {
    const part = box.closest("section, details");
    const title = part?.querySelector("h2") || part?.querySelector("summary");
    const words = [...(title?.childNodes || [])].filter((node) => node.nodeName !== "SMALL");
    const kind = box.tagName === "PRE" ? "wide lines" : "a wide table";
    return title ? `${words.map((node) => node.textContent).join("").trim()}, ${kind}` : kind;
  }
  // A table too wide for the screen is moved by keys as well. All are measured before the first is changed, and none
  // that is folded away: a browser would lay out the whole book again for each.
  function offerKeys() {
    const boxes = [...document.querySelectorAll(".scroll, .prose pre")].filter((box) =>
      !box.hasAttribute("tabindex") && !box.closest("details:not([open])"));
    for (const box of boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", nameOf(box));
    }
  }
  let isDue = false;
  document.addEventListener("toggle", () => { // of many sections at once, once
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      offerKeys();
    });
  }, true);

  /** For what stands in the page from the start, and for a printout that was unsealed into it. */
  function enliven() {
    if (narrow.matches) {
      fold();
      unfold();
    }
    offerCopy();
    offerKeys();
  }
  window.pbm = { ...window.pbm, enliven };
  enliven();
})();
