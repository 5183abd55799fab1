// A sealed page: opens the printouts of one player with his six words, on his own device.
// The words make a key (PBKDF2), the key opens a lock of the page, in the lock lies the content key of an
// epoch; it opens every turn that was sealed in that epoch. Keys are never extractable, live in this page's
// memory alone, and go with "Lock" or with the page. pbm/seal/ is the other side of all this.
(function () {
  "use strict";
  var FORMAT = "pbm-seal-1";
  var UNSEEN = /[\u00ad\u0300-\u036f\u200b-\u200d\u2060\ufeff]/g;
  var facts = JSON.parse(document.getElementById("sealed").textContent);
  var keys = {};      // epoch -> content key, while the page is open
  var stay = {};      // turn -> sealed bundle, as it was loaded
  var round = 0;      // grows with every opening and locking: what comes late is dropped
  var foot = null;    // the foot line of the printed page

  function find(name) { return document.querySelector("[data-" + name + "]"); }
  var locked = find("locked"), opened = find("opened"), page = find("page"), turns = find("turns");
  var form = find("form"), phrase = find("phrase"), kept = find("kept"), trouble = find("trouble");
  var button = find("open"), missing = find("missing"), title = document.title;
  var strip = document.querySelector(".strip");

  // The one door through which text becomes a page. What passes it was sealed by our own renderer, which
  // escapes every name and every line that a player wrote; the page's policy runs no script in it.
  var door = { createHTML: function (html) { return html; }, createScriptURL: function (path) {
    if (!/^[1-9][0-9]*\/[0-9]+\.js$/.test(path)) throw new TypeError("no bundle of ours");
    return path;
  } };
  if (window.trustedTypes) door = window.trustedTypes.createPolicy("pbm", door);

  // Bytes and labels

  function utf8(text) { return new TextEncoder().encode(text); }
  function fromHex(digits) {
    return Uint8Array.from(digits.match(/../g) || [], function (pair) { return parseInt(pair, 16); });
  }
  function fromBase64(text) {
    return Uint8Array.from(atob(text), function (sign) { return sign.charCodeAt(0); });
  }
  function label() {
    var parts = [FORMAT, arguments[0], facts.game, facts.player];
    return utf8(parts.concat(Array.prototype.slice.call(arguments, 1)).join("|"));
  }
  function plainPhrase(typed) {
    return typed.normalize("NFKD").replace(UNSEEN, "").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  }

  // Keys

  function derive(content, info, use) {
    var how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: info };
    return crypto.subtle.deriveKey(how, content, { name: "AES-GCM", length: 256 }, false, [use]);
  }
  function stretch(words, lock) {
    return crypto.subtle.importKey("raw", utf8(words), "PBKDF2", false, ["deriveKey"]).then(function (key) {
      var how = { name: "PBKDF2", hash: "SHA-256", salt: fromHex(lock.salt), iterations: lock.rounds };
      return crypto.subtle.deriveKey(how, key, { name: "AES-GCM", length: 256 }, false, ["unwrapKey"]);
    });
  }
  function gcm(sealed, labels) {
    return { name: "AES-GCM", iv: sealed.subarray(0, 12), additionalData: labels };
  }
  function unwrap(outer, sealed, labels) {
    var how = gcm(sealed, labels);
    return crypto.subtle.unwrapKey("raw", sealed.subarray(12), outer, how, "HKDF", false, ["deriveKey"]);
  }

  // The content keys that the words open: of one epoch, and of those that were passed on with it.
  function openLock(words, lock) {
    var found = {};
    return stretch(words, lock).then(function (outer) {
      var labels = label("lock", lock.epoch, "PBKDF2-HMAC-SHA256", lock.rounds);
      return unwrap(outer, fromHex(lock.lock), labels);
    }).then(function (content) {
      found[lock.epoch] = content;
      return derive(content, label("pass", lock.epoch), "unwrapKey");
    }).then(function (inner) {
      return Promise.all(Object.keys(lock.passed).map(function (old) {
        return unwrap(inner, fromHex(lock.passed[old]), label("pass", lock.epoch, old)).then(function (key) {
          found[old] = key;
        });
      }));
    }).then(function () { return found; });
  }
  function openLocks(words, locks) {
    if (!locks.length) return Promise.reject(new Error("did not open"));
    return openLock(words, locks[0]).catch(function () { return openLocks(words, locks.slice(1)); });
  }

  // Content keys that `pbm reveal` has published stand in the link: #key=1:hex,2:hex
  function publishedKeys() {
    var found = {}, all = /^#key=((?:[0-9]+:[0-9a-f]{64},?)+)/.exec(location.hash);
    if (!all) return null;
    return Promise.all(all[1].split(",").filter(Boolean).map(function (one) {
      var parts = one.split(":");
      return crypto.subtle.importKey("raw", fromHex(parts[1]), "HKDF", false, ["deriveKey"]).then(function (key) {
        found[parts[0]] = key;
      });
    })).then(function () { return found; });
  }

  // Bundles

  function inflate(padded) {
    var length = new DataView(padded.buffer).getUint32(0);
    var packed = new Blob([padded.subarray(4, 4 + length)]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).text();
  }
  function openBundle(bundle) {
    var labels = label("page", bundle.turn, "printout"), sealed = fromBase64(bundle.sealed);
    return derive(keys[bundle.epoch], labels, "decrypt").then(function (key) {
      return crypto.subtle.decrypt(gcm(sealed, labels), key, sealed.subarray(12));
    }).then(function (padded) { return inflate(new Uint8Array(padded)); }).then(JSON.parse);
  }
  // A turn's bundle is a file of one call. It comes as a script, for no browser fetches from a disk.
  function loadBundle(turn) {
    if (stay[turn]) return Promise.resolve(stay[turn]);
    return new Promise(function (done, failed) {
      var script = document.createElement("script");
      script.onload = function () { script.remove(); if (stay[turn]) done(stay[turn]); else failed(new Error("empty")); };
      script.onerror = function () { script.remove(); failed(new Error("absent")); };
      script.src = door.createScriptURL(facts.player + "/" + turn + ".js");
      document.head.append(script);
    });
  }
  window.pbmSealed = function (bundle) { stay[bundle.turn] = bundle; };
  stay[facts.newest.turn] = facts.newest;

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
    var found = typed.trim().split(/[\s,;.]+/).filter(Boolean);
    return found.length === 1 ? found[0].split("-").filter(Boolean) : found;
  }
  function count() {
    var number = Math.min(6, pieces(phrase.value).length);
    find("count").textContent = number + " of 6 words";
    Array.prototype.forEach.call(find("bars").children, function (bar, k) { bar.className = k < number ? "full" : ""; });
  }
  function busy(is) {
    button.disabled = is;
    button.setAttribute("aria-busy", String(is));
    button.textContent = is ? "Opening \u2026" : "Open";
  }

  // Rule numbers of a printout become links to the nearest heading that the rule book has.
  function nearest(number) {
    var at = number.trim().replace(/[.:]+$/, "");
    while (at && facts.anchors.indexOf(at) < 0) {
      if (/^HR-/.test(at)) return "";
      at = /\.[^.]*[^.A-Za-z]$/.test(at) ? at.slice(0, at.lastIndexOf(".")) : at.slice(0, -1).replace(/\.+$/, "");
    }
    return at;
  }
  function linkRules() {
    page.querySelectorAll("span.rule").forEach(function (span) {
      span.textContent.split(", ").forEach(function (number, k) {
        if (!k) span.textContent = "";
        if (k) span.append(", ");
        var at = nearest(number), made = document.createElement(at ? "a" : "span");
        if (at) made.href = facts.book + "#" + at;
        made.className = "rule";
        made.textContent = number;
        span.append(made);
      });
    });
  }
  function setFoot(text) {
    if (!document.adoptedStyleSheets) return;
    if (!foot) {
      foot = new CSSStyleSheet();
      document.adoptedStyleSheets = document.adoptedStyleSheets.concat(foot);
    }
    foot.replaceSync(text);
  }
  // Whether the words that opened the page do not open a turn: it was sealed in an epoch of other words.
  function isShut(row) { return !keys[row[1]]; }
  function listTurns(now) {
    tell(find("shut"), facts.turns.some(isShut) ? "Turns in a dashed frame were sealed with other words." : "");
    turns.replaceChildren.apply(turns, facts.turns.map(function (row) {
      var item = document.createElement("li"), one = document.createElement("button");
      one.type = "button";
      one.textContent = "T-" + row[0];
      one.disabled = isShut(row);
      if (row[0] === now) one.setAttribute("aria-current", "page");
      one.addEventListener("click", function () { showTurn(row[0]); });
      item.append(one);
      return item;
    }));
  }
  function showTurn(turn) {
    var mine = ++round;
    return loadBundle(turn).then(openBundle).then(function (words) {
      if (mine !== round) return;
      tell(missing, "");
      listTurns(turn);
      if (words.html) page.innerHTML = door.createHTML(words.html);
      else page.replaceChildren(Object.assign(document.createElement("p"), { textContent: "There is no printout of this turn for you." }));
      setFoot(words.foot || "");
      linkRules();
      locked.hidden = strip.hidden = true;
      opened.hidden = false;
      turns.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" }); // on a phone they are one line
      document.title = facts.game + ", turn " + turn;
      if (window.pbm && window.pbm.enliven) window.pbm.enliven();
      if (words.sheet) words.sheet.mail = facts.mail; // not sealed: an old turn's bundle stays when the address moves
      document.dispatchEvent(new CustomEvent("pbm-opened", { detail: { root: page, words: words, isNewest: turn === facts.newest.turn } }));
      page.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }, function (problem) {
      if (mine !== round) return;
      if (opened.hidden) throw problem;
      var shut = facts.turns.filter(isShut).some(function (row) { return row[0] === turn; });
      tell(missing, "Turn " + turn + (shut ? " was sealed with other words."
        : " is not here: its file is missing or damaged. On the game's site it can be opened."));
    });
  }
  function firstTurn() {
    var wanted = /^#turn-([0-9]+)$/.exec(location.hash);
    var open = facts.turns.filter(function (row) { return keys[row[1]]; });
    var asked = open.filter(function (row) { return wanted && row[0] === Number(wanted[1]); });
    return (asked[0] || open[open.length - 1] || [facts.newest.turn])[0];
  }
  function lock() {
    round++;
    keys = {};
    document.dispatchEvent(new CustomEvent("pbm-locked"));
    page.replaceChildren();
    turns.replaceChildren();
    setFoot("");
    tell(missing, "");
    tell(find("shut"), "");
    phrase.value = kept.value = "";
    count();
    busy(false);
    opened.hidden = true;
    locked.hidden = strip.hidden = false;
    document.title = title;
    phrase.focus();
  }
  function open(found) {
    var mine = ++round;
    tell(trouble, "");
    busy(true);
    found.then(function (made) {
      if (mine !== round) return undefined;
      keys = made;
      return showTurn(firstTurn()).catch(function (problem) {
        if (!facts.turns.some(function (row) { return row[0] === facts.newest.turn && keys[row[1]]; })) throw problem;
        return showTurn(facts.newest.turn);  // another turn was asked for, and its file is not here
      });
    }).then(function () {
      phrase.value = kept.value = "";
      count();
      busy(false);
    }, function () {
      if (opened.hidden) keys = {};
      busy(false);
      tell(trouble, "That did not open it. Check the words one by one; their order counts.");
    });
  }

  if (window.top !== window.self) {
    refuse("This page does not open inside another page. Open it in a window of its own.");
    return;
  }
  if (!window.isSecureContext || !window.crypto || !crypto.subtle) {
    refuse("Over plain http this page has no way to unseal anything. Open it over https; or save it, and open the file from your disk.");
    return;
  }
  if (!window.DecompressionStream || !Element.prototype.replaceChildren) {
    refuse("This browser is too old to open the page. A newer one can; the moderator can send your printout as text.");
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var words = plainPhrase(phrase.value || kept.value);
    if (button.disabled) return undefined;
    if (!words) return phrase.focus();
    kept.value = phrase.value || kept.value;
    return open(openLocks(words, facts.locks));
  });
  phrase.addEventListener("input", function () { tell(trouble, ""); count(); });
  kept.addEventListener("input", function () { find("count").textContent = "filled in by your browser"; });
  phrase.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); form.requestSubmit(); }
  });
  find("lock").addEventListener("click", lock);
  // To leave is to lock: a browser may hold the page whole, keys and all, for whoever presses Back.
  // What the printout links to opens beside it, or the orders that somebody is at would be gone.
  page.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]"), to = link ? link.getAttribute("href") : "";
    if (to && !/^(#|mailto:|blob:|data:)/.test(to) && !link.hasAttribute("download")) {
      link.target = "_blank";
      link.rel = "noopener";
    }
  });
  window.addEventListener("pagehide", function () { if (!published) lock(); });
  window.addEventListener("hashchange", function () {
    var wanted = /^#turn-([0-9]+)$/.exec(location.hash);
    if (wanted && !opened.hidden) showTurn(Number(wanted[1]));
  });
  var published = publishedKeys();
  if (published) open(published);
  count();
})();
