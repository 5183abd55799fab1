"""The site: pages of a league as plain files that work on any host, under any path, and from a disk.

pages      what a site is made of: the whole input, filled by publish
build      the pages of a league; gamepages: those of a game; private: a printout beside the site
batch      pages that are made and remembered together; prepared: those of a game, made elsewhere
render     templates; views: what they see of games and turns
book cases a rule book's page and its worked cases
sealed     sealed printouts: their pages, and what opens them
feeds search ratings years   feeds, calendars and sitemap; the index; who is rated; years in review
repair     a game whose files are being repaired

Its rooms: ink (text and colour), maps, parts (of pages), output (files), history (of a game), paper.
"""
