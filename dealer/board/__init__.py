"""The board: a page for the phones at the table, served on the table's own network by a process of its own.

In come snapshots: what the screen shows, in each language. Out go pages, and the address that they are at.
It never decides anything, knows rules, writes, asks another host or lets play wait.
"""
