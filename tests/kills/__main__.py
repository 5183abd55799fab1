"""The command: `python -m tests.kills`."""

import sys

from tests.kills.cron import command

sys.exit(command())
