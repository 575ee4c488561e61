"""Every command that README, guide and the other pages show works: test_commands.py REPOSITORY PROGRAM.

Each is run in a folder of its page's own, with PROGRAM for `plethos`. What would take long is shortened, and what cannot be run here has
its arguments checked; a list at the end says which, how and why."""

import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import runner
from pages import Page, read_help, read_page
from runner import Fault, Here, Runner, plethos


class Commands(unittest.TestCase):
    here: Here
    pages: list[Page]
    tally: Counter
    remarks: list[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.here, cls.tally, cls.remarks = Here(), Counter(), []
        paths = [runner.REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "tests/fuzz/README.md")]
        paths += sorted((runner.REPOSITORY / "docs").rglob("*.md"))
        texts = ((str(path.relative_to(runner.REPOSITORY)), path.read_text(encoding="utf-8")) for path in paths)
        cls.pages = [read_page(name, text, cls.here.scenarios) for name, text in texts]
        for verb in ("", "run", "plan", "study", "proxy", "render", "validate", "map"):
            cls.pages.append(read_help(f"plethos {verb} --help", plethos(Path("/"), *verb.split(), "--help")))

    @classmethod
    def tearDownClass(cls) -> None:
        print(f"{sum(cls.tally.values())} commands of {len(cls.pages)} pages: " +
              ", ".join(f"{cls.tally[kind]} {kind}" for kind in ("run as they are", "shortened", "not run", "failed")))
        print("\n".join(cls.remarks))

    def folder(self) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def test_fences_say_what_they_hold(self) -> None:
        self.assertEqual([fault for page in self.pages for fault in page.faults], [])

    def test_commands(self) -> None:
        done: dict[str, tuple[str, str]] = {}
        for page in self.pages:
            commands = Runner(self.folder(), page, self.here)
            for line, text in page.commands:
                kind = "failed"
                with self.subTest(page=page.name, line=line, command=text):
                    try:
                        if text in done and not re.search(r"--(out|json)|\.toml", text):
                            # Once more it shows nothing new: no file of the page's folder is in it.
                            kind, _ = done[text]
                            continue
                        kind, how = done[text] = commands.command(text)
                        if how:
                            self.remarks.append(f"  {kind}: {page.name}:{line}: {text.split('  ')[0]} ({how})")
                    except Fault as fault:
                        self.fail(str(fault))
                    finally:
                        self.tally[kind] += 1
        self.assertGreater(sum(self.tally.values()), 100)

    def test_files(self) -> None:
        for page in self.pages:
            folder = self.folder()
            for name, blocks in page.files.items():
                for end in range(1, len(blocks) + 1):
                    with self.subTest(page=page.name, file=name, blocks=end):
                        text = "".join(blocks[:end])
                        (folder / name).write_text(text, encoding="utf-8")
                        if "[[best]]" in text:
                            self.check_best_times(folder, name)
                        else:
                            plethos(folder, *self.reader(text), name)

    @staticmethod
    def reader(text: str) -> list[str]:
        """The command that reads a file of this text: a study, a deck or a scenario."""
        if "[[runs]]" in text:
            return ["study", "--plan"]
        return ["proxy", "--quiet"] if re.search(r"^\[(crowd|fields|queries)\]", text, re.MULTILINE) else ["validate"]

    def check_best_times(self, folder: Path, name: str) -> None:
        """A file of best times is read as a whole before its cases are looked for."""
        (folder / "gpu.json").write_text(runner.result_of_a_study(), encoding="utf-8")
        result = subprocess.run([runner.PROGRAM, "study", "--compare", "gpu.json", "gpu.json", "--best", name], cwd=folder, capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("--best: unknown case 'circle-1k", result.stderr)

    def test_sources(self) -> None:
        """Pages show files of the repository as they are. If a page shows a file of a folder beside it, it shows all files of that folder."""
        folders = set()
        for page in self.pages:
            for name, text in page.sources.items():
                with self.subTest(page=page.name, file=name):
                    path = runner.REPOSITORY / Path(page.name).parent / name
                    self.assertEqual(text, path.read_text(encoding="utf-8"))
                    if path.parents[1] == (runner.REPOSITORY / page.name).parent:
                        folders.add((page.name, path.parent))
        shown = {(page.name, runner.REPOSITORY / Path(page.name).parent / name) for page in self.pages for name in page.sources}
        self.assertLessEqual({(page, path) for page, folder in folders for path in folder.iterdir()}, shown)
        self.assertGreater(len(shown), 3)

    def test_messages_of_scenario_files(self) -> None:
        """The program prints the errors that scenario-files.md shows, word by word."""
        page = next(page for page in self.pages if page.name == "docs/guide/scenario-files.md")
        good = page.files["station.toml"][0]
        edits = (("start.rectangle = [[-20", "start.rectangel = [[-20"),
                 ("[[7, -1], [9, -1], [9, 1], [7, 1]]", "[[3, -9], [5, -9], [5, -7], [3, -7]]"))
        shown = next(text for language, text in page.blocks if language == "text").splitlines()
        folder = self.folder()
        said = []
        for old, new in edits:
            self.assertIn(old, good)
            (folder / "station.toml").write_text(good.replace(old, new), encoding="utf-8")
            result = subprocess.run([runner.PROGRAM, "validate", "station.toml"], cwd=folder, capture_output=True, text=True, check=False)
            said.append(result.stderr.rstrip())
        self.assertEqual(said, shown)

    def test_output_of_the_readme(self) -> None:
        """A run prints the names that the README shows, line by line, but for lines left out at `...`. Values differ."""
        readme = next(page for page in self.pages if page.name == "README.md")
        shown = next(text for language, text in readme.blocks if language == "text")
        out = plethos(self.folder(), "run", "circle", "--agents", "20", "--steps", "16", "--out", "circle.h5")
        # The README's run goes on until all have arrived.
        names = [[re.split(r" {2,}", line)[0] for line in text.splitlines() if not line.startswith("under way ")] for text in (shown, out)]
        pattern = "".join("(.*\n)+" if name == "..." else re.escape(name) + "\n" for name in names[0])
        self.assertRegex("\n".join(names[1]) + "\n", rf"\A{pattern}\Z")

    def test_options_exist(self) -> None:
        helped = "".join(plethos(Path("/"), *verb.split(), "--help") for verb in ("run", "plan", "study", "proxy", "render", "validate", "verify-bits"))
        helped += "".join(runner.call(Path("/"), str(runner.REPOSITORY / "perf" / name), "--help") for name in ("gate", "divergence", "counters"))
        others = {"--component", "--preset", "--mpi", "--python", "--benchmark_filter", "--kokkos-num-threads", "--gpus-per-task"}
        for page in self.pages:
            for span in page.spans:
                for option in re.findall(r"^--[a-z][a-z0-9_-]*", span):
                    with self.subTest(page=page.name, span=span):
                        self.assertTrue(option in others or re.search(rf"{option}(?![\w-])", helped))


if __name__ == "__main__":
    runner.REPOSITORY, runner.PROGRAM = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
