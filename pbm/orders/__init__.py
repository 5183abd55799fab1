"""The order grammar: one table drives reader, faults, reference, blank card and composer (design 4).

form      the way in: read a card's lines, compile a table, make a blank card
table     a system's orders.toml, read and compiled
order     an order, a card's lines, and what a card comes to
operands  what an operand may be, and the patterns of forms
values    what the text of an operand comes to
spaces    what spaces a card's reader knows of, and near misses
reach     what an order may name from where it is given
account   the running account of a card
budgets   how many orders of a kind a card may give
headings  what a heading opens
reader    tokens read: headings, orders, standing orders, faults
faults    what is wrong with a token, and what would be right
slips     slips of the pen: what a token may have been meant to be
fault_words  the sentences of all faults, for this reader and the composer's
describe  an order in words
blank     the card to fill in, and places without orders
"""
