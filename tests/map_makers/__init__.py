"""What made the maps of Trust a Thief that lie in `pbm/rules/trust_a_thief/data/`, and makes them again.

Run `python -m tests.map_makers` in the repository to write them anew, or name another folder to write them there.

`archipelago` makes the maps of islands and their drawings, `sample` the drawing of the small one, whose list of
provinces is written by hand. `fairness` measures homes in games of house players. What the maps are made with: `cells`
(the ground, shared out), `tidy` (no border too short to be seen), `homes` (fair ones), `outlines` (coasts and borders),
`signs` (places for all that is written on a map) and `atlas` (the file). No part of the game: the rules read the
finished files.

`honeycombs` and `squares` make small maps of many cells, for the tests of their looks; they write no file. `empire`
draws the picture of a sample world (`python -m tests.map_makers.empire`).
"""
