"""Every link of the site leads somewhere, from a web server and from a disk."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.publish.lint_content import sources_of
from pbm.site.build import build
from pbm.site.output.links import Links, Spot, relative
from pbm.site.pages import Page, Post
from tests.example_league.league import league
from tests.example_league.maps import geometries


class Read(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" and value:
                self.anchors.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


def test_links_are_relative_to_the_page() -> None:
    assert relative("index.html", "games/EU-2/7/index.html") == "games/EU-2/7/index.html"
    assert relative("games/EU-2/7/index.html", "pbm.css") == "../../../pbm.css"
    assert relative("games/EU-2/7/index.html", "games/EU-2/7/5.html") == "5.html"


def test_every_link_leads_to_a_file_or_an_anchor(site: Path) -> None:
    pages = {path: Read(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 20
    for path, page in pages.items():
        assert len(page.anchors) == len(set(page.anchors)), path
        for link in page.links:
            if link.startswith(("https://", "mailto:")):
                continue
            file, _, anchor = link.partition("#")
            assert not file.startswith("/"), (path, link)
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target.is_file(), (path, link)
            assert target.is_relative_to(site.resolve()), (path, link)
            if anchor:
                assert anchor in pages[target].anchors, (path, link)


def test_a_broken_link_is_told_with_page_and_target(tmp_path: Path) -> None:
    whole = msgspec.structs.replace(league(last=0), about=(Page("how", "How", "[x](rules/nowhere.html)"),))
    with pytest.raises(PbmError, match=r"about/how\.html links to rules/nowhere\.html"):
        build(whole, geometries(), tmp_path / "site", [], cache=False)
    assert not (tmp_path / "site").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_broken_anchor_fails_the_build(tmp_path: Path) -> None:
    post = Post("2026-11-20", "", "", "[x](rules/battle-plan.html#99Z)")
    whole = msgspec.structs.replace(league(last=0), news=(post,))
    with pytest.raises(PbmError, match=r"#99Z"):
        build(whole, geometries(), tmp_path / "site", [], cache=False)


def test_a_broken_link_leaves_the_old_site(tmp_path: Path) -> None:
    whole = league(last=0)
    build(whole, geometries(), tmp_path / "site", [], cache=False)
    before = {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    broken = msgspec.structs.replace(whole, title="Another", news=(Post("2026-11-20", "", "", "[x](nowhere.html)"),))
    with pytest.raises(PbmError):
        build(broken, geometries(), tmp_path / "site", [], cache=False)
    assert {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.files"]


def test_two_pages_of_one_name_are_refused() -> None:
    links = Links()
    links.add("a.html")
    with pytest.raises(PbmError, match="two pages"):
        links.add("a.html")


@pytest.mark.parametrize("path", ["../a.html", "a b.html", "a/../b", "/a", "a\n", "<b>", ".hidden", ""])
def test_an_odd_name_is_refused(path: str) -> None:
    with pytest.raises(PbmError, match="letters, digits"):
        Links().add(path)


def test_an_anchor_stands_once() -> None:
    spot = Spot("a.html", Links())
    spot.anchor("x")
    with pytest.raises(PbmError, match="twice"):
        spot.anchor("x")


def test_the_page_for_what_is_not_there_works_under_every_address(tmp_path: Path) -> None:
    """A host shows it in the place of any page, games/EU-1/99/index.html too, where a relative link leads nowhere."""
    for url, root in (("https://example.org/post/", "/post/"), ("https://example.org", "/")):
        build(replace(league(), url=url), geometries(), tmp_path / "site", [], cache=False)
        found = Read((tmp_path / "site/404.html").read_text("utf-8")).links
        assert {f"{root}index.html", f"{root}pbm.css", f"{root}page.js"} <= set(found)
        assert all(link.startswith(root) or link == "#main" for link in found), found
        assert 'href="pbm.css"' in (tmp_path / "site/index.html").read_text("utf-8")


def test_without_an_address_it_works_from_a_disk(tmp_path: Path) -> None:
    build(league(), geometries(), tmp_path / "site", [], cache=False)
    assert 'href="pbm.css"' in (tmp_path / "site/404.html").read_text("utf-8")


def test_the_file_and_line_of_a_broken_link_are_found(tmp_path: Path) -> None:
    news, book = tmp_path / "content/news", tmp_path / "content/about"
    for folder in (news, book):
        folder.mkdir(parents=True)
    (news / "one.md").write_text("A word\n[so](rules/lost.md#9) and [here](#gone)\n", "utf-8")
    (book / "keys.md").write_text(
        "[9](battle-plan.md#9) [so](../rules/lost.html#9)\n[x](#gone)\n[y](lost.md#19)", "utf-8"
    )
    (book / "folder.md").mkdir()
    found = [*sources_of(tmp_path / "content", ("rules/lost.html#9", "about/keys.html#gone", "index.html#gone"))]
    keys, one = book / "keys.md", news / "one.md"
    assert found == [
        *(f"See {keys}, line 1.", f"See {one}, line 2."),
        *(f"See {keys}, line 2.",),
        *(f"See {keys}, line 2.", f"See {one}, line 2."),
    ]


def test_the_first_broken_links_are_all_named() -> None:
    links = Links()
    spot = Spot("a.html", links)
    for k in range(7):
        spot.link(f"lost{k}.html")
    spot.close()
    with pytest.raises(PbmError) as told:
        links.check()
    assert str(told.value).startswith(
        "a.html links to lost0.html, and there is no such page or anchor; also a.html links"
    )
    assert "lost4.html (2 more are broken)." in str(told.value)
