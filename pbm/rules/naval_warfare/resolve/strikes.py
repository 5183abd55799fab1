"""Air strikes at the end of a day (NW 3.5, 5.16)."""

from pbm.rules.naval_warfare.resolve.battle.aftermath import close
from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle, wings
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.shipyard import MENACE
from pbm.rules.naval_warfare.state import Platform, Ship
from pbm.rules.naval_warfare.tables import NAMED


def strike(campaign: Campaign) -> None:
    """NW 5.16: every base whose aircraft are to strike a hex, by country, where an enemy is; three rounds at most."""
    for p in campaign.living():
        bases: list[Platform | Ship] = [*campaign.state.platforms.get(p, {}).values(), *campaign.ships(p).values()]
        goals = sorted({base.mode[2:] for base in bases if base.aircraft and base.mode.startswith("MA")})
        for at in goals:
            _strike_at(campaign, p, at)


def _strike_at(campaign: Campaign, p: int, at: str) -> None:
    flights = wings(campaign, p, at, f"MA{at}")
    foes = [
        (q, g)
        for q in campaign.living()
        if campaign.hostile(p, q)
        for g, group in sorted(campaign.groups(q).items())
        if group.hex == at
    ]
    code = campaign.port_at(at)
    is_port = bool(code) and campaign.hostile(p, campaign.state.ports[code].owner) and _has_target(campaign, p, code)
    menaces = [menace for menace in campaign.menacing if menace.hex == at]
    if not flights or not (foes or is_port or menaces):
        return
    battle = SeaBattle(campaign, at, NAMED["strike_rounds"])
    for base in flights:
        battle.add([base])
    for q, g in foes:
        battle.add_group(q, g)
    if is_port:
        battle.add_port(code)
    for menace in menaces:
        battle.add_menace(menace)
    if not battle.goes_on():
        return
    before = sum(len(base.planes) for base in flights)
    is_over = battle.play()
    close(battle, is_over=is_over)
    after = sum(plane.hp > 0 for base in flights for plane in base.planes)
    fighters = {unit.owner for unit in battle.units} - {MENACE}
    for base in flights:
        campaign.tell("strike", fighters, base=base.who, hex=at, lost=before - after)


def _has_target(campaign: Campaign, p: int, code: str) -> bool:
    """NW 5.16, 5.17: whether a port stands, or an enemy's ship or platform is left in its ruins."""
    enemies = [q for q in campaign.living() if campaign.hostile(p, q)]
    return campaign.state.ports[code].structure > 0 or any(
        any(campaign.lies_in(q, k, code) for k in campaign.ships(q))
        or any(it.port == code for it in campaign.state.platforms.get(q, {}).values())
        for q in enemies
    )
