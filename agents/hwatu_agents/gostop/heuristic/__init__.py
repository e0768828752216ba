"""The heuristic player of Go-Stop.

* `weights`: its numbers
* `worth`: what cards are worth to a seat
* `months`: what a month is worth as it lies, and what a flip does to it
* `plays`: what each way to play is worth
* `player`: the choice
"""
