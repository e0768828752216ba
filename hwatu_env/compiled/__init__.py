"""How rules become fast: what turns plain Python rule functions into compiled batch loops.

* `rule`: marks a rule function, which stays plain Python and may be compiled into a loop
* `bits`: counting and finding bits in a 62-bit board of cards
* `rng`: random numbers that depend on a key and a counter only
* `build`: compiles a batch loop, or loads it if this machine has compiled it before
* `cache`: where the machine code is kept for the next process
* `identity`: what a loop is made of, code and constants
* `sources`: which source files a loop depends on
* `record`: one game's state as a record
* `loops`: the batch loops around the rules
"""
