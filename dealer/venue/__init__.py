"""Many tables, one house: a table tells over MQTT what its journal holds; the house keeps, counts and settles it.

In come journals; out come messages (the table's side) and tables, league and payments (the house's side). What is told
comes from the journal alone: a broker that is away, a house that is stopped or a message that is lost costs nothing.
Play never waits for anything here.
"""
