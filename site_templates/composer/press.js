// The composer: the part in which press is written.
(function (pbm) {
  "use strict";

  const { el, note, button, grid } = pbm;

  /** Who reads a piece, in words. */
  function readers(draft, { kind, to }) {
    if (kind === "some") return to.map((number) => draft.player(number)).join(", ");
    return kind === "all" ? "all" : "your diary";
  }

  /** What is wrong with a piece, or "". */
  function wrong(draft, piece) {
    const { limits } = draft.sheet, bad = pbm.linesOf(piece.text).find((line) => pbm.breaksPress(line, limits));
    if (piece.kind === "some" && !piece.to.length) return "Choose who reads it.";
    if (!piece.text.trim()) return "Write the text first.";
    if (bad !== undefined) return "The line \u201c" + bad.trim() + "\u201d ends a text: write it in a sentence.";
    if (draft.press.length >= limits.pieces) return "A card has at most " + limits.pieces + " pieces a turn.";
    return "";
  }

  /** The pieces on the card, each with buttons that change it and take it away. */
  function pieceList(ui) {
    const { draft } = ui;
    const rows = draft.press.map((piece, k) => {
      const drop = () => draft.setPress(draft.press.filter((it) => it !== piece));
      const what = "the press to " + readers(draft, piece);
      const change = () => {
        ui.focus = "press-text";
        draft.letter = { ...piece };
        ui.say("Change it, and add it again.");
        drop();
      };
      const away = () => {
        ui.say("Took away " + what + ".");
        drop();
      };
      return [readers(draft, piece) + (piece.anonymous ? ", anonymous" : ""),
        piece.title || pbm.cut(piece.text.trim(), 60),
        button("change-press-" + k, "Change", change, { class: "button small", "aria-label": "Change " + what }),
        button("drop-press-" + k, "\u00d7", away, { class: "drop-order", "aria-label": "Take away " + what })];
    });
    return rows.length ? grid("orders-list", ["To", "Press", "", ""], rows) : el("p", "No press on this card yet.");
  }

  /** The form for a piece, and those on the card. */
  function pressTab(ui) {
    const { draft } = ui, { letter } = draft, { heading, kit, limits } = draft.sheet;
    const others = kit.players.filter((number) => number !== heading.player);
    const choose = (kind) => {
      letter.kind = kind;
      if (kind === "me") letter.anonymous = false;
      ui.keep();
      ui.draw();
    };
    const kinds = [["all", "everybody"], ["some", "some players"], ["me", "me: my diary"]].map(([kind, words]) =>
      el("label.check", el("input", {
        type: "radio", name: "press-kind", value: kind, "data-key": "press-" + kind, checked: letter.kind === kind,
        on: { change: () => choose(kind) },
      }), " " + words));
    const box = (key, words, isOn, set) => el("label.check", el("input", {
      type: "checkbox", "data-key": key, checked: isOn,
      on: {
        change: (event) => {
          set(event.target.checked);
          ui.keep();
        },
      },
    }), " " + words);
    const players = others.map((number) => box("press-to-" + number, draft.player(number), letter.to.includes(number),
      (isOn) => {
        letter.to = others.filter((it) => (it === number ? isOn : letter.to.includes(it)));
      }));
    const typed = (key) => ({
      input: (event) => {
        letter[key] = event.target.value;
        ui.keep();
      },
    });
    const title = el("input", {
      type: "text", "data-key": "press-title", maxlength: limits.title, value: letter.title, on: typed("title"),
    });
    const text = el("textarea", {
      "data-key": "press-text", rows: 8, maxlength: limits.press, autocomplete: "off", on: typed("text"),
    });
    text.value = letter.text;
    const add = () => {
      const piece = { ...letter, title: letter.title.trim() }, told = wrong(draft, piece);
      if (told) return ui.say(told, true);
      ui.focus = "press-text";
      ui.say("Added press to " + readers(draft, piece) + ".");
      draft.letter = pbm.newPiece();
      return draft.setPress(draft.press.concat([piece]));
    };
    return el("div.sides",
      el("div.letter",
        el("h2", "Press"),
        el("fieldset", el("legend", "Who reads it"), kinds,
          letter.kind === "some" ? pbm.group("readers", "Players who read it", players) : null),
        letter.kind === "me" ? null : box("press-anon", "anonymous", letter.anonymous, (isOn) => {
          letter.anonymous = isOn;
        }),
        el("label.field", "Title, if you like", title),
        el("label.field", "Text", text),
        button("press-add", "Add to the card", add, { class: "button" })),
      el("div",
        el("h3", "On this card"),
        pieceList(ui),
        box("press-none", "Take back the press that I sent for this turn before", draft.takesBack, (isOn) => {
          draft.takesBack = isOn;
          draft.setPress(draft.press);
        }),
        note("It goes out with the printouts of the turn. A diary opens when the game is revealed. Who wrote " +
          "anonymous press is never told.")));
  }

  Object.assign(pbm, { pressTab });
})(window.PbmComposer);
