"""How a geometry looks, beyond a plain map.

board  signs for what stands in a space, squares, ships, waterlines
world  so many spaces that a part is shown at a time
"""
