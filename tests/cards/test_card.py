"""A card is found in any text, and its code proves whose it is (design 4, security 3 and 4)."""

import base64
import hmac
import re
from unittest.mock import Mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbm.cards import card
from pbm.cards.card import (
    ALPHABET,
    NO_END,
    _keyed_parts,
    card_in,
    check_character,
    code_matches,
    make_code,
    plain_code,
    read_card,
    split_lines,
)
from pbm.cards.text import amended, content, plain_card

CODE = "7G2KQ-X4M9V-T"
CLASSIC = f"EU-7 T-5 [1] Rosa Klein  {CODE}"
KEYED = f"Game: EU-7\nTurn: 5\nPlayer: 1\nName: Rosa Klein\nCode: {CODE}"
KEY = bytes(range(32))


def taken(text: str | bytes) -> list[str]:
    """The order lines of the card in a text."""
    return [line.text for line in read_card(text).lines]


HEADINGS = (
    CLASSIC,
    f"EU-7, T-5, [1], Rosa Klein, {CODE}  ; game, turn, player, name, code",
    "  \teu-7   t5\t[01]  Rosa  Klein 7g2kq x4m9v t",
    "EU-7 T-5 [1] Rosa Klein 7G2KQX4M9VT",
    KEYED,
    f"game :EU-7 , turn : T-5, PLAYER:[1], code: {CODE}, name: Rosa Klein",
    f"Code: {CODE}\nName:Rosa Klein\n\nPlayer: 1\n\nturn:t5\nGame: eu-7",
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_both_forms_of_heading_say_the_same(heading: str) -> None:
    found = read_card(heading + "\n@TU BA5\nEND\n")
    assert (found.game, found.turn, found.player, found.name) == ("EU-7", 5, 1, "Rosa Klein")
    assert plain_code(found.code) == plain_code(CODE)
    assert ([line.text for line in found.lines], found.problem) == (["@TU BA5"], "")


NO_HEADING = [KEYED.replace(key, "x") for key in ("Game: EU-7", "Turn: 5", "Player: 1")]
NO_HEADING += [f"EU-7 {rest} {CODE}" for rest in ("T-５ [1] Rosa", "T-5 [١] Rosa", "T-5 [1000] Rosa", "T-5 Rosa")]
NO_HEADING += [CLASSIC.replace("EU", "ſU")]


@pytest.mark.parametrize("heading", NO_HEADING)
def test_a_heading_needs_game_turn_and_player_in_short_ascii_numbers(heading: str) -> None:
    assert "no heading" in read_card(heading + "\n@TU BA5\nEND").problem


@pytest.mark.parametrize("number", ["５", "²", "+5", "-1", "1_000", "9" * 5000, "", "five"])
def test_an_odd_number_under_a_key_is_none(number: str) -> None:
    found = read_card(f"Game: EU-7\nTurn: {number[:900]}\nPlayer: {number[:900]}\nRev: {number[:900]}\nPASS")
    assert (found.player, found.revision) == (0, 0)
    assert found.turn == (1 if number == "-1" else 0)  # T-1 and -1 are one


def test_what_stands_above_the_heading_is_no_order_and_a_code_may_lack() -> None:
    found = read_card("Dear moderator,\n@TU BA9\nEU-7 T-5 [1] Rosa Klein\n@TU BA5\nEND")
    assert ([line.text for line in found.lines], found.code, found.name) == (["@TU BA5"], "", "Rosa Klein")


@pytest.mark.parametrize("stray", ["Name: Rosa Klein", "Code: see below", "Turn: it is over soon"])
def test_a_keyed_word_in_the_greeting_does_not_hide_the_heading(stray: str) -> None:
    assert taken(f"{stray}\n\n{CLASSIC}\n@TU BA5\nEND") == ["@TU BA5"]


REVISED = {
    f"{CLASSIC}\nPASS": 0,
    f"{CLASSIC} REV 3\nPASS": 3,
    f"EU-7 T-5 [1] Rosa Klein rev:3 {CODE}\nPASS": 3,
    f"{CLASSIC} REV 2\nORDERS\nrev 3\nPASS\nREV 1\nEND": 3,
    f"{KEYED}\nRev: 3\nPASS": 3,
    f"{CLASSIC} REV 999999999999\nPASS": 0,
    f"{CLASSIC} REV -1\nPASS": 0,
}


@pytest.mark.parametrize(("text", "revision"), REVISED.items())
def test_the_revision_is_the_highest_plain_number_after_rev(text: str, revision: int) -> None:
    found = read_card(text)
    assert (found.revision, found.code) == (revision, CODE)
    assert [line.text for line in found.lines] == ["PASS"], "a line REV is no order"


def test_pass_stands_alone_on_its_line() -> None:
    for line in ("PASS", " pass ; all as it is", "@TU\nPass\t"):
        assert read_card(f"{CLASSIC}\n{line}\nEND").passes
    for line in ("PASSED", "; PASS", "@ PASS 2A", "PASSEND\nEND\nPASS"):
        assert not read_card(f"{CLASSIC}\n{line}\nEND").passes


@pytest.mark.parametrize("text", [f"{CLASSIC}\nPAſS\nEND", f"{CLASSIC}\nORDERſ\nPASS\nEND\nBA9"])
def test_a_long_s_is_no_s(text: str) -> None:
    assert read_card(text).lines[0].text != "PASS"
    assert not read_card(text).passes or "ORDERſ" in taken(text)


BLOCKS = {  # what stands below the heading: the order lines, between bars
    "@TU BA5\nBA6\nEND\nBA7": "@TU BA5|BA6",
    "@TU BA5\n-- \nBA7": "@TU BA5",
    "@TU BA5": "@TU BA5",
    "BA4\nORDERS\n@TU BA5\nEND\nBA7": "@TU BA5",
    "BA4\n begin  orders \n@TU BA5\n\tEnd Orders\nBA7": "@TU BA5",
    "ORDERS\nBA1\nEND\nno:\nORDERS\n@TU BA5\nEND": "@TU BA5",
    "ORDERS\n@TU BA5\nEND\nORDERS\nBA9": "@TU BA5",
    "ORDERS\nBA1\nORDERS\n@TU BA5\nEND": "@TU BA5",
    "ORDERS\n@TU BA5\nENDLESS\nBA6\nEND": "@TU BA5|ENDLESS|BA6",
    "ORDERS\nEND": "",
}


@pytest.mark.parametrize(("body", "lines"), BLOCKS.items())
@pytest.mark.parametrize("heading", [CLASSIC, KEYED])
def test_orders_are_the_last_whole_block_or_run_to_the_end(heading: str, body: str, lines: str) -> None:
    found = read_card(f"{heading}\n{body}")
    problem = NO_END if body.rpartition("ORDERS\n")[2] == "BA9" and body.count("ORDERS") == 2 else ""
    assert ("|".join(line.text for line in found.lines), found.problem) == (lines, problem)


@pytest.mark.parametrize("body", ["ORDERS\n@TU BA5", "ORDERS\n@TU BA5\n> END"])
def test_orders_without_end_are_refused(body: str) -> None:
    found = read_card(f"{CLASSIC}\n{body}\n")
    assert (found.lines, "no line END" in found.problem) == ((), True)


@pytest.mark.parametrize(
    "below", ["ORDERS\n@TU AC9\nEND", "My plan:\nREV 99\nORDERS\n@TU AC9\nEND\n", "ORDERS\n@TU AC9"]
)
def test_an_end_closes_a_card_that_no_orders_opened_whatever_stands_below(below: str) -> None:
    """What a mail program put there, unmarked, is another's: neither his orders nor his REV."""
    found = read_card(f"{CLASSIC}\nREV 2\n@TU BA5\nEND\n{below}")
    assert ([line.text for line in found.lines], found.revision, found.problem) == (["@TU BA5"], 2, "")
    assert found.notes == ("The card ends above a line ORDERS, and what stands there was not read.",)


def test_a_revision_between_two_blocks_is_not_the_card_s() -> None:
    found = read_card(f"{CLASSIC}\nREV 2\nORDERS\n@TU BA5\nEND\nREV 99\nORDERS\n@TU BA6\nREV 3\nEND")
    assert ([line.text for line in found.lines], found.revision) == (["@TU BA6"], 3)


@given(
    st.lists(st.sampled_from(["game", "Turn ", "rev", ":", ",", " ", "\t", "x", "5", "_"]), max_size=30).map("".join)
)
def test_a_line_of_keyed_parts_is_divided_before_each_key(line: str) -> None:
    """As by this pattern, whose time grew with the square of a run of blanks."""
    divided = re.split(r",?[ \t]*(?=\b(?:game|turn|player|code|rev|name)[ \t]*:)", line, flags=re.ASCII | re.IGNORECASE)
    assert [part for part in _keyed_parts(line) if part] == [part for part in divided if part]


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", " > ", "| "])
def test_a_quoted_card_below_gives_neither_heading_nor_orders(mark: str) -> None:
    old = "\n".join(mark + line for line in ["Game: EU-7, Turn: 4, Player: 2", "ORDERS", "@TU BA9", "END"])
    found = read_card(f"{old}\nThat was before.\n{CLASSIC}\nORDERS\n@TU BA5\nEND\n{old}\n")
    assert (found.turn, found.player, [line.text for line in found.lines]) == (5, 1, ["@TU BA5"])
    assert "no heading" in read_card(old).problem


@pytest.mark.parametrize("mark", [">", "> > ", " > ", "| "])
def test_a_quotation_ends_orders_without_end(mark: str) -> None:
    assert taken(f"{CLASSIC}\n@TU BA5\n{mark}EU-7 T-4 [2] Old Hand\n{mark}@TU BA9") == ["@TU BA5"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_the_kind_of_line_end_change_nothing(end: str) -> None:
    for text in (f"{CLASSIC}\n@TU BA5\nBA6\nEND\n", f"\ufeff{CLASSIC}\n@TU BA5\nBA6\nEND\n"):
        for sent in (text.replace("\n", end), text.replace("\n", end).encode()):
            assert [(line.number, line.text) for line in read_card(sent).lines] == [(2, "@TU BA5"), (3, "BA6")]


@pytest.mark.parametrize("odd", ["\0", "\v", "\f", "\x1b", "\x1c", "\x85", "\u2028", "\u2029", "\u202e", "\u200b"])
def test_no_odd_character_ends_a_line_or_is_dropped(odd: str) -> None:
    assert taken(f"{CLASSIC}\n@TU BA5{odd}END{odd}BA6\nEND") == [f"@TU BA5{odd}END{odd}BA6"]


def test_bytes_that_are_no_utf8_are_read_as_latin1() -> None:
    found = read_card(f"EU-7 T-5 [1] Jörg Müller {CODE}\n@TU BA5\nEND".encode("latin-1"))
    assert (found.name, found.code, len(found.lines)) == ("Jörg Müller", CODE, 1)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be"])
def test_a_card_saved_as_utf16_is_read_by_its_mark_of_byte_order(codec: str) -> None:
    text = f"\ufeffEU-7 T-5 [1] Jörg Müller {CODE}\r\n@TU BA5\r\nEND" if codec == "utf-16-be" else f"{CLASSIC}\n@TU BA5"
    for read in (read_card, card_in):
        assert [line.text for line in read(text.encode(codec)).lines] == ["@TU BA5"]
    assert read_card(text.encode(codec)[:-1]).problem, "half a character at the end: it is no UTF-16"


@pytest.mark.parametrize("data", [b"PK\3\4\0word/document.xml", b"%PDF-1.7\n%", b"{\\rtf1 @TU BA5}", b"E\0U\0-\0007\0"])
def test_what_a_word_processor_wrote_is_told_to_be_no_plain_text(data: bytes) -> None:
    assert "plain text" in card_in(data).problem


@pytest.mark.parametrize("size", [1001, 200_000])
def test_a_very_long_line_is_no_heading_and_stops_nothing(size: int) -> None:
    assert taken(f"{'EU-7 T-9 [9] '.ljust(size, 'x')}\n{CLASSIC}\n@TU BA5\nEND") == ["@TU BA5"]
    assert taken(f"{CLASSIC}\n{'x' * size}\n@TU BA5\nEND") == ["x" * size, "@TU BA5"]


def test_a_text_up_to_the_limit_is_read_and_a_longer_one_refused() -> None:
    full = f"{CLASSIC}\n@TU BA5\nEND\n".ljust(card.LARGEST, "x")
    assert taken(full) == taken(full.encode()) == ["@TU BA5"]
    for longer in (full + "x", (full + "x").encode(), (full * 9).encode()):
        assert (read_card(longer).lines, str(card.LARGEST) in read_card(longer).problem) == ((), True)


def test_too_many_bytes_are_refused_wherever_the_cut_falls() -> None:
    assert all(read_card(f"{CLASSIC}\n;{pad}{'é' * card.LARGEST}\nPASS".encode()).problem for pad in ("", " "))


def test_no_line_is_dropped_without_a_word() -> None:
    found = read_card(CLASSIC + "\n;" * card.MOST_LINES + "\nPASS\nEND")
    assert found.problem or found.passes


PIECES = [CLASSIC, "Game: ", "Turn:", "Player: [", "REV ", "ORDERS", "END", "\r", "\n", "> ", "\0", "\u2028", "\ud800"]


@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join))
@example("\ufeff" + CLASSIC)
def test_no_text_raises_and_lines_keep_their_numbers(text: str) -> None:
    lines = split_lines(text.removeprefix("\ufeff"))
    found = read_card(text)
    assert all(lines[line.number - 1] == line.text for line in found.lines)
    assert not code_matches(found.code, make_code(KEY, "EU-7", 5))


@settings(max_examples=300, deadline=None)
@given(st.binary() | st.binary().map(lambda junk: CLASSIC.encode() + b"\n" + junk + b"\nEND"))
def test_no_bytes_raise(data: bytes) -> None:
    found = read_card(data)
    assert found.problem or found.game


@pytest.mark.parametrize(("turn", "epoch"), [(1, 0), (5, 0), (5, 3), (9999, 0)])
def test_a_code_is_fifty_bits_of_the_hmac_in_crockfords_base32(turn: int, epoch: int) -> None:
    usual = base64.b32encode(hmac.digest(KEY, f"card|EU-7|{turn}|{epoch}".encode(), "sha256")).decode()
    signs = usual[:10].translate(str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", ALPHABET))
    assert make_code(KEY, "EU-7", turn, epoch) == f"{signs[:5]}-{signs[5:]}-{check_character(signs)}"


def test_a_code_is_bound_to_key_game_turn_and_epoch() -> None:
    codes = [make_code(KEY, "EU-7", 5), make_code(KEY[1:], "EU-7", 5), make_code(KEY, "EU-8", 5)]
    codes += [make_code(KEY, "EU-7", 6), make_code(KEY, "EU-7", 5, 1)]
    assert [[code_matches(a, b) for a in codes] for b in codes] == [[a == b for a in codes] for b in codes]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("typed", ["oIabc-Olxyz-t", "O1ABC 0LXYZ T", " 0iabc01xyzt\t", "01-ABC01X-YZT"])
def test_case_blanks_hyphens_and_the_letters_o_i_l_do_not_matter(typed: str) -> None:
    assert code_matches(typed, "01ABC-01XYZ-T")


def test_a_code_with_one_typo_or_a_part_missing_never_matches() -> None:
    signs = plain_code(CODE)
    for k in range(len(signs)):
        assert not code_matches(signs[:k] + signs[k + 1 :], CODE)
        for sign in set(ALPHABET) - {signs[k]}:
            assert not code_matches(signs[:k] + sign + signs[k + 1 :], CODE)
    for wrong in ("", "-", signs + "0", signs[::-1], "７" + signs[1:], signs.replace("K", "\u212a"), "\ud800"):
        assert not code_matches(wrong, CODE)


def test_codes_are_compared_whole_and_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Mock(**{"compare_digest.side_effect": [False, True]})  # the wrong way round
    monkeypatch.setattr(card, "hmac", spy)
    assert [code_matches(typed, CODE) for typed in (CODE, "x")] == [False, True]
    assert [call.args for call in spy.compare_digest.mock_calls] == [(b"7G2KQX4M9VT",) * 2, (b"X", b"7G2KQX4M9VT")]


def test_the_check_character_sees_all_typos_but_z_for_zero() -> None:
    pairs = [(a, b) for a in ALPHABET for b in ALPHABET if a < b and a + b != "0Z"]
    for k in range(10):
        typed = "7G2KQX4M9V"[:k] + "{}" + "7G2KQX4M9V"[k + 1 :]
        assert all(check_character(typed.format(a)) != check_character(typed.format(b)) for a, b in pairs)
    assert all(check_character(f"7G{a}{b}") != check_character(f"7G{b}{a}") for a, b in pairs)


CUTS = {  # what stands in a mail: the order lines that count, between bars
    f"{CLASSIC}\nPASS\nEND\n\n-----Original Message-----\n{CLASSIC}\nORDERS\nBA9\nEND": "PASS",
    f"{CLASSIC}\nPASS\n\n-----Ursprüngliche Nachricht-----\nVon: x\nBA9": "PASS|",
    f"{CLASSIC}\nPASS\n\nFrom: GM\nSent: Monday\nTo: Rosa\nSubject: T-5\n\n{CLASSIC}\nBA9": "PASS|",
    f"{CLASSIC}\nPASS\nOn Mon, 3 Nov 2026 at 10:00, GM wrote:\n{CLASSIC}\nORDERS\nBA9\nEND": "PASS",
    f"{CLASSIC}\nPASS\nOn Mon, 3 Nov 2026 at 10:00,\nGM <gm@example.org> wrote:\nBA9": "PASS",
    f"Am 3. Nov. schrieb GM:\n> {CLASSIC}\n> BA9\n> END\n\n{CLASSIC}\nPASS\nEND": "PASS",
    f"{CLASSIC}\nORDERS\nPASS\nEND\n-- \nRosa\nORDERS\nBA9\nEND": "PASS",
    f"{CLASSIC}\nORDERS\nPASS\nEND\n> ORDERS\n> BA9\n> END": "PASS",
    f"{CLASSIC}\nPASS\nEND\nEU-7 T-5 [2] Igor {CODE}\nORDERS\nBA9\nEND": "PASS",
    f"{CLASSIC}\nBA1\n{CLASSIC}\nORDERS\nPASS\nEND": "PASS",
}


@pytest.mark.parametrize(("text", "lines"), CUTS.items())
def test_an_older_mail_a_signature_or_another_card_gives_no_orders(text: str, lines: str) -> None:
    found = card_in(text)
    assert ("|".join(line.text for line in found.lines), found.problem) == (lines, "")


def test_an_older_mail_within_an_open_block_does_not_close_it() -> None:
    found = card_in(f"{CLASSIC}\nORDERS\nBA5\n-----Original Message-----\nBA9\nEND")
    assert (found.lines, "no line END" in found.problem) == ((), True)


def test_a_quoted_card_is_no_card_but_is_seen() -> None:
    for text in (f"> {CLASSIC}\n> BA9\n> END", f"see below\n-----Original Message-----\n> > {CLASSIC}\n> > BA9"):
        found = card_in(text)
        assert (found.problem, found.quoted) == (card.NO_HEADING, True)
    assert not card_in("hello").quoted


def test_a_second_card_in_a_text_is_told() -> None:
    found = read_card(f"{CLASSIC}\nPASS\nEND\nEU-7 T-5 [2] Igor {CODE}\nBA9\nEND")
    assert found.notes == ("A second card begins in line 4 and was not read; send each card by itself.",)


def test_no_line_of_the_heading_of_a_second_card_is_an_order() -> None:
    found = read_card(f"{CLASSIC}\nPASS\n\nGame: EU-8\nTurn: T-5\nPlayer: [2]\nCode: {CODE}\nBA9\nEND")
    assert [line.text for line in found.lines] == ["PASS", ""]
    assert found.notes == ("A second card begins in line 4 and was not read; send each card by itself.",)


@pytest.mark.parametrize(
    "where", [f"{CLASSIC} AMEND\nBA5", f"{CLASSIC}\n amend ; only this\nBA5", f"{KEYED}\nAMEND\nBA5"]
)
def test_amend_and_tentative_are_words_of_the_card_and_no_orders(where: str) -> None:
    for word in ("AMEND", "TENTATIVE"):
        found = read_card(where.replace("AMEND", word).replace("amend", word))
        assert ([line.text for line in found.lines], found.code) == (["BA5"], CODE)
        assert (found.amends, found.tentative) == (word == "AMEND", word == "TENTATIVE")


@pytest.mark.parametrize("odd", ["REV 999999999999", "REV -1", "rev: 0x3", "REV 1_0", "REV 0", "REV000"])
def test_an_odd_revision_is_passed_over_and_told(odd: str) -> None:
    for text in (f"{CLASSIC} {odd}\nPASS", f"{CLASSIC}\n{odd}\nPASS"):
        found = read_card(text)
        assert ([line.text for line in found.lines], found.revision, found.code) == (["PASS"], 0, CODE)
        assert "after REV" in found.notes[0]


@pytest.mark.parametrize(("said", "number"), [("0", 0), ("-1", 0), ("two", 0), ("999999999999", 0), ("2", 2), ("", 0)])
def test_an_odd_revision_of_a_heading_in_words_is_told_too(said: str, number: int) -> None:
    found = read_card(f"{KEYED}\nrev: {said}\nPASS")
    assert (found.revision, found.code, len(found.lines)) == (number, CODE, 1)
    assert bool(found.notes) == (number == 0 and said != "")


BITS = [*"@ \n\r\t;>-|BA5", "\nORDERS\n", "\nEND\n", f"\n{CLASSIC}\n", "\n-- \n", "\nREV 3\n", "PASS", "\nAMEND\n"]
texts = st.lists(st.sampled_from(BITS)).map("".join)


@settings(max_examples=600, deadline=None)
@given(texts)
@example("\nORDERS\n> BA5\n-- \nBA6\nEND")
def test_a_plain_card_read_again_gives_the_same_orders_and_no_code(text: str) -> None:
    found = read_card(f"Dear moderator,\n{CLASSIC}\n{text}")
    if found.problem:
        return
    plain = plain_card(found)
    again = read_card(plain)
    said = [[line for line in it.lines if line.text.strip()] for it in (again, found)]
    assert said[0] == said[1]
    assert (again.revision, again.passes) == (found.revision, found.passes)
    assert CODE.encode() not in plain or any(CODE in line.text for line in found.lines)
    assert b"Rosa" not in plain or any("Rosa" in line.text for line in found.lines)
    assert found.amends or content(again) == content(found)


def test_an_amending_card_replaces_only_the_spaces_that_it_names() -> None:
    base = read_card(f"{CLASSIC}\n@ 2A 3E\n@TU BA15 AC20UK\n  BF3 ; more\n@EAS NS6BLA, @RU BA1\nEND")
    change = read_card(f"{CLASSIC} REV 2 AMEND\n@tu BA9\n@RU\n@FR FA1\nEND")
    made = amended(base, change)
    assert [line.text.strip() for line in made.lines] == ["@ 2A 3E", "@tu BA9", "@EAS NS6BLA,", "@RU", "@FR FA1"]
    assert (made.revision, made.amends) == (2, False)
    again = read_card(plain_card(made))
    assert [line.text for line in again.lines] == [line.text for line in made.lines]
