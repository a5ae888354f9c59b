"""Pairs Dealer: the dealer's assistant for the card game Pairs."""

__version__ = "0.1.0"
