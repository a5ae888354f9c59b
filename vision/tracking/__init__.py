"""Which glimpse is which card: a card's identity while it lies, slides, is covered or comes back."""
