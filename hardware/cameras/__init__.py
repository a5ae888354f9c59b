"""Cameras: one protocol, one adapter a kind, and the watch over a live one that fails."""
