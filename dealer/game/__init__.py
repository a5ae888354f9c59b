"""One game as it goes on: its header, its driver (push, pop, correct), its record file, and the choice of the next one.

Acts come in, states and events go out. It never looks at a table.
"""
