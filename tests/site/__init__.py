"""The site: whole, safe, the same twice, and readable on a phone and on paper."""
