"""The journal: every act on disk, synced, before anybody hears the answer; copies, and rescue of a damaged file."""
