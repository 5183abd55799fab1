"""Maps: a turn's colours, badges and arrows on a geometry that is drawn once.

chart     the only door for pages: who draws a map, its legend and table
artist    the map of a turn as SVG
drawing   a geometry as SVG, kept between runs
folds     hundreds of spaces in few bytes
base      places that all turns share; shapes: of signs; style: the styles
arrows badges textures legend twin   arrows; units; fills; the legend; the table beside a map
seanames realms      names of seas that give way; numbers of realms on paper
live places          what the map's script and the replay must know
socialcard thumbnail the picture beside a link; the small map of a turn
shades               a map shaded by how much happened where
honeycomb courses    cells that are no spaces; routes, sightings and places in them
trace gridpage       outlines of squares; what stands on a page beside a map of them
looks                how a map looks: plain, pieces, wide, hex, seachart; of squares: grid, grid_key, grid_style
"""
