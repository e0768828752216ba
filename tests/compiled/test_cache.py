"""The cache of compiled loops: never old rules, never in the way of a game, silent on a hit.

Numba keys its cache on the file of the entry function alone, so that an edit of another rule file
silently ran the old rules; and an unwritable cache directory stopped the game. Nobody saw the
first, since the fast tests ran in one process. So here each check starts processes of their own,
on a toy game around a copy of `hwatu_env.compiled`.
"""

import os
import re
import time
from pathlib import Path

import pytest

from hwatu_env.compiled.cache import KEPT

ANNOUNCED = "hwatu_env: compiling toy for this machine, about 2 s, cached for next time\n"
NOT_CACHED = "hwatu_env: compiling toy for this machine, about 2 s, not cached: "
EDITS = {
    "hwatu_env/compiled/rng.py": ("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"),
    "hwatu_env/compiled/loops.py": ("choose, 1)", "choose, 2)"),
    "hwatu_env/cards/points.py": ("return 5", "return 7"),
    "hwatu_env/games/toy/turn.py": ("g.ply += 1", "g.ply += 2"),
    "hwatu_env/layout.py": ("HAND = 8", "HAND = 5"),
    "policies/pick.py": ("& 1) + BONUS", "& 1) * BONUS"),
    "house/constants.py": ("BONUS = 2", "BONUS = 3"),
}


def test_first_compile_is_announced_once_and_a_hit_is_silent(toy):
    first = toy.run("two policies")
    second = toy.run("two policies")

    assert (first["misses"], first["hits"], first.said) == (2, 0, ANNOUNCED)
    assert (second["misses"], second["hits"], second.said) == (0, 2, "")
    assert second["games"] == first["games"]


@pytest.mark.parametrize("file", EDITS)
def test_editing_any_rule_file_recompiles(compiled_toy, games, file):
    old, new = EDITS[file]

    compiled_toy.edit(file, old, new)
    after = compiled_toy.run("play and compare")
    compiled_toy.edit(file, new, old)

    assert after["misses"] == 1
    assert after["games"] == [after["plain"]]
    assert after["games"] != games


def test_versions_that_were_used_last_are_kept(toy):
    toy.run("play")
    (index, data) = toy.cache_files()
    digest = re.search(r"-([0-9a-f]{16})", index)[1]
    now = time.time()
    for age in range(2 * KEPT):
        for name in (index, data):
            path = toy.cache / name.replace(digest, f"{age:016x}")
            path.write_bytes(b"")
            os.utime(path, (now - 1000 * age - 500, now - 1000 * age - 500))
    os.utime(toy.cache / index, (now - 10_000, now - 10_000))
    os.utime(toy.cache / data, (now - 10_000, now - 10_000))

    toy.run("play")  # a hit: used last, however old it is
    toy.edit("hwatu_env/games/toy/turn.py", "g.ply += 1", "g.ply += 2")
    toy.run("play")

    left = toy.cache_files()
    newest = {name.replace(digest, f"{age:016x}") for name in (index, data) for age in range(6)}
    assert len(left) == 2 * KEPT
    assert {index, data, *newest} < set(left)


def test_files_of_other_games_and_loops_stay(toy):
    toy.run("play")
    digest = "0" * 32
    others = [
        f"loops.play_all-toy-three-{digest}-5.py311.nbi",
        f"loops.step-toy-{digest}-5.py311.nbi",
        f"other.play_all-toy-{digest}-5.py311.nbi",
        "turn.play_all-5.py311.nbi",
    ]
    ours = [
        f"loops.play_all-toy-{number:016x}{'0' * 16}-5.py311.1.nbc.tmp.01" for number in range(9)
    ]
    for name in [*others, *ours]:
        (toy.cache / name).write_bytes(b"")
        os.utime(toy.cache / name, (0, 0))
    toy.edit("hwatu_env/games/toy/turn.py", "g.ply += 1", "g.ply += 2")

    toy.run("play")

    left = set(toy.cache_files())
    assert set(others) <= left
    assert len(left & set(ours)) == KEPT - 2  # and the two that were played


def test_a_source_that_nothing_leads_to_recompiles_as_well(toy):
    before = toy.run("play")
    toy.edit("tables/table.py", "1, 2, 3", "1, 2, 4")
    after = toy.run("play")

    assert (before["misses"], after["misses"]) == (1, 1)
    assert after["games"] == before["games"]


def test_start_from_bytecode_hits_what_a_start_from_sources_compiled(toy):
    """Pickles of a rule that a factory made, which Numba compares, differ between the two."""
    first = toy.run("play", PYTHONDONTWRITEBYTECODE="")
    second = toy.run("play", PYTHONDONTWRITEBYTECODE="", PYTHONHASHSEED="1")
    third = toy.run("play", PYTHONHASHSEED="2")

    assert list(toy.folder.rglob("turn.*.pyc"))
    assert [each["misses"] for each in (first, second, third)] == [1, 0, 0]


def test_constant_that_was_set_at_run_time(toy):
    before = toy.run("play")
    outcome = toy.run("constant of this run")
    after = toy.run("play")

    assert outcome["games"] == [outcome["plain"]]
    assert outcome["games"] != before["games"]
    assert (after["hits"], after["games"]) == (1, before["games"])


def test_rules_edited_after_import_do_not_stand_for_the_new_ones(toy):
    older = toy.run("rules change after import")
    newer = toy.run("play and compare")
    again = toy.run("play")

    assert older["games"] == [older["plain"]]
    assert newer["games"] == [newer["plain"]]
    assert newer["games"] != older["games"]
    assert (newer["misses"], again["hits"]) == (1, 1)


def test_compiler_edited_after_import_is_not_cached(toy):
    older = toy.run("compiler changes after import")
    newer = toy.run("play and compare")

    assert older.said.startswith(NOT_CACHED)
    assert older["games"] == [older["plain"]]
    assert (newer["misses"], newer.said) == (1, ANNOUNCED)
    assert newer["games"] == [newer["plain"]]
    assert newer["games"] != older["games"]


@pytest.mark.parametrize("command", ["play", "play lazily"])
def test_cache_that_cannot_be_written(toy, tmp_path, games, command):
    home = block_cache(toy, tmp_path)

    outcome = toy.run(command, HOME=home, XDG_CACHE_HOME=home)

    assert outcome["games"] == games
    assert outcome["misses"] == 1
    assert outcome.said.startswith(NOT_CACHED)
    assert outcome.said.count("\n") == 1
    assert toy.cache.is_file()


def test_cache_that_breaks_before_the_first_call(toy, tmp_path, games):
    home = tmp_path / "home"
    home.write_text("not a directory")

    outcome = toy.run(
        "cache breaks before the first call", HOME=str(home), XDG_CACHE_HOME=str(home)
    )

    assert outcome["games"] == games
    assert outcome.said.startswith(NOT_CACHED)


def test_cache_that_cannot_be_written_falls_back_to_the_users_own(toy, tmp_path):
    block_cache(toy, tmp_path)
    home = str(tmp_path / "real home")

    first = toy.run("play", HOME=home, XDG_CACHE_HOME=home)
    second = toy.run("play", HOME=home, XDG_CACHE_HOME=home)

    assert (first["misses"], first.said) == (1, ANNOUNCED)
    assert (second["hits"], second.said) == (1, "")


def test_cache_directory_of_the_user(toy, tmp_path):
    chosen = str(tmp_path / "chosen")

    first = toy.run("play", NUMBA_CACHE_DIR=chosen)
    second = toy.run("play", NUMBA_CACHE_DIR=chosen)

    assert (first["misses"], second["hits"]) == (1, 1)
    assert toy.cache_files() == []


def test_full_disk(toy, games):
    full = toy.run("disk is full")
    later = toy.run("play")

    assert full["games"] == games
    assert "toy could not be cached: " in full.said
    assert (later["misses"], later["games"]) == (1, full["games"])


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("size", [0, 40])
def test_files_cut_short_are_written_again(compiled_toy, games, suffix, size):
    compiled_toy.run("play")
    for path in compiled_toy.cache.glob(f"*{suffix}"):
        path.write_bytes(path.read_bytes()[:size])

    repaired = compiled_toy.run("play")
    again = compiled_toy.run("play")

    assert (repaired["misses"], repaired["games"]) == (1, games)
    assert (again["hits"], again["games"]) == (1, games)


def test_two_cold_starts_at_once(toy, games):
    processes = [toy.start("play"), toy.start("two policies")]
    first, second = (toy.finish(process) for process in processes)

    later = toy.run("two policies")

    assert first["games"] == games
    assert second["games"] == [*games, second["plain"]]
    assert (later["hits"], later["games"], later.said) == (2, second["games"], "")


def test_checked_and_unchecked_builds_keep_apart(toy):
    toy.run("play")
    unchecked = toy.cache_files()

    first = toy.run("checked")
    asked_for_by_environment = toy.run("play", NUMBA_BOUNDSCHECK="1")
    again = toy.run("play")

    assert first["misses"] == 1
    assert len(set(toy.cache_files()) - set(unchecked)) == len(unchecked)
    assert asked_for_by_environment["hits"] == 1
    assert again["hits"] == 1


def block_cache(toy, tmp_path: Path) -> str:
    """Put a file where each directory would be: root may write to any directory."""
    toy.cache.write_text("not a directory")
    home = tmp_path / "home"
    home.write_text("not a directory")
    return str(home)
