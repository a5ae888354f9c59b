"""The nets, their model files, and what one of them says of one piece of a picture."""
