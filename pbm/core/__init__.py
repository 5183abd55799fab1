"""The ground of the house: what knows no game and no folder.

dice       labelled dice that anybody can check
events     what happened in a turn, and who may know it
named      tables of a state, as worked cases speak of them
legend     what may be on the maps of a system, as it declares it
outcome    how a game ended, as all were told
printout   what a viewer is sent, as data for every renderer
grid       a map of squares as one reader knows it; gridtext: as text
textprint  a printout as text, 79 columns
plain      what people wrote, without what cannot be seen
english    numbers and lists as words of a sentence
series     the players' figures after a turn, for charts
schedule   when the next cards are due
toml       TOML that people write, its mistakes as sentences
deflate    bytes made smaller, the same on every machine
shipped    the folders that come with pbm
stamps     how files are marked (sizes, times), and the user's cache folder
"""
