"""Who missed a turn of the example games, and what players wrote on their cards beside the house's orders."""

ABSENT = {("EU-1", 4): (2,), ("EU-1", 9): (7, 4), ("EU-1", 13): (5,), ("TT-1", 5): (6,), ("TT-1", 12): (2, 5)}
ABSENT |= {("GB-1", turn): (7,) for turn in range(5, 37)}  # who went away, and whose country fell
ABSENT |= {("GB-1", 1): (11, 22), ("GB-1", 8): (7, 14), ("GB-1", 17): (7, 3, 26), ("GB-1", 29): (7, 2)}
ABSENT |= {("NW-1", 7): (4,), ("NW-1", 15): (2, 10)}
ABSENT |= {("ED-1", 9): (3,), ("ED-1", 21): (3,), ("ED-1", 30): (1, 3)}

# What a player wrote beside the house's orders: a permit, a gift, a message, and the slips of real life.
EXTRA: dict[tuple[str, int, int], str] = {
    **{("GB-1", turn, 28): "@41-03 B1HI" for turn in range(18, 36)},
    **{("GB-1", turn, 8): "@92-01 B1HI" for turn in range(18, 36)},
    ("EU-1", 2, 1): "@ 3K 5K 7K 0M1",
    ("EU-1", 3, 4): "@ 2D10 2A\n@GB FS4UX",
    ("EU-1", 5, 6): "@ 1M4 U2",
    ("EU-1", 6, 3): "@ 1F BF30 BA70",
    ("EU-1", 7, 5): "@TZ AC5BU",
    ("EU-1", 8, 2): "@ 4M16 7N\n@FR BA2 BA1",
    ("EU-1", 11, 1): "@ 3X 6H",
    ("EU-1", 12, 6): "@ RM12 0M22",
    ("TT-1", 2, 5): "@ /2/6S1/2",
    ("TT-1", 4, 3): "@ 4K9 4G12",
    ("TT-1", 6, 8): "@ 1K3 1G2",
    ("TT-1", 7, 1): "@ 8SX2 ; two may pass",
    ("TT-1", 9, 1): "@ARV BC BT",
    ("TT-1", 13, 2): "@ 6SA",
    ("TT-1", 15, 7): "@ /1/6SX1",
    ("EU-2", 2, 5): "@ 1M2 1A",
    ("EU-2", 4, 1): "@ 3K 4M1\n@TU AC9UX ; Ukraine?",
    ("EU-2", 4, 2): "@FR FA99BE NT2MED",
    ("EU-2", 4, 3): "@ 1M4 99A",
    ("EU-2", 4, 5): "@IT /1/BA999 /7/BA2",
    ("EU-2", 4, 7): "@SP BА5 ; a letter from another alphabet",
    # Set-up cards: advantages, points, another capital and port, names.
    ("GB-1", 1, 3): "@ MALAB MIHIN MILIN MDENE U2HI 2BB",
    ("GB-1", 1, 6): "@ MAHIN MILIN MILAB MDENE U3HI 4LI CAP06-07 PRT06-02\n@ N1 Falkenland\n@ N8 Otto O'Hara-Smith",
    ("GB-1", 1, 9): "@ MAFAR MILAB MIMIN MDLIN U10LI\n@ N2 Istravic\n@ N9 Doge",
    ("GB-1", 1, 17): "@ U4SL 1BB",
    ("GB-1", 1, 20): "@ MAMIN MIENE MIHIN MDLAB U6HI\n@ N1 Grand Tervania\n@ N6 Port Amélie",
    # Standing orders: what is sold, an export, a queue of technologies; of one region, and one taken back.
    ("GB-1", 3, 2): "@ /1/S300LP /2/X17:100AP",
    ("GB-1", 4, 9): "@ /1/S400EP 200MP /2/RTNK",
    ("GB-1", 6, 20): "@ /3/I5ARM\n@20-06 /1/B1LI",
    ("GB-1", 15, 2): "@ /2/",
    # Slips of real life, and a ferry that never was.
    ("GB-1", 10, 12): "@ S999999SP 1KX\n@12-01 GA4LI:99-99",
    ("GB-1", 14, 4): "@04‐01 B1LI ; a hyphen from a word processor",
    ("GB-1", 21, 25): "@ RAAA\n@25-01 NA2BB:AO-01",
    ("GB-2", 2, 6): "@ /1/S500LP",
    ("GB-2", 4, 3): "@ S999999SP 2KX ; more than there is, and goods that are not",
    ("GB-2", 4, 7): "@07-01 GA4LI:99-99",
    ("GB-2", 4, 8): "@08‐01 B1LI ; a hyphen from a word processor",
    ("GB-2", 4, 12): "@12-03 GA99HI:12-04\n@ RXXX",
    ("GB-2", 4, 15): "@ X29:500SP",
    # An Airbase and the Bombers that come to it, a Carrier for two Fighters, a ferry that goes to and fro, names.
    ("ED-1", 14, 1): "@DOV PK",
    ("ED-1", 18, 1): "@#20 U\n@MAI PB GBMK28>BHAK>R",
    ("ED-1", 27, 1): "@ T#51=Sea Nest\n@DOV KL2>MS20>S\n@MAI F2J\n@#43 L4>MS33>USUE>MVAR>*\n@CHE GAJ",
    ("ED-1", 11, 4): "@ T#23=Lapwing U2",
    # Slips of real life.
    ("ED-1", 5, 3): "@XYZ PA ; a city that nobody knows",
    ("ED-1", 8, 1): "@ NXH",
    ("ED-1", 16, 4): "@#27 MAA99",
    ("ED-1", 24, 3): "@ O120",
    ("ED-1", 33, 4): "@FAR T2- ; not an order",
    # A player who leaves the game.
    ("ED-1", 28, 3): "@ RESIGN!\nPRESS ALL TITLE With regret\nThe house is sold and the new one has no letter-box yet. "
    "Caledon belongs to whoever gets there first. Thank\nyou both.\nEND",
    # Press: to all, to one, unsigned, and a diary.
    (
        "ED-1",
        2,
        4,
    ): "PRESS ALL TITLE Is anybody there?\nThe lookouts of Dorada have counted eleven days of water. If you "
    "read this, you have a shore, too: say\nwhich way the sun goes down on it.\nEND",
    (
        "ED-1",
        4,
        2,
    ): "PRESS ALL TITLE It goes down behind us\nBorealis reports strangers on its own beach, and they do not "
    "look lost.\nEND",
    (
        "ED-1",
        6,
        1,
    ): "PRESS TO 2 TITLE Our beach\nIt is one island, Margaux, and it was never going to be large enough for "
    "both of us. Leave the\nsouth to me, and your people may keep their boats.\nEND",
    (
        "ED-1",
        10,
        2,
    ): "PRESS ANON TITLE Found in a bottle\nThe last garrison sends its regards. The porridge is finished. "
    "Do not trust the man from the west.\nEND",
    ("ED-1", 13, 3): "PRESS TO 1 TITLE A line through the water\nEverything west of column P is yours, everything east "
    "of it is mine, and Dorada can have the fog.\nEND",
    (
        "ED-1",
        19,
        4,
    ): "PRESS TO ME TITLE For the day it is read\nThe Bombers go for BIT every week. They come home about "
    "every second time.\nEND",
    ("ED-1", 25, 3): "PRESS ALL TITLE Correction\nColumn P was an approximation.\nEND",
    (
        "ED-1",
        28,
        1,
    ): "PRESS ALL TITLE Sea Nest has sailed\nTwo Fighters, one flight deck, and a cook who has never seen "
    "the sea. Wish us luck.\nEND",
    ("ED-1", 36, 4): "PRESS TO 1 TITLE Arithmetic\nThirty-four cities, and I have more than half of them. If you have "
    "a plan, Rosa, this is the mailing for it.\nEND",
    ("ED-2", 2, 3): "@BRU P2A PT",
    (
        "ED-2",
        3,
        1,
    ): "PRESS TO 3 TITLE Between neighbours\nYour Army and mine have been looking at each other since Tuesday. "
    "Shall they shake hands, or shall we ask\nthe dice?\nEND",
    (
        "ED-2",
        3,
        5,
    ): "PRESS ALL TITLE Round the back\nWhoever goes west far enough comes home from the east. We have tried.\nEND",
    ("ED-2", 4, 1): "@EXE P2A PT\n@#6 CAK8?",
    ("ED-2", 4, 2): "@COF PR\n@ O120A U2",
    ("ED-2", 4, 3): "@ O70\n@#7 MAU99 ; the world ends at AT34",
    ("ED-2", 4, 4): "@PAV P3A PT ; nobody here has ever seen it\n@Y24 A9H",
    ("ED-2", 4, 5): "@RAV PТ ; a letter from another alphabet\n@IGL P2A PF",
    # Naval Warfare: press of ten countries, orders kept and standing, slips.
    ("NW-1", 2, 1): "PRESS ALL TITLE Notice to mariners\nThe waters within three hexes of our coast are ours. Whoever "
    "anchors there pays for the anchor.\nEND",
    ("NW-1", 3, 4): "@ 99E ; who is ninety-nine?",
    (
        "NW-1",
        5,
        6,
    ): "PRESS TO 2,9 TITLE A quiet word\nThere is a paper with three signatures on it in my drawer. Two are yours.\n"
    "END",
    ("NW-1", 8, 9): "@G1 M9999 ; beyond the edge of the chart",
    ("NW-1", 9, 3): "PRESS ALL ANON TITLE Seen from a lighthouse\nTen hulls went west on Tuesday, four came back on "
    "Friday. Nobody waved.\nEND",
    ("NW-1", 11, 10): "@ /1/CV1",
    (
        "NW-1",
        13,
        5,
    ): "PRESS ALL TITLE For sale\nOne dreadnought, hardly used. The captain turned away at the first shell.\nEND",
    ("NW-1", 16, 7): "@ 7T ; that is me",
    ("NW-1", 18, 2): "PRESS TO ME TITLE For the day it is read\nIf the admiral runs again, I shall sail myself.\nEND",
    ("NW-1", 22, 10): "PRESS ALL TITLE To whom it may concern\nWe have docks. You have debts. Write to us.\nEND",
    ("NW-1", 26, 3): "PRESS ALL TITLE Good night\nTwenty-six weeks, and not one dry deck. Thank you all.\nEND",
    ("NW-2", 2, 3): "@ 5R1 ; may we be pirates, too?",
    ("NW-2", 3, 8): "PRESS ALL TITLE Rovigo at sea\nWhoever wants peace, writes. Whoever does not, swims.\nEND",
    ("NW-2", 4, 1): "@G1 ARXAA ; into a port",
    ("NW-2", 4, 2): "@ 12E 3TS",
    ("NW-2", 4, 3): "@MOA WT W DD",
    ("NW-2", 4, 4): "@ALA BD /1/XR100",
    ("NW-2", 4, 5): "@HAA N Port \u0410lpha ; a letter from another alphabet",
    ("NW-2", 4, 6): "@G9 SX @#88 R5",
    ("NW-2", 4, 7): "@ SHSELL 3D9999",
}
