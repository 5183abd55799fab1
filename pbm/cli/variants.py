"""`pbm check-variant`: what is wrong with a moderator's own variant."""

from collections import Counter
from pathlib import Path

import click

from pbm import rules as registry
from pbm.cli.screen import say
from pbm.core.english import count
from pbm.errors import PbmError
from pbm.store.variants import faults_with_lines, named_system, read_folder


@click.command("check-variant", epilog="Example: pbm check-variant content/variants/south-america")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--system", default="", help="The rule system.  [default: the one that variant.toml names]")
def check_variant_command(folder: Path, system: str) -> None:
    """Check the files of a variant folder; report each fault in a sentence with file, key, line and column.

    A folder has variant.toml, map.json and, if the map is to be drawn, geometry.json. Exit code 1 if anything is
    wrong.
    """
    if not folder.is_dir():
        raise PbmError(f"There is no folder {folder}.")
    data = read_folder(folder)
    chosen = registry.system(system or named_system(data["variant"]))
    if chosen.setup.load_folder is None:
        raise PbmError(f"{chosen.title} has no variants of your own, so there is nothing to check in {folder}.")
    wrong = faults_with_lines(chosen, data, folder)
    for sentence in wrong:
        say(sentence)
    if wrong:
        raise PbmError(f"{count(len(wrong), 'fault')}.")
    rules = chosen.setup.load_folder(folder.name, {}, data)
    kinds = Counter(space["kind"] for space in rules.geometry["spaces"].values())
    spaces = ", ".join([f"{number} of {kind}" for kind, number in kinds.items()])
    homes = count(len(chosen.setup.homes(rules)), "home")
    say(f"{folder} is good: {count(kinds.total(), 'space')} ({spaces}), {homes}.")
    if "geometry" not in data:
        say("There is no geometry.json: the map is drawn as tiles in a grid.")
