"""What the referee knows of the table: where cards belong, which sighting is which card, how a view differs from that.

Views and layouts come in, clues go out. It decides nothing.
"""
