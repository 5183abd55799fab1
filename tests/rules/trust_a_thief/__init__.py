"""Tests of Trust a Thief that no worked case can hold."""
