"""Whatever comes becomes a Mail (security 3.3, 10.1): read, refused, kept or ignored, within a second and 100 MB."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.cards.card import read_card
from pbm.intake.received import read_letter
from pbm.mail.flowed import join_flowed
from pbm.mail.headers import UnfitError, addresses, show, split_headings
from pbm.mail.hypertext import read_html
from pbm.mail.message import Mail
from pbm.mail.parts import read_parts
from pbm.mail.reading import looks_like_card, read_mail
from tests.mail import bad_mails as bad

ORDERS = ["@TU", "BA15", "AC20UK"]


def words(mail: Mail) -> list[str]:
    """The words between heading and END, as the game finds them."""
    return " ".join(line.text for line in read_card(mail.text).lines).split()


@pytest.mark.parametrize("name", bad.GOOD)
def test_a_card_is_found_in_an_odd_mail(name: str) -> None:
    mail = read_mail(bad.GOOD[name])
    assert (mail.fate, mail.problem) == ("read", "")
    card = read_card(mail.text)
    assert (card.game, card.turn, card.player, card.code) == ("EU-7", 5, 1, "7G2KQ-X4M9V-T")
    found = words(mail)
    if name.startswith("62"):
        assert found == ["@TU", "BA15", "AC20UK", "\u2013", "\u201cgo\u201d"]
    elif name.startswith("3-"):
        assert found == ["@TU", "BA\x0015", "AC20UK"], "the fault names the character and its place"
    elif name == "29-quoted-printable":
        assert found[:2] == ["@TU", "BA15"]
    else:
        assert found == ORDERS


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("4-no-blank-line", ""),
        ("4-nothing-but-lines", "no empty line"),
        ("10-no-from", "sender is unknown"),
        ("10-group", "sender is unknown"),
        ("11-two-addresses", "more than one sender"),
        ("11-two-froms", "more than one sender"),
        ("17-no-parts", "could not be told apart"),
        ("20-webmail", "other than .txt"),
        ("21-html-only", "read from HTML"),
        ("22-hidden", "hidden"),
        ("29-unknown-encoding", "transfer encoding is unknown"),
        ("31-zip", "other than .txt"),
        ("32-name-0", "attachment"),
        ("33-forwarded", "forwarded"),
    ],
)
def test_what_was_odd_is_noted(name: str, note: str) -> None:
    assert note in " ".join(read_mail(bad.GOOD[name]).notes)


@pytest.mark.parametrize("name", bad.KEPT)
def test_what_nobody_means_is_kept_without_an_answer(name: str) -> None:
    mail = read_mail(bad.KEPT[name])
    assert mail.fate == "kept"
    assert mail.problem
    assert not mail.answerable


@pytest.mark.parametrize("name", bad.REFUSED)
def test_what_has_no_text_is_refused_and_its_sender_told(name: str) -> None:
    data, why = bad.REFUSED[name]
    mail = read_mail(data)
    assert mail.fate == "refused"
    assert why in mail.problem
    assert mail.senders == ("rosa@example.org",)
    assert mail.answerable
    assert mail.text == ""


@pytest.mark.parametrize("name", bad.IGNORED)
def test_what_a_machine_wrote_is_never_answered(name: str) -> None:
    mail = read_mail(bad.IGNORED[name])
    assert mail.fate == "ignored"
    assert not mail.answerable


@pytest.mark.parametrize("name", bad.all_of_them())
def test_no_mail_takes_long(name: str) -> None:
    data = bad.all_of_them()[name]
    start = time.process_time()
    read_letter(data, ("mail.example.net",))
    assert time.process_time() - start < 1, "CPU seconds, which other work on the machine does not lengthen"


def test_no_mail_takes_much_memory() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("NO /proc: the peak of memory cannot be seen")
    code = (
        "from tests.mail import bad_mails as bad\nfrom pbm.mail.reading import read_mail\n"
        "def peak(): return int([x for x in open('/proc/self/status') if x.startswith('VmHWM')][0].split()[1])\n"
        "mails = list(bad.all_of_them().values())\nbefore = peak()\n"
        "for data in mails: read_mail(data)\n"
        "print(peak() - before)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert int(done.stdout) < 100 * 1024, "KiB"


@given(st.binary(max_size=2_000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_mail(data: bytes) -> None:
    mail = read_mail(data)
    assert mail.fate in ("read", "refused", "kept", "ignored")
    assert bool(mail.problem) == (mail.fate != "read")
    assert mail.subject.isprintable()


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_mail_with_changed_bytes_is_a_mail(data: st.DataObject) -> None:
    mails = [mail for mail in bad.all_of_them().values() if len(mail) < 5_000]
    whole = bytearray(data.draw(st.sampled_from(mails)))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(whole)))
        whole[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=5))
    read_mail(bytes(whole), ("mail.example.net",))


def test_headings_are_shown_without_what_commands_a_terminal() -> None:
    mail = read_mail(bad.changed(b"Orders", b"=?utf-8?b?4oCuG1szMW0=?= =?utf-8?q?n=C3=A9w?= \x1b[2J\tx" + b"y" * 400))
    assert mail.subject.startswith("[31mn\u00e9w [2J x")
    assert len(mail.subject) == 200


def test_encoded_words_stand_without_the_blank_between_them() -> None:
    assert show(b"a =?utf-8?q?b_c?=\r\n =?iso-8859-1?Q?=E9?= d") == "a b c\u00e9 d"
    assert show(b"=?rot13?q?nopq?= =?utf-8?b?A?=") == "nopq=?utf-8?b?A?="


def test_addresses_are_only_those_that_can_be_read() -> None:
    assert addresses(b'"a, b" <A@B.org>, c@d.example (x), <>, nobody, a@b.org') in (
        ["a@b.org", "c@d.example"],
        [],  # later Pythons take no address of a list that has a bad one
    )
    assert addresses(b"(" * 2_040) is None or addresses(b"(" * 2_040) == []
    assert addresses(b"x" * 3_000) is None


def test_parameters_are_read_in_all_their_forms() -> None:
    kind = b"Text/Plain; charset=\"utf-8\"; name*=utf-8''%e2%82%ac.txt; boundary*0=a; boundary*1=b"
    data = b"Content-Type: " + kind + b"\n\nx"
    (part,) = read_parts(data, split_headings(data)).parts
    assert (part.kind, part.name) == ("text/plain", "\u20ac.txt")
    assert (part.parameter("charset"), part.parameter("boundary"), part.parameter("odd")) == ("utf-8", "ab", "")


def test_headings_end_where_a_line_is_none() -> None:
    found = split_headings(b"From x\nA: b\n c\nhello\nD: e\n\n")
    assert found.fields == (("a", b"b\n c"),)
    assert not found.ended
    with pytest.raises(UnfitError):
        split_headings(b"A: " + b"x" * 65_536)


@pytest.mark.parametrize(
    ("flowed", "joined"),
    [
        ("one \ntwo \nthree\nfour", "one two three\nfour"),
        ("@TU BA15 \n@RU BA10", "@TU BA15 \n@RU BA10"),
        ("@TU BA15 ; for the king \n@RU BA10", "@TU BA15 ; for the king \n@RU BA10"),
        ("@TU BA15 ; for the \nking and all", "@TU BA15 ; for the king and all"),
        ("EU-7 T-5 [1] Rosa \n@TU BA15", "EU-7 T-5 [1] Rosa \n@TU BA15"),
        ("EU-7 T-5 [1] Rosa \nKlein 7G2KQ-X4M9V-T\nBA15", "EU-7 T-5 [1] Rosa Klein 7G2KQ-X4M9V-T\nBA15"),
        ("EU-7 T-5 [1] \n7g2kq-x4m9v-t REV 2\nBA15", "EU-7 T-5 [1] 7g2kq-x4m9v-t REV 2\nBA15"),
        ("EU-7 T-5 [1] Rosa \n@TU BA15 7G2KQ-X4M9V-T", "EU-7 T-5 [1] Rosa \n@TU BA15 7G2KQ-X4M9V-T"),
        ("EU-7 T-5 [1] 7G2KQ-X4M9V-T \n7G2KQ-X4M9V-T", "EU-7 T-5 [1] 7G2KQ-X4M9V-T \n7G2KQ-X4M9V-T"),
        ("EU-7 T-5 [1] Rosa \nEU-7 T-5 [1] 7G2KQ-X4M9V-T", "EU-7 T-5 [1] Rosa \nEU-7 T-5 [1] 7G2KQ-X4M9V-T"),
        ("BA15 \nEND \nbye \nnow", "BA15 \nEND \nbye now"),
        ("> a \n> b \nc", "> a b \nc"),
        (">> a \n> b", ">> a \n> b"),
        (" From me\n  x", "From me\n x"),
        ("Rosa \n-- \nsignature", "Rosa \n-- \nsignature"),
    ],
)
def test_soft_line_ends_are_undone_but_never_between_orders(flowed: str, joined: str) -> None:
    assert join_flowed(flowed) == joined


@pytest.mark.parametrize("kind", ["text", "Text", "text; charset=utf-8", ""])
def test_row_17_half_a_content_type_is_plain_text(kind: str) -> None:
    """As RFC 2045, 5.2 has it for what says nothing."""
    found = read_mail(f"From: a@b.org\nContent-Type: {kind}\n\nEU-7 T-5 [1] R\u00f3sa\nBA15\n".encode())
    assert (found.fate, found.text) == ("read", "EU-7 T-5 [1] R\u00f3sa\nBA15\n")
    inner = f"--x\nContent-Type: {kind}\n\nEU-7 T-5 [1]\n--x--\n"
    assert read_mail(f"From: a@b.org\nContent-Type: multipart/mixed; boundary=x\n\n{inner}".encode()).fate == "read"


def test_del_sp_takes_the_blank_away() -> None:
    assert join_flowed("AC20 \nUKX and \nso", del_sp=True) == "AC20UKX andso"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>a<p>b<br>c", "a\nb\nc"),
        ("a &lt;b&gt; &amp; &nbsp;c &#65; &#x1F600;", "a <b> &  c A \U0001f600"),
        ("<pre>a\n  b</pre>", "a\nb"),
        ("<table><tr><td>AC20</td><td>UK</td></tr><tr><td>x</td></tr></table>", "AC20 UK\n\nx"),
        ("<script>if (a<b) '</p>'</script>x<!-- <p>y -- > --> z", "x z"),
        ("<div>new</div><blockquote>old<br>card</blockquote>after", "new\n\n> old\n> card\nafter"),
        ("<a title='<p>'>x</a>", "x"),
        ("a < b and c > d", "a < b and c > d"),
        ("x<b", "x"),
        ("<p =x y>a</p\n>b", "a\nb"),
        ("<p class=x", ""),
    ],
)
def test_html_is_read_as_it_is_seen(source: str, text: str) -> None:
    assert read_html(source)[0] == text


@pytest.mark.parametrize(
    "style",
    [
        'style="display:none"',
        'style="DISPLAY : NONE !important"',
        'style="display:/**/none"',
        'style="d\\69splay:none"',
        'style="visibility:hidden"',
        'style="font-size:0px"',
        'style="opacity:0"',
        'style="max-height:0;overflow:hidden"',
        'style="position:absolute;left:-9999px"',
        'style="mso-hide:all"',
        'style="display&#58;none"',
        "hidden",
        'class="x gone"',
        'id="away"',
    ],
)
def test_what_html_hides_is_not_read(style: str) -> None:
    sheet = "<style>@media all { .gone, p { display: none } } #away{visibility:hidden}</style>"
    assert read_html(f"{sheet}<div {style}>BA99<div>more</div></div><p>BA15</p>") == ("BA15", True)


def test_what_html_shows_is_read() -> None:
    for style in (
        'aria-hidden="true"',
        'style="color:red"',
        'style="border-width:0;line-height:0"',
        'style="font-size:10px"',
        'class="y"',
    ):
        assert read_html(f"<style>.x{{display:none}}</style><p {style}>BA15</p>") == ("BA15", False)


def test_an_html_part_that_says_something_else_is_handed_over() -> None:
    assert read_mail(bad.GOOD["20-webmail"]).other_text == ""
    assert "BA9" in read_mail(bad.GOOD["23-differing"]).other_text
    assert read_mail(bad.GOOD["22-hidden-beside-plain"]).other_text == ""


def test_html_is_read_where_the_plain_part_has_no_card() -> None:
    data = bad.several((bad.PLAIN, "Get a better program."), (bad.HTML, bad.page(bad.lines())), kind="alternative")
    assert words(read_mail(data)) == ORDERS


def test_who_reads_may_say_what_a_card_is() -> None:
    data = bad.several((bad.PLAIN, bad.CARD), (bad.PLAIN + bad.ATTACHED + "a.txt\n", "MARK"))
    assert read_mail(data, has_card=lambda text: "MARK" in text).text.strip() == "MARK"
    assert looks_like_card("  game: EU-7\nTurn: 5")
    assert not looks_like_card("> EU-7 T-5 [1] Rosa")


VOUCHED = b"Authentication-Results: mail.example.net; dkim=pass (good) header.d=example.org; spf=pass\r\n"


@pytest.mark.parametrize(
    ("head", "trust"),
    [
        (VOUCHED + bad.HEAD, "pass"),
        (bad.HEAD, "unknown"),
        (bad.HEAD + VOUCHED, "unknown"),
        (VOUCHED.replace(b"mail.example.net", b"mail.example.com") + bad.HEAD, "unknown"),
        (VOUCHED.replace(b"header.d=example.org", b"header.d=evil.org") + bad.HEAD, "unknown"),
        (VOUCHED.replace(b"header.d=example.org", b"header.d=org") + bad.HEAD, "unknown"),
        (VOUCHED.replace(b"dkim=pass (good) header.d", b"dmarc=fail header.from") + bad.HEAD, "fail"),
        (b"Received: by inner.example.com; x\r\n" + VOUCHED + bad.HEAD, "pass"),
        (VOUCHED + bad.HEAD + b"From: jan@example.org\r\n", "unknown"),
    ],
)
def test_only_our_own_border_vouches_for_a_sender(head: bytes, trust: str) -> None:
    assert read_mail(bad.mail(head=head), ("mail.example.net",)).authentic == trust
    assert read_mail(bad.mail(head=head)).authentic == "unknown"
