"""A synthetic table, drawn as a camera would see it: for rehearsals, tests and training."""
