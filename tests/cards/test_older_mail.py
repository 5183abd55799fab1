"""Row 54: what stands in an older mail below an answer is not read, whatever program and language put it there."""

import pytest

from pbm.cards.card import card_in
from pbm.intake.received import read_letter

HEADING = "EU-7 T-5 [1] Rosa Klein  7G2KQ-X4M9V-T"
BLOCK = "ORDERS\n@TU BA5\nEND"
PLAN = "Dear Rosa, my plan for us both:\nREV 999999999\nORDERS\n@TU AC50PD\nEND\n"
OLDER = {
    "en": "From: Otto <o@example.org>\nSent: Monday\nTo: Rosa\nSubject: plan",
    "de": "Von: Otto\nGesendet: Montag\nAn: Rosa\nBetreff: plan",
    "fr": "De : Otto\nEnvoyé : lundi\nÀ : Rosa\nObjet : plan",
    "nl": "Van: Otto\nVerzonden: maandag\nAan: Rosa\nOnderwerp: plan",
    "it": "Da: Otto\nInviato: lunedì\nA: Rosa\nOggetto: plan",
    "es": "De: Otto\nEnviado el: lunes\nPara: Rosa\nAsunto: plan",
    "pt": "De: Otto\nEnviada em: segunda\nPara: Rosa\nAssunto: plan",
    "pl": "Od: Otto\nWysłano: poniedziałek\nDo: Rosa\nTemat: plan",
    "sv": "Från: Otto\nSkickat: måndag\nTill: Rosa\nÄmne: plan",
    "da": "Fra: Otto\nSendt: mandag\nTil: Rosa\nEmne: plan",
    "any": "Saadja: Otto <o@example.org>\nSaadetud: esmaspäev\nSaaja: Rosa\nTeema: plan",
    "bold": "*Van:* Otto\n*Verzonden:* maandag\n*Aan:* Rosa",
    "wrote": "On Monday Otto wrote:",
    "schreef": "Op ma 21 nov. 2026 om 10:00 schreef Otto <o@example.org>:",
    "scritto": "Il giorno lun 21 nov 2026 Otto ha scritto:",
    "escreveu": "Em seg., 21 de nov. de 2026 às 10:00, Otto <o@example.org>\nescreveu:",
    "message": "-----Oorspronkelijk bericht-----",
    "forwarded": "---------- Forwarded message ---------",
}


@pytest.mark.parametrize("body", ["@TU BA5\nEND", BLOCK, "@TU BA5"])
@pytest.mark.parametrize("older", OLDER.values(), ids=OLDER)
def test_an_older_mail_below_is_not_read(older: str, body: str) -> None:
    found = card_in(f"{HEADING}\n{body}\n\n{older}\n\n{PLAN}")
    assert ([line.text for line in found.lines if line.text], found.revision, found.problem) == (["@TU BA5"], 0, "")


def test_a_mark_of_byte_order_before_the_heading_hides_no_older_mail() -> None:
    text = f"{HEADING}\n@TU BA5\n\n{OLDER['any']}\n\n{PLAN}"
    assert card_in(b"\xef\xbb\xbf" + text.encode()) == card_in("\ufeff" + text) == card_in(text)


UNKNOWN = (
    "보낸 사람: Otto <o@example.org>\n보낸 날짜: 2026년 6월 1일\n받는 사람: Rosa\n제목: plan",
    "发件人：Otto <o@example.org>\n发送时间：2026年6月1日\n收件人：Rosa",
    "De la: Otto <o@example.org>\nTrimis: luni\nCătre: Rosa",
    "пн, 1 июн. 2026 г. в 20:00, Otto <o@example.org>:",
    "2026年6月1日(月) 20:00 Otto <o@example.org>:",
    "Otto <o@example.org>, 1 Haz 2026 Pzt, 20:00 tarihinde şunu yazdı:",
    "1 Jun 2026, 20:00 by o@example.org:",
)


@pytest.mark.parametrize("older", UNKNOWN)
@pytest.mark.parametrize("plan", [PLAN, f"{HEADING}\nORDERS\n@TU BA1\nEND"])
def test_below_an_end_nothing_is_read_from_an_address_of_mail_on(older: str, plan: str) -> None:
    """No list of languages is whole; that somebody wrote an older mail is told by his address."""
    found = card_in(f"{HEADING}\n{BLOCK}\n\nRegards, Rosa\n\n{older}\n\n{plan}")
    assert ([line.text for line in found.lines], found.revision) == (["@TU BA5"], 0)


def test_a_block_below_an_end_counts_where_no_address_stands_between() -> None:
    found = card_in(f"{HEADING}\nORDERS\n@TU BA1 ; rosa@example.org\n@BU BA2\nEND\nNo:\n{BLOCK}\nr@example.org")
    assert [line.text for line in found.lines] == ["@TU BA5"]
    below = card_in(f"{HEADING}\nORDERS\n@TU BA1\nEND\n{UNKNOWN[3]}\n> so you say\nNo:\n{BLOCK}")
    assert [line.text for line in below.lines] == ["@TU BA5"], "below what is marked he goes on"
    whole = card_in(f"{HEADING}\nORDERS\n@TU BA1 ; rosa@example.org\n@BU BA2\nEND")
    assert [line.text for line in whole.lines] == ["@TU BA1 ; rosa@example.org", "@BU BA2"]


def test_an_older_mail_of_a_program_that_writes_html_alone_is_not_read() -> None:
    rows = "<hr><div><b>Van:</b> Otto<br><b>Verzonden:</b> ma<br><b>Aan:</b> R<br></div>"
    card, plan = (text.replace("\n", "<br>") for text in (f"{HEADING}\n{BLOCK}", PLAN))
    mail = f"From: r@example.org\nContent-Type: text/html; charset=utf-8\n\n<p>{card}</p>{rows}<p>{plan}</p>"
    assert [line.text for line in read_letter(mail.encode()).card.lines] == ["@TU BA5"]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Rosa <rosa@example.org>\nGame: EU-7\nTurn: 5\nPlayer: 1\n@TU BA5\nEND",
        f"{HEADING}\n; From: Turkey\n; To: all\n; Date: today\n@TU BA5\nEND",
        f"Address: rosa@example.org\nPhone: 1234\nTown: Ghent\n\n{HEADING}\n@TU BA5\nEND",
        f"Dear moderator: rosa@example.org is my new address.\n{HEADING}\n@TU BA5\nEND",
        f"{HEADING}\n--- my orders ---\n@TU BA5\nEND",
    ],
)
def test_what_a_player_writes_himself_is_no_older_mail(text: str) -> None:
    assert "@TU BA5" in [line.text for line in card_in(text).lines]
