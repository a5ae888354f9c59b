"""The journal: every act on disk, synced, before anybody hears the answer; copies, and rescue of a damaged file.

Beside the acts: the house's people (``people``), and the books of the evenings, which follow from the acts (``books``).
"""
