"""docs/papers.md says no more than is there: test_papers.py REPOSITORY PROGRAM. Needs nothing but Python's own library.

Every file, study, flag, parameter, scenario and method that the page names exists, every study and data set of a paper is on it, and its
table of counts is the count of its rows."""

import re
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

REPOSITORY = Path()
PROGRAM = ""
FOLDERS = ("core", "backends", "algorithms", "scenarios", "tests", "perf", "docs")
COLUMNS = ("as in the paper", "differs", "not here", "not yet", "nothing to build")
METHOD_FLAGS = ("avoidance", "steering", "neighbors", "parallel", "backend")


def page() -> str:
    return (REPOSITORY / "docs/papers.md").read_text(encoding="utf-8")


def plethos(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows() -> dict[str, list[list[str]]]:
    """Returns the rows of each paper: (place, here, difference)."""
    result = {}
    for section in re.split(r"^## ", page(), flags=re.MULTILINE)[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        result[section.splitlines()[0].strip()] = [cells(line) for line in lines[2:]]
    return result


def kind(row: list[str]) -> str:
    _, here, difference = row
    for column in ("not here", "not yet", "nothing to build"):
        if here == column:
            return column
    return "as in the paper" if difference == "—" else "differs"


def code() -> list[str]:
    return re.findall(r"`([^`]+)`", page())


def named_in_files() -> list[tuple[str, str]]:
    """`file` (`name`)."""
    return re.findall(r"`([^`]+)` \(`([^`]+)`\)", page())


def has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def carried_studies() -> set[str]:
    return {path.stem for path in (REPOSITORY / "perf/studies").glob("*.toml")}


class Papers(unittest.TestCase):
    def test_rows_have_three_cells_and_none_is_empty(self) -> None:
        for paper, of_paper in rows().items():
            for row in of_paper:
                with self.subTest(paper=paper, row=row[0]):
                    self.assertEqual(len(row), 3)
                    self.assertNotIn("", row)

    def test_no_place_has_two_rows(self) -> None:
        for paper, of_paper in rows().items():
            repeated = [place for place, count in Counter(row[0] for row in of_paper).items() if count > 1]
            self.assertEqual(repeated, [], paper)

    def test_counts(self) -> None:
        self.assertIn(f"| paper | rows | {' | '.join(COLUMNS)} |", page())
        said = {}
        for line in page().split("\n## ", 1)[0].splitlines():
            if line.startswith("|") and re.search(r"\d+ \|$", line):
                name, *numbers = cells(line)
                said[name] = [int(number) for number in numbers]
        counted = {}
        for paper, of_paper in rows().items():
            kinds = Counter(kind(row) for row in of_paper)
            counted[paper] = [len(of_paper), *(kinds[column] for column in COLUMNS)]
        self.assertEqual(said, counted)

    def test_files_exist(self) -> None:
        paths = [text for text in code() if re.fullmatch(rf"({'|'.join(FOLDERS)})/\S*", text)]
        self.assertGreater(len(paths), 50)
        for path in paths:
            self.assertTrue((REPOSITORY / path).exists(), path)

    def test_links_lead_somewhere(self) -> None:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page()):
            self.assertTrue((REPOSITORY / "docs" / target).exists(), target)

    def test_names_in_files_exist(self) -> None:
        """`file` (`name`): the file has the name."""
        self.assertGreater(len(named_in_files()), 3)
        for path, name in named_in_files():
            self.assertIn(name.split("::")[-1], (REPOSITORY / path).read_text(encoding="utf-8"), path)

    def test_studies_exist(self) -> None:
        named = {name for text in code() for name in re.findall(r"plethos study ([\w-]+)", text)} - {"NAME"}
        named |= {text for text in code() if re.fullmatch(r"(bleiweiss|clearpath)-(fig|table)\w+", text)}
        self.assertEqual(named - carried_studies(), set())

    def test_every_study_of_a_paper_is_on_the_page(self) -> None:
        of_papers = {name for name in carried_studies() if re.match(r"bleiweiss-|clearpath-", name)}
        self.assertEqual({name for name in of_papers if f"plethos study {name}" not in page()}, set())

    def test_every_scenario_of_a_paper_is_on_the_page(self) -> None:
        for path in (REPOSITORY / "scenarios/library").glob("*.toml"):
            if re.search(r'^description = ".*(Bleiweiss|ClearPath) 2009', path.read_text(encoding="utf-8"), re.MULTILINE):
                self.assertIn(f"`{path.stem}`", page())

    def test_the_readme_names_nothing_else(self) -> None:
        readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
        papers = re.search(r"^## Papers\n(.*?)^## ", readme, flags=re.MULTILINE | re.DOTALL)
        assert papers is not None
        self.assertIn("(docs/papers.md)", papers.group(1))
        self.assertEqual([text for text in re.findall(r"`([^`]+)`", papers.group(1)) if f"`{text}`" not in page()], [])

    def test_flags_scenarios_methods_and_parameters_are_known(self) -> None:
        known = plethos("list")
        # --benchmark_filter is Google Benchmark's.
        flags = plethos("run", "--help") + plethos("study", "--help") + plethos("render", "--help") + "--benchmark_filter"
        in_files = {name for _, name in named_in_files()}
        keys = (REPOSITORY / "docs/guide/scenario-files.md").read_text(encoding="utf-8")
        benchmarks = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "perf/algorithms").rglob("*.cpp"))
        for text in code():
            for flag in re.findall(r"--[a-z][a-z_-]*", text):
                self.assertTrue(has_word(flags, flag), text)
            for value in re.findall(rf"--(?:{'|'.join(METHOD_FLAGS)}) ([\w-]+)", text):
                self.assertTrue(has_word(known, value), text)
            for key in re.findall(r"--set (\w+)=", text):
                self.assertTrue(has_word(known, key), text)
            for benchmark in re.findall(r"--benchmark_filter=(\w+)", text):
                self.assertTrue(f'"{benchmark}' in benchmarks, text)
            if re.fullmatch(r"[a-z]+(_[a-z]+)*", text) and text not in in_files and f"`{text}`" not in keys:
                self.assertTrue(has_word(known, text), text)
        for scenario in re.findall(r"scenario `([^`]+)`", page()):
            self.assertTrue((REPOSITORY / f"scenarios/library/{scenario}.toml").exists(), scenario)


if __name__ == "__main__":
    REPOSITORY = Path(sys.argv[1])
    PROGRAM = sys.argv[2]
    unittest.main(argv=sys.argv[:1])
