"""Tests of Naval Warfare."""
