"""What comes in: from the inbox or the mail to a receipt.

inbox     the inbox of a game: each card accepted, late, held, refused or ignored
judge     what becomes of one text, and why
filing    press and absences of a card, put where they belong
received  what was received, kept as it came, and how it is read
"""
