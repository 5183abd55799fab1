"""`pbm handover` and `pbm takeover`: the whole game arrives, or nothing; and one moderator alone goes on."""
