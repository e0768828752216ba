"""The heuristic player of Hachi-Nin Meri: it plays for its team, trick by trick.

* `weights`: its numbers
* `hidden`: trumps that it does not see, and who may hold them
* `standing`: how the trick stands right after a card of its own
* `rest`: what the seats after it make of that
* `yaku`: pairs that a trump may make, or be beaten by
* `keeping`: what cards are worth in the tricks to come: which one to bury, which deal to keep
* `player`: the choice
"""
