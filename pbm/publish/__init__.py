"""From game folders to what goes out: due turns, the site's input, the printouts of players.

due        what is due, and one step of a game
prose      what moderator and players wrote: Markdown with front matter; lint_content: what of it is shown nowhere
decisions  what the moderator decided, as news; comments: his own, in printouts; time_words: days and times
press      what players wrote, in printouts: for all, and for some alone
books      rule books: prose, order reference, house rules, worked cases
archives   what of a revealed game's news and press is public, and its archive file; reading: pages of an archive file
league     turn records as the site's input; lazy, one turn at a time; ratings: what ended games are worth
reliability  who sends their cards
sealing    sealed printouts; composer: the order sheet that the composer works from; folding: small
unchanged  whether anything is to be done at all; whether the site is as its content
twin_check  where a game was worked at last
outgoing   private printouts beside the site, and the build of both; helping: pages of games made by workers
pictures   the map of a printout as a file of its own
paper      who gets his printout in an envelope
preview    the next turn as it would come
"""
