"""The post office: mails to the games they are for, receipts and printouts to those who are to have them.

settings  content/mail.toml: how mail comes and goes
fetching  all new mail, by way of opening (a source), sorting (to its game) and arrivals (the ledger)
"""
