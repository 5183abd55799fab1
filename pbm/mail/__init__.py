"""Mail as bytes: how it comes, how it is read, how it is written and sent. Knows no game.

letter    what is known of a mail once it is read
"""
