"""What a viewer is sent: the data that every renderer (text, HTML, SVG, mail) works from (design 3).

Nothing in here knows a game. A system's `printout()` fills it from a `View`; what the viewer may not
know was never put in.
"""

from collections.abc import Iterator
from typing import Literal, TypeGuard

import msgspec

from pbm.core.grid import GridView
from pbm.core.legend import Counts, Legend

Cell = int | str | None
"""A table cell: a number, a text, or None where nothing can be (Navy of a landlocked country)."""

Kind = Literal["code", "text", "number", "money", "player", "mono"]
"""How a column is set. money: hundredths as a whole number; player: a player's number, shown as a chip."""


class Column(msgspec.Struct, frozen=True, gc=False):
    """A typed column; `glyph` names a sign of the page's set (glyphs.svg) or is empty."""

    title: str
    kind: Kind = "text"
    glyph: str = ""
    drop: bool = False  # may be left out on a phone (explaining columns, never numbers)


class Table(msgspec.Struct, frozen=True, gc=False, tag="table"):
    """Rows under typed columns. A `total` row closes it; an account's total is doubly ruled. Where the last column has
    `sentences`, these alone are broken into lines on a wide page.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] | None = None
    note: str = ""
    account: bool = False
    title: str = ""
    ids: str = ""  # what the ids of rows begin with; the text of the first cell follows
    sentences: bool = False


class Paragraphs(msgspec.Struct, frozen=True, gc=False, tag="paragraphs"):
    """Plain sentences of ours."""

    texts: tuple[str, ...]


class Lines(msgspec.Struct, frozen=True, gc=False, tag="lines"):
    """Lines as typed or as the classic printout has them: set in mono, never reflowed."""

    lines: tuple[str, ...]


class Item(msgspec.Struct, frozen=True, gc=False):
    """One piece of news: a short label ("Taken"), a bold first sentence, the rest, and the rule's number.

    `tone` is "bad" for loss, danger and war, else "". `target` is a section id to link to, or "". at: the code of the
    space that it is about, where it is about one. between: of news of what is between two players, what it is and whose
    doing: "promise", "word" (that ends promises), "message" (that does neither), "harm", "clash" (that nobody need have
    begun) or "help"; then "you" (the reader's, or of public news whoever is named first), "them" or "both".
    """

    label: str
    lead: str
    rest: str = ""
    rule: str = ""
    tone: str = ""
    target: str = ""
    at: str = ""
    between: str = ""


class Items(msgspec.Struct, frozen=True, gc=False, tag="items"):
    """A list of news, told by label."""

    items: tuple[Item, ...]


class Field(msgspec.Struct, frozen=True, gc=False):
    """`name`=`value` of a record, with what is suppressed in angle brackets behind it: TaxBase=9<1>."""

    name: str
    value: str
    suppressed: str = ""


class SpaceRecord(msgspec.Struct, frozen=True, gc=False):
    """A space in the classic notation: code, mark (`*`, `[3]` or empty), fields."""

    code: str
    mark: str
    name: str
    fields: tuple[Field, ...]
    owner: int = 0
    lines: tuple[str, ...] = ()  # standing orders on record, as entered


class Records(msgspec.Struct, frozen=True, gc=False, tag="records"):
    """Spaces in full: classic notation on paper and phone, a table where there is room.

    `columns` are the field names in the book's order; a record may lack some.
    """

    columns: tuple[str, ...]
    records: tuple[SpaceRecord, ...]
    note: str = ""


class Force(msgspec.Struct, frozen=True, gc=False):
    """Units of one kind in a battle; None where the reader knows the kind only. unit: as files of data have it; word:
    as people read it, where that is another; glyph: its sign of the page's set, or nothing.
    """

    unit: str
    sent: int | None = None
    lost: int | None = None
    word: str = ""
    glyph: str = ""

    @property
    def called(self) -> str:
        """The kind as people read it."""
        return self.word or self.unit


class Group(msgspec.Struct, frozen=True, gc=False):
    """A side of a battle: who and from where, e.g. `FI(Army=40-1,AirF=20-3)`."""

    name: str
    player: int
    side: Literal["attack", "defend", "meet"]
    forces: tuple[Force, ...]


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A battle at a space: its groups, and sentences that give numbers and rule."""

    code: str
    name: str
    outcome: str
    groups: tuple[Group, ...]
    told: tuple[str, ...] = ()


class Battles(msgspec.Struct, frozen=True, gc=False, tag="battles"):
    """Battles in the order of the book."""

    battles: tuple[Battle, ...]


class Quote(msgspec.Struct, frozen=True, gc=False):
    """What somebody wrote: paragraphs of plain text. by: his name, or "" for one that is not told; player: his number,
    or 0; to: who alone reads it ("to you alone"), or "" where all do.
    """

    by: str
    texts: tuple[str, ...]
    title: str = ""
    player: int = 0
    to: str = ""


class Quotes(msgspec.Struct, frozen=True, gc=False, tag="quotes"):
    """Press: nothing in it is ours, and no line of it may look as if it were."""

    quotes: tuple[Quote, ...]


class MapBlock(msgspec.Struct, frozen=True, gc=False, tag="chart"):
    """A map among the blocks of a section: a window, a day, a theatre of its own. `caption` stands below it."""

    map: "AnyMap"
    caption: str = ""


class Gauge(msgspec.Struct, frozen=True, gc=False):
    """What is left of a whole, and what there was before: 6 of 14, where it had been 10."""

    left: int
    before: int
    whole: int


class GaugeRow(msgspec.Struct, frozen=True, gc=False):
    """Something with a gauge of each kind, None where it has none of that kind; `player`: whose it is, or 0."""

    name: str
    player: int
    gauges: tuple[Gauge | None, ...]
    note: str = ""


class Gauges(msgspec.Struct, frozen=True, gc=False, tag="gauges"):
    """Bars side by side: `kinds` says what they measure, such as hull and shields."""

    kinds: tuple[str, ...]
    rows: tuple[GaugeRow, ...]


class Magazine(msgspec.Struct, frozen=True, gc=False):
    """A line of an index card for something with a store: 9 of 12 left; full 0: nothing is counted. word: instead."""

    sign: str
    name: str
    left: int = 0
    full: int = 0
    word: str = ""


class IndexCard(msgspec.Struct, frozen=True, gc=False):
    """A sheet of one thing, such as a ship: `aside` says what it is; a line has fields, or is a magazine."""

    title: str
    aside: str
    lines: tuple[tuple[Field, ...] | Magazine, ...]


class IndexCards(msgspec.Struct, frozen=True, gc=False, tag="index-cards"):
    """Index cards, side by side where there is room."""

    cards: tuple[IndexCard, ...]


class More(msgspec.Struct, frozen=True, gc=False, tag="more"):
    """Blocks that a page folds away under a title; in text and on paper they are whole."""

    title: str
    blocks: tuple["Block", ...]


Block = Table | Paragraphs | Lines | Items | Records | Battles | Quotes | MapBlock | Gauges | IndexCards | More


class Section(msgspec.Struct, frozen=True, gc=False):
    """A headed part. `id` is its anchor; `figure` stands in the summary line of a folded section."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    figure: str = ""
    aside: str = ""
    classic: bool = True  # False: in HTML alone (told again elsewhere in the classic text)
    html: bool = True  # False: in the classic text alone
    closed: bool = False  # it stands only as long as the game is not revealed


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A number the page is about: label, value, change since last turn ("" where there is none)."""

    label: str
    value: str
    change: str = ""


class Badge(msgspec.Struct, frozen=True, gc=False):
    """Units of a player at a space, by kind and in the legend's order, with their numbers; player 0 is nobody. aboard:
    what these carry; name: what the player calls them, where several of his stand for themselves ("G1").
    """

    player: int
    units: Counts = ()
    aboard: Counts = ()
    name: str = ""


class MapSpace(msgspec.Struct, frozen=True, gc=False):
    """A space as its reader may see it.

    owner: whose it is; controller: who controls what is nobody's, where the reader sees that; `change` is what happened
    to it this turn, `sign` what is built there. Kind, change, sign and units are named as `MapView.legend` has them;
    a space of the kind "unknown" is one of which the reader knows nothing. seen: the turn or day of what is shown, 0
    for now. at: on a map with cells the code of the cell where a place with a code of its own is, such as a port.
    """

    code: str
    name: str
    kind: str
    owner: int = 0
    controller: int = 0
    badges: tuple[Badge, ...] = ()
    change: str = ""
    sign: str = ""
    seen: int = 0
    at: str = ""


class Arrow(msgspec.Struct, frozen=True, gc=False):
    """An order or a battle's approach, from space to space; its kind is named as `MapView.legend` has it."""

    kind: str
    start: str
    end: str
    player: int = 0


class DayMark(msgspec.Struct, frozen=True, gc=False):
    """A mark on a route: after how many hundredths of a step from place to place, and what stands there ("day 3")."""

    after: int
    word: str = ""


class Route(msgspec.Struct, frozen=True, gc=False):
    """A course over several legs: its turning points in order, as codes of spaces or cells, and marks along it."""

    points: tuple[str, ...]
    player: int = 0
    marks: tuple[DayMark, ...] = ()


class Sighting(msgspec.Struct, frozen=True, gc=False):
    """What the reader saw at a space or cell: on which day, and how many days ago that is."""

    code: str
    day: int
    badge: Badge
    ago: int = 0


class Circle(msgspec.Struct, frozen=True, gc=False):
    """What reaches so many cells around a cell."""

    code: str
    radius: int
    player: int = 0


class Waters(msgspec.Struct, frozen=True, gc=False):
    """Cells that are a player's, without being spaces of the map."""

    player: int
    cells: tuple[str, ...]


class Inset(msgspec.Struct, frozen=True, gc=False):
    """A further part of a map beside its theatre, and the spaces that it shows."""

    title: str
    spaces: tuple[str, ...]


class MapView(msgspec.Struct, frozen=True, gc=False):
    """One map for one reader. `geometry` names the drawn map; `theatre` the spaces to crop to, or none.

    `insets`: further parts. Where there are any, a reader's page has theatre and insets, each with the spaces of all of
    them alone, and no whole map: one of hundreds of spaces is on the public page.

    `legend` says how kinds of spaces, units, ... look and what they are called. `note` stands below the map.
    `held`: spaces of the reader with the neighbours that hold them back. `waters` and `circles` need a map with cells
    (look "chart"); spaces whose code, or whose `at`, is that of a cell are drawn there.
    """

    geometry: str
    title: str
    desc: str
    spaces: tuple[MapSpace, ...]
    arrows: tuple[Arrow, ...] = ()
    players: tuple[tuple[int, str], ...] = ()
    theatre: tuple[str, ...] = ()
    legend: Legend = Legend()
    note: str = ""
    held: tuple[tuple[str, tuple[str, ...]], ...] = ()
    routes: tuple[Route, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    circles: tuple[Circle, ...] = ()
    waters: tuple[Waters, ...] = ()
    insets: tuple[Inset, ...] = ()

    @property
    def shown(self) -> frozenset[str] | None:
        """The codes of what theatre and insets show; None: all that they have room for."""
        return frozenset(self.theatre).union(*(inset.spaces for inset in self.insets)) if self.insets else None


AnyMap = MapView | GridView
"""A map: of spaces that have a geometry, or of squares."""


def is_drawn(view: AnyMap | None) -> TypeGuard[AnyMap]:
    """Whether there is anything to draw: a map of spaces may have none, where only its words are shown."""
    return view is not None and (not isinstance(view, MapView) or bool(view.spaces))


def has_theatre(view: AnyMap | None) -> bool:
    """Whether a map of spaces has a part to be cropped to."""
    return isinstance(view, MapView) and bool(view.theatre)


class Echo(msgspec.Struct, frozen=True, gc=False):
    """The orders of one place: as entered, or those that acted from the file."""

    place: str
    orders: tuple[str, ...]


class Fault(msgspec.Struct, frozen=True, gc=False):
    """A piece of a card that is not carried out. Line and column count from 1 in the card's text.

    `text` is the token as written, cut after 60 characters; `message` is one sentence that says what
    would be right. invalid: not understood; illegal: understood but not allowed.
    """

    line: int
    column: int
    text: str
    kind: Literal["invalid", "illegal", "ambiguous"]
    message: str
    rule: str = ""


class KitPlace(msgspec.Struct, frozen=True, gc=False):
    """A place where the player may give orders, and what it has.

    `kind` is one of the places of the order table (player, own, minor, sea); `has` the store of each
    resource (units whole; of the player place hundredths where the table says so); `sets` names the
    places that orders from here may name; `ever` the wider sets for standing orders where they differ.
    """

    code: str
    name: str
    kind: str
    has: dict[str, int]
    traits: tuple[str, ...] = ()
    sets: dict[str, tuple[str, ...]] = {}
    ever: dict[str, tuple[str, ...]] = {}
    standing: dict[int, str] = {}
    quiet: bool = False  # nothing there needs an order: the blank card leaves it out
    at: str = ""  # the space of the map where it stands, if it is no space itself
    unit: str = ""  # the kind of unit that it is, if it is one
    shares: str = ""  # the name of sets of the kit that it has as others have
    kept: dict[str, str] = {}  # what stays until it is changed, by the table's word for it, as an order has it
    damage: int = 0  # of the unit that it is
    range: int = 0  # squares that this unit goes at most before it must land; 0: any number
    asides: str = ""  # the name of numbers of the kit that stand beside what it may choose
    note: str = ""  # a sentence beside its orders


class Board(msgspec.Struct, frozen=True, gc=False):
    """A map of squares as far as the player knows it: a sign of terrain a square, a row a text, a blank where nothing
    is known; wrap: east of the last column is the first. sites: of places that are known by code, the square and the
    owner's number. others: of others' units the square, the kind, the owner's number, and the turn in which they were
    seen last, 0 where they are in sight.
    """

    width: int
    height: int
    rows: tuple[str, ...]
    wrap: bool = False
    sites: dict[str, tuple[str, int]] = {}
    others: tuple[tuple[str, str, int, int], ...] = ()


class Skill(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What units of a kind can do on a board, for advice alone. moves: squares a turn; slow: signs of terrain that end
    the turn of whoever enters; chances: per cent to win against a kind, "kind:sign" where the terrain counts, ":site"
    against a site of a player and ":0" one of nobody's; homes: the set of squares where it must land.
    """

    moves: int
    slow: str = ""
    chances: dict[str, int] = {}
    homes: str = ""


class Kit(msgspec.Struct, frozen=True, gc=False):
    """The order kit: all that the player could order next turn. `codes` are all spaces of the map that the player may
    know of, `names` what the map calls them, by code.

    shared: sets that several places have, by name. figures: numbers that the order table speaks of. near: by relation
    and code, the codes of its neighbours, parted by blanks. reasons: by set and word, why a word is not in the set.
    used: by kind of place, numbers that may not be used again. skills: by kind of unit, with its damage behind it where
    it has some ("W", "W2"). asides: numbers beside the words of a list, by the name that places have for them.
    relations: by player what they and the viewer are to each other, in a few words.
    """

    player: int
    players: tuple[int, ...]
    places: dict[str, KitPlace]
    codes: tuple[str, ...]
    sets: dict[str, tuple[str, ...]] = {}
    options: dict[str, str] = {}
    names: dict[str, str] = {}
    shared: dict[str, dict[str, tuple[str, ...]]] = {}
    figures: dict[str, int] = {}
    near: dict[str, dict[str, str]] = {}
    reasons: dict[str, dict[str, str]] = {}
    used: dict[str, tuple[int, ...]] = {}
    board: Board | None = None
    skills: dict[str, Skill] = {}
    asides: dict[str, dict[str, int]] = {}
    relations: dict[int, str] = {}


class Feat(msgspec.Struct, frozen=True, gc=False):
    """Something that may be a record of its year. kind: "odds", won against so many times one's number, in hundredths;
    "chance", done at so many per cent; "way", so many spaces travelled, summed over the game for each `key`. text: a
    few words on who did it and where.
    """

    kind: Literal["odds", "chance", "way"]
    value: int
    text: str
    key: str = ""


class Standings(msgspec.Struct, frozen=True, gc=False):
    """By what the players rank: its title, which is that of a column in the section "standings"; and by player how
    many, in the order of the rank.
    """

    title: str
    values: dict[int, int]


class Printout(msgspec.Struct, frozen=True, gc=False):
    """All that one viewer is sent for one turn; player 0 is the public, whose printout has the standings.

    `heading` are the heading lines of the classic printout (without account and name, which the
    store knows), `headline` and `standfirst` open the page, `blank` is the card to fill in. `echo` are
    the orders of the card, of which `order_count` is the number; `acted` are the standing orders that
    acted beside them. `map` is the first map, beside the headline; None where there is none, as on the public page of a
    game whose map is a secret. Further ones are blocks of sections (`MapBlock`). `pages` are sections that the game has
    as pages of their own, of the newest turn alone: what is looked up, such as a list of all spaces. `feats` are for
    the records of the year.
    """

    game: str
    system: str
    turn: int
    player: int
    title: str
    heading: tuple[str, ...]
    headline: str
    standfirst: str
    figures: tuple[Figure, ...]
    changes: tuple[Item, ...]
    sections: tuple[Section, ...]
    map: AnyMap | None
    echo: tuple[Echo, ...] = ()
    order_count: int = 0
    acted: tuple[Echo, ...] = ()
    faults: tuple[Fault, ...] = ()
    blank: tuple[str, ...] = ()
    kit: Kit | None = None
    standings: Standings | None = None
    pages: tuple[Section, ...] = ()
    feats: tuple[Feat, ...] = ()

    @property
    def maps(self) -> Iterator[AnyMap]:
        """All maps, the first one first."""
        if self.map is not None:
            yield self.map
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, MapBlock):
                    yield block.map

    @property
    def names(self) -> tuple[tuple[int, str], ...]:
        """The players' numbers and names, as the first map has them that names any."""
        return next((drawn.players for drawn in self.maps if drawn.players), ())

    @property
    def spaces(self) -> tuple[MapSpace, ...]:
        """The spaces of the first map, if it is one of spaces."""
        return self.map.spaces if isinstance(self.map, MapView) else ()

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """The arrows of the first map, if it is one of spaces."""
        return self.map.arrows if isinstance(self.map, MapView) else ()

    @property
    def legend(self) -> Legend:
        """What the kinds on the first map are called, if it is one of spaces."""
        return self.map.legend if isinstance(self.map, MapView) else Legend()

    @property
    def space_map(self) -> MapView:
        """The first map, of a game whose maps are of spaces; TypeError where it is another, or there is none."""
        if not isinstance(self.map, MapView):
            raise TypeError("the printout has no map of spaces")
        return self.map
