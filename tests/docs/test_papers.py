"""docs/papers.md says no more than is there: test_papers.py REPOSITORY PROGRAM. Needs nothing but Python's own library.

Every file, study, flag, parameter, scenario and method that the page names exists. Every study, every method with its parameters, and every
data set of a paper is on it. Each claim has a verdict, and the table of counts is the count of the rows. The README's list of the papers names
only what is there, and each paper has methods and studies in it."""

import functools
import re
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

REPOSITORY = Path()
PROGRAM = ""
FOLDERS = ("core", "backends", "algorithms", "scenarios", "tests", "perf", "docs")
KINDS = ("as in the paper", "differs", "not here", "nothing to build")
# How a verdict begins, by its column in the table of counts.
VERDICTS = {"claims: hold": "Holds", "hold in part": "Holds in part", "do not hold": "Does not hold", "not tried": "Not tried"}
COLUMNS = (*KINDS, *VERDICTS)
NO_CLAIM = "—"
STUDIES_OF_PAPERS = ("bleiweiss-", "clearpath-", "bvp-", "pha-", "arg-")
METHOD_FLAGS = ("avoidance", "planner", "steering", "neighbors", "backend")


def page() -> str:
    return (REPOSITORY / "docs/papers.md").read_text(encoding="utf-8")


@functools.cache
def plethos(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows() -> dict[str, list[list[str]]]:
    """Returns the rows of each paper: (place, here, verdict, difference)."""
    result = {}
    for section in re.split(r"^## ", page(), flags=re.MULTILINE)[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        result[section.splitlines()[0].strip()] = [cells(line) for line in lines[2:]]
    return result


def verdict(row: list[str]) -> str:
    """Returns the column of a claim's verdict, or an empty text."""
    found = [column for column, begin in VERDICTS.items() if re.match(rf"{begin}\b", row[2])]
    return max(found, key=lambda column: len(VERDICTS[column]), default="")


def kind(row: list[str]) -> str:
    _, here, said, difference = row
    if said != NO_CLAIM:
        return verdict(row)
    if here in ("not here", "nothing to build"):
        return here
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


def methods() -> dict[str, set[str]]:
    """Returns the program's methods, each as `--family NAME`, with their parameters."""
    result: dict[str, set[str]] = {}
    for part in re.split(r"^\S.*\((--\w+) NAME\):$", plethos("list"), flags=re.MULTILINE)[1:]:
        if part.startswith("--"):
            family = part
            continue
        for line in part.splitlines():
            if re.match(r"\S", line):
                break
            if name := re.match(r"  (\S+):", line):
                result[f"{family} {name.group(1)}"] = set()
            elif parameter := re.match(r"      (\w+) ", line):
                result[f"{family} {list(result)[-1].split()[1]}"].add(parameter.group(1))
    return result


def readme_of_papers() -> str:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    papers = re.search(r"^## Papers\n(.*?)^## ", readme, flags=re.MULTILINE | re.DOTALL)
    assert papers is not None
    return papers.group(1)


class Papers(unittest.TestCase):
    def test_rows_have_four_cells_and_none_is_empty(self) -> None:
        for paper, of_paper in rows().items():
            for row in of_paper:
                with self.subTest(paper=paper, row=row[0]):
                    self.assertEqual(len(row), 4)
                    self.assertNotIn("", row)

    def test_every_claim_has_a_verdict_with_a_figure_and_nothing_else_has_one(self) -> None:
        """What was not tried needs no figure, and a page's or test's name says where one is."""
        for paper, of_paper in rows().items():
            for row in of_paper:
                with self.subTest(paper=paper, row=row[0]):
                    is_claim = re.search(r"\bclaim\b", row[0]) is not None
                    self.assertEqual(row[2] != NO_CLAIM, is_claim, row[2])
                    if is_claim:
                        self.assertIn(verdict(row), VERDICTS, row[2])
                        self.assertTrue(verdict(row) == "not tried" or re.search(r"\d|`tests/", row[2]), row[2])

    def test_no_place_has_two_rows(self) -> None:
        for paper, of_paper in rows().items():
            repeated = [place for place, count in Counter(row[0] for row in of_paper).items() if count > 1]
            self.assertEqual(repeated, [], paper)

    def test_counts(self) -> None:
        self.assertIn(f"| paper | rows | {' | '.join(COLUMNS)} |", page())
        said = {}
        for line in page().split("\n## ", 1)[0].splitlines():
            if line.startswith("|") and re.search(r"\d \|$", line):
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
        named |= {text for text in code() if re.fullmatch(rf"({'|'.join(STUDIES_OF_PAPERS)})(fig|table)\w+", text)}
        self.assertEqual(named - carried_studies(), set())

    def test_every_study_is_on_the_page_and_those_of_a_paper_in_its_rows(self) -> None:
        names = carried_studies()
        self.assertEqual({name for name in names if f"`plethos study {name}`" not in page()}, set())
        for begin, of_paper in zip(STUDIES_OF_PAPERS, rows().values(), strict=True):
            own = {name for name in names if name.startswith(begin)}
            self.assertGreater(len(own), 1, begin)
            text = "\n".join(" ".join(row) for row in of_paper)
            self.assertEqual({name for name in own if f"`plethos study {name}`" not in text}, set())

    def test_every_method_and_parameter_is_on_the_page(self) -> None:
        self.assertGreater(len(methods()), 20)
        words = {word for text in code() for word in re.split(r"[ =]", text)}
        missing = {method for method in methods() if f"`{method}`" not in page() and method.split()[1] not in words}
        self.assertEqual(missing, set())
        parameters = set().union(*methods().values())
        self.assertGreater(len(parameters), 30)
        self.assertEqual(parameters - words, set())

    def test_every_scenario_of_a_paper_is_on_the_page(self) -> None:
        for path in (REPOSITORY / "scenarios/library").glob("*.toml"):
            if re.search(r'^description = ".*(Bleiweiss|ClearPath|Fischer) 2009', path.read_text(encoding="utf-8"), re.MULTILINE):
                self.assertIn(f"`{path.stem}`", page())

    def test_the_readme_names_nothing_else(self) -> None:
        papers = readme_of_papers()
        self.assertIn("(docs/papers.md)", papers)
        self.assertEqual([text for text in re.findall(r"`([^`]+)`", papers) if f"`{text}`" not in page()], [])

    def test_the_readme_names_methods_and_studies_of_each_paper_that_exist(self) -> None:
        of_papers = re.split(r"^\d\. ", readme_of_papers(), flags=re.MULTILINE)[1:]
        self.assertEqual(len(of_papers), len(rows()))
        for begin, text in zip(STUDIES_OF_PAPERS, of_papers, strict=True):
            with self.subTest(paper=begin):
                named = re.findall(r"`([^`]+)`", text)
                studies = {match.group(1) for code in named if (match := re.fullmatch(r"plethos study ([\w-]+)", code))}
                self.assertGreater(len(studies), 0)
                self.assertEqual(studies - {name for name in carried_studies() if name.startswith(begin)}, set())
                flags = [code for code in named if re.match(rf"--({'|'.join(METHOD_FLAGS[:-1])}) ", code)]
                self.assertGreater(len(flags), 0)
                self.assertEqual([flag for flag in flags if flag not in methods()], [])

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
