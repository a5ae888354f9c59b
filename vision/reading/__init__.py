"""From a piece of a picture to cards: indices are found, read, merged and gathered. It remembers nothing of the
table."""
