"""The post office: mails to the games they are for, receipts and printouts to those who are to have them.

settings  content/mail.toml: how mail comes and goes
fetched   when each source was last read
fetching  all new mail, by way of opening (a source), sorting (to its game) and arrivals (the ledger)
receipts  what a player is told of a card that came by mail
written   what the moderator writes to players
letters   start, printouts, reminders, end
journal   what became of each letter
queue     which letters are due, and their drafts
sending   their way to the server
outbox    drafts and sending, as commands ask for them
report    what a run over the letters did
inspection  a look for damage
"""
