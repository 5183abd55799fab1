"""Sealed printouts: what only one player can read, on a site that everybody can (security 5).

phrases  the pass phrases of players: drawn, and read as they are typed
cipher  the closed set of primitives: labels, keys drawn from keys, sealing, padding
ring    a game's content keys, by player and epoch, and the locks that the site shows
stream  a file of any size under a phrase, piece by piece
letter  the letter that brings a player his six words

Nothing in here knows a game, a page or a folder. Keys are kept by store, bundles are made by publish.
"""
