"""The search for acts that explain a view, and the choice among its explanations.

Clues and what the game expects come in, an explanation or a question goes out. It never changes the game.
"""
