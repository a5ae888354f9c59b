"""The fifteen games, one file each: a rule text that yields what may happen and is resumed with the act that did."""
