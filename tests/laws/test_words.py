"""The engine knows no game: what systems call their things is in no line of it, in Python or in a script.

The words are collected from what the systems declare, so that a further system's are held back too.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbm
from pbm.core.legend import Legend
from pbm.core.printout import Battles, Table
from pbm.publish.league import league, tables
from pbm.rules import system
from pbm.site.maps import shapes
from tests.shipped import CONTENT
from tests.systems import SHIPPED

ROOT = Path(pbm.__file__).parent
SCRIPTS = ROOT.parent / "site_templates"

FURTHER = "airforce province nation caravan militia popularity strait blockade treaty"
"""What they speak of in rules and cards alone."""

SHAPES = r"pbm/(site/(ink/palette|maps/.*)|publish/pictures)\.py"

OWN: tuple[tuple[str, str, str], ...] = (
    ("player", ".*", "whoever plays, in every game"),
    ("space", ".*", "a place of a map, in every game"),
    ("square", ".*", "a place of a map of squares, and a shape"),
    ("unit", ".*", "what is on a map, in every game, and what something is measured in"),
    ("own", ".*", "one's own"),
    ("near", ".*", "what is next to something, or nearly written as it is"),
    ("room", ".*", "what a label takes on a map, a line in a text"),
    ("base", ".*", "what something is built on"),
    ("move", ".*", "what a file does, or a window on a map"),
    ("support", r"pbm/core/stamps\.py", "of the operating system: os.supports_fd"),
    ("attack", r"pbm/(core/printout|site/parts/battles)\.py", "a side of a battle, in every game"),
    (
        "attack",
        r"pbm/orders/.*|site_templates/composer/(reach|picking)\.js",
        "a word of the order table: what a unit may enter",
    ),
    ("cargo", r"pbm/(deploy/.*|cli/deploy)\.py", "what is carried to a host"),
    (
        "country",
        r"pbm/((archive|cli|post|publish|seal|store)/.*|core/schedule|site/(gamepages|pages|history/.*))\.py",
        "what a player has, in the sentences of letters and commands",
    ),
    (
        "setup founding",
        r"pbm/(cases/(odds|played|scenario)|cli/(__init__|checking|founding|signups|simulate|variants)|engine/system|publish/books|store/.*|"
        r"trials/(findings|trial))\.py",
        "how a game begins, and the command that founds it",
    ),
    ("capital", r"pbm/(core/english|orders/reader|seal/letter|store/founding)\.py", "a letter, as on a card"),
    ("point", ".*", "of a drawing, of a table of ratings, of a code that stands for a sign"),
    ("pop", ".*", "what Python's lists and tables do"),
    ("port", r"pbm/(cli/(mail|serve|sharing)|mail/.*|post/.*|site/.*)\.py", "of an address in a network"),
    (
        "beyond",
        r"pbm/(orders/headings|site/maps/(arrows|seanames))\.py|site_templates/composer/(arrows|headings)\.js",
        "outside of something",
    ),
    ("region", r"pbm/site/history/stats\.py|site_templates/page\.js", "a part of a page, for screen readers"),
    ("land sea", SHAPES, "two of the palette's colours, and classes of drawings in them"),
    ("land", r"site_templates/map/unfold\.js", "the name of the shape of all ground in a drawing"),
    ("army dollar", r"pbm/(cli/amending|store/correcting)\.py", "an example of a path in a state, for the moderator"),
)
"""Words of the engine's own that a system has too: in which files, and what they mean there."""


def stem(word: str) -> str:
    """Spies, spy; armies, army; missiles, missile."""
    return re.sub(r"(?<=[a-z])s$", "", re.sub(r"ies$", "y", word.lower()))


def lists(legend: Legend) -> tuple[tuple[Any, ...], ...]:
    """All that has a name in a system's declaration of its map."""
    return legend.spaces, legend.signs, legend.units, legend.changes, legend.arrows, legend.relations


def declared() -> dict[str, str]:
    """The words of all systems: of maps, stores, places of orders, tables of a state; with whose they are."""
    found = {stem(word): "a rule book" for word in FURTHER.split()}
    for name in SHIPPED:
        it = system(name)
        for variant in it.variants:
            rules = it.setup.load(variant, {})
            words = [kind.name for kinds in lists(rules.legend) for kind in kinds]
            words += [store.name for store in rules.orders.stores]
            words += [place.kind for place in rules.orders.places] + [table.table for table in it.words.named]
            named = (part for word in words for part in re.findall(r"[A-Za-z]+", word))
            found |= {stem(part): name for part in named if not re.fullmatch("[A-Z]{1,3}", part)}  # codes are no words
    return found


def parts(text: str) -> Iterator[str]:
    """The words of an identifier or of a text: of `taxBase` and `tax_base` both."""
    for word in re.findall(r"[A-Za-z]+", text):
        yield from (stem(part) for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", word))


def in_python(source: str) -> Iterator[tuple[int, str]]:
    """Identifiers and texts with their lines, but no docstrings and no comments."""
    tree = ast.parse(source)
    prose = {
        id(node.value)
        for parent in ast.walk(tree)
        for node in ast.iter_child_nodes(parent)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield line, node.value
        for field in ("id", "attr", "name", "arg", "module", "asname"):
            if isinstance(text := getattr(node, field, None), str):
                yield line, text


def in_script(source: str) -> Iterator[tuple[int, str]]:
    """A script line by line, without comments."""
    bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), source, flags=re.S)
    for number, line in enumerate(bare.split("\n"), 1):
        yield number, re.sub(r"(?<![:\"'])//.*", "", line)


def spoken() -> Iterator[tuple[str, int, str]]:
    """All words of the engine: file, line, word."""
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT.parent).as_posix()
        if not where.startswith("pbm/rules/"):
            yield from (
                (where, line, word) for line, text in in_python(path.read_text("utf-8")) for word in parts(text)
            )
    for path in sorted(SCRIPTS.rglob("*.js")):
        where = path.relative_to(ROOT.parent).as_posix()
        yield from ((where, line, word) for line, text in in_script(path.read_text("utf-8")) for word in parts(text))


def test_no_word_of_a_game_is_in_the_engine() -> None:
    words, used = declared(), set[str]()
    found = []
    for where, line, word in spoken():
        if word not in words:
            continue
        of = [(row, reason) for row, files, reason in OWN if word in row.split() and re.fullmatch(files, where)]
        used.update(f"{row}: {reason}" for row, reason in of)
        if not of:
            found.append(f"{where}:{line}: {word} is a word of {words[word]}")
    assert found == []
    glyphs = set(re.findall(r'id="g-([a-z]+)"', (SCRIPTS / "glyphs.svg").read_text("utf-8")))
    assert not glyphs & set(words), "a sign is called by its shape"
    assert used == {f"{row}: {reason}" for row, _, reason in OWN}, "an exception that nothing needs"


def test_no_system_is_named_outside_the_registry() -> None:
    for path in [*ROOT.rglob("*.py"), *SCRIPTS.rglob("*.js")]:
        if (ROOT / "rules") not in path.parents:
            source = path.read_text("utf-8")
            texts = in_python(source) if path.suffix == ".py" else in_script(source)
            said = " ".join(text for _, text in texts)
            assert not any(name in said or name.replace("-", "_") in said for name in SHIPPED), path


def test_the_law_sees_what_it_is_for() -> None:
    source = '"""An army."""\ndef go(fleet_size):\n    # a navy\n    return f"{fleet_size} armies", self.airForce\n'
    assert {word for _, text in in_python(source) for word in parts(text)} >= {"fleet", "army", "air", "force"}
    assert "navy" not in {word for _, text in in_python(source) for word in parts(text)}
    script = 'const kinds = ["army"]; // a navy\n/* a\nfleet */ let x = 1;'
    assert {word for _, text in in_script(script) for word in parts(text)} == {"const", "kind", "army", "let", "x"}
    assert {"army", "fleet", "captured", "minor", "gold", "spy", "sea", "town"} <= set(declared())


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_a_declared_sign_can_be_drawn_and_a_name_is_given_once(name: str) -> None:
    it = system(name)
    for variant in it.variants:
        legend = it.setup.load(variant, {}).legend
        assert all(sign.shape in {*shapes.BUILT, *shapes.PLACED} for sign in legend.signs)
        assert all(unit.sign in shapes.UNITS or re.fullmatch("[A-Z]{1,2}", unit.sign) for unit in legend.units)
        glyphs = {store.glyph for store in it.setup.load(variant, {}).orders.stores if store.glyph}
        assert all(f'id="g-{glyph}"' in (SCRIPTS / "glyphs.svg").read_text("utf-8") for glyph in glyphs)
        for kinds in lists(legend):
            assert len({kind.name for kind in kinds}) == len(kinds)
            assert all(re.fullmatch("[a-z]+", kind.name) for kind in kinds), "a name is an attribute, too"


def test_every_sign_of_a_shipped_page_is_drawn() -> None:
    """Columns and forces name signs of the page's set; one that is not there would be a blank."""
    drawn = set(re.findall(r'id="g-([a-z]+)"', (SCRIPTS / "glyphs.svg").read_text("utf-8")))
    named = set[str]()
    for game in league(CONTENT.parent, tables(CONTENT.parent)).games:
        for source in game.turns():
            turn = source.make()
            blocks = [
                b for p in (turn.public, *turn.private.values()) for section in p.sections for b in section.blocks
            ]
            named |= {column.glyph for block in blocks if isinstance(block, Table) for column in block.columns}
            battles = [battle for block in blocks if isinstance(block, Battles) for battle in block.battles]
            named |= {force.glyph for battle in battles for group in battle.groups for force in group.forces}
    assert named - {""}
    assert named - {""} <= drawn
