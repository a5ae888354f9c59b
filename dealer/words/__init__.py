"""Words for people: states, events and verdicts become calls, requests, sentences and prompts, in the house's language.

It decides nothing and draws nothing.
"""
