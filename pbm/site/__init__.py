"""The site: pages of a league as plain files that work on any host, under any path, and from a disk.

pages      what a site is made of: the whole input, filled by publish
build      the pages of a league; gamepages: those of a game; private: a printout beside the site
folder     changed files aside, then moved one by one; pieces: a file that is written piece by piece
batch memory      pages that are made and remembered together; spool: what they told
jobs       work shared out among processes
leaf growing      a turn's part of charts, data and replay; the files that tell of every turn
overview stats data tables replay frames places    those files and their pages; linechart barchart cellchart: a chart
links      relative links, and the check of every link and anchor
render     templates; compiled: kept between runs; colours: the moderator's own; composer: its script in one piece
sheet      a printout made ready for its template, with:
  blocks battles    tables, records, news, battles as HTML
  layout            sections in rows
  marks dates       chips, numbers, signs; dates in words
prose      what people write: Markdown, sanitised and cached
book cases a rule book's page and its worked cases
standings  the players' history as step lines
repair     a game whose files are being repaired
views      what templates see of games and turns
feeds search socialcard ratings    feeds, calendars and sitemap; the index; pictures for links; who is rated
sealed     sealed printouts: their pages, and what opens them
paper papercard papersvg    envelopes for the printer
chart      the only door to the maps: maps, drawing, mapbase, mapstyle, palette, seanames; maparrows, maplegend,
           maptwin: arrows, legend, table; mappieces, mapwide: looks; maprealms: numbers for paper;
           maplive: what the map's script must know
"""
