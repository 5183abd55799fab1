"""What changed for the reader, told by label (GE 25)."""

from collections import Counter
from collections.abc import Iterator

from pbm.core.english import listed
from pbm.core.printout import Item
from pbm.rules.common.news import faulty, item
from pbm.rules.gunboat_empires.printout.readout import Readout, units
from pbm.rules.gunboat_empires.tables import PLAYERS, tables


def changes(readout: Readout) -> tuple[Item, ...]:
    """GE 25: regions won and lost, losses, what was built and developed, shortages, imports, scouts."""
    return (
        *_regions(readout),
        *_losses(readout),
        *_built(readout),
        *_rest(readout),
    )


def _regions(readout: Readout) -> Iterator[Item]:
    land = tables().regions
    for code, facts in readout.captured.items():
        if facts["by"] == readout.me and readout.view.owners.get(code) == readout.me:
            before = f"from {readout.name(facts['from'])}" if facts["from"] else "it was nobody's"
            there = readout.view.regions[code].units
            kind = "taken" if land[code].is_land else "taken-sea"
            yield item(readout, kind, target="regions", region=code, before=before, units=f"{units(there)} hold it")
        elif facts["from"] == readout.me or _was_mine(readout, code):
            yield item(readout, "lost", tone="bad", region=code, by=readout.name(facts["by"]))


def _was_mine(readout: Readout, code: str) -> bool:
    """Whether a region that changed hands several times was the reader's among them."""
    return any(facts["from"] == readout.me for facts in readout.told("captured") if facts["region"] == code)


def _losses(readout: Readout) -> Iterator[Item]:
    for kind in ("battle", "attrition"):
        for facts in readout.told(kind):
            lost = facts["lost"] if facts["attacker"] == readout.me else facts["lost_against"]
            if any(lost.values()):
                mission = tables().missions.get(facts.get("mission", "AT"))
                yield item(
                    readout,
                    "losses",
                    tone="bad",
                    target="battles",
                    units=units(lost),
                    region=facts["region"],
                    mission=mission.name if mission else "",
                    attacker=readout.name(facts["attacker"]),
                )
    for facts in readout.told("ditched"):
        yield item(readout, "ditched", tone="bad", units=units(facts["lost"]), region=facts["region"])


def _built(readout: Readout) -> Iterator[Item]:
    by_region: dict[str, Counter[str]] = {}
    for facts in readout.told("built"):
        by_region.setdefault(facts["region"], Counter())[facts["what"]] += facts["number"]
    parts = [f"{code} {listed([f'{n} {what}' for what, n in found.items()])}" for code, found in by_region.items()]
    if parts:
        yield item(readout, "built", target="regions", built="; ".join(parts))
    for facts in readout.told("developed"):
        technology = tables().technologies[facts["technology"]]
        yield item(readout, "developed", target="technologies", technology=technology.name)


def _rest(readout: Readout) -> Iterator[Item]:
    if any(facts["player"] == readout.me for facts in readout.told("nmr")):
        yield item(readout, "no-card", tone="bad")
    if readout.parsed is not None and readout.parsed.faults:
        yield item(readout, "faults", tone="bad", target="faults", faults=faulty(readout.parsed))
    for facts in readout.told("shortage"):
        yield item(readout, "shortage", tone="bad", target="account", **facts)
    for facts in readout.told("imported"):
        yield item(readout, "imported", target="account", **{**facts, "by": readout.name(facts["by"])})
    for facts in readout.told("scouted"):
        yield item(readout, "scouted", region=facts["region"], report=_report(facts))
    for kind in ("scout-failed", "scout-seen"):
        for facts in readout.told(kind):
            yield item(readout, kind, region=facts["region"], by=readout.name(facts["by"]))
    for facts in readout.told("out"):
        if 0 < facts["player"] <= PLAYERS:
            yield item(readout, "out", player=readout.name(facts["player"]))
    if readout.told("ended"):
        yield item(readout, "end")


def _report(facts: dict[str, int | str]) -> str:
    """GE HR-31: what a scout reports."""
    total = f"{facts['total']} unit{'' if facts['total'] == 1 else 's'}"
    if "army" not in facts:
        return f"{total}."
    kinds = ", ".join(f"{name} {facts[name]}" for name in ("army", "air", "surface", "submarine"))
    places = f"{facts['pop']} Pop, {facts['facilities']} facilities"
    places += f", {facts['depots']} depots, {facts['shipyards']} shipyards"
    return f"{total}: {kinds}. {places}."
