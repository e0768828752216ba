"""Plays 1,000 toy games as the command line says, and prints what came out as one JSON line."""
# ruff: noqa: I001 (where these packages lie is known in the toy's folder only)

import json
import multiprocessing
import resource
import shutil
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from numba import types, typeof
from policies import pick

from hwatu_env.compiled import rng
from hwatu_env.compiled.build import entry
from hwatu_env.compiled.loops import make_play_all
from hwatu_env.games.toy import turn

HERE = Path(__file__).parent
CACHE = HERE / "hwatu_env" / "compiled" / "__pycache__"
FIELDS = [(name, np.int64) for name in ("key", "ply", "total", "seen")] + [("hand", np.uint8, (8,))]
STATE = np.dtype((np.record, np.dtype(FIELDS, align=True)))
RULES = np.dtype((np.record, np.dtype([("goal", np.int64), ("sides", np.int64)], align=True)))


def fresh_states():
    states = np.zeros(1000, STATE)
    states["key"] = [rng.stream(7, game, 0) for game in range(len(states))]
    return states


def house_rules():
    return np.array([(100, 6)], RULES)


def loop(policy):
    return make_play_all(turn.turn, turn.is_over, policy)


def build(policy=pick.generous, *, lazy=False, **options):
    signature = types.void(typeof(fresh_states()), typeof(house_rules()))
    return entry(
        loop(policy),
        None if lazy else signature,
        game="toy",
        sources=[HERE / "tables"],
        seconds=2,
        **options,
    )


def play(compiled):
    states = fresh_states()
    compiled(states, house_rules())
    return states.view(np.uint8).tobytes().hex()


def play_plain(policy=pick.generous):
    states = fresh_states()
    games = [
        SimpleNamespace(**{name: int(state[name]) for name in STATE.names[:-1]}, hand=bytearray(8))
        for state in states
    ]
    rules = house_rules()[0]
    loop(policy)(games, [SimpleNamespace(goal=int(rules["goal"]), sides=int(rules["sides"]))])
    for state, game in zip(states, games, strict=True):
        for name in STATE.names[:-1]:
            state[name] = getattr(game, name)
        state["hand"] = np.frombuffer(game.hand, np.uint8)
    return states.view(np.uint8).tobytes().hex()


def report(*loops, **more):
    """What loops play, and then, since a lazy one compiles only now, what had to be compiled."""
    games = [play(compiled) for compiled in loops]
    stats = [compiled.stats for compiled in loops]
    return {
        "games": games,
        "hits": sum(sum(each.cache_hits.values()) for each in stats),
        "misses": sum(sum(each.cache_misses.values()) for each in stats),
        **more,
    }


def play_in_child(_):
    return report(build())


def in_pool(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        children = pool.map(play_in_child, range(2), chunksize=1)
    return report(build(), children=children)


def fork_after_compiling():
    compiled = build()
    with multiprocessing.get_context("fork").Pool(
        2, initializer=setattr, initargs=(pick, "inherited", compiled)
    ) as pool:
        children = pool.map(play_inherited, range(2), chunksize=1)
    return report(compiled, children=children)


def play_inherited(_):
    return play(pick.inherited)


def in_threads():
    compiled = build(lazy=True)
    with ThreadPoolExecutor(4) as threads:
        games = list(threads.map(lambda _: play(compiled), range(8)))
    return report(compiled, threads=games)


def all_builds():
    return report(build(), build(lazy=True), build(boundscheck=True), plain=play_plain())


def cache_breaks_before_the_first_call():
    compiled = build(lazy=True)
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.write_text("not a directory")
    return report(compiled)


def disk_is_full():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    compiled = build()
    return report(compiled)


def rules_change_after_import():
    edit(turn, "g.ply += 1", "g.ply += 3")
    return report(build(), plain=play_plain())


def compiler_changes_after_import():
    edit(rng, "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    return report(build(), plain=play_plain())


def edit(module, old, new):
    file = Path(module.__file__)
    file.write_text(file.read_text().replace(old, new))


def constant_of_this_run():
    pick.BONUS = 4
    return report(build(), plain=play_plain())


def raised_by_checked_build():
    build()  # what it compiles without checks must not be taken over
    try:
        return report(build(boundscheck=True), error=None)
    except IndexError as error:
        return {"error": str(error)}


COMMANDS = {
    "play": lambda: report(build()),
    "play and compare": lambda: report(build(), plain=play_plain()),
    "play lazily": lambda: report(build(lazy=True)),
    "two policies": lambda: report(build(), build(pick.mean), plain=play_plain(pick.mean)),
    "all builds": all_builds,
    "fork": lambda: in_pool("fork"),
    "spawn": lambda: in_pool("spawn"),
    "forkserver": lambda: in_pool("forkserver"),
    "fork after compiling": fork_after_compiling,
    "threads": in_threads,
    "cache breaks before the first call": cache_breaks_before_the_first_call,
    "disk is full": disk_is_full,
    "rules change after import": rules_change_after_import,
    "compiler changes after import": compiler_changes_after_import,
    "constant of this run": constant_of_this_run,
    "checked": raised_by_checked_build,
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(COMMANDS[sys.argv[1]]()))
