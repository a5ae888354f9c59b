"""The table in millimetres: coasters, lens, homography, places. Pictures come in, geometry and its news go out."""
