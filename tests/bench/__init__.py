"""Benchmarks: each compares us with a peer in one run and prints a ratio of CPU seconds."""
