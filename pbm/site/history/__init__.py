"""What runs over a whole game: charts, files of data, the replay.

turn_series  what is kept of each turn, and the files that are made of it
overview     the pages and files of a game's history
stats        the page of figures; tables: their rows
data         CSV, JSON and its schema
replay       the replay's page; replay_rows: a turn as it shows it; squares: that of a game on squares;
             cells: what is in the cells of a map
story        how a game was decided, and ranks by turn; story_page: as the game's page has them
spaces       what became of each space; happened: what a turn's printouts say of single spaces
records      what a game has for the records of a year
dealings     what players said and did to each other; dealings_page: as a revealed game's page has it
"""
