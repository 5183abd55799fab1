"""Whole games of house players: played, counted, told."""
