"""Archive files: a revealed game as one zip that proves itself, and is read without a league.

contents  which files may lie in one, under which names, and how large they may be
pieces    news and press as they lie in one: what the site shows of them, and no more
readme    the words that explain one, the program that checks it by hand, the licence
packing   a game folder into the bytes of one
opening   such bytes into a folder that is gone afterwards, by the rules for hostile files; played again
proving   games and archive files proved one by one, by whoever does the work
"""
