"""The local web app: pages and a JSON interface on one loopback address.

A door: it parses a request, calls one function of a game and shows the result. No poker logic
lives here.
"""
