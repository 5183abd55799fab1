"""The outbox: what is due is drafted once, what is sent goes once, whatever breaks (issue D, 4 and 8)."""
