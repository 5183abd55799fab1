"""Pages in a real browser, and the composer in it."""
