"""What rule systems share: functions, of which a system calls those that suit it. None of them knows a system.

options       the options of a game, settled, and numbers of a variant
map_faults    whether a moderator's map is one, and its drawing that map's
table_faults  whether their variant.toml says what a system understands
tiles         a drawing for a map that has none
words         positions and views as plain JSON data, and back
sequence      a turn, phase by phase
readout       what a printout of any system works from
news          rows of wording.toml, headlines and what else happened
page          the frame of a printout, and the parts that are the same in every game
"""
