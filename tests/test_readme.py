"""Everything that README.md shows can be run.

* Each ```python block runs, in order. The blocks of one section (`## ...`) share their names;
  a new section starts afresh. A block with `>>>` prompts is a doctest.
* A ```text block right below a ```python block is exactly what that block prints.
* Each `hwatu` command in a ```bash block exists and has the options that are shown.
* Each `make` target in a ```bash block exists.
"""

import contextlib
import doctest
import io
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SHELLS = {"bash", "sh", "shell", "console"}


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block of a Markdown page."""

    language: str
    section: str
    line: int
    """Line number of the first line inside the fence."""
    text: str
    expected: str | None = None
    """What the block prints, where the page says so."""


@dataclass
class Section:
    """One `##` section's runnable blocks."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def fenced_blocks(page: str) -> list[Block]:
    """All fenced blocks, in order; an output block is joined to the code above it."""
    blocks: list[Block] = []
    section, fence, start = "top", None, 0
    inside: list[str] = []
    follows_code = False
    for number, line in enumerate(page.splitlines(), start=1):
        opening = re.match(r"```\s*(\w*)", line)
        if fence is not None:
            if line.rstrip() != "```":
                inside.append(line)
                continue
            text = "\n".join(inside) + "\n"
            if fence == "text" and follows_code:
                blocks[-1] = Block(**{**vars(blocks[-1]), "expected": text})
            else:
                blocks.append(Block(language=fence, section=section, line=start, text=text))
            follows_code = fence == "python"
            fence = None
        elif opening:
            fence, start, inside = opening[1].lower(), number + 1, []
        elif line.strip():
            follows_code = False
            if line.startswith("## "):
                section = line[3:].strip()
    assert fence is None, f"the block that starts at line {start} is never closed"
    return blocks


def run_block(block: Block, names: dict[str, object]) -> str:
    """What a python block prints; its names are left in `names`."""
    printed = io.StringIO()
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(
            block.text, names, "README.md", "README.md", block.line - 1
        )
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, out=printed.write, clear_globs=False)
        assert runner.failures == 0, printed.getvalue()
        names.update(test.globs)
        return ""
    # as many empty lines as stand above the block, so that a traceback names the README's line
    code = compile("\n" * (block.line - 1) + block.text, str(README), "exec")
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    return printed.getvalue()


def shell_commands(block: Block) -> list[list[str]]:
    """The commands of a shell block as words, without prompts, assignments and redirections."""
    joined = block.text.replace("\\\n", " ")
    commands: list[list[str]] = []
    for line in joined.splitlines():
        lexer = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        command: list[str] = []
        for word in [*lexer, ";"]:
            if re.fullmatch(r"[;&|()]+", word):
                commands.append(command)
                command = []
            elif command or not re.match(r"\w+=", word):
                command.append(word)
    return [command for command in commands if command]


BLOCKS = fenced_blocks(README.read_text())
PYTHON = [block for block in BLOCKS if block.language == "python"]
COMMANDS = [
    command for block in BLOCKS if block.language in SHELLS for command in shell_commands(block)
]
SECTIONS = list(dict.fromkeys(block.section for block in PYTHON))


def test_readme_shows_python() -> None:
    assert PYTHON


@pytest.mark.parametrize("section", SECTIONS)
def test_python_of_the_section_runs(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "readme"}

    for block in PYTHON:
        if block.section != section:
            continue
        printed = run_block(block, names)
        if block.expected is not None:
            assert printed == block.expected, f"README.md, line {block.line}"


def test_hwatu_commands_exist_with_their_options() -> None:
    program = Path(sys.executable).with_name("hwatu")
    shown: dict[str, set[str]] = {}
    for command in COMMANDS:
        if Path(command[0]).name == "hwatu":
            words = [word.partition("=")[0] for word in command[2:] if word.startswith("--")]
            shown.setdefault(command[1], set()).update(words)

    assert shown, "README.md shows no hwatu command"
    for subcommand, options in shown.items():
        if subcommand.startswith("-"):
            continue
        done = subprocess.run(
            [program, subcommand, "--help"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"hwatu {subcommand} --help failed: {done.stderr}"
        unknown = {option for option in options if option not in done.stdout}
        assert unknown == set(), f"hwatu {subcommand} has no such options"


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    named = {
        word
        for command in COMMANDS
        if command[0] == "make"
        for word in command[1:]
        if re.fullmatch(r"[a-z]+", word)
    }

    assert named <= targets, f"the Makefile knows {sorted(targets)}"
