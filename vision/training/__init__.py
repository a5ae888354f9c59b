"""How the nets are trained, on synthetic pictures only. Nothing that plays imports it."""
