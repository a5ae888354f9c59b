"""``dealer doctor``: what is installed and connected, how it is, and what mends it.

In comes the data folder, and the machine as it is; out come findings, one a part, with a cause and a remedy. It changes
nothing.
"""
