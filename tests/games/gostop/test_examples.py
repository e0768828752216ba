"""Every worked example of rules/gostop.md §9 has a test that carries its number."""

import re
from pathlib import Path

EXAMPLES = range(1, 45)


def test_no_worked_example_is_without_a_test() -> None:
    here = Path(__file__).parent
    text = "\n".join(file.read_text("utf-8") for file in sorted(here.glob("test_examples_*.py")))
    tested = {int(number) for number in re.findall(r"^def test_e(\d+)_", text, re.MULTILINE)}

    assert [f"E{number}" for number in EXAMPLES if number not in tested] == []
