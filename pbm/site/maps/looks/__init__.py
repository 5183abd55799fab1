"""How a geometry looks: a class for each look, beside each other.

look    what a look is
plain   codes and badges on fills with textures
pieces  signs for what is in a space, squares, ships, waterlines
wide    so many spaces that a part is shown at a time
hex     hundreds of cells of one size: numbers on the whole, codes on a part
seachart  countries in an ocean of cells, which are no spaces ("chart")

Maps of squares have no geometry, and are drawn from one reader's view alone:

grid        the drawing
grid_key    its legend
grid_style  its shades and styles
"""
