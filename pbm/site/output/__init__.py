"""Files: what is written, moved into place, linked and remembered.

site_folder  changed files aside, then moved one by one
memory    what the last build made, and of what; compiled: templates
links     relative links, and the check of every one
gathered  files that wait in memory for a site that is built elsewhere
"""
