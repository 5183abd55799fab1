"""Worked cases: a position, cards, and what comes of it; tests, examples of the rule book, and `pbm try`.

scenario      a case played, as the commands and the tests ask for it
played        it is played with a seed
odds          it is played with many
setup         its file read, its position made, its first cards read
expectations  what it claims, held against what came
"""
