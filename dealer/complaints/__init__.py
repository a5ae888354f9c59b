"""What is wrong at the table that no act explains: one judge a cause, asked in a fixed order.

A scene comes in, a complaint or a question with its remedy goes out.
"""
