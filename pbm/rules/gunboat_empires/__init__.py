"""Gunboat Empires: 28 countries on the world of Romin Jhors, an economy and a navy (GE)."""
