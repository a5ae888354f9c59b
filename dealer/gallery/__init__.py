"""Sample screens of every kind, for tests and for people who look at them."""
