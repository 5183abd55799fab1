"""No case claims a word that no state or event has: 0 and an absent key are the same, so it would always hold."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbm.cases.expectations import is_choice
from tests.systems import CASE_FILES, CASES

STATE = {
    "battle-plan": r"""turn | options/\w+ | world/\w+
        | spaces/\w+/(occupier|army|navy|air|missiles|antimissiles|industry|tax|limit|hpi|standing_by|sight)
        | spaces/\w+/suppressed(/(industry|tax|air))? | spaces/\w+/saved(/[A-Z])?
        | spaces/\w+/(popularity|spies|standing)(/[0-9]+)? | spaces/\w+/forces(/[0-9]+(/(army|navy|air))?)?
        | players/[0-9]+/(dollars|spies|counterspies|permits|good|bad|names_off|one_list|dropped|missed)
        | players/[0-9]+/(multipliers|ease|defaults)(/[IANFMXSC])? | players/[0-9]+/(stance|shares)(/[0-9]+)?""",
    "trust-a-thief": r"""turn | ended | leader
        | provinces/\w+(/(owner|structure)|/armies(/[0-9]+)?)?
        | nations/[0-9]+/(gold|alive|tax) | nations/[0-9]+/(debts|standing)(/[0-9]+)?
        | fleets/[0-9]+(/[0-9]+(/(sea|cargo))?)?""",
    "gunboat-empires": r"""turn | setup | options/\w+ | prices/[A-Z]{2}
        | regions/[0-9A-Z]{2}-[0-9]{2}/(owner|pop|taken) | regions/[0-9A-Z]{2}-[0-9]{2}/standing(/[0-9]+)?
        | regions/[0-9A-Z]{2}-[0-9]{2}/(units(/[A-Z][A-Z0-9])?|facilities(/[A-Z]{3})?)
        | countries/[0-9]+/(sealift|technologies|capital|port|missed|out)
        | countries/[0-9]+/(stocks(/[A-Z]{2})?|levels(/[A-Z]{3})?|names(/\w+)?|standing(/[0-9]+)?)""",
    "empire-deluxe": r"""turn | at | ended | winner | options/\w+ | census/[0-9]+ | share/[0-9]+
        | cities/[A-Z]{3}/(at|owner|product|left|next|progress|last|efficiency|special|idle|worn|rally(/[A-Z])?)
        | units/[0-9]+/[0-9]+(/(kind|at|damage|fuel|aboard|queue|post|name))?
        | players/[0-9]+/(alive|product|sheet|serial|handicap|house|missed|seen|met|first(/[A-Z])?|odds(/([A-Z]|all))?)
        | players/[0-9]+/known(/[A-Z]{3})? | players/[0-9]+/icons(/[0-9]+\#[0-9]+(/(kind|owner|at|turn|loaded))?)?""",
    "naval-warfare": r"""turn | options/\w+ | roller | ended
        | countries/[0-9]+/(territory|name|tag|economy|money|food|oil|raw|goods|captains|admirals|prisoners|abilities)
        | countries/[0-9]+/(exp|level|raises|active|platforms|ports_left|free_ports|supers|subs_left|annex|free_changes)
        | countries/[0-9]+/(changes|war|peace|allies|trade|secret|embargo|short|flagship|flagged|missed|out|pirate)
        | countries/[0-9]+/(radar|aided|taken|gone)
        | countries/[0-9]+/(cut(/[0-9]+(/(since|buffer))?)?|annexed(/[0-9]+)?|prefs(/[A-Z0-9]+)?)
        | countries/[0-9]+/(toll|signed|given)/[0-9]+
        | countries/[0-9]+/types/[1-3]/(name|size|weapon|load|cost|adv)
        | ports/[A-Z]{3}/(owner|founder|hex|home|name|dock|structure|slots|people|hungry|razed_by|free|spoils)
        | ports/[A-Z]{3}/weapons(/(w|hp|load))?
        | ships/[0-9]+(/[0-9]+(/(kind|hull|name|specials|captain|admiral|max|hp|shields|weapons|load|group|port))?)?
        | ships/[0-9]+/[0-9]+/(reserve|away|exp|level|victories|defeats|standoffs|sinks|holds|aircraft|mode)
        | ships/[0-9]+/[0-9]+/stats/(hull|shields|targeting|engines|power)
        | groups/[0-9]+(/[0-9]+(/(hex|course|stance|target|kill|flash|retreat|calls|helps))?)?
        | platforms/[0-9]+(/[0-9]+(/(kind|port|name|hp|aa|aircraft|awacs|mode))?)?
        | menaces(/[0-9]+(/(hex|roller|event|since|ships))?)? | seen/[0-9]+ | offers/(merchant|gift)/\w+""",
}  # section 30 of the rules, 11 of Trust a Thief's, 23 of Gunboat Empires', 12 of Empire Deluxe's and Naval Warfare'

EVENTS = {
    "battle-plan": {
        "blockade": {"hostile"},
        "border-fight-kinds": {"groups/player"},
        "counter-attack": {"won"},
        "first-launch": {"by"},
        "game-over": {"winner", "winners"},
        "message": {"to"},
        "passage": {"army", "navy"},
        "recovered": {"air", "industry", "tax"},
        "sea-battle": {"groups/name"},
        "suppressed": {"air", "industry", "tax"},
    },
    "trust-a-thief": {
        "battle": {"winner"},
        "captured": {"fought"},
        "caravans": {"escorts"},
        "sea-battle": {"winner"},
    },
    "gunboat-empires": {
        "battle": {"lost", "lost_against", "percent", "air_lost", "air_lost_against"},
        "captured": {"from"},
        "shortage": {"bought", "waived"},
        "rank": {"value"},
    },
    "empire-deluxe": {"captured": {"from"}, "fight": {"won"}},
    "naval-warfare": {"battle": {"result"}, "cut-off": {"left", "spent"}, "sunk": {"by"}},
}  # the facts of which a case claims that they are 0, empty or false


def leaves(claim: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of a claim with their values; what stands in a list of tables has the list's path."""
    if isinstance(claim, Mapping) and claim and not is_choice(claim):
        for key, part in claim.items():
            yield from leaves(part, f"{path}/{key}" if path else key)
    elif isinstance(claim, list) and claim and isinstance(claim[0], Mapping):
        for part in claim:
            yield from leaves(part, path)
    else:
        yield path, claim


def expected(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """The system of a case, and what it expects of each turn."""
    case = tomllib.loads(path.read_text("utf-8"))
    return case.get("system", "battle-plan"), [part.get("expect", {}) for part in (case, *case.get("then", []))]


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: str(path.relative_to(CASES)))
def test_every_word_that_is_claimed_exists(path: Path) -> None:
    system, turns = expected(path)
    known = re.compile(STATE[system], re.VERBOSE)
    for expect in turns:
        state = {k: v for k, v in expect.items() if k not in ("events", "faults", "lines", "orders", "no_faults")}
        assert [word for word, _ in leaves(state) if word and not known.fullmatch(word)] == []
        for event in expect.get("events", []):
            empty = {word for word, value in leaves(event) if is_choice(value) or not value}
            assert empty <= EVENTS[system].get(event["kind"], set()), event


def test_a_mistyped_word_is_found() -> None:
    known = re.compile(STATE["battle-plan"], re.VERBOSE)
    assert [word for word, _ in leaves({"spaces": {"UK": {"amry": 0}}})] == ["spaces/UK/amry"]
    assert known.fullmatch("spaces/UK/army")
    assert not known.fullmatch("spaces/UK/amry")
