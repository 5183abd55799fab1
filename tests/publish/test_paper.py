"""Printouts in envelopes: the printer's PDF."""

import io
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.post.settings import read_settings
from pbm.publish.outgoing import own_renderer
from pbm.publish.paper import address, by_post, envelopes, readers
from pbm.site.paper.blank_card import boxes, card_rows, comb
from pbm.site.paper.sheets import Envelope, Format, Printer, envelope_html
from pbm.store.facts import PlayerFacts
from pbm.store.folder import Folder
from pbm.store.play import GameTable, lay_table
from tests.shipped import CONTENT

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("weasyprint")

ROOT = Path(__file__).parents[2]
POINT = 72 / 25.4  # of a mm
ROSA = "Rosa Klein\nc/o Weber & Söhne\nHauptstraße 17\n10115 Berlin"
IGOR = "Igor Sokol\n<b>ul. Długa</b> 5 m. 7\n00-238 Warszawa\nPOLAND"
SENDER = '[paper]\nsender = """\nThe Long Post\nMarktplatz 1\n99423 Weimar"""\n'


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game: two of its players are written to by post."""
    root = tmp_path_factory.mktemp("paper")
    content = root / "content"
    shutil.copytree(CONTENT / "games" / "EU-2", content / "games" / "EU-2")
    shutil.copyfile(CONTENT / "site.toml", content / "site.toml")
    (content / "mail.toml").write_text(SENDER, "utf-8")
    path = content / "games" / "EU-2" / "private" / "players.toml"
    text = path.read_text("utf-8")
    for name, post in (("Rosa Klein", ROSA), ("Igor Sokol", IGOR)):
        text = text.replace(f'name = "{name}"', f'name = "{name}"\npost = """\n{post}"""')
    path.write_text(text, "utf-8")
    return root


def run(root: Path, *words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["--root", str(root), *words], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def printed(root: Path) -> Path:
    """The PDF of both, for a printer that prints on both sides."""
    told = run(root, "print", "EU-2", "--duplex").output
    assert "2 envelopes" in told
    return root / "output" / "print" / "EU-2-003.pdf"


@pytest.fixture(scope="module")
def table(root: Path) -> GameTable:
    return lay_table(Folder(root, "EU-2"))


def texts(data: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(data)).pages]


Word = tuple[int, float, float, float, float, str]


def words(path: Path) -> Iterator[Word]:
    """Page, left, top, right, bottom in mm, and the text of each word."""
    if not shutil.which("pdftotext"):
        pytest.skip("NO POPPLER: pdftotext is not here")
    told = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True).stdout
    page = 0
    for line in told.splitlines():
        page += line.lstrip().startswith("<page ")
        found = re.search(r'xMin="(.+)" yMin="(.+)" xMax="(.+)" yMax="(.+)">(.*)</word>', line)
        if found:
            left, top, right, bottom = (float(found[k]) / POINT for k in (1, 2, 3, 4))
            yield page, left, top, right, bottom, found[5]


def test_by_post_goes_who_says_so_or_has_no_other_address() -> None:
    someone = PlayerFacts(1, "00" * 32)
    assert not by_post(someone)
    assert by_post(replace(someone, post="x"))
    assert not by_post(replace(someone, post="x", address="a@example.org"))
    assert by_post(replace(someone, post="x", address="a@example.org", by="post"))
    assert not by_post(replace(someone, post="x", by="mail"))
    assert not by_post(replace(someone, post="x", house=True))


def test_readers_are_those_by_post_or_those_named(table: GameTable) -> None:
    assert readers(table, 3) == (1, 3)
    assert readers(table, 3, (5, 2, 5)) == (2, 5)
    assert readers(table, 3, everybody=True) == (1, 2, 3, 4, 5, 6, 7)
    assert address(table, 3) == tuple(IGOR.split("\n"))
    assert address(table, 2) == ("Margaux Ferrand", "[2] France")


def test_each_envelope_holds_address_printout_and_card(printed: Path, table: GameTable) -> None:
    pages = texts(printed.read_bytes())
    starts = [k for k, text in enumerate(pages) if "Marktplatz 1" in text and "page 1 of" in text]
    assert len(starts) == 2
    for start, player, post, title in ((starts[0], 1, ROSA, "Turkey"), (starts[1], 3, IGOR, "Russia")):
        own = pages[start : starts[1] if start == 0 else None]
        for line in post.split("\n"):
            assert line in own[0]
        assert f"{title}, turn 3" in own[1]
        facts = table.folder.players[player]
        code = make_code(bytes.fromhex(facts.key), "EU-2", 4, facts.epoch)
        assert code not in own[0], "what shows through the paper of an address sheet must be no secret"
        card = next(text for text in own if "Capitals, one character a box" in text)
        assert f"EU-2 T-4 [{player}] {facts.name} {code}" in card
        last = len([text for text in own if text])
        for number, text in enumerate(own, 1):
            assert not text or f"EU-2 T-3 [{player}] page {number} of " in text
        assert last >= 4


def test_no_envelope_holds_another_players_secret(printed: Path, table: GameTable) -> None:
    pages = texts(printed.read_bytes())
    for player in (1, 3):
        facts = table.folder.players[player]
        code = make_code(bytes.fromhex(facts.key), "EU-2", 4, facts.epoch)
        for text in pages:
            if code in text:
                assert f"[{player}] page" in text


def test_in_duplex_the_card_is_a_leaf_of_its_own(printed: Path) -> None:
    pages = texts(printed.read_bytes())
    assert len(pages) % 2 == 0
    for k, text in enumerate(pages):
        if "page 1 of" in text or "Capitals, one character a box" in text:
            assert k % 2 == 0
        if "Capitals, one character a box" in text:
            assert pages[k + 1] == ""


def test_every_word_stands_within_the_margins(printed: Path) -> None:
    found = list(words(printed))
    assert len(found) > 1000
    for page, left, top, right, bottom, text in found:
        where = (page, round(left), round(top), text)
        assert left >= 12.5, where
        assert top >= 9.5, where
        assert right <= 198, where
        assert bottom <= 293, where


def test_nothing_of_the_printout_is_cut_off(printed: Path, table: GameTable) -> None:
    whole = "".join(texts(printed.read_bytes())).replace(" ", "")
    for envelope in envelopes(table, 3, (1, 3)):
        for section in envelope.printout.sections:
            assert not section.html or section.title.replace(" ", "") in whole, section.title
        for echo in envelope.printout.echo:
            assert all(order.replace(" ", "") in whole for order in echo.orders)
        for item in envelope.printout.changes:
            assert re.sub(r"[ `]|\[\d+\]", "", item.lead)[:20] in re.sub(r"\[\d+\]", "", whole), item.lead


@pytest.mark.parametrize(
    ("window", "paper", "box"),
    [("din", "a4", (20, 45, 105, 90)), ("us", "letter", (22.2, 51.8, 111.2, 80.6))],
)
def test_the_address_stands_in_the_window(
    root: Path, tmp_path: Path, window: str, paper: str, box: tuple[float, ...]
) -> None:
    out = tmp_path / "one.pdf"
    run(root, "print", "EU-2", "--player", "1", "--window", window, "--paper", paper, "--out", str(out))
    seen = [word for word in words(out) if word[0] == 1 and word[5] in ("Hauptstraße", "10115", "Berlin", "Klein")]
    assert len(seen) == 4
    for _, left, top, right, bottom, _ in seen:
        assert box[0] - 0.1 <= left < right <= box[2]
        assert box[1] <= top < bottom <= box[3]
    size = pypdf.PdfReader(out).pages[0].mediabox
    assert (round(size.width / POINT), round(size.height / POINT)) == {"a4": (210, 297), "letter": (216, 279)}[paper]


def test_the_same_game_makes_the_same_bytes(root: Path, tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        words = [sys.executable, "-m", "pbm", "--root", str(root), "print", "EU-2", "--player", "1", "--out", str(out)]
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run(words, check=True, capture_output=True, env=env)
        made.append(out.read_bytes())
    assert made[0] == made[1]
    assert b"CreationDate" not in made[0]
    assert b"/ID" not in made[0]


def test_weasyprint_draws_every_picture(root: Path, tmp_path: Path) -> None:
    """What it cannot draw it leaves out, and says so."""
    told: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("weasyprint").addHandler(handler)
    try:
        run(root, "print", "EU-2", "--player", "3", "--out", str(tmp_path / "one.pdf"))
    finally:
        logging.getLogger("weasyprint").removeHandler(handler)
    assert told == []


def page_of(root: Path, table: GameTable, **changed: object) -> tuple[str, Envelope]:
    made = replace(envelopes(table, 3, (3,))[0], **changed)
    return envelope_html(made, own_renderer(root, [table]), Format(), "en"), made


def test_every_drawing_is_whole(root: Path, table: GameTable) -> None:
    html, _ = page_of(root, table)
    drawn = re.findall(r"<svg\b.*?</svg>", html, re.DOTALL)
    assert len(drawn) > 20
    for svg in drawn:
        assert "var(" not in svg
        assert "currentColor" not in svg
        assert '"#g-' not in svg
        for name in re.findall(r'(?:url\(|href=")#([^")]+)', svg):
            assert f'id="{name}"' in svg, name


def test_what_people_wrote_is_text(root: Path, table: GameTable) -> None:
    nasty = ("<script>alert(1)</script>", "a\x1b[31m\x00b", "{{ 7 * 7 }}", "\u202eevil")
    html, made = page_of(root, table, to=nasty, sender=nasty, title=nasty[0])
    assert "<script" not in html
    assert "\x1b" not in html
    assert "&lt;script&gt;" in html
    assert "49" not in html.split("<main>")[0]
    assert Printer(own_renderer(root, [table]), Format(), "en").laid_out(made).pages


def test_nothing_is_fetched(root: Path, table: GameTable, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("not to be read")
    printer = Printer(own_renderer(root, [table]), Format(), "en")
    page = f'<link rel="attachment" href="{(tmp_path / "secret.txt").as_uri()}"><img src="{tmp_path.as_uri()}/x.png">Hi'
    assert b"secret" not in printer._pages(page).write_pdf()


def test_a_card_has_a_row_for_each_place_and_free_ones_to_the_foot() -> None:
    blank = [("@", "12 dollars"), ("@TU", "3 army; /1/BA5"), ("END", "")]
    rows = card_rows(blank, "a4")
    assert [row.label for row in rows[:5]] == ["@", "", "@TU", "", ""]
    assert rows[2].note == "3 army; /1/BA5"
    assert 20 <= len(rows) <= 30
    assert len(card_rows(blank, "letter")) < len(rows)
    assert card_rows([], "a4") == ()
    many = card_rows([(f"@A{k}", "") for k in range(60)], "a4")
    assert len([row for row in many if row.label]) == 60
    assert many[1].label


def test_there_is_a_card_only_where_it_can_be_sent(root: Path, table: GameTable) -> None:
    assert envelopes(table, 3, (1,))[0].printout.blank
    assert not envelopes(table, 2, (1,))[0].printout.blank
    renderer = own_renderer(root, [table])
    html = envelope_html(envelopes(table, 2, (1,))[0], renderer, Format(), "en")
    assert "handcard" not in html
    assert "Your card" not in html


def test_boxes_fit_the_paper() -> None:
    for paper, wide in (("a4", 184), ("letter", 190)):
        count, room = boxes(paper)
        assert count >= 25
        assert 20 + room <= wide
        assert comb(paper).count("<path") == 2


def test_a_long_card_goes_on_on_the_next_page(root: Path, table: GameTable) -> None:
    made = envelopes(table, 3, (3,))[0]
    blank = tuple(f"@A{k:02}  ; {k} army" for k in range(40))
    renderer = own_renderer(root, [table])
    long = replace(made, printout=replace(made.printout, blank=(*blank, "END")))
    pages = texts(Printer(renderer, Format(), "en").laid_out(long).write_pdf())
    assert "@A00" in pages[-2]
    assert "@A39" in pages[-1]


def test_printing_disturbs_neither_site_nor_printouts(root: Path, printed: Path) -> None:
    env = {"SOURCE_DATE_EPOCH": "1750000000"}
    CliRunner().invoke(main, ["--root", str(root), "build"], env=env)
    before = sorted(path for path in (root / "output" / "printouts").rglob("*"))
    assert before
    os.utime(printed)
    told = CliRunner().invoke(main, ["--root", str(root), "build"], env=env).output
    assert "Nothing to do" in told
    assert printed.is_file()
    assert sorted(path for path in (root / "output" / "printouts").rglob("*")) == before
    assert not list((root / "output" / "site").rglob("*.pdf"))
    assert printed.stat().st_mode & 0o077 == 0


def test_mistakes_are_told_in_one_sentence(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no player 9" in run(root, "print", "EU-2", "--player", "9", code=1).stderr
    assert "the last turn of EU-2 is 3" in run(root, "print", "EU-2", "--turn", "8", code=1).stderr
    inside = root / "output" / "site" / "x.pdf"
    assert "is inside the public site" in run(root, "print", "EU-2", "--out", str(inside), code=1).stderr
    keys = root / "content/games/EU-2/private/keys.json"
    held = keys.read_bytes()
    assert "is inside content/" in run(root, "print", "EU-2", "--out", str(keys), code=1).stderr
    notes = root / "notes.txt"
    notes.write_text("Rosa: two stamps")
    assert "exists and is not a PDF" in run(root, "print", "EU-2", "--out", str(notes), code=1).stderr
    assert (keys.read_bytes(), notes.read_text()) == (held, "Rosa: two stamps")
    monkeypatch.setattr("pbm.site.paper.sheets.can_print", lambda: False)
    told = run(root, "print", "EU-2", code=1).stderr
    assert told == "pbm print needs the package weasyprint: pip install weasyprint, into the environment of pbm.\n"


def test_settings_say_how_it_is_usually_printed(root: Path) -> None:
    settings = read_settings(root).paper
    assert settings.sender.splitlines()[0] == "The Long Post"
    assert (settings.paper, settings.window, settings.duplex) == ("a4", "din", False)


def test_a_game_without_post_says_so(tmp_path: Path) -> None:
    run(tmp_path, "new", "EU-7", "--seats", "2")
    assert "no printout of turn 0 goes by post" in run(tmp_path, "print", "EU-7").output


def test_all_is_grey(printed: Path, tmp_path: Path) -> None:
    if not shutil.which("pdftoppm"):
        pytest.skip("NO POPPLER: pdftoppm is not here")
    subprocess.run(["pdftoppm", "-r", "30", str(printed), str(tmp_path / "page")], check=True)
    pages = sorted(tmp_path.glob("page-*.ppm"))
    assert len(pages) == len(pypdf.PdfReader(printed).pages)
    for page in pages:
        pixels = page.read_bytes().split(b"\n", 3)[3]
        assert max(abs(a - b) for a, b in zip(pixels[0::3], pixels[2::3], strict=True)) <= 2, page.name


def test_a_long_address_still_stands_in_the_window(root: Path, table: GameTable, tmp_path: Path) -> None:
    to = ("Dr. Rosa Klein-Weber", "Studentenwohnheim am Alten Schlachthof", "Haus C, Zimmer 417", "bei Söhne",
          "Hauptstraße 17", "10115 Berlin", "Deutschland")  # fmt: skip
    sender = ("The Long Post", "Philippa Ambrosia Masterson", "Marktplatz 123", "99423 Weimar an der Ilm")
    made = replace(envelopes(table, 3, (1,))[0], to=to, sender=sender)
    out = tmp_path / "one.pdf"
    Printer(own_renderer(root, [table]), Format(), "en").laid_out(made).write_pdf(out)
    seen = {word[5]: word for word in words(out) if word[0] == 1 and word[4] < 91}
    assert {"Klein-Weber", "Zimmer", "Deutschland", "Ilm"} <= seen.keys()
    assert all(word[3] <= 105 and word[4] <= 90 for word in seen.values())
