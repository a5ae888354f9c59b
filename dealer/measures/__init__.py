"""What the project promises, measured: rules, journal, display, tracking. Nothing that plays imports it."""
