"""Reconnaissance (GE 11, HR-10, HR-31)."""

from pbm.rules.gunboat_empires.resolve.battle import count, of_kinds
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.resolve.forces import JointForce
from pbm.rules.gunboat_empires.tables import DEPOT, PLAYERS, SHIPYARD, tables


def scout(campaign: Campaign, group: JointForce, phase: int) -> None:
    """GE 11.1, HR-10: failure, success or complete success; the defender is told of the first two."""
    owner = campaign.owner[group.target]
    table = campaign.nations[owner].power("recon_table") if 0 < owner <= PLAYERS else 0
    mine = campaign.nations[group.player].power("recon_table")
    chances = _chances(bool(mine), bool(table))
    outcome = 1
    if max(chances) < 100:
        roll = campaign.dice.below(f"recon/{phase}/{group.player}/{group.number}", 100)
        outcome = 0 if roll < chances[0] else 1 if roll < chances[0] + chances[1] else 2
    facts = {"region": group.target, "by": group.player, "phase": phase}
    if outcome == 0:
        campaign.tell("scout-failed", [group.player], **facts)
    else:
        campaign.tell("scouted", [group.player], **facts, **_report(campaign, group.target, phase))
    if outcome < 2:
        campaign.tell("scout-seen", [owner], **facts)


def _chances(mine: bool, theirs: bool) -> tuple[int, ...]:

    return tables().scouting[mine, theirs]


def _report(campaign: Campaign, region: str, phase: int) -> dict[str, int | str]:
    """GE HR-31: how many units in all; by sea also what share each kind has, people and facilities."""
    here, total = campaign.units[region], count(campaign.units[region])
    told: dict[str, int | str] = {"total": total}
    if phase == 2:
        kinds = {"army": ("army",), "air": ("air",), "surface": ("surface", "merchant"), "submarine": ("submarine",)}
        told |= {name: _part(count(of_kinds(here, *kind)), total) for name, kind in kinds.items()}
        facilities = campaign.facilities[region]
        told |= {"facilities": sum(facilities.values()), "pop": campaign.state.regions[region].pop}
        told |= {"depots": facilities.get(DEPOT, 0), "shipyards": facilities.get(SHIPYARD, 0)}
    return told


def _part(number: int, total: int) -> str:
    """GE HR-31: none, few (to a quarter), some (to a half), many."""
    if not number:
        return "none"
    return "few" if 4 * number <= total else "some" if 2 * number <= total else "many"
