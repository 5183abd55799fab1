"""The site: pages of a league as plain files that work on any host, under any path, and from a disk.

pages      what a site is made of: the whole input, filled by publish
build      the pages of a league; a player's printout beside the site
folder     the new folder and the swap; pieces: a file that is written piece by piece
batch memory      pages that are made and remembered together; spool: what they told
leaf growing      a turn's part of charts, data and replay; the files that tell of every turn
links      relative links, and the check of every link and anchor
render     templates
sheet      a printout made ready for its template, with:
  blocks battles    tables, records, news, battles as HTML
  layout            sections in rows
  marks dates       chips, numbers, signs; dates in words
prose      what people write: Markdown, sanitised and cached
book cases a rule book's page and its worked cases
standings  the players' history as step lines
views      what templates see of games and turns
chart      the only door to the maps: maps, drawing, mapbase, mapstyle, palette
"""
