"""What people do with buttons and touches around a game: menus, corrections, pictures, rules, the start form.

Presses come in; screens as plain data and requests to the house go out.
"""
