"""`pbm forget`: what is kept of a player's person is taken away, and where it still stands is told.

person      what is known of him, and how a file is searched for it
forgetting  the deeds, in an order that a broken run can take up again
"""
