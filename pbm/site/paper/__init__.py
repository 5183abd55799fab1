"""Paper: printouts in envelopes.

sheets  one PDF: address sheet, printout and card of each player
blank_card  the card to fill in by hand
svg     drawings in black and white, each with its own styles
"""
