"""NW 17: pages of their own, for what is looked up: the countries, the register of ships lost, the treaties."""

from collections.abc import Iterator

from pbm.core.english import listed
from pbm.core.printout import Cell, Column, Paragraphs, Section, Table
from pbm.rules.naval_warfare.printout.readout import Readout, fleet
from pbm.rules.naval_warfare.tables import ABILITY, ECONOMY, HULLS
from pbm.rules.naval_warfare.view import Neighbour


def pages(readout: Readout) -> tuple[Section, ...]:
    """NW 17: all that is public of countries, losses and treaties."""
    return countries(readout), losses(readout), treaties(readout)


def countries(readout: Readout) -> Section:
    """NW 15, 17: economy, abilities, level, ports, flagship, and the navy list as far as it was launched."""
    rows: list[tuple[Cell, ...]] = []
    for number, country in readout.view.countries.items():
        abilities = [ABILITY[code].name if code in ABILITY else "to be chosen" for code in country.abilities]
        rows.append(
            (
                number, country.name, country.territory, ECONOMY[country.economy].name, listed(abilities),
                country.level, " ".join(_ports(readout, number)), _navy(country), country.flagship,
                _state(readout, country),
            )
        )  # fmt: skip
    columns = (
        Column("", "player"),
        Column("Country"),
        Column("Territory", "code"),
        Column("Economy"),
        Column("Abilities"),
        Column("Level", "number"),
        Column("Ports", "mono"),
        Column("Launched, less lost"),
        Column("Flagship"),
        Column("State"),
    )
    note = "Ports: H is a home port, D one with a dock, X a destroyed one; of a held port its founder's number."
    return Section("countries", "Countries", (Table(columns, tuple(rows), note=note),))


def _ports(readout: Readout, number: int) -> Iterator[str]:
    for code, port in readout.view.ports.items():
        if port.owner == number:
            signs = "H" * port.home + "D" * port.dock + "X" * port.is_destroyed
            signs += str(port.founder) if port.founder not in (0, number) else ""
            yield f"{code}-{signs}" if signs else code


def _navy(country: Neighbour) -> str:
    left = {size: n - country.lost.get(size, 0) for size, n in country.launched.items()}
    return listed(fleet([size for size, n in left.items() for _ in range(max(0, n))])) or "none"


def _state(readout: Readout, country: Neighbour) -> str:
    if country.out:
        return "out"
    return "called a pirate" if country.pirate >= readout.view.turn > 0 and country.pirate else ""


def losses(readout: Readout) -> Section:
    """NW 17: the ships that were lost, week by week, the last first."""
    rows: list[tuple[Cell, ...]] = [
        (turn, at, owner or None, HULLS[size].name)
        for turn, at, owner, size in sorted(readout.view.register, key=lambda row: -row[0])
    ]
    columns = (Column("Week", "number"), Column("Hex", "code"), Column("", "player"), Column("Ship"))
    block = Table(columns, tuple(rows)) if rows else Paragraphs(("No ship was lost yet.",))
    return Section("losses", "Ships lost", (block,))


def treaties(readout: Readout) -> Section:
    """NW 3.1, 6, 17: what all know to stand between two countries. Secret treaties are not in it."""
    rows: list[tuple[Cell, ...]] = []
    for kind in ("war", "peace", "allies", "trade", "embargo"):
        for number, country in readout.view.countries.items():
            for other in getattr(country, kind):
                if kind == "embargo" or number < other:
                    rows.append(
                        (readout.words("treaty", kind), number, readout.country(number), other, readout.country(other))
                    )
    columns = (Column("What"), Column("", "player"), Column("Country"), Column("", "player"), Column("With, or on"))
    block = Table(columns, tuple(rows)) if rows else Paragraphs(("No war, no open treaty and no embargo.",))
    return Section("treaties", "Treaties, wars and embargoes", (block,))
