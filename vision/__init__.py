"""From frames to a ``TableView``. Knows no rules."""
