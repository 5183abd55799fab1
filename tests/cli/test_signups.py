"""Signing up: by mail and on paper, with an answer, and the game that is founded with those who did."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest

from pbm.cards.signup import SignUpText, signup_in
from pbm.rules.trust_a_thief import SYSTEM
from pbm.store.folder import Folder
from pbm.store.waiting import MOST, Homes, SignUp, players, seated, signups
from tests.command import Run, runner
from tests.store.test_store import NOW

MAIL = """[[sources]]
name = "post"
kind = "maildir"
path = "Maildir"

[out]
sender = "gm@example.net"
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game of three that waits, and a mailbox."""
    call = runner(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    call("new", "EU-8", "--seats", "3", "--title", "Three at sea", "--every", "14 days", "--wait")
    (tmp_path / "content/mail.toml").write_text(MAIL)
    (tmp_path / "content/site.toml").write_text('mail = "cards@example.org"\n')
    mailbox.Maildir(str(tmp_path / "Maildir"), create=True)
    return call


def post(root: Path, sender: str, text: str, subject: str = "hello") -> None:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, "cards@example.org", subject
    letter["Message-ID"] = f"<{abs(hash((sender, text)))}@example.org>"
    letter.set_content(text)
    mailbox.Maildir(str(root / "Maildir")).add(letter)


def answer(root: Path) -> str:
    """The text of the one new answer."""
    (path,) = (root / "output/outbox/signups").glob("*.eml")
    text = path.read_text()
    path.unlink()
    return " ".join(text.partition("\n\n")[2].split())


def test_from_the_first_mail_to_the_first_printout(run: Run, tmp_path: Path) -> None:
    post(tmp_path, "Ann Smith <ann@example.org>", "Hello!\n\nJOIN EU-8\nNAME Ann Smith\nSEAT FR, TU, QQ\n")
    assert "is a sign-up for EU-8" in run("ingest").output
    told = answer(tmp_path)
    assert "You are signed up for EU-8 as Ann Smith. 1 of 3 seats are taken." in told
    assert "You would like FR or TU." in told
    assert "There is no seat QQ; seats are TU, FR, RU" in told
    assert "The site will not show your name; SHOW NAME allows it. LEAVE EU-8 takes this back." in told
    post(tmp_path, "bob@example.org", "NAME Bob Brown\nSEAT FR\nSHOW NAME\n", subject="JOIN EU-8")
    run("publish")
    home = (tmp_path / "output/site/index.html").read_text("utf-8")
    assert "2 of 3" in home
    assert "JOIN EU-8" in home
    assert "Three at sea" in home
    for path in (tmp_path / "output/site").rglob("*.*"):
        assert b"Ann" not in path.read_bytes(), path
        assert b"bob@" not in path.read_bytes(), path
    assert "EU-8: 2 of 3 seats are taken: pbm signups EU-8" in run("status").output
    assert (
        "EU-8: 2 players signed up for 3 seats; --seats 2 founds it with them."
        in run("new", "EU-8", "--from-signups", code=1).stderr
    )
    assert "3 of 3 seats are taken" in run("signups", "EU-8", "--add", "Cy Dee", "--wish", "fr").output
    assert "pbm new EU-8 --from-signups founds it" in run("status").output
    run("new", "EU-8", "--from-signups")
    folder = Folder(tmp_path, "EU-8")
    seats = [(seat.home, folder.players[seat.number].name) for seat in folder.facts.seats]
    assert seats == [("TU", "Bob Brown"), ("FR", "Ann Smith"), ("RU", "Cy Dee")]
    assert folder.players[2].address == "ann@example.org"
    assert {seat.name for seat in folder.facts.seats} == {"", "Bob Brown"}, "only who agreed is shown"
    assert folder.facts.schedule is not None
    assert folder.facts.deadline
    assert not list((tmp_path / "content/waiting").glob("EU-8*"))
    run("publish")
    assert "Waiting for players" not in (tmp_path / "output/site/index.html").read_text("utf-8")
    assert (tmp_path / "output/outbox/EU-8/t0-p2.eml").is_file()
    assert "all is as it should be" in run("fsck").output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("JOIN EU-9\nNAME Eve", "EU-9 does not wait for players. EU-8 waits for players."),
        ("JOIN EU-8", "Your name is missing: write JOIN EU-8 and below it NAME with your name."),
        ("JOIN EU-8\nNAME ANN SM1TH", "Somebody with a name that looks like yours is signed up already"),
        ("LEAVE EU-8", "You were not signed up for EU-8, so there is nothing to take back."),
        ("join eu8\nname: Eve\nseat: qq", "You are signed up for EU-8 as Eve."),
        ("JOIN EU-8 Eve", "You are signed up for EU-8 as Eve."),
    ],
)
def test_every_mail_is_answered_and_kept(run: Run, tmp_path: Path, text: str, told: str) -> None:
    post(tmp_path, "ann@example.org", "JOIN EU-8\nNAME Ann Smith\n")
    run("ingest")
    answer(tmp_path)
    post(tmp_path, "eve@example.org", f"{text}\n")
    run("ingest")
    assert told in answer(tmp_path)
    assert len(list((tmp_path / "content/post/joined").iterdir())) == 2
    assert run("ingest").output == "Nothing to take in.\n"


def test_the_newest_of_a_person_counts_and_leaving_takes_it_back(run: Run, tmp_path: Path) -> None:
    for text in ("JOIN EU-8\nNAME Ann Smith", "JOIN EU-8\nNAME Ann Smith\nSEAT TU"):
        post(tmp_path, "ann@example.org", text)
        run("ingest")
    (ann,) = players(signups(tmp_path, "EU-8"))
    assert ann.wishes == ("TU",)
    post(tmp_path, "ann@example.org", "LEAVE EU-8")
    run("ingest")
    assert players(signups(tmp_path, "EU-8")) == []
    assert "0 of 3 seats taken" in run("signups").output


def test_whoever_comes_too_late_waits_for_a_seat(run: Run, tmp_path: Path) -> None:
    for name in ("Ann", "Bob", "Cy", "Dee"):
        post(tmp_path, f"{name.lower()}@example.org", f"JOIN EU-8\nNAME {name}\n")
        run("ingest")
    assert "you are number 1 of those who wait for one" in " ".join(
        " ".join(path.read_text().split()) for path in (tmp_path / "output/outbox/signups").iterdir()
    )
    assert "Dee <dee@example.org>  (waits for a seat)" in run("signups", "EU-8").output
    done = run("new", "EU-8", "--from-signups")
    assert "Dee <dee@example.org> signed up too late for a seat: let them know." in done.stderr
    assert len(Folder(tmp_path, "EU-8").facts.seats) == 3


def test_a_forged_or_automatic_mail_is_answered_to_nobody(run: Run, tmp_path: Path) -> None:
    letter = EmailMessage()
    letter["From"], letter["Subject"], letter["Auto-Submitted"] = "ann@example.org", "away", "auto-replied"
    letter.set_content("JOIN EU-8\nNAME Ann\n")
    mailbox.Maildir(str(tmp_path / "Maildir")).add(letter)
    run("ingest")
    assert not (tmp_path / "output/outbox").exists()


def test_hostile_texts_end_as_plain_words(run: Run, tmp_path: Path) -> None:
    post(tmp_path, "eve@example.org", "JOIN EU-8\nNAME <script>\u202eEve\u0007" + "x" * 150 + "\n")
    run("ingest")
    (eve,) = players(signups(tmp_path, "EU-8"))
    assert len(eve.name) <= 60
    assert eve.name.isprintable()
    run("publish")
    assert "script>" not in run("signups").output.replace("<script>", "")


def test_a_list_has_an_end(run: Run, tmp_path: Path) -> None:
    line = SignUp("2026-11-21T20:00:00Z", "a" * 64, "EU-8", "Ann", "ann@example.org", taken=True)
    path = tmp_path / "content/waiting/EU-8.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for _ in range(MOST)))
    post(tmp_path, "eve@example.org", "JOIN EU-8\nNAME Eve\n")
    run("ingest")
    assert len(signups(tmp_path, "EU-8")) == MOST


def test_wishes_go_by_rank_and_then_by_arrival() -> None:
    def line(name: str, *wishes: str) -> SignUp:
        return SignUp("", "", "EU-8", name, wishes=wishes, taken=True)

    there = [line("Ann", "FR", "TU"), line("Bob", "FR", "RU"), line("Cy", "TU"), line("Dee")]
    assert [(home, it.name) for home, it in seated(there, Homes(("TU", "FR", "RU", "GB")))] == [
        ("TU", "Cy"),
        ("FR", "Ann"),
        ("RU", "Bob"),
        ("GB", "Dee"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("JOIN EU-8", SignUpText("EU-8")),
        ("  join eu-8, Ann Smith", SignUpText("EU-8", name="Ann Smith")),
        ("LEAVE EU-8.", SignUpText("EU-8", leaves=True)),
        ("LEAVE EU-8", SignUpText("EU-8", leaves=True)),
        ("> JOIN EU-8", None),
        ("I would like to join EU-8", None),
        ("JOIN us tonight", None),
        ("JOIN EU-8\nSEATS tu fr TU\nSHOW NAME.", SignUpText("EU-8", wishes=("TU", "FR"), shows=True)),
        ("JOIN EU-8\nNAME\nSEAT", SignUpText("EU-8")),
    ],
)
def test_what_is_a_sign_up(text: str, found: SignUpText | None) -> None:
    assert signup_in(text) == found


def test_the_operator_s_mistakes_are_a_sentence_each(run: Run, tmp_path: Path) -> None:
    assert "EU-8 waits for players already" in run("new", "EU-8", "--seats", "3", "--wait", code=1).stderr
    assert "say how many seats" in run("new", "EU-9", "--seats", "1=TU", "--wait", code=1).stderr
    assert "has 1 to 9 seats" in run("new", "EU-9", "--seats", "99", "--wait", code=1).stderr
    assert "--seats: say how many" in run("new", "EU-9", code=1).stderr
    assert "does not wait for players" in run("new", "EU-9", "--from-signups", code=1).stderr
    assert "says all else" in run("new", "EU-8", "--from-signups", "--title", "x", code=1).stderr
    assert "EU-9 does not wait for players (waiting: EU-8)." in run("signups", "EU-9", code=1).stderr
    assert "nobody of the name 'Zed'" in run("signups", "EU-8", "--remove", "Zed", code=1).stderr
    assert "name the game" in run("signups", "--add", "Ann", code=1).stderr
    assert "not a mail address" in run("signups", "EU-8", "--add", "Ann", "--address", "nowhere", code=1).stderr
    (tmp_path / "content/waiting/EU-8.toml").write_text("seats = 'three'\n")
    for command in ("signups", "publish"):
        assert "EU-8.toml: " in run(command, code=1).stderr
    assert "EU-8.toml: " in run("status", code=1).output


def test_a_list_is_cancelled_and_a_person_taken_from_it(run: Run, tmp_path: Path) -> None:
    run("signups", "EU-8", "--add", "Ann")
    run("signups", "EU-8", "--add", "Bob")
    assert "Ann is taken from the list of EU-8 (1 entry)." in run("signups", "EU-8", "--remove", "Ann").output
    assert [it.name for it in players(signups(tmp_path, "EU-8"))] == ["Bob"]
    assert "EU-8 waits no longer" in run("signups", "EU-8", "--cancel").output
    assert "No game waits for players" in run("signups").output


def test_a_league_without_such_games_reads_as_ever(tmp_path: Path) -> None:
    run = runner(tmp_path)
    run("new", "EU-1", "--seats", "2")
    run("publish")
    assert "Waiting for players" not in (tmp_path / "output/site/index.html").read_text("utf-8")
    assert "No game waits" in run("signups").output


def test_wishes_for_several_powers_and_for_any_home_hold(run: Run, tmp_path: Path) -> None:
    """BP 22A: Real Forces has more homes than seats, and some that one player may have together."""
    run("new", "RF-1", "--system", "battle-plan", "--variant", "real-forces", "--seats", "3", "--wait")
    post(tmp_path, "ann@example.org", "JOIN RF-1\nNAME Ann\nSEAT epd+ehu, EPD+EGB, NVA\n")
    run("ingest")
    told = answer(tmp_path)
    assert "You would like EPD+EHU or NVA." in told
    assert "There is no seat EPD+EGB;" in told
    run("signups", "RF-1", "--add", "Bob", "--wish", "EHU", "--wish", "SRJ")
    run("signups", "RF-1", "--add", "Cy")
    assert run("new", "RF-1", "--from-signups").exit_code == 0
    seats = [(seat.number, seat.home, seat.country) for seat in Folder(tmp_path, "RF-1").facts.seats]
    assert seats == [(1, "NVA", "USA"), (2, "EPD+EHU", "Poland/Hungary"), (3, "SRJ", "Brazil")]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("1=EPD+EGB,2=NVA", "one seat may have 2 powers at 3.50, or 3 powers at 2.50 or 2.00"),
        ("1=EPD+EHU,2=EHU", "EHU is in the power of player 1 and in that of 2"),
        ("1=EPD+,2=NVA", "'1=EPD+' is not of the form 1=TU:Rosa Klein"),
        ("1=EPD++EHU,2=NVA", "is not of the form"),
    ],
)
def test_seats_that_cannot_be_are_refused_in_a_sentence(run: Run, seats: str, said: str) -> None:
    assert said in run("new", "RF-1", "--variant", "real-forces", "--seats", seats, code=1).output


def test_who_wishes_for_nothing_gets_the_homes_that_suit_the_number_of_players(run: Run, tmp_path: Path) -> None:
    """TT 1.1: of five nations one begins in a home that no other number of nations has."""
    run("new", "TT-8", "--system", "trust-a-thief", "--variant", "great-archipelago", "--seats", "5", "--wait")
    for k, name in enumerate(("Ann", "Bob", "Cy", "Dee", "Eve")):
        run("signups", "TT-8", "--add", name, *(("--wish", "EVE") if k == 4 else ()))
    run("new", "TT-8", "--from-signups")
    facts = Folder(tmp_path, "TT-8").facts
    usual = SYSTEM.setup.usual(SYSTEM.setup.load("great-archipelago", {}), 5)
    assert {seat.home for seat in facts.seats} == set(usual)
    assert len(facts.seats) == 5
