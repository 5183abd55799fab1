"""pbm runs play-by-mail games: order cards in, resolved turns and a static site out."""

__version__ = "0.3.0"
