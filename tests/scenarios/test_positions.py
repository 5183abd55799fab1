"""A scenario's seats, its `given` and a correction are read strictly: what cannot be is one sentence with its key."""

import re
from pathlib import Path

import pytest

from pbm.cases.expectations import look_up
from pbm.cases.scenario import try_file
from pbm.errors import PbmError
from tests.command import runner

EUROPE = 'system = "battle-plan"\nvariant = "europe"\n[seats]\n1 = "TU"\n2 = "RU"\n'
POWERS = 'system = "battle-plan"\nvariant = "real-forces"\n[seats]\n1 = "ESW"\n2 = "{}"\n'
THIEF = 'system = "trust-a-thief"\nvariant = "sample"\n[seats]\n1 = "ALD"\n2 = "ELM"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (EUROPE.replace('"RU"', '"ZZ"'), "ZZ is not a country of this map"),
        (EUROPE.replace('"RU"', '"BLA"'), "BLA is not a country of this map"),
        (EUROPE.replace('"RU"', '"TU"'), "TU is in the power of player 1 and in that of 2"),
        (POWERS.format("WBT"), "WBT is none of the powers of this variant"),
        (EUROPE + "[given.players.5]\ndollars = 3", "given.players: there is no player 5"),
        (EUROPE + '[given.players.1]\nstance = {5 = "enemy"}', "given.players.1.stance: there is no player 5"),
        (EUROPE + "[given.players.1]\npermits = [5]", "given.players.1.permits: there is no player 5"),
        (EUROPE + "[given.spaces.BU]\noccupier = 5", "given.spaces.BU.occupier: there is no player 5"),
        (EUROPE + "[given.spaces.BU]\npopularity = {5 = 9}", "given.spaces.BU.popularity: there is no player 5"),
        (EUROPE + "[given.spaces.BLA]\nforces = {5 = {navy = 3}}", "given.spaces.BLA.forces: there is no player 5"),
        (EUROPE + "[given.spaces.BLA]\nforces = {0 = {navy = 3}}", "given.spaces.BLA.forces: there is no player 0"),
        (EUROPE + "[given.spaces.BLA]\nforces = {1 = {navy = -3}}", "given.spaces.BLA.forces.1: is below 0"),
        (EUROPE + "[given]\nturn = -3", "given.turn: is below 0"),
        (EUROPE + "[given.spaces.BU]\narmy = -5", "given.spaces.BU.army: is below 0"),
        (EUROPE + "[given.spaces.BU]\nsuppressed = {air = -5}", "given.spaces.BU.suppressed.air: is below 0"),
        (EUROPE + '[given.spaces.BU]\nsaved = {A = "-1"}', "given.spaces.BU.saved.A: is below 0"),
        (EUROPE + "[given.spaces.BU]\nspies = {2 = -3}", "given.spaces.BU.spies.2: is below 0"),
        (EUROPE + '[given.spaces.BU]\nstanding = {7 = "BA1"}', "given.spaces.BU.standing.7: the slots are 1 to 5"),
        (EUROPE + "[given.spaces.BU]\nsuppressed = {army = 3}", "given.spaces.BU.suppressed: Object contains unknown"),
        (EUROPE + "[given.spaces.BU]\npopularity = {bob = 3}", "given.spaces.BU.popularity: its keys are numbers"),
        (EUROPE + '[given.spaces.BU]\nstanding = {x = "BA1"}', "given.spaces.BU.standing: its keys are numbers"),
        (EUROPE + '[given.players.1]\nstance = {bob = "ally"}', "given.players.1.stance: its keys are numbers"),
        (EUROPE + "[given.spaces.BLA.forces.bob]\nnavy = 3", "given.spaces.BLA.forces: its keys are numbers"),
        (EUROPE + "[given.players.bob]\ndollars = 3", "given.players.bob: a player is named by number"),
        (EUROPE + '[given.players.1]\ndollars = "-5"', "given.players.1.dollars: is below 0"),
        (EUROPE + "[given.players.1]\nmultipliers = {A = -9}", "given.players.1.multipliers.A: is below 0"),
        (
            EUROPE + '[given.players.1]\nease = {A = "-5"}\n[cards]\n1 = "@ RA5"',
            "given.players.1.ease.A: is below 0",
        ),
        (EUROPE + "[given.players.1]\ndefaults = {Q = 5}", "given.players.1.defaults: there is no letter Q"),
        (EUROPE + "[given.players.1]\nmultipliers = {D = 5}", "given.players.1.multipliers: there is no letter D"),
        (EUROPE + '[given.spaces]\nBU = "nothing"', "given.spaces.BU: missing"),
        (EUROPE + '[given.players]\n2 = "nothing"', "given.players.2: missing"),
        (EUROPE + '[given]\nspaces = "nothing"', 'given.spaces: "nothing" stands for an entry of a table'),
        (THIEF + '[given.provinces]\nBRY = "nothing"', "given.provinces.BRY: missing"),
        (THIEF + '[given.nations]\n2 = "nothing"', "given.provinces.ELM: no such nation as 2"),
        (THIEF.replace('"ELM"', '"XXX"'), "XXX is not a province of this map"),
        (THIEF.replace('"ELM"', '"NSE"'), "NSE is not a province of this map"),
        (THIEF.replace('"ELM"', '"ALD"'), "ALD is the home of player 1 and of player 2"),
        (THIEF + "[given.provinces.ALD]\narmies = {1 = -1}", "given.provinces.ALD.armies.1: is below 0"),
        (THIEF + '[given.fleets.1.1]\nsea = "NSE"\ncargo = 9', "given.fleets.1.1.cargo: a fleet carries 0 to 4 armies"),
        (THIEF + '[given.nations.1]\nstanding = {9 = "2K2"}', "given.nations.1.standing.9: the slots are 1 to 5"),
    ],
)
def test_what_cannot_be_is_told_with_its_key(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "case.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(PbmError) as caught:
        try_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        (EUROPE + '[given.spaces.TU]\nstanding = "nothing"\nsuppressed = "nothing"', "spaces.TU.standing", None),
        (EUROPE + '[given.spaces.BLA.forces]\n1 = { navy = 2 }\n2 = "nothing"', "spaces.BLA.forces", {"1"}),
        (THIEF + '[given.provinces.ALD.armies]\n1 = "nothing"', "provinces.ALD.armies", {}),
        (THIEF + '[given.fleets.1]\n1 = { sea = "NSE" }\n2 = "nothing"', "fleets.1", {"1"}),
    ],
)
def test_what_is_nothing_is_not_in_the_position(tmp_path: Path, text: str, path: str, left: object) -> None:
    file = tmp_path / "case.toml"
    file.write_text(text, "utf-8")
    found = look_up(try_file(file).ready.words, path)
    assert (found and {*found}) == left


@pytest.mark.parametrize("value", ["3", '"x"', "[1]", "[{a = 1}]", "true", "1e9", "99999999999999999999"])
@pytest.mark.parametrize(
    ("head", "key"),
    [
        *((EUROPE, key) for key in ("options", "spaces", "spaces.TU", "spaces.BLA.forces", "spaces.TU.saved")),
        *((EUROPE, key) for key in ("spaces.TU.popularity", "spaces.TU.suppressed", "players", "players.1.stance")),
        *((THIEF, key) for key in ("options", "nations", "nations.1", "provinces", "provinces.ALD.armies", "fleets")),
    ],
)
def test_what_should_be_a_table_is_named(tmp_path: Path, head: str, key: str, value: str) -> None:
    path = tmp_path / "case.toml"
    path.write_text(f"{head}[given]\n{key} = {value}\n", "utf-8")
    with pytest.raises(PbmError, match=f"given.*{key.split('.')[-1]}"):
        try_file(path)


def test_options_of_a_position_are_in_force_whole(tmp_path: Path) -> None:
    """Spec 30: they are the house rules in force, for the order table too."""
    path = tmp_path / "case.toml"
    text = EUROPE + '[given]\noptions = {{ {} }}\n[cards]\n1 = "@ 2B1"\n[expect]\nno_faults = true\n'
    path.write_text(text.format('opinion = "on"'), "utf-8")
    assert try_file(path).differences == ()
    path.write_text(text.format('about = "maybe"'), "utf-8")
    with pytest.raises(PbmError, match="'about' is one of dice, expected"):
        try_file(path)


def test_any_space_of_a_power_names_it(tmp_path: Path) -> None:
    """BP 22A."""
    found = []
    for name in ("NNE", "NGL"):
        path = tmp_path / f"{name}.toml"
        path.write_text(POWERS.format(name) + "[expect.spaces.NTX]\noccupier = 2\n", "utf-8")
        found.append(try_file(path).differences)
    assert found == [(), ()]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("nations.99={}", r"nations\.99: there is no player 99"),
        ("provinces.ALD.armies.1=-5", r"provinces\.ALD\.armies\.1: is below 0"),
    ],
)
def test_a_position_of_the_other_system_is_held_against_its_rules_too(tmp_path: Path, change: str, told: str) -> None:
    run = runner(tmp_path)
    run("new", "TT-7", "--system", "trust-a-thief", "--seats", "1=ALD,2=ELM")
    assert re.search(told, run("amend", "TT-7", change, "--reason", "a test", code=1).stderr)
