"""No page runs what is not ours, whatever a name or a text holds."""

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pbm.core.printout import Echo, Figure, Item, Lines, Paragraphs, Section
from pbm.site.build import build
from pbm.site.pages import Page, Post, ShownSeat, Turn
from tests.example_league.league import league, ready, turns
from tests.example_league.maps import geometries
from tests.example_league.printouts import turkey
from tests.site.built import Elements
from tests.site.test_prose import PAYLOADS


def policy_of(text: str) -> str:
    match = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert match
    return match[1].replace("&#39;", "'")


def check_policy(path: Path) -> None:
    text = path.read_text()
    page = Elements(text)
    policy = policy_of(text)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "no-referrer" in text
    assert re.match(r'<!DOCTYPE html>\n<html lang="en" dir="ltr">', text)
    for tag, content in ((tag, content) for tag, all_ in page.raw.items() for content in all_ if content):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        directive = next(part for part in policy.split("; ") if part.startswith(f"{tag}-src"))
        assert f"'sha256-{digest}'" in directive, (path, tag)
    for _, attrs in page.found:
        assert "style" not in attrs, path
        assert not [name for name in attrs if name.startswith("on")], path


def test_every_page_allows_only_what_is_ours(site: Path, alone: Path) -> None:
    for path in (*site.rglob("*.html"), alone):
        check_policy(path)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_name_becomes_markup(payload: str, tmp_path: Path) -> None:
    """Every text that a player or a mistake can fill, filled with a payload: it is text in every page."""
    whole = league(last=1, revealed_last=0)
    seats = tuple(ShownSeat(n, payload, payload) for n in range(1, 8))
    post = Post("2026-11-20", payload, payload, payload, player=5)

    def spoilt(game: str, *, revealed: bool) -> Iterator[Turn]:
        for turn in turns(game, 0 if revealed else 1, revealed=revealed):
            bad = msgspec.structs.replace(
                turkey(game, turn.number),
                title=payload,
                headline=payload,
                standfirst=payload,
                heading=(payload, payload),
                figures=(Figure(payload, payload, payload),),
                changes=(Item(payload, payload, payload, payload, "", payload),),
                sections=(Section("x", payload, (Paragraphs((payload,)), Lines((payload,))), payload, payload),),
                echo=(Echo(payload, (payload,)),),
                faults=tuple(
                    msgspec.structs.replace(fault, text=payload, message=payload, rule=payload)
                    for fault in turkey().faults
                ),
                blank=(payload,),
                map=msgspec.structs.replace(turkey().space_map, title=payload, desc=payload, players=((5, payload),)),
            )
            public = msgspec.structs.replace(bad, player=0, echo=(), faults=(), blank=())
            private = {5: bad} if revealed else {}
            yield msgspec.structs.replace(turn, public=public, private=private, news=(post,), press=(post,))

    games = tuple(
        msgspec.structs.replace(
            game, title=payload, resolve=payload, players=seats,
            turns=lambda game=game: ready(spoilt(game.id, revealed=game.status == "revealed")),
        )
        for game in whole.games
    )  # fmt: skip
    whole = msgspec.structs.replace(
        whole,
        title=payload,
        tagline=payload,
        games=games,
        news=(),
        about=(Page("how", payload, "x"),),
        index_markdown="",
    )
    clean_site = league(last=1, revealed_last=0)
    build(clean_site, geometries(), tmp_path / "clean", [], cache=False)
    build(whole, geometries(), tmp_path / "site", [], cache=False)
    known = {tag for path in (tmp_path / "clean").rglob("*.html") for tag, _ in Elements(path.read_text()).found}
    scripts = {"theme.js", "page.js", "map.js", "search.js", "search-index.js"}
    scripts |= {"replay.js", "replay-map.js", "replay-data.js"}
    for path in (tmp_path / "site").rglob("*.html"):
        check_policy(path)
        for tag, attrs in Elements(path.read_text()).found:
            assert tag in known, (path, tag)
            if tag == "script":
                assert attrs["src"].rpartition("/")[2] in scripts
            link = attrs.get("href", "")
            assert not re.match(r"\s*((javascript|data|vbscript)\s*:|//)", link, re.I), link
