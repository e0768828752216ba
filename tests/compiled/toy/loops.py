"""The toy game's only loop, made by a factory as the real ones are, around a rule made likewise."""

from hwatu_env.compiled.rule import rule


def make_move(turn, choose, times):
    @rule
    def move(g, rules):
        """Choose, and take the turn."""
        for _ in range(times):
            turn(g, rules, choose(g))

    return move


def make_play_all(turn, is_over, choose):
    move = make_move(turn, choose, 1)

    def play_all(states, rules):
        for row in range(len(states)):
            g = states[row]
            while not is_over(g, rules[0]):
                move(g, rules[0])

    return play_all
