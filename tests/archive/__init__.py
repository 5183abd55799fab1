"""Archive files: tests of pbm/archive, and of the commands that read them."""
