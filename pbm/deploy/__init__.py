"""Putting output/site on a host: by a list of what may go, in stages, and again without harm.

targets   where it may go, as site.toml or the command line says
cargo     what goes: the files that the build lists, and nothing else
plan      what is new, changed or gone, and in which order it is carried
secrets   what must not stand in any file of it
local     into a folder
rsync     to a host, by the program rsync
branch    into a branch of a git repository
archive   into a zip
record    which place has which build

Each kind of target has `plan(cargo)`, which only looks, and `carry(cargo, plan, watch)`, which does it.
"""
