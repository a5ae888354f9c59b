"""The referee: every act goes into the game through it, whether it was seen or told.

Views and words of people come in, verdicts go out. It knows no camera and no screen. What is seen while a question is
open waits here (``open_question``).
"""
