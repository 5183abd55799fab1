"""The card in a text: where it begins and ends, its headings, and the code that proves whose it is (security 3.1).

card      headings, lines and code of a card
beside    press and absences on a card, cut out before its orders are read; parts: what they are
text      a card as text again: for the archive, and amended
end       what in a text is not the writer's own
signup    JOIN, in a mail or on a card
oldermail the older mail below an answer, in many languages
"""
