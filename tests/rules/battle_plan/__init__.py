"""Tests of Battle Plan that no worked case can hold."""
