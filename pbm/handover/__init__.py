"""`pbm handover` and `pbm takeover`: from one moderator to another, in one file that only a phrase opens.

kit      what lies in the file, and what is refused there
packing  game folders into a kit
taking   a kit into game folders: aside first, played again, then moved

How the file is sealed: pbm/seal/stream.
"""
