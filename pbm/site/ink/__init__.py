"""Text and colour: the ground of every page.

marks     safe text, a player's chip, numbers, a unit's sign
palette   the colours of players and maps, as tokens for light, dark and print; colours: the moderator's own
dates     dates in words
markup    Markdown, sanitised and cached
composer_script  the composer's script, joined in one piece
"""
