"""What every game has in common: the contract of a rule system, and one turn of any game.

system      what a rule system is: functions, and one record of data
turn        cards in; the next position, events and printouts out
vocabulary  the events that the engine understands
"""
