// A sealed page: opens the printouts of one player with his six words, on his own device.
// The words make a key (PBKDF2), the key opens a lock of the page, in the lock lies the content key of an
// epoch; it opens every turn that was sealed in that epoch. Keys are never extractable, live in this page's
// memory alone, and go with "Lock" or with the page. pbm/seal/ is the other side of all this.
(function () {
  "use strict";

  const FORMAT = "pbm-seal-1", NONCE = 12; // as in pbm/seal/cipher.py
  const AES = { name: "AES-GCM", length: 256 };
  const UNSEEN = /[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff]/g; // as in pbm/seal/phrases.py
  const NOTHING = "There is no printout of this turn for you.";
  const DAMAGED = "A part of this page is damaged: maps do not move, and no card can be composed here. "
    + "On the game's site it is whole.";
  const facts = JSON.parse(document.getElementById("sealed").textContent);
  const stay = { [facts.newest.turn]: facts.newest }; // turn -> sealed bundle, as it was loaded
  let keys = {}; // epoch -> content key, while the page is open
  let round = 0; // grows with every opening and locking: what comes late is dropped
  let foot = null; // the foot line of the printed page

  const find = (name) => document.querySelector(`[data-${name}]`);
  const [locked, opened, page, turns] = ["locked", "opened", "page", "turns"].map(find);
  const [form, phrase, kept, trouble] = ["form", "phrase", "kept", "trouble"].map(find);
  const [button, missing, shut] = ["open", "missing", "shut"].map(find);
  const bars = [...find("bars").children]; // one for each word of a phrase
  const strip = document.querySelector(".strip"), { title } = document;

  // The one door through which text becomes a page. What passes it was sealed by our own renderer, which
  // escapes every name and every line that a player wrote; the page's policy runs no script in it.
  let door = {
    createHTML: (html) => html,
    createScriptURL: (path) => {
      if (!/^[1-9][0-9]*\/[0-9]+\.js$/.test(path)) throw new TypeError("no bundle of ours");
      return path;
    },
    createScript: (script) => script, // which the page's policy runs only if it is byte for byte what we packed
  };
  if (window.trustedTypes) door = window.trustedTypes.createPolicy("pbm", door);

  // Bytes and labels

  const utf8 = (text) => new TextEncoder().encode(text);
  const fromHex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
  const fromBase64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const label = (purpose, ...more) => utf8([FORMAT, purpose, facts.game, facts.player, ...more].join("|"));
  function plainPhrase(typed) {
    return typed.normalize("NFKD").replace(UNSEEN, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  }

  // Keys

  const asKey = (raw, name) => crypto.subtle.importKey("raw", raw, name, false, ["deriveKey"]);
  function derive(content, info, use) {
    const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info };
    return crypto.subtle.deriveKey(how, content, AES, false, [use]);
  }
  async function stretch(words, { salt, rounds }) {
    const how = { name: "PBKDF2", hash: "SHA-256", salt: fromHex(salt), iterations: rounds };
    return crypto.subtle.deriveKey(how, await asKey(utf8(words), "PBKDF2"), AES, false, ["unwrapKey"]);
  }
  function gcm(sealed, labels) {
    return { name: AES.name, iv: sealed.subarray(0, NONCE), additionalData: labels };
  }
  function unwrap(outer, sealed, labels) {
    const how = gcm(sealed, labels);
    return crypto.subtle.unwrapKey("raw", sealed.subarray(NONCE), outer, how, "HKDF", false, ["deriveKey"]);
  }

  /** Keys by epoch, of pairs of an epoch and what promises its key. */
  async function gathered(pairs) {
    return Object.fromEntries(await Promise.all(pairs.map(async ([epoch, key]) => [epoch, await key])));
  }
  /** The content keys that the words open: of one epoch, and of those that were passed on with it. */
  async function openLock(words, lock) {
    const labels = label("lock", lock.epoch, "PBKDF2-HMAC-SHA256", lock.rounds);
    const content = await unwrap(await stretch(words, lock), fromHex(lock.lock), labels);
    const inner = await derive(content, label("pass", lock.epoch), "unwrapKey");
    const passed = Object.entries(lock.passed).map(([old, key]) =>
      [old, unwrap(inner, fromHex(key), label("pass", lock.epoch, old))]);
    return gathered([[lock.epoch, content], ...passed]);
  }
  async function openLocks(words, locks) {
    for (const lock of locks) {
      try { return await openLock(words, lock); } catch { /* the words of another lock, or of none */ }
    }
    throw new Error("did not open");
  }

  /** Content keys that `pbm reveal` has published stand in the link: #key=1:hex,2:hex; null without any. */
  function publishedKeys() {
    const all = /^#key=((?:[0-9]+:[0-9a-f]{64},?)+)/.exec(location.hash);
    const pairs = all && all[1].split(",").filter(Boolean).map((one) => one.split(":"));
    return pairs && gathered(pairs.map(([epoch, key]) => [epoch, asKey(fromHex(key), "HKDF")]));
  }

  // Bundles

  function inflate(packed) {
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  }
  async function openBundle(bundle) {
    const labels = label("page", bundle.turn, "printout"), sealed = fromBase64(bundle.sealed);
    const key = await derive(keys[bundle.epoch], labels, "decrypt");
    const padded = await crypto.subtle.decrypt(gcm(sealed, labels), key, sealed.subarray(NONCE));
    const length = new DataView(padded).getUint32(0);
    return JSON.parse(await inflate(new Uint8Array(padded, 4, length)));
  }
  // A turn's bundle is a file of one call. It comes as a script, for no browser fetches from a disk.
  window.pbmSealed = (bundle) => { stay[bundle.turn] = bundle; };
  async function loadBundle(turn) {
    if (!stay[turn]) {
      const script = document.createElement("script");
      script.src = door.createScriptURL(`${facts.player}/${turn}.js`);
      await new Promise((done) => {
        script.onload = script.onerror = done;
        document.head.append(script);
      });
      script.remove();
      if (!stay[turn]) throw new Error("absent or empty");
    }
    return stay[turn];
  }

  // What an open page needs, style and script of maps and composer, lies in it compressed, and is taken out once.

  let prepared = null; // a promise
  async function prepare() {
    const { style, script } = JSON.parse(await inflate(fromBase64(document.getElementById("packed").textContent)));
    const [styles, runs] = ["style", "script"].map((tag) => document.createElement(tag));
    styles.textContent = style;
    runs.text = door.createScript(script);
    document.head.append(styles, runs);
  }

  // What is seen

  function tell(where, text) {
    where.hidden = !text;
    where.textContent = text;
  }
  function refuse(text) {
    form.remove();
    tell(find("refused"), text);
  }
  function pieces(typed) {
    const found = typed.trim().split(/[\s,;.]+/).filter(Boolean);
    return found.length === 1 ? found[0].split("-").filter(Boolean) : found;
  }
  function count() {
    const number = Math.min(bars.length, pieces(phrase.value).length);
    find("count").textContent = `${number} of ${bars.length} words`;
    bars.forEach((bar, k) => { bar.className = k < number ? "full" : ""; });
  }
  function busy(is) {
    button.disabled = is;
    button.setAttribute("aria-busy", String(is));
    button.textContent = is ? "Opening \u2026" : "Open";
  }
  function forget() {
    phrase.value = kept.value = "";
    count();
    busy(false);
  }

  /** The heading of the rule book that is nearest to a rule number of a printout; "" where there is none. */
  function nearest(number) {
    let at = number.trim().replace(/[.:]+$/, "");
    while (at && !facts.anchors.includes(at)) {
      if (at.startsWith("HR-")) return "";
      at = /\.[^.]*[^.A-Za-z]$/.test(at) ? at.slice(0, at.lastIndexOf(".")) : at.slice(0, -1).replace(/\.+$/, "");
    }
    return at;
  }
  function linkRules() {
    for (const span of page.querySelectorAll("span.rule")) {
      const made = span.textContent.split(", ").flatMap((number, k) => {
        const at = nearest(number), facing = document.createElement(at ? "a" : "span");
        if (at) facing.href = `${facts.book}#${at}`;
        facing.className = "rule";
        facing.textContent = number;
        return k ? [", ", facing] : [facing];
      });
      span.replaceChildren(...made);
    }
  }
  function setFoot(text) {
    if (!document.adoptedStyleSheets) return;
    if (!foot) {
      foot = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, foot];
    }
    foot.replaceSync(text);
  }

  /** Whether the words that opened the page do not open a turn: it was sealed in an epoch of other words. */
  const isShut = ([, epoch]) => !keys[epoch];
  function listTurns(now) {
    tell(shut, facts.turns.some(isShut) ? "Turns in a dashed frame were sealed with other words." : "");
    turns.replaceChildren(...facts.turns.map((row) => {
      const [turn] = row, item = document.createElement("li"), one = document.createElement("button");
      Object.assign(one, { type: "button", textContent: `T-${turn}`, disabled: isShut(row) });
      if (turn === now) one.setAttribute("aria-current", "page");
      one.addEventListener("click", () => showTurn(turn));
      item.append(one);
      return item;
    }));
  }
  async function showTurn(turn) {
    const mine = ++round;
    let words = null;
    try {
      words = await openBundle(await loadBundle(turn));
    } catch (problem) {
      if (mine !== round) return;
      if (opened.hidden) throw problem;
      const isOthers = facts.turns.some((row) => row[0] === turn && isShut(row));
      tell(missing, `Turn ${turn}` + (isOthers ? " was sealed with other words."
        : " is not here: its file is missing or damaged. On the game's site it can be opened."));
    }
    if (words && mine === round) show(turn, words);
  }
  function show(turn, words) {
    const { html, foot: line, sheet } = words, isNewest = turn === facts.newest.turn;
    tell(missing, window.PbmComposer ? "" : DAMAGED);
    listTurns(turn);
    if (html) page.innerHTML = door.createHTML(html);
    else page.replaceChildren(Object.assign(document.createElement("p"), { textContent: NOTHING }));
    setFoot(line || "");
    linkRules();
    locked.hidden = strip.hidden = true;
    opened.hidden = false;
    turns.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" }); // a phone's one line
    document.title = `${facts.game}, turn ${turn}`;
    window.pbm?.enliven?.();
    if (sheet) sheet.mail = facts.mail; // not sealed: an old turn's bundle stays when the address moves
    document.dispatchEvent(new CustomEvent("pbm-opened", { detail: { root: page, words, isNewest } }));
    page.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** The turn that the address names, #turn-7; NaN without any. */
  const wanted = () => Number(/^#turn-([0-9]+)$/.exec(location.hash)?.[1]);
  function firstTurn() {
    const open = facts.turns.filter((row) => !isShut(row)).map(([turn]) => turn), asked = wanted();
    return open.includes(asked) ? asked : open.pop() ?? facts.newest.turn;
  }
  function lock() {
    round += 1;
    keys = {};
    document.dispatchEvent(new CustomEvent("pbm-locked"));
    page.replaceChildren();
    turns.replaceChildren();
    setFoot("");
    tell(missing, "");
    tell(shut, "");
    forget();
    opened.hidden = true;
    locked.hidden = strip.hidden = false;
    document.title = title;
    phrase.focus();
  }
  async function open(found) {
    const mine = ++round;
    tell(trouble, "");
    busy(true);
    try {
      prepared = prepared || prepare().catch(() => {}); // printouts can be read without it
      const [made] = await Promise.all([found, prepared]);
      if (mine === round) {
        keys = made;
        await showTurn(firstTurn()).catch((problem) => {
          if (!facts.turns.some((row) => row[0] === facts.newest.turn && !isShut(row))) throw problem;
          return showTurn(facts.newest.turn); // another turn was asked for, and its file is not here
        });
      }
      forget();
    } catch {
      if (opened.hidden) keys = {};
      busy(false);
      tell(trouble, "That did not open it. Check the words one by one; their order counts.");
    }
  }

  if (window.top !== window.self) {
    refuse("This page does not open inside another page. Open it in a window of its own.");
    return;
  }
  if (!window.isSecureContext || !window.crypto?.subtle) {
    refuse("Over plain http this page has no way to unseal anything. Open it over https; or save it, and open the file "
      + "from your disk.");
    return;
  }
  if (!window.DecompressionStream || !Element.prototype.replaceChildren) {
    refuse("This browser is too old to open the page. A newer one can; the moderator can send your printout as text.");
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = phrase.value || kept.value, words = plainPhrase(typed);
    if (button.disabled) return;
    if (words) {
      kept.value = typed;
      open(openLocks(words, facts.locks));
    } else {
      phrase.focus();
    }
  });
  phrase.addEventListener("input", () => {
    tell(trouble, "");
    count();
  });
  kept.addEventListener("input", () => { find("count").textContent = "filled in by your browser"; });
  phrase.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  find("lock").addEventListener("click", lock);
  // What the printout links to opens beside it, or the orders that somebody is at would be gone.
  page.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]"), to = link?.getAttribute("href");
    if (to && !/^(#|mailto:|blob:|data:)/.test(to) && !link.hasAttribute("download")) {
      Object.assign(link, { target: "_blank", rel: "noopener" });
    }
  });
  window.addEventListener("hashchange", () => {
    if (wanted() >= 0 && !opened.hidden) showTurn(wanted());
  });
  // To leave is to lock: a browser may hold the page whole, keys and all, for whoever presses Back.
  const published = publishedKeys();
  window.addEventListener("pagehide", () => { if (!published) lock(); });
  if (published) open(published);
  count();
})();
