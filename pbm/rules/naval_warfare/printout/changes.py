"""What changed for the reader, told by label (NW 16), and what of the card came to nothing."""

from collections.abc import Iterator, Sequence

from pbm.core.english import capital, count, listed, signed
from pbm.core.printout import Item, Lines, Section
from pbm.rules.common.news import faulty, item
from pbm.rules.naval_warfare.printout.battles import earned, result
from pbm.rules.naval_warfare.printout.readout import Facts, Readout, hull
from pbm.rules.naval_warfare.printout.shots import Combatant, Engagement
from pbm.rules.naval_warfare.tables import ECONOMY, GOODS, SPECIAL

MOST = 8
"""So many are named one by one; the others are counted."""


def changes(readout: Readout, fights: Sequence[Engagement]) -> tuple[Item, ...]:
    """NW 16: battles, money, ports, ships, treaties of the reader's own, what was offered, and the card."""
    return (
        *_welcome(readout),
        *_fought(readout, fights),
        *_lost(readout, fights),
        *_ports(readout),
        *_paid(readout),
        *_raids(readout),
        *_given(readout),
        *_works(readout),
        *_levels(readout),
        *_treaties(readout),
        *_offers(readout),
        *_seen(readout),
        *_card(readout),
    )


def _welcome(readout: Readout) -> Iterator[Item]:
    """NW 1.2: before the founding week: what a country is, and what the first card is for."""
    me = readout.view.me
    if readout.view.turn == 0 and me is not None:
        ports = listed([readout.port(code) for code in readout.view.held])
        yield item(readout, "welcome", country=me.name, economy=ECONOMY[me.economy].name.lower(), ports=ports)


def _fought(readout: Readout, fights: Sequence[Engagement]) -> Iterator[Item]:
    for fight in fights:
        facts = fight.facts
        ended = result(readout, facts["number"])
        theirs = listed(list(_fates(readout, fight, is_mine=False)))
        mine = listed(list(_fates(readout, fight, is_mine=True)))
        ships = [f"Ship {readout.ship(ship)} {signed(points)}." for ship, points in earned(readout, fight) if ship]
        rest = ([f"{capital(mine)}."] if mine else []) + ships[:MOST]
        yield item(
            readout,
            ended,
            tone="bad" if ended == "defeat" else "",
            target=f"battle-{facts['number']}",
            what=theirs or f"a battle with {_foes(readout, fight)} was fought",
            where=readout.place(facts["hex"]),
            day=facts["day"],
            rest=" ".join(rest),
        )
    for facts in readout.told("strike"):
        yield item(readout, "strike", base=facts["base"], place=readout.place(facts["hex"]), lost=facts["lost"])


def _lost(readout: Readout, fights: Sequence[Engagement]) -> Iterator[Item]:
    """NW 8.37, 11.3: ships that were lost in no battle: in a storm, or scuttled."""
    fought = {who for fight in fights for who in fight.fighters}
    for kind in ("sunk", "broken-up"):
        for facts in readout.mine(kind):
            if f"{readout.me}.{facts['ship']}" not in fought:
                ship = f"{facts['ship']} {facts.get('name', '')}".rstrip()
                fate = readout.words("fate", kind)
                yield item(readout, "ship-lost", tone="bad", ship=ship, hull=hull(facts["hull"])[2:], fate=fate)


def _foes(readout: Readout, fight: Engagement) -> str:
    owners = sorted({it.owner for it in fight.fighters.values()} - {readout.me})
    return listed([readout.named(owner) if owner else readout.words("menace", "pirates") for owner in owners])


def _fates(readout: Readout, fight: Engagement, *, is_mine: bool) -> Iterator[str]:
    """a pirate frigate was driven off; 2 cruisers of [2] were sunk."""
    found: dict[tuple[int, str, str], list[Combatant]] = {}
    for it in fight.fighters.values():
        if it.fate and (it.owner == readout.me) == is_mine:
            found.setdefault((it.owner, it.word, it.fate), []).append(it)
    for (owner, word, fate), them in found.items():
        number = len(them)
        kind = f"pirate {word}" if not owner and word != "monster" else word
        plural = f"{kind}s" if not kind.endswith("craft") else kind
        whose = f" of {readout.named(owner)}" if owner and not is_mine else " of yours" if is_mine else ""
        head = f"a {kind}" if number == 1 else f"{number} {plural}"
        if is_mine and number == 1:
            head, whose = f"your {them[0].label.partition('.')[2] or kind}", ""
        done = readout.words("fate", fate).format(by=readout.name(them[0].taker))
        yield f"{head}{whose} {'was' if number == 1 else 'were'} {done}"


def _ports(readout: Readout) -> Iterator[Item]:
    for kind in ("port-taken", "port-destroyed", "port-hit"):
        for facts in readout.told(kind):
            port, by = facts["port"], facts.get("by", 0)
            known = readout.view.ports.get(port)
            founder = known.founder if known else 0
            if readout.me not in (by, founder, known.owner if known else 0):
                continue
            tone = "" if by == readout.me else "bad"
            yield item(
                readout,
                f"{kind}-mine",
                tone=tone,
                port=readout.port(port),
                by=readout.name(by) if by else "pirates",
                structure=facts.get("structure", 0),
            )


def _paid(readout: Readout) -> Iterator[Item]:
    """NW 3.2, 16: 95 dollars; -5 for pirates in the region; 24 for repairs."""
    spent: dict[str, int] = {}
    for facts in readout.mine("account"):
        for code, dollars, *_ in facts["rows"][1:-1]:
            spent[code] = spent.get(code, 0) + dollars
    came = sum(spent.pop(code, 0) for code in ("pay", "held", "bonus"))
    if not came and not spent:
        return
    parts = [count(came, "dollar")]
    for code, dollars in spent.items():
        word = readout.words("money", code)
        is_cost = dollars < 0 and code not in ("menace", "event", "raided")
        parts.append(f"{-dollars if is_cost else f'{dollars:+d}'} for {word}")
    yield item(readout, "paid", target="account", told="; ".join(parts))


def _raids(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("raid"):
        good = GOODS.get(facts.get("good", ""), "")
        stock = f"{facts['stockpiles']} {good}" if facts.get("stockpiles") else ""
        money = count(facts["dollars"], "dollar") if facts.get("dollars") else ""
        yield item(readout, "raid", loot=listed(list(filter(None, (money, stock)))) or "nothing")
    for facts in readout.told("robbed"):
        yield item(readout, "robbed", tone="bad", dollars=count(facts["dollars"], "dollar"))


def _given(readout: Readout) -> Iterator[Item]:
    for kind in ("aid", "gift"):
        for facts in readout.told(kind):
            what = count(facts["dollars"], "dollar") if kind == "aid" else _stock(facts)
            if facts["by"] == readout.me:
                yield item(readout, "gave", what=what, to=readout.named(facts["of"]))
            else:
                yield item(readout, "got", what=what, by=readout.named(facts["by"]))
    for facts in readout.told("bought-ship"):
        mine = facts["by"] == readout.me
        other = readout.named(facts["of"] if mine else facts["by"])
        ship = readout.ship(facts["number"]) if mine else str(facts["ship"])
        kind, price = "ship-bought" if mine else "ship-sold", count(facts["dollars"], "dollar")
        yield item(readout, kind, ship=ship, other=other, dollars=price)


def _stock(facts: Facts) -> str:
    return f"{facts['number']} {GOODS.get(facts['good'], facts['good'])}"


def _works(readout: Readout) -> Iterator[Item]:
    for facts in readout.mine("built"):
        special = facts.get("special") or ""
        codes = [special] if isinstance(special, str) else list(special)
        known = listed([SPECIAL[code].name for code in codes if code in SPECIAL])
        yield item(
            readout,
            "built",
            target="ships",
            ship=readout.ship(facts["ship"]),
            hull=hull(facts["hull"])[2:],
            points=facts["max"],
            shields=facts["shields"],
            captain=f", captain {facts['captain']}" if facts.get("captain") else "",
            special=f", {known}" if known else "",
            funding=facts["funding"],
            spent=facts["spent"],
        )


def _levels(readout: Readout) -> Iterator[Item]:
    for facts in readout.mine("ship-level"):
        yield item(readout, "ship-level", ship=readout.ship(facts["ship"]), level=facts.get("level", ""))
    why: dict[str, int] = {}
    for facts in (it for it in readout.mine("exp") if "ship" not in it):
        why[facts["why"]] = why.get(facts["why"], 0) + facts["points"]
    if why:
        parts = [f"{points} for {readout.words('why', code)}" for code, points in why.items()]
        yield item(readout, "exp", points=signed(sum(why.values())), why="; ".join(parts))


def _treaties(readout: Readout) -> Iterator[Item]:
    """NW 3.1.2: what only the two hear."""
    for kind in ("peace", "alliance", "left"):
        for facts in readout.told(kind):
            if facts.get("secret"):
                other = facts["of"] if facts["by"] == readout.me else facts["by"]
                yield item(readout, f"secret-{kind}", other=readout.named(other))
    for facts in readout.told("offered"):
        what = readout.words("treaty", facts["what"]).lower()
        if facts["by"] == readout.me:
            yield item(readout, "offer-made", what=what, other=readout.named(facts["of"]))
        else:
            yield item(readout, "offer-had", what=what, other=readout.named(facts["by"]), number=facts["by"])
    for facts in readout.told("cut-off"):
        if facts["of"] == readout.me:
            good = readout.words("good", facts["good"])
            yield item(readout, "cut-off", tone="bad", by=readout.named(facts["by"]), good=good, left=facts["left"])


def _offers(readout: Readout) -> Iterator[Item]:
    """NW 8.12, 8.38: what last week's event left open to the reader."""
    merchant = readout.view.merchant
    if merchant is not None:
        price = count(merchant.price, "dollar")
        yield item(readout, "merchant", number=merchant.number, good=_good(merchant.kind), price=price)
    if readout.view.gift is not None:
        yield item(readout, "carrier")
    for facts in readout.told("bought"):
        price = count(facts["price"], "dollar")
        yield item(readout, "goods-bought", number=facts["number"], good=_good(facts["good"]), price=price)


def _good(code: str) -> str:
    return GOODS.get(code, code)


def _seen(readout: Readout) -> Iterator[Item]:
    last: dict[int, tuple[int, str]] = {}
    for day, at, owner, _, _ in readout.view.seen:
        last[owner] = (day, at)
    told = [
        f"{readout.named(owner) if owner else 'pirates'} at {readout.place(at)} on day {day}"
        for owner, (day, at) in sorted(last.items())
    ]
    if told:
        yield item(readout, "seen", target="seen", told=listed(told))


def _card(readout: Readout) -> Iterator[Item]:
    failed = len(readout.told("order-failed")) + len(readout.told("not-built"))
    if failed:
        yield item(readout, "failed", tone="bad", target="undone", orders=count(failed, "order"))
    if any(facts["player"] == readout.me for facts in readout.told("nmr")):
        yield item(readout, "no-card", tone="bad")
    if readout.parsed is not None and readout.parsed.faults:
        yield item(readout, "faults", tone="bad", target="faults", faults=faulty(readout.parsed))


def undone(readout: Readout) -> list[Section]:
    """NW 14, 16: orders that failed, builds that came to nothing, and what of a list was passed over."""
    lines = [
        f"{_order(facts)}: {readout.words('reason', facts['reason'])}."
        for kind in ("order-failed", "not-built")
        for facts in readout.told(kind)
    ]
    for facts in readout.told("skipped"):
        what = facts.get("weapon") or facts.get("what") or ""
        lines.append(
            f"{_order(facts)}: {f'{what} ' if what else ''}passed over, {readout.words('reason', facts['reason'])}."
        )
    return [Section("undone", "Orders that failed", (Lines(tuple(lines)),), str(len(lines)))] if lines else []


def _order(facts: Facts) -> str:
    place = facts.get("place", "")
    return f"@{place} {facts['order']}" if place else str(facts["order"])
