"""Mail as bytes: how it comes, how it is read, how it is written and sent. Knows no game.

message   what is known of a mail once it is read
reading   bytes to that, by way of headers, parts, charset, flowed, hypertext, authentic
sources   folders and Maildirs; mbox and imap are the other places that mail comes from
writing   a letter as the bytes that go out
smtp      one letter to the server: delivered, refused for now, refused for ever, or nobody knows
"""
