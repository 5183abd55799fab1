"""What changed for the viewer since last turn, told from the turn's events alone (TT 7.2)."""

from typing import Any

from pbm.core.english import capital, count, listed
from pbm.core.printout import Item
from pbm.rules.common.news import item, reason
from pbm.rules.trust_a_thief.printout.desk import Desk, armies
from pbm.rules.trust_a_thief.printout.holdings import share, winning_share
from pbm.rules.trust_a_thief.printout.works import built, gone


def changes(desk: Desk) -> tuple[Item, ...]:
    """The news for this reader: land, battles, caravans and thieves, gold, his card, and how the game stands."""
    items: list[Item] = []
    for part in (_provinces, _land, _sea, _caravans, _gold, _works, _card, _game):
        items += part(desk)
    return tuple(items)


def _provinces(desk: Desk) -> list[Item]:
    """TT 3.5, 3.6: provinces won, taken, lost and claimed."""
    items = []
    for code, facts in sorted(desk.captured.items()):
        told = {"space": desk.space(code), "by": desk.name(facts["by"]), "owner": desk.name(facts["from"])}
        was, now = desk.structure(facts["before"]), desk.structure(facts["structure"])
        told["state"] = f"Its {was} is a {now} now." if now else f"Its {was} is destroyed."
        if was == now:
            told["state"] = f"It has a {now}." if now else "It has no structure."
        there = desk.view.provinces[code].armies.get(facts["by"], 0)
        told["there"] = count(there, "army stands", "armies stand")
        if facts["by"] == desk.me:
            items.append(item(desk, "taken" if facts["fought"] else "walked-in", "", "turnover", **told))
        elif facts["from"] == desk.me:
            told["who"] = listed([desk.name(p) for p in _strangers(desk, code) if p != facts["by"]])
            told["forces"] = _fallen(desk, code)
            kind = "lost-abroad" if told["who"] else "lost" if facts["fought"] else "lost-empty"
            items.append(item(desk, kind, "bad", "turnover", **told))
    own = [desk.space(code) for code, facts in sorted(desk.claimed.items()) if facts["by"] == desk.me]
    if own:
        verb = "is" if len(own) == 1 else "are"
        items.append(item(desk, "claimed", "", "turnover", spaces=listed(own), verb=verb))
    return items


def _fallen(desk: Desk, place: str) -> str:
    """TT 4.2: what the viewer lost in a battle, in words; nothing where they did not fight."""
    for facts in desk.told("battle"):
        if facts["place"] == place and desk.me in facts["nations"]:
            at = facts["nations"].index(desk.me)
            militia = ", militia counted" if facts["militia"] and facts["owner"] == desk.me else ""
            return f"{facts['lost'][at]} of {facts['sent'][at]} fell{militia}"
    return ""


def _strangers(desk: Desk, place: str) -> list[int]:
    """TT 4.2: who fought in a province of the viewer's, where he had nobody; nobody where he fought himself."""
    fought = [facts["nations"] for facts in desk.told("battle") if facts["place"] == place]
    return [p for nations in fought if desk.me not in nations for p in nations]


def _land(desk: Desk) -> list[Item]:
    """TT 4.2: battles of the viewer's, or on their land, that moved no border: held, beaten off, or nobody left."""
    items = []
    for facts in desk.told("battle"):
        if _was_told(desk, facts["place"]):
            continue
        if desk.me not in facts["nations"]:
            if facts["owner"] == desk.me:  # TT 4.6: it was not captured, so nobody who fought is left
                who = capital(listed([desk.name(p) for p in facts["nations"]]))
                items.append(item(desk, "fought-over", "", "battles", space=desk.space(facts["place"]), who=who))
            continue
        told = {
            "space": desk.space(facts["place"]),
            "who": listed([desk.name(p) for p in facts["nations"] if p != desk.me]),
            "forces": _fallen(desk, facts["place"]),
        }
        mine, won = facts["owner"] == desk.me, facts["winner"] == desk.me
        kind = ("held" if won else "held-empty") if mine else "won" if won else "beaten"
        items.append(item(desk, kind, "" if won or mine else "bad", "battles", **told))
    return items


def _was_told(desk: Desk, place: str) -> bool:
    """Whether that province changed hands, to him or from him."""
    facts = desk.captured.get(place) or desk.claimed.get(place, {})
    return desk.me in (facts.get("by"), facts.get("from"))


def _sea(desk: Desk) -> list[Item]:
    """TT 4.1: his battles at sea."""
    items = []
    for facts in desk.told("sea-battle"):
        if desk.me not in facts["nations"]:
            continue
        at = facts["nations"].index(desk.me)
        drowned = facts["drowned"][at]
        told = {
            "space": desk.space(facts["sea"]),
            "who": listed([desk.name(p) for p in facts["nations"] if p != desk.me]),
            "forces": f"{facts['lost'][at]} of {facts['sent'][at]} sank"
            + (f" and {armies(drowned)} drowned" if drowned else ""),
        }
        items.append(item(desk, "sea", "bad" if facts["lost"][at] else "", "sea-battles", **told))
    return items


def _caravans(desk: Desk) -> list[Item]:
    """TT 5.7, T19: what came back, what escorts saw, what his people stole."""
    items = []
    for facts in desk.mine("caravans"):
        sent, returned = facts["sent"], facts["returned"]
        gold = desk.rules.numbers["caravan"]["returns"] * returned
        kind = "all-home" if returned == sent else "some-home" if returned else "none-home" if sent > 1 else "one-gone"
        kind = "void-home" if desk.is_out and returned else kind
        tone = "bad" if desk.is_out or returned < sent else ""
        items.append(item(desk, kind, tone, "caravans", sent=sent, returned=returned, gold=gold))
    for facts in desk.mine("escort-report", "to"):
        number = count(facts["escorted"], "escorted caravan")
        items.append(item(desk, "escort", "bad", "caravans", thief=desk.name(facts["thief"]), number=number))
    worth = desk.rules.numbers["caravan"]["stolen"]
    for facts in desk.mine("stolen", "by"):
        told = {"number": count(facts["number"], "caravan"), "owner": desk.name(facts["from"])}
        kind, tone = ("void-stolen", "bad") if desk.is_out else ("stolen", "")
        items.append(item(desk, kind, tone, "caravans", gold=worth * facts["number"], **told))
    return items


def _gold(desk: Desk) -> list[Item]:
    """TT 6.2: units lost to a debt, and a debt that is there now."""
    items = []
    forced = [f"{gone(f)} {_where(desk, f)}" for f in desk.mine("disbanded") if f["forced"]]
    named = [f"{gone(f)} {_where(desk, f)}" for f in desk.mine("disbanded") if not f["forced"]]
    if forced:
        items.append(item(desk, "forced", "bad", "works", units=capital(listed(forced))))
    if named:
        items.append(item(desk, "disbanded", "", "works", units=capital(listed(named)), verb=_verb(desk)))
    nation = desk.view.me
    if nation is not None and nation.gold < 0 and not desk.is_over:
        units = count(desk.units_owed(), "unit")
        items.append(item(desk, "debt", "bad", "account", gold=-nation.gold, units=units))
    return items


def _verb(desk: Desk) -> str:
    """1 army, or a fleet, was disbanded; more were."""
    named = [facts for facts in desk.mine("disbanded") if not facts["forced"]]
    return "was" if len(named) == 1 and named[0].get("number", 1) == 1 else "were"


def _where(desk: Desk, facts: dict[str, Any]) -> str:
    return f"in {desk.space(facts['province'])}" if "province" in facts else f"in the {desk.space(facts['sea'])}"


def _works(desk: Desk) -> list[Item]:
    """TT 2.2, 2.3: what he bought and built, in one sentence."""
    made = [
        built(desk, facts, f"the {desk.space(facts['sea'])}")
        if facts["what"] == "fleet"
        else f"{built(desk, facts)} in {desk.space(facts['province'])}"
        for facts in desk.mine("built")
    ]
    return [item(desk, "built", "", "works", units=capital(listed(made)))] if made else []


def _card(desk: Desk) -> list[Item]:
    """TT 8: a missing card, faults, and orders that failed on the day."""
    items = []
    if desk.mine("nmr", "player"):
        items.append(item(desk, "missed", "bad"))
    if desk.parsed is not None and desk.parsed.faults:
        faults = count(desk.parsed.refused, "order of yours has", "orders of yours have")
        if not desk.parsed.refused:
            faults = count(len(desk.parsed.faults), "heading of yours has", "headings of yours have")
        items.append(item(desk, "faults", "bad", "faults", faults=faults))
    for facts in desk.told("order-failed"):
        order = f"@{facts['place']} {facts['order']}" if facts["place"] else facts["order"]
        items.append(item(desk, "failed", "bad", "echo", order=order, reason=reason(desk, facts)))
    return items


def _game(desk: Desk) -> list[Item]:
    """TT 7.3: who is out, who is close to winning, who won."""
    items = []
    for facts in desk.told("eliminated"):
        if facts["player"] == desk.me:
            items.append(item(desk, "out", "bad"))
        else:
            items.append(item(desk, "out-abroad", nation=desk.name(facts["player"])))
    leader = desk.view.leader
    if leader and not desk.view.ended:
        kind, tone = ("leading", "") if leader == desk.me else ("leading-abroad", "bad")
        shares = {"share": share(desk), "least": winning_share(desk)}
        items.append(item(desk, kind, tone, "nations", nation=desk.name(leader), **shares))
    for facts in desk.told("game-over"):
        kind = "over-won" if facts["winner"] == desk.me else "over" if facts["winner"] else "over-nobody"
        items.append(item(desk, kind, "", "nations", winner=desk.name(facts["winner"])))
    return items
