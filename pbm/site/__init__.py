"""The site: pages of a league as plain files that work on any host, under any path, and from a disk.

pages    what a site is made of: the whole input, filled by publish
prose    what people write: Markdown, sanitised and cached
links    relative links, and the check of every link and anchor
render   templates; a printout as HTML
build    the pages, the new folder, the swap
maps     the drawn map of a turn
"""
