// Pages to look things up in: a click on the head of a column sorts the table by it, a second one the other way round.
(function () {
  "use strict";

  const FEW = 12; // rows that are seen at once need no order of their own
  const { compare } = new Intl.Collator(document.documentElement.lang || "en", { numeric: true });
  const text = (row, k) => (row.children[k] ? row.children[k].textContent.trim() : "");

  /** By the text of a column, numbers as numbers; what has none comes last. */
  function sort(table, k, isDown) {
    const body = table.tBodies[0], sign = isDown ? -1 : 1;
    const order = (a, b) => {
      const [one, other] = [text(a, k), text(b, k)];
      return one && other ? sign * compare(one, other) : Number(!one) - Number(!other);
    };
    body.append(...[...body.rows].sort(order));
  }

  function offer(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, k) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "sort", title: "Sort by this column" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const isDown = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((it) => it.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        sort(table, k, isDown);
      });
    });
  }

  for (const table of document.querySelectorAll(".lookup table")) {
    if (table.tHead && table.tBodies.length === 1 && table.tBodies[0].rows.length > FEW) offer(table);
  }
})();
