"""Where devices and the game meet: the commands, the evening and its loop, the camera with its eye, screen and voice.

Whatever fails is shown here, with ways on.
"""
