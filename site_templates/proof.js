// The fairness page of a revealed game checks the game's archive file, which lies beside it as a script: the seed's
// fingerprint, the SHA-256 of every file, every digest of the chain, each card's receipt code, and every die. It asks
// nobody else. pbm/store/seeds.py and pbm/core/dice.py are the other side of this; pbm/archive makes the file.
(function () {
  "use strict";

  const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // of receipt codes: Crockford's base 32
  const MOST = 12; // so many differences are listed
  const ROOM = 2000; // dice of a turn that are shown
  const facts = JSON.parse(document.getElementById("proof").textContent);
  const home = document.querySelector("[data-proof]");
  const one = (name) => home.querySelector(`[data-${name}]`);
  const [button, bar, said, wrong] = ["check", "bar", "said", "wrong"].map(one);
  const [dice, turns, rolls, count] = ["dice", "turn", "rolls", "count"].map(one);

  // The one way to a script beside the page: the archive file of this game.
  const file = `${facts.game}.pbm.js`;
  let door = {
    createScriptURL: (path) => {
      if (path !== file) throw new TypeError("no archive file of ours");
      return path;
    },
  };
  if (window.trustedTypes) door = window.trustedTypes.createPolicy("pbm", door);

  // Bytes

  const utf8 = (text) => new TextEncoder().encode(text);
  const asText = (data) => new TextDecoder().decode(data);
  const toHex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
  const sum = async (data) => toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
  const HMAC = { name: "HMAC", hash: "SHA-256" };
  const asKey = (raw) => crypto.subtle.importKey("raw", raw, HMAC, false, ["sign"]);
  const mac = async (key, data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  // The archive file

  function load() {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      window.pbmArchive = (text) => resolve(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
      script.onerror = () => reject(new Error(`The file ${file} is missing; put it beside this page.`));
      script.onload = () => {
        script.remove();
        reject(new Error(`The file ${file} holds no archive file; get it again.`)); // too late where it did
      };
      script.src = door.createScriptURL(file);
      document.head.append(script);
    });
  }
  async function inflated(data) {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  /** The entries of the zip by name: how each is packed, and its bytes as they lie there. */
  function entries(data) {
    const view = new DataView(data.buffer), end = data.length - 22, found = new Map();
    if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error(`The file ${file} is not whole.`);
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left; left -= 1) {
      const how = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true);
      const letters = view.getUint16(at + 28, true), start = view.getUint32(at + 42, true);
      const name = asText(data.subarray(at + 46, at + 46 + letters)).replace(/^[^/]*\//, "");
      const begin = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
      found.set(name, { how, packed: data.subarray(begin, begin + size) });
      at += 46 + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return found;
  }
  const unpacked = ({ how, packed }) => (how ? inflated(packed) : packed);

  // Dice

  /** What a die with so many sides shows, from 1: a whole number of any size. */
  async function roll(seed, turn, label, sides) {
    const width = (sides - 1n).toString(2).length;
    let pool = 0n, bits = 0, block = 0;
    if (sides === 1n) return 1n;
    for (;;) {
      while (bits < width) {
        const made = await mac(seed, utf8(`${facts.game}/${turn}/${label}/${block}`));
        pool = (pool << 256n) | BigInt(`0x${toHex(made)}`);
        bits += 256;
        block += 1;
      }
      bits -= width;
      const found = pool >> BigInt(bits);
      if (found < sides) return found + 1n;
      pool &= (1n << BigInt(bits)) - 1n;
    }
  }
  /** The first 50 bits of a digest, five to a sign: KQ7X2-94MTV. */
  function code(digest) {
    const bits = BigInt(`0x${toHex(digest)}`) >> 206n;
    const signs = Array.from({ length: 10 }, (_, k) => SIGNS[Number((bits >> BigInt(45 - 5 * k)) & 31n)]).join("");
    return `${signs.slice(0, 5)}-${signs.slice(5)}`;
  }

  // The proof

  /** What is wrong with the game, turn by turn: sentences that name turn and file; and what was looked at. */
  async function proof(step) {
    const listed = entries(await load()), files = new Map(), bad = [];
    const told = JSON.parse(asText(await unpacked(listed.get("archive.json"))));
    const place = (name) => {
      const found = /^turns\/0*(\d+)\/(.*)$/.exec(name);
      return found ? `Turn ${found[1]}, ${found[2]}` : name;
    };
    const names = Object.keys(told.files), last = told.turns;
    const whole = names.length + 3 * (last + 1);
    let done = 0;
    for (const name of names) {
      const entry = listed.get(name);
      const data = entry && await Promise.resolve(unpacked(entry)).catch(() => null);
      if (!data) bad.push(`${place(name)} is ${entry ? "damaged" : "missing"}.`);
      else if (await sum(data) !== told.files[name].sha256) bad.push(`${place(name)} was changed.`);
      if (data) files.set(name, data);
      step((done += 1) / whole);
    }
    const digits = asText(files.get("seed") || new Uint8Array(0)).trim(), seed = fromHex(digits);
    if (await sum(seed) !== facts.fingerprint) bad.push("The seed is not the one whose fingerprint is on this page.");
    const source = await asKey(seed);
    const key = await asKey(await mac(source, utf8(`${facts.game}/digests`)));
    const receipts = await asKey(await mac(source, utf8(`${facts.game}/receipts`)));
    const rolled = [], totals = { turns: last, cards: 0, dice: 0 };
    let before = "";
    for (let turn = 0; turn <= last; turn += 1) {
      const folder = `turns/${String(turn).padStart(3, "0")}/`, here = (name) => files.get(folder + name);
      const record = here("record.json");
      if (!record || !here("state.json") || !here("events.json")) {
        bad.push(`Turn ${turn} is not whole.`);
        break;
      }
      const words = JSON.parse(asText(record)), cards = new Map();
      for (const name of names) {
        const found = name.startsWith(folder) && /cards\/(\d+)\.txt$/.exec(name);
        if (found && files.has(name)) cards.set(Number(found[1]), files.get(name));
      }
      const players = [...cards.keys()].sort((a, b) => a - b);
      const sums = await Promise.all(players.map(async (player) => `${player} ${await sum(cards.get(player))}\n`));
      const covered = { state: here("state.json"), cards: utf8(sums.join("")), events: here("events.json") };
      const made = {};
      for (const [part, data] of Object.entries(covered)) {
        made[part] = toHex(await mac(key, joined(utf8(`${part}\n`), data)));
      }
      const core = Object.values(words.digests).reduce((text, digest) => text.split(digest).join(""), asText(record));
      const link = ["chain", before, made.state, made.cards, made.events, ""].join("\n");
      made.chain = toHex(await mac(key, utf8(link + core)));
      const parts = { state: "state.json", cards: "cards", events: "events.json", chain: "record.json" };
      for (const part of ["state", "cards", "events"]) {
        if (made[part] !== words.digests[part]) bad.push(`Turn ${turn}, ${parts[part]} is not what the record binds.`);
      }
      if (made.chain !== words.digests.chain) bad.push(`Turn ${turn}, record.json is not what the chain binds.`);
      const shown = document.querySelector(`#t${turn} .hex`);
      if (!shown || shown.textContent !== made.chain) bad.push(`Turn ${turn} is not the one that this page shows.`);
      before = words.digests.chain;
      step((done += 1) / whole);
      if (words.receipts) {
        const codes = await Promise.all(facts.players.map(async (player) => {
          const card = cards.get(player);
          const text = card ? joined(utf8(`card\n${turn}\n${player}\n`), card) : utf8(`dummy\n${turn}\n${player}`);
          return code(await mac(receipts, text));
        }));
        codes.forEach((it, k) => {
          const name = cards.has(facts.players[k]) ? `cards/${facts.players[k]}.txt` : "record.json";
          if (!words.receipts.includes(it)) bad.push(`Turn ${turn}, ${name}: the receipt code ${it} is not listed.`);
        });
      }
      totals.cards += cards.size;
      step((done += 1) / whole);
      const list = Object.entries(JSON.parse(asText(here("dice.json") || utf8("{}"))));
      rolled[turn] = await Promise.all(list.map(async ([label, [face, sides]]) =>
        [label, sides, face, String(await roll(source, turn, label, BigInt(sides)))]));
      for (const [label, sides, face, again] of rolled[turn]) {
        if (face !== again) bad.push(`Turn ${turn}, dice.json: ${label} among ${sides} was ${face}, and is ${again}.`);
      }
      totals.dice += list.length;
      step((done += 1) / whole);
    }
    return { bad, rolled, totals };
  }

  // The page

  function cell(row, text, kind) {
    const made = row.insertCell();
    made.textContent = text;
    made.className = kind;
  }
  function show(rolled) {
    const list = rolled[Number(turns.value)] || [];
    rolls.replaceChildren();
    const more = list.length > ROOM ? `, the first ${ROOM} of them here` : "";
    count.textContent = `${list.length} in all${more}`;
    for (const [label, sides, face, again] of list.slice(0, ROOM)) {
      const row = rolls.insertRow();
      cell(row, label, "m");
      cell(row, sides, "n");
      cell(row, face, "n");
      cell(row, again, face === again ? "n" : "n bad");
    }
  }
  function note(sentence) {
    const line = document.createElement("li");
    line.textContent = sentence;
    wrong.append(line);
  }
  async function check() {
    button.disabled = true;
    bar.hidden = false;
    said.textContent = "";
    wrong.replaceChildren();
    try {
      const { bad, rolled, totals } = await proof((part) => { bar.value = part; });
      const looked = `${totals.turns} turns with ${totals.cards} cards and ${totals.dice} dice`;
      said.textContent = bad.length
        ? `This is not the game of this page. ${bad[0]}`
        : `All of it is as recorded: the seed, ${looked}, and the chain of this page.`;
      bad.slice(1, MOST).forEach(note);
      if (bad.length > MOST) note(`${bad.length - MOST} more`);
      turns.replaceChildren(...rolled.map((_, turn) => new Option(`T-${turn}`, String(turn))));
      turns.onchange = () => show(rolled);
      dice.hidden = !totals.dice;
      show(rolled);
    } catch (error) {
      said.textContent = error instanceof Error && error.message.startsWith("The file") ? error.message
        : `The file ${file} cannot be read; get it again.`;
    }
    bar.hidden = true;
    button.disabled = false;
  }

  if (window.crypto && crypto.subtle && window.DecompressionStream) {
    home.hidden = false;
    button.addEventListener("click", check);
  }
})();
