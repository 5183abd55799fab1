"""Game folders: what is kept of a game, and how it is kept whole (design 6, security 6).

disk        every touch of the disk, one primitive each
facts       game.toml and players.toml; edit: a line of them changed
folder      a game folder and the moves that change it; record: record.json; renamed: other names
founding    how it comes to be; hues: which colours its seats have
waiting     games that wait for players, and who has signed up
play        from one turn to the next; verify; house_cards: the cards of the house player
deadlines   which deadline is open, and for whom a game waits; seen: which were seen before they were over
variants    a game's rules, also of the moderator's own folders; keylines: where a key stands in a file
texts       files that options name
amendment   the moderator's corrections of a position; correcting makes them
inspection  a look for damage
press       press that came with cards, held until its turn runs
ledger      what came in and what was decided; jsonl: files of lines that only grow
loss        whether the ledger lost lines
keyring     the keys of sealed printouts, and their epochs
names       names at sign-up
seeds       seed, commitment, digests
lock        one writer at a time
"""
