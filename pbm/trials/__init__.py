"""Whole games of house players, thousands of them: what `pbm simulate` plays and counts.

trial       what is played: rules, seats, seed
game        one game, and what is kept of it
tally       all games counted, in whole numbers
chances     intervals and tests of shares
findings    what the counts say, for programs and for people
telling     the same as sections of text
page        the same as a page, with charts and a map
kept        the file that a run is taken up from
"""
