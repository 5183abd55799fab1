"""Sealing: words, keys, padding, and that nothing opens with what it was not sealed with (security 5)."""

import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.deflate import SMALL, pack
from pbm.errors import PbmError
from pbm.seal import cipher, phrases
from pbm.seal.letter import FORM_FEED, Letter, write_letter, write_letters
from pbm.seal.ring import Ring, check_ring, locks, make_epoch, open_keys, open_lock
from tests.quick_keys import SHIPPED_ROUNDS

KEY = bytes(range(32))
EFF_LONG = "6d557f0693958fb5e650b68b5bee585eb82cf4da32965505c789e924743bc522"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cipher, "ROUNDS", 3)


# Words


def test_the_list_is_the_published_one_of_7776_words() -> None:
    found = phrases.word_list()
    assert len(set(found)) == phrases.LIST_LENGTH == 6**5
    text = "".join(f"{word}\n" for word in found)
    assert hashlib.sha256(text.encode()).hexdigest() == EFF_LONG
    assert all(re.fullmatch("[a-z-]{3,9}", word) for word in found)


def test_a_phrase_has_six_words_each_drawn_from_the_whole_list() -> None:
    asked: list[int] = []
    last = phrases.draw_phrase(lambda below: asked.append(below) or below - 1)  # type: ignore[func-returns-value]  # append is wanted
    assert last.split() == [phrases.word_list()[-1]] * 6
    assert asked == [7776] * 6
    assert phrases.draw_phrase() != phrases.draw_phrase()


@pytest.mark.parametrize(
    "typed",
    [
        "  Kettle ridge\tamber\nnoble walnut  fern ",
        "KETTLE-RIDGE-AMBER-NOBLE-WALNUT-FERN",
        "kettle, ridge, amber, noble, walnut, fern.",
        "ｋｅｔｔｌｅ ridge amber noble walnut fern",
        "kettle\u00a0ridge amber\u2003noble wal\u00adnut fe\u200brn",
        "kettle ridge amber nóble walnut fern",
    ],
)
def test_a_phrase_opens_however_it_is_typed(typed: str) -> None:
    assert phrases.plain_phrase(typed) == "kettle ridge amber noble walnut fern"


def test_other_words_or_another_order_make_another_phrase() -> None:
    right = phrases.plain_phrase("kettle ridge amber noble walnut fern")
    for typed in ("ridge kettle amber noble walnut fern", "kettle ridge ambr noble walnut fern", "", "кettle"):
        assert phrases.plain_phrase(typed) != right


# Pages


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=5000), st.integers(0, 300))
def test_what_is_sealed_opens_again(data: bytes, turn: int) -> None:
    packed = pack(data, SMALL)
    padded = cipher.pad(packed, cipher.common_size(len(packed)))
    sealed = cipher.seal_page(KEY, "EU-2", 5, turn, "printout", padded)
    assert len(sealed) == 12 + len(padded) + 16
    assert cipher.unpack(cipher.open_page(KEY, "EU-2", 5, turn, "printout", sealed)) == data


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80))
def test_keys_are_drawn_as_the_package_draws_them(key: bytes, info: bytes) -> None:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    assert cipher.derive(key, info) == HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key)


def test_a_page_opens_in_its_own_place_only() -> None:
    sealed = cipher.seal_page(KEY, "EU-2", 5, 4, "printout", b"text")
    for game, player, turn, page in (
        ("EU-3", 5, 4, "printout"),
        ("EU-2", 6, 4, "printout"),
        ("EU-2", 5, 3, "printout"),
    ):
        with pytest.raises(PbmError, match="did not open"):
            cipher.open_page(KEY, game, player, turn, page, sealed)
    with pytest.raises(PbmError, match="did not open"):
        cipher.open_page(KEY, "EU-2", 5, 4, "other", sealed)
    with pytest.raises(PbmError, match="did not open"):
        cipher.open_page(KEY[::-1], "EU-2", 5, 4, "printout", sealed)


def test_the_labels_bind_even_where_the_key_is_known() -> None:
    """The same key under other labels: associated data alone must refuse it."""
    labels = cipher.label("page", "EU-2", 5, 4, "printout")
    key = cipher.derive(KEY, labels)
    sealed = cipher.seal_page(KEY, "EU-2", 5, 4, "printout", b"text")
    assert cipher.unseal(key, sealed, labels) == b"text"
    with pytest.raises(PbmError, match="did not open"):
        cipher.unseal(key, sealed, cipher.label("page", "EU-2", 5, 5, "printout"))


@pytest.mark.parametrize("harm", [lambda s: s[:-1], lambda s: s[:5], lambda s: b"", lambda s: s + b"\0"])
def test_a_truncated_page_does_not_open(harm: object) -> None:
    sealed = cipher.seal_page(KEY, "EU-2", 5, 4, "printout", b"text")
    with pytest.raises(PbmError, match="did not open"):
        cipher.open_page(KEY, "EU-2", 5, 4, "printout", harm(sealed))  # type: ignore[operator]  # a lambda


def test_any_flipped_bit_is_noticed() -> None:
    sealed = cipher.seal_page(KEY, "EU-2", 5, 4, "printout", b"text")
    for at in range(len(sealed)):
        harmed = bytearray(sealed)
        harmed[at] ^= 1
        with pytest.raises(PbmError, match="did not open"):
            cipher.open_page(KEY, "EU-2", 5, 4, "printout", bytes(harmed))


def test_unchanged_text_gives_unchanged_bytes_and_a_nonce_is_never_used_twice() -> None:
    def one(text: bytes, turn: int = 4) -> bytes:
        return cipher.seal_page(KEY, "EU-2", 5, turn, "printout", text)

    assert one(b"text") == one(b"text")
    nonces = {one(bytes([a, b]), turn)[:12] for a in range(16) for b in range(16) for turn in (1, 2)}
    assert len(nonces) == 512


def test_a_label_with_a_stroke_is_refused() -> None:
    with pytest.raises(ValueError, match="stroke"):
        cipher.label("page", "EU|2", 5)


def test_lengths_are_rounded_up_to_doubling_classes() -> None:
    sizes = {longest: cipher.common_size(longest) // 1024 for longest in (0, 32764, 32765, 65532, 65533, 400_000)}
    assert list(sizes.values()) == [32, 32, 64, 64, 128, 512]
    assert {len(cipher.pad(b"x" * n, 32768)) for n in (0, 5, 32764)} == {32768}


def test_packing_has_no_clock_in_it() -> None:
    assert pack(b"text" * 100, SMALL) == pack(b"text" * 100, SMALL)
    assert not pack(b"text", SMALL).startswith(b"\x1f\x8b")


# Locks and epochs


def test_a_phrase_opens_its_lock_and_no_other() -> None:
    epoch = make_epoch("EU-2", 5, phrase="kettle ridge amber noble walnut fern")
    assert open_lock("EU-2", 5, epoch, " Kettle-ridge AMBER noble walnut fern") == epoch.key
    for game, player, phrase in (("EU-2", 5, "kettle"), ("EU-3", 5, epoch.phrase), ("EU-2", 6, epoch.phrase)):
        with pytest.raises(PbmError, match=r"^It did not open\.$"):
            open_lock(game, player, epoch, phrase)


def test_keys_are_random_and_the_lock_is_slow_by_default() -> None:
    one, two = make_epoch("EU-2", 5), make_epoch("EU-2", 5)
    assert one.content_key != two.content_key
    assert (one.salt, one.phrase) != (two.salt, two.phrase)
    assert SHIPPED_ROUNDS >= 600_000


def test_rounds_stand_beside_the_lock_so_that_they_may_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    old = make_epoch("EU-2", 5)
    monkeypatch.setattr(cipher, "ROUNDS", 7)
    assert open_lock("EU-2", 5, old, old.phrase) == old.key
    assert locks(Ring({5: (old, make_epoch("EU-2", 5, 2))}), 5, 2)[0]["rounds"] == 7


def test_old_turns_keep_their_epochs_key_and_the_newest_has_the_newest() -> None:
    ring = Ring({5: (make_epoch("EU-2", 5), make_epoch("EU-2", 5, 2, since=4))})
    sealed_with = [ring.at(5, 2, turn, 6) for turn in range(7)]
    assert [e.epoch if e else 0 for e in sealed_with] == [1, 1, 1, 1, 2, 2, 2]
    undone = [ring.at(5, 2, turn, 3) for turn in range(4)]
    assert [e.epoch if e else 0 for e in undone] == [1, 1, 1, 2], "turn 4 was taken back: the newest is still his"
    not_yet = [ring.at(5, 1, turn, 6) for turn in range(7)]
    assert {e.epoch if e else 0 for e in not_yet} == {1}, "keys that did not come into force seal nothing"
    assert ring.at(4, 1, 0, 0) is None


def test_the_past_is_passed_on_only_where_that_is_meant() -> None:
    old = make_epoch("EU-2", 5)
    alone, heir = make_epoch("EU-2", 5, 2, 4), make_epoch("EU-2", 5, 2, 4, (old,))
    assert alone.passed == {}
    inner = cipher.derive(heir.key, cipher.label("pass", "EU-2", 5, 2))
    assert cipher.unseal(inner, bytes.fromhex(heir.passed[1]), cipher.label("pass", "EU-2", 5, 2, 1)) == old.key


def test_what_the_site_shows_holds_no_secret() -> None:
    ring = Ring({5: (make_epoch("EU-2", 5), make_epoch("EU-2", 5, 2, 4))}, "a remark")
    shown = str(locks(ring, 5, 2))
    for epoch in ring.players[5]:
        assert epoch.content_key not in shown
        assert not set(epoch.phrase.split()) & set(re.findall("[a-z]{3,}", shown)) - {"salt", "lock", "epoch", "rounds"}
    assert [lock["epoch"] for lock in locks(ring, 5, 2)] == [2, 1]
    assert [lock["epoch"] for lock in locks(ring, 5, 1)] == [1]


def test_reveal_publishes_content_keys_and_no_phrase() -> None:
    epoch = make_epoch("EU-2", 5)
    shown = open_keys(Ring({5: (epoch,)}), {5: 1})
    assert shown["content_keys"] == {"5": {"1": epoch.content_key}}
    assert epoch.phrase not in str(shown)
    assert epoch.salt not in str(shown)


def test_reveal_publishes_no_key_of_an_epoch_that_never_came_into_force() -> None:
    """A renewal that broke off after its new key was written has sealed no page with it."""
    old, new = make_epoch("EU-2", 5), make_epoch("EU-2", 5, 2)
    shown = open_keys(Ring({5: (old, new)}), {5: 1})
    assert shown["content_keys"] == {"5": {"1": old.content_key}}


def test_a_ring_is_read_strictly() -> None:
    good = make_epoch("EU-2", 5)
    for epochs, told in (
        ((good, good), "epochs of player 5 must rise"),
        ((make_epoch("EU-2", 5, 1).__class__(1, 0, "p", "00", good.salt, 3, good.lock),), "content_key of player 5"),
    ):
        with pytest.raises(PbmError, match=told):
            check_ring(Ring({5: epochs}), "keys.json")
    with pytest.raises(PbmError, match="format: is 'pbm-seal-9'"):
        check_ring(Ring(format="pbm-seal-9"), "keys.json")


# Letters


LETTER = Letter("EU-7", "The long spring", 3, "Russia", "Igor Sokol", "a-b c d e f g", "games/EU-7/sealed/3.html")


def test_a_letter_is_one_plain_page_with_six_numbered_words() -> None:
    text = write_letter(LETTER)
    assert re.findall(r"\b([1-6])  ([a-z-]+)", text) == [
        ("1", "a-b"), ("4", "e"), ("2", "c"), ("5", "f"), ("3", "d"), ("6", "g"),
    ]  # fmt: skip
    assert max(map(len, text.splitlines())) <= 79
    assert len(text.splitlines()) < 50
    assert LETTER.where in text
    assert "every turn of the game" in text


def test_a_stand_ins_letter_says_where_his_words_begin() -> None:
    one = Letter("EU-7", "EU-7", 3, "Russia", "", "a b c d e f", "x", 2, 6, False)
    assert "turn 6 and every turn after it" in write_letter(one)
    assert write_letters([LETTER, one]).count(FORM_FEED) == 1
