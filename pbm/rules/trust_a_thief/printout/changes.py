"""What changed for the viewer since last turn, told from the turn's events alone (TT 7.2)."""

from typing import Any

from pbm.core.english import capital, count, listed
from pbm.core.printout import Item
from pbm.rules.common.news import faulty, item, reason
from pbm.rules.trust_a_thief.printout.holdings import share, winning_share
from pbm.rules.trust_a_thief.printout.readout import Readout, armies
from pbm.rules.trust_a_thief.printout.works import built, gone


def changes(readout: Readout) -> tuple[Item, ...]:
    """The news for this reader: land, battles, caravans and thieves, gold, his card, and how the game stands."""
    items: list[Item] = []
    for part in (_provinces, _land, _sea, _caravans, _gold, _works, _card, _game):
        items += part(readout)
    return tuple(items)


def _provinces(readout: Readout) -> list[Item]:
    """TT 3.5, 3.6: provinces won, taken, lost and claimed."""
    items = []
    for code, facts in sorted(readout.captured.items()):
        told = {"space": readout.space(code), "by": readout.name(facts["by"]), "owner": readout.name(facts["from"])}
        was, now = readout.structure(facts["before"]), readout.structure(facts["structure"])
        told["state"] = f"Its {was} is a {now} now." if now else f"Its {was} is destroyed."
        if was == now:
            told["state"] = f"It has a {now}." if now else "It has no structure."
        there = readout.view.provinces[code].armies.get(facts["by"], 0)
        told["there"] = count(there, "army stands", "armies stand")
        if facts["by"] == readout.me:
            items.append(item(readout, "taken" if facts["fought"] else "walked-in", "", "turnover", **told))
        elif facts["from"] == readout.me:
            told["who"] = listed([readout.name(p) for p in _strangers(readout, code) if p != facts["by"]])
            told["forces"] = _fallen(readout, code)
            kind = "lost-abroad" if told["who"] else "lost" if facts["fought"] else "lost-empty"
            items.append(item(readout, kind, "bad", "turnover", **told))
    own = [readout.space(code) for code, facts in sorted(readout.claimed.items()) if facts["by"] == readout.me]
    if own:
        verb = "is" if len(own) == 1 else "are"
        items.append(item(readout, "claimed", "", "turnover", spaces=listed(own), verb=verb))
    return items


def _fallen(readout: Readout, place: str) -> str:
    """TT 4.2: what the viewer lost in a battle, in words; nothing where they did not fight."""
    for facts in readout.told("battle"):
        if facts["place"] == place and readout.me in facts["nations"]:
            at = facts["nations"].index(readout.me)
            militia = ", militia counted" if facts["militia"] and facts["owner"] == readout.me else ""
            return f"{facts['lost'][at]} of {facts['sent'][at]} fell{militia}"
    return ""


def _strangers(readout: Readout, place: str) -> list[int]:
    """TT 4.2: who fought in a province of the viewer's, where he had nobody; nobody where he fought himself."""
    fought = [facts["nations"] for facts in readout.told("battle") if facts["place"] == place]
    return [p for nations in fought if readout.me not in nations for p in nations]


def _land(readout: Readout) -> list[Item]:
    """TT 4.2: battles of the viewer's, or on their land, that moved no border: held, beaten off, or nobody left."""
    items = []
    for facts in readout.told("battle"):
        if _was_told(readout, facts["place"]):
            continue
        if readout.me not in facts["nations"]:
            if facts["owner"] == readout.me:  # TT 4.6: it was not captured, so nobody who fought is left
                who = capital(listed([readout.name(p) for p in facts["nations"]]))
                items.append(item(readout, "fought-over", "", "battles", space=readout.space(facts["place"]), who=who))
            continue
        told = {
            "space": readout.space(facts["place"]),
            "who": listed([readout.name(p) for p in facts["nations"] if p != readout.me]),
            "forces": _fallen(readout, facts["place"]),
        }
        mine, won = facts["owner"] == readout.me, facts["winner"] == readout.me
        kind = ("held" if won else "held-empty") if mine else "won" if won else "beaten"
        items.append(item(readout, kind, "" if won or mine else "bad", "battles", **told))
    return items


def _was_told(readout: Readout, place: str) -> bool:
    """Whether that province changed hands, to him or from him."""
    facts = readout.captured.get(place) or readout.claimed.get(place, {})
    return readout.me in (facts.get("by"), facts.get("from"))


def _sea(readout: Readout) -> list[Item]:
    """TT 4.1: his battles at sea."""
    items = []
    for facts in readout.told("sea-battle"):
        if readout.me not in facts["nations"]:
            continue
        at = facts["nations"].index(readout.me)
        drowned = facts["drowned"][at]
        told = {
            "space": readout.space(facts["sea"]),
            "who": listed([readout.name(p) for p in facts["nations"] if p != readout.me]),
            "forces": f"{facts['lost'][at]} of {facts['sent'][at]} sank"
            + (f" and {armies(drowned)} drowned" if drowned else ""),
        }
        items.append(item(readout, "sea", "bad" if facts["lost"][at] else "", "sea-battles", **told))
    return items


def _caravans(readout: Readout) -> list[Item]:
    """TT 5.7, T19: what came back, what escorts saw, what his people stole."""
    items = []
    for facts in readout.mine("caravans"):
        sent, returned = facts["sent"], facts["returned"]
        gold = readout.rules.numbers["caravan"]["returns"] * returned
        kind = "all-home" if returned == sent else "some-home" if returned else "none-home" if sent > 1 else "one-gone"
        kind = "void-home" if readout.is_out and returned else kind
        tone = "bad" if readout.is_out or returned < sent else ""
        items.append(item(readout, kind, tone, "caravans", sent=sent, returned=returned, gold=gold))
    for facts in readout.mine("escort-report", "to"):
        number = count(facts["escorted"], "escorted caravan")
        items.append(item(readout, "escort", "bad", "caravans", thief=readout.name(facts["thief"]), number=number))
    worth = readout.rules.numbers["caravan"]["stolen"]
    for facts in readout.mine("stolen", "by"):
        told = {"number": count(facts["number"], "caravan"), "owner": readout.name(facts["from"])}
        kind, tone = ("void-stolen", "bad") if readout.is_out else ("stolen", "")
        items.append(item(readout, kind, tone, "caravans", gold=worth * facts["number"], **told))
    return items


def _gold(readout: Readout) -> list[Item]:
    """TT 6.2: units lost to a debt, and a debt that is there now."""
    items = []
    forced = [f"{gone(f)} {_where(readout, f)}" for f in readout.mine("disbanded") if f["forced"]]
    named = [f"{gone(f)} {_where(readout, f)}" for f in readout.mine("disbanded") if not f["forced"]]
    if forced:
        items.append(item(readout, "forced", "bad", "works", units=capital(listed(forced))))
    if named:
        items.append(item(readout, "disbanded", "", "works", units=capital(listed(named)), verb=_verb(readout)))
    nation = readout.view.me
    if nation is not None and nation.gold < 0 and not readout.is_over:
        units = count(readout.units_owed(), "unit")
        items.append(item(readout, "debt", "bad", "account", gold=-nation.gold, units=units))
    return items


def _verb(readout: Readout) -> str:
    """1 army, or a fleet, was disbanded; more were."""
    named = [facts for facts in readout.mine("disbanded") if not facts["forced"]]
    return "was" if len(named) == 1 and named[0].get("number", 1) == 1 else "were"


def _where(readout: Readout, facts: dict[str, Any]) -> str:
    return f"in {readout.space(facts['province'])}" if "province" in facts else f"in the {readout.space(facts['sea'])}"


def _works(readout: Readout) -> list[Item]:
    """TT 2.2, 2.3: what he bought and built, in one sentence."""
    made = [
        built(readout, facts, f"the {readout.space(facts['sea'])}")
        if facts["what"] == "fleet"
        else f"{built(readout, facts)} in {readout.space(facts['province'])}"
        for facts in readout.mine("built")
    ]
    return [item(readout, "built", "", "works", units=capital(listed(made)))] if made else []


def _card(readout: Readout) -> list[Item]:
    """TT 8: a missing card, faults, and orders that failed on the day."""
    items = []
    if readout.mine("nmr", "player"):
        items.append(item(readout, "missed", "bad"))
    if readout.parsed is not None and readout.parsed.faults:
        items.append(item(readout, "faults", "bad", "faults", faults=faulty(readout.parsed)))
    for facts in readout.told("order-failed"):
        order = f"@{facts['place']} {facts['order']}" if facts["place"] else facts["order"]
        items.append(item(readout, "failed", "bad", "echo", order=order, reason=reason(readout, facts)))
    return items


def _game(readout: Readout) -> list[Item]:
    """TT 7.3: who is out, who is close to winning, who won."""
    items = []
    for facts in readout.told("eliminated"):
        if facts["player"] == readout.me:
            items.append(item(readout, "out", "bad"))
        else:
            items.append(item(readout, "out-abroad", nation=readout.name(facts["player"])))
    leader = readout.view.leader
    if leader and not readout.view.ended:
        kind, tone = ("leading", "") if leader == readout.me else ("leading-abroad", "bad")
        shares = {"share": share(readout), "least": winning_share(readout)}
        items.append(item(readout, kind, tone, "nations", nation=readout.name(leader), **shares))
    for facts in readout.told("game-over"):
        kind = "over-won" if facts["winner"] == readout.me else "over" if facts["winner"] else "over-nobody"
        items.append(item(readout, kind, "", "nations", winner=readout.name(facts["winner"])))
    return items
