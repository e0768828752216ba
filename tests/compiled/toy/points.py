"""What a draw is worth in the toy game."""

from hwatu_env.compiled.rule import rule


@rule
def points(draw):
    if draw == 0:
        return 5
    return draw
