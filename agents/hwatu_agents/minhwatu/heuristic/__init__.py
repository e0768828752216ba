"""The heuristic player of Min-Hwatu.

* `weights`: its numbers
* `worth`: what cards are worth, by card points and the special hands for and against
* `months`: what a month is worth as it lies, and what each way to play it brings
* `player`: the choice
"""
