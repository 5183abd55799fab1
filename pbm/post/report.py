"""What a run over the letters did."""

import msgspec


class MailReport(msgspec.Struct):
    """By ids what was written, taken away, sent, and what waits; a sentence for each thing that went wrong."""

    drafted: list[str] = []
    removed: list[str] = []
    sent: list[str] = []
    waiting: list[str] = []
    problems: list[str] = []

    @property
    def did_something(self) -> bool:
        """Whether anything was written or sent."""
        return bool(self.drafted or self.removed or self.sent)
