"""The map of a turn: small, the same bytes each time, and it holds what its reader may know and nothing else."""

import re
import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

from pbm.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules import system
from pbm.site import maps, palette
from pbm.site.mapbase import badge_box, label_box, overlap

RULES = system("battle-plan").load("europe", {})
ARTIST = maps.artist(RULES.geometry)
SVG = "{http://www.w3.org/2000/svg}"


def full_view() -> MapView:
    """All that one reader could ever see: units of all kinds everywhere, three fleets a sea, twenty arrows."""
    spaces = []
    for k, (code, space) in enumerate(RULES.map.spaces.items()):
        badges = (Badge(k % 9 + 1, 120, 45, 130),) if space.land else tuple(Badge(p, 20, 33, 12) for p in (1, 4, 7))
        change = ("", "captured", "", "revolution")[k % 4] if space.land else ""
        owner, controller = (k % 9 + 1, 0) if k % 4 else (0, k % 9 + 1)
        if not space.land:
            owner = controller = 0
        kind = "land" if space.land else "sea"
        spaces.append(MapSpace(code, space.name, kind, owner, controller, badges, change))  # type: ignore[arg-type]  # literals
    land = list(RULES.map.countries)
    arrows = tuple(
        Arrow(("attack", "support", "move")[k % 3], code, RULES.map.spaces[code].adjacent[0], 1)
        for k, code in enumerate(land[:20])
    )
    players = tuple((n, f"Player number {n}") for n in range(1, 10))
    return MapView("europe", "EU-1, turn 3", "Who holds what.", tuple(spaces), arrows, players, ("TU", "GR", "BU"))


def parsed(view: MapView, **options: object) -> ET.Element:
    return ET.fromstring(ARTIST.draw(view, standalone=True, **options))  # type: ignore[arg-type]  # options of draw


def test_the_fullest_map_is_at_most_seventy_kilobytes() -> None:
    assert len(ARTIST.draw(full_view(), standalone=True).encode()) <= 70_000


def test_the_same_view_gives_the_same_bytes_from_any_artist() -> None:
    view = full_view()
    assert maps.artist(RULES.geometry).draw(view) == ARTIST.draw(view) == ARTIST.draw(view)


def test_it_has_title_and_desc_and_names_every_space() -> None:
    root = parsed(full_view())
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert {g.get("data-code") for g in root.iter(f"{SVG}g") if g.get("data-code")} == set(RULES.map.spaces)


def test_what_the_view_does_not_hold_is_not_drawn() -> None:
    view = full_view()
    bare = replace(view, spaces=tuple(replace(s, badges=(), controller=0) for s in view.spaces), arrows=())
    text = ARTIST.draw(bare)
    assert 'class="b ' not in text
    assert "hollow" not in text
    assert "marker-end" not in text


def test_names_are_shown_as_text() -> None:
    view = full_view()
    nasty = "</title><script>alert(1)</script>"
    hostile = replace(view, players=((1, nasty), (2, '"><b onmouseover=1>')), title=nasty)
    root = parsed(hostile)
    assert not list(root.iter(f"{SVG}script"))
    assert not [e for e in root.iter() if any(key.startswith("on") for key in e.attrib)]


def test_two_maps_in_one_page_share_no_id() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', ARTIST.draw(full_view(), id_prefix=p))) for p in ("a-", "b-")]
    assert ids[0]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("theatre", [False, True])
def test_every_reference_is_drawn_in_the_same_map(theatre: bool) -> None:
    text = ARTIST.draw(full_view(), theatre=theatre, id_prefix="x-")
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert wanted <= set(re.findall(r' id="([^"]+)"', text))


def test_a_theatre_is_a_crop() -> None:
    box = re.search(r'viewBox="(\d+) (\d+) (\d+) (\d+)"', ARTIST.draw(full_view(), theatre=True))
    assert box
    x, y, width, height = map(int, box.groups())
    assert width < 1500
    assert x + width <= ARTIST.width
    assert y + height <= ARTIST.height


def test_labels_and_badges_keep_clear_of_each_other() -> None:
    """Badges of the usual width may touch a neighbour's label at an edge, never cover it."""
    boxes = {code: badge_box(*slot.badge) for code, slot in ARTIST.slots.items()}
    labels = {c: label_box(*s.label, c) for c, s in ARTIST.slots.items() if RULES.map.spaces[c].land}
    for code, box in boxes.items():
        assert box[0] >= 0
        assert box[2] <= ARTIST.width
        assert box[3] <= ARTIST.height
        for other, label in labels.items():
            area = (label[2] - label[0]) * (label[3] - label[1])
            assert overlap(box, label) <= area // 6, (code, other)


def test_ink_reads_on_every_light_fill_and_white_on_every_companion() -> None:
    ink = _luminance(palette.MAP_LIGHT["ink"])
    for fill in palette.LIGHT:
        assert (_luminance(fill) + 0.05) / (ink + 0.05) >= 4.5
    for dark in (*palette.LIGHT_COMPANION, *palette.DARK_COMPANION):
        assert 1.05 / (_luminance(dark) + 0.05) >= 7


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_a_turn_calls_no_drawing_library() -> None:
    import sys

    ARTIST.draw(full_view())
    kept = {name: module for name, module in sys.modules.items() if name.startswith("svgwrite")}
    for name in kept:
        del sys.modules[name]
    try:
        ARTIST.draw(full_view())
        assert not [name for name in sys.modules if name.startswith("svgwrite")]
    finally:
        sys.modules.update(kept)
