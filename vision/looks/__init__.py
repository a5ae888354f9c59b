"""Games as looks: what cards are called from is recorded while a table is watched, and decided on again without one.
Nothing that plays imports it."""
