"""The layout in CONTRIBUTING.md names every folder there is, and no other."""

import fnmatch
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE_PARENTS = (ROOT, ROOT / "agents", ROOT / "experiments")


def ignored_folders() -> list[str]:
    """Folder patterns of .gitignore."""
    lines = (ROOT / ".gitignore").read_text().splitlines()
    return [".git", *(line.rstrip("/") for line in lines if line.endswith("/"))]


def folders_in(parent: Path) -> list[Path]:
    ignored = ignored_folders()
    return [
        path
        for path in sorted(parent.iterdir())
        if path.is_dir() and not any(fnmatch.fnmatch(path.name, pattern) for pattern in ignored)
    ]


def packages_below(folder: Path) -> list[Path]:
    """The folder, if it is a package, and all packages inside it."""
    if not (folder / "__init__.py").exists():
        return []
    inside = [package for child in folders_in(folder) for package in packages_below(child)]
    return [folder, *inside]


def existing_folders() -> set[str]:
    found = set(folders_in(ROOT))
    for parent in PACKAGE_PARENTS:
        for folder in folders_in(parent):
            found.update(packages_below(folder))
    return {path.relative_to(ROOT).as_posix() for path in found}


def described_folders() -> list[str]:
    """First words of the lines of the layout block, which all end in a slash."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    block = re.search(r"^## Layout$.*?^```text$\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert block, "CONTRIBUTING.md has no ```text block under '## Layout'"
    return re.findall(r"^(\S+)/\s+\S", block[1], re.MULTILINE)


def test_layout_names_each_folder_once() -> None:
    described = described_folders()

    assert len(described) == len(set(described))


def test_layout_names_every_folder_that_exists() -> None:
    missing = existing_folders() - set(described_folders())

    assert missing == set(), "give each of them a line under '## Layout' in CONTRIBUTING.md"


def test_layout_names_only_folders_that_exist() -> None:
    stale = set(described_folders()) - existing_folders()

    assert stale == set(), "CONTRIBUTING.md describes folders that do not exist"


def test_make_targets_in_contributing_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    named = set(re.findall(r"`make ([a-z]+)", text))

    assert named
    assert named <= targets
