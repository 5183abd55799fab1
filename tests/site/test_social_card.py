"""What others show beside a link: title and map; only where the site has an address, and never of a private page."""

import struct
from pathlib import Path

import msgspec
import pytest

from pbm.site import gamepages
from pbm.site.build import build
from pbm.site.maps.socialcard import HEIGHT, WIDTH, cropped, png
from pbm.site.pages import League
from pbm.site.render import Renderer
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.example_league.printouts import public
from tests.site.built import contents, stamps

ADDRESS = "https://games.example/post/"


def whole() -> League:
    return msgspec.structs.replace(league(last=1, revealed_last=0), url=ADDRESS)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("card") / "site"
    build(whole(), geometries(), out, [], cache=False)
    return out


def size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_every_public_page_of_a_game_shows_its_map(site: Path) -> None:
    for path in ("games/EU-2/index.html", "games/EU-2/1/index.html", "games/EU-1/0/index.html", "index.html"):
        text = (site / path).read_text("utf-8")
        assert f'<meta property="og:url" content="{ADDRESS}{path}">' in text
        game = "EU-1" if "EU-1" in path else "EU-2"
        assert f'<meta property="og:image" content="{ADDRESS}games/{game}/card.png">' in text
    for game in ("EU-1", "EU-2"):
        data = (site / f"games/{game}/card.png").read_bytes()
        assert size(data) == (WIDTH, HEIGHT)
        assert 20_000 < len(data) < 500_000


def test_a_private_page_and_a_site_without_address_show_nothing(site: Path, tmp_path: Path) -> None:
    assert "og:" not in (site / "games/EU-1/0/5.html").read_text("utf-8")
    build(msgspec.structs.replace(whole(), url=""), geometries(), tmp_path / "site", [], cache=False)
    assert not any(name.endswith(".png") for name in contents(tmp_path / "site"))
    assert "og:" not in (tmp_path / "site/index.html").read_text("utf-8")


def test_without_resvg_links_have_a_title_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamepages, "can_draw", lambda: False)
    build(whole(), geometries(), tmp_path / "site", [], cache=False)
    text = (tmp_path / "site/games/EU-2/index.html").read_text("utf-8")
    assert "og:title" in text
    assert "og:image" not in text
    assert not (tmp_path / "site/games/EU-2/card.png").exists()


def test_the_card_has_no_word_and_the_same_bytes(site: Path) -> None:
    view = public("EU-2", 1).space_map
    svg = cropped(Renderer([], geometries(), cache=False).draw_alone(view))
    assert "var(" not in svg
    other = msgspec.structs.replace(view, title="Other words", desc="Others")
    assert png(svg) == png(cropped(Renderer([], geometries(), cache=False).draw_alone(other)))
    assert png(svg) == (site / "games/EU-2/card.png").read_bytes()


def test_a_card_is_drawn_again_only_where_the_map_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(whole(), geometries(), tmp_path / "site", [])
    before = stamps(tmp_path / "site")
    monkeypatch.setattr(gamepages, "png", lambda _: pytest.fail("drawn again"))
    build(whole(), geometries(), tmp_path / "site", [])
    assert stamps(tmp_path / "site") == before
