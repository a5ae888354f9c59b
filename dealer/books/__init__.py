"""The evening's books: who owes whom how much, and how it is settled.

In come the coins that acts moved and what people paid each other; out come balances, payments and limits. It keeps
nothing: the journal does. No clock, no screen.
"""
