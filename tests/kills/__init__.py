"""A real command, killed at random while mail arrives."""
