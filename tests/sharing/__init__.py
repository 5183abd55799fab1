"""Work in pieces, alone and on real workers."""
