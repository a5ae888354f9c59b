"""How well and how fast the eye sees a simulated table."""
