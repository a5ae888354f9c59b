"""The people of a simulated table: they play, make mistakes, listen and answer truly.

A header comes in, a scene that changes goes out. No real table uses it.
"""
