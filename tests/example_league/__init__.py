"""A league made by hand: the position of Turkey in turn 7, as the pictures of the look show it."""
