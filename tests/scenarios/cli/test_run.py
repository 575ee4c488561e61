"""plethos run as a user calls it: test_run.py PROGRAM. Needs nothing but Python's own library."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""


def plethos(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=300)


class Verify(unittest.TestCase):
    """--verify watches every step, whatever else watches the run."""

    WALK = ("run", "back-and-forth", "--agents", "40", "--avoidance", "none", "--backend", "serial", "--steps", "400")

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name: str) -> str:
        return str(Path(self.folder.name) / name)

    def walk(self, *arguments: str) -> dict:
        result = plethos(*self.WALK, *arguments, "--quiet", "--json", self.path("run.json"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        return json.loads(Path(self.path("run.json")).read_text(encoding="utf-8"))

    def test_every_step_is_seen_and_none_is_changed(self) -> None:
        plain = self.walk()
        seen = self.walk("--verify")
        self.assertNotIn("behavior", plain)
        self.assertEqual(seen["checksum"], plain["checksum"])
        self.assertEqual(seen["behavior"]["frames"], 401)
        # The run's own count needs no verifier: it is taken from the neighbor lists.
        self.assertGreater(plain["overlaps"], 0)
        self.assertGreater(seen["behavior"]["overlaps_most"], 0)
        self.assertAlmostEqual(seen["behavior"]["separation"], plain["min_separation"], places=4)

    def test_recording_sees_its_own_frames_beside_it(self) -> None:
        sizes, reports = [], []
        for verify in ((), ("--verify",)):
            run = self.walk(*verify, "--out", self.path("run.h5"), "--every", "8")
            reports.append(run.get("behavior"))
            sizes.append(Path(self.path("run.h5")).stat().st_size)
            picture = plethos("render", self.path("run.h5"), "--out", self.path("run.png"), "--width", "100")
            self.assertEqual(picture.returncode, 0, picture.stderr)
        self.assertEqual(sizes[0], sizes[1])
        self.assertIsNone(reports[0])
        self.assertEqual(reports[1], self.walk("--verify")["behavior"])

    def test_report_is_printed(self) -> None:
        result = plethos(*self.WALK, "--verify")
        self.assertEqual(result.returncode, 0)
        before, after = plethos(*self.WALK).stdout, result.stdout
        self.assertGreater(len(after.splitlines()), len(before.splitlines()) + 3)
        self.assertRegex(after, r"(?m)^way over straight\s")
        self.assertEqual(re.findall(r"checksum .*", after), re.findall(r"checksum .*", before))


class Mistakes(unittest.TestCase):
    def test_one_line_and_exit_code_2(self) -> None:
        for arguments, text in ((("run", "circel"), "did you mean 'circle'"), (("run", "circle", "--every", "0"), "--every"),
                                (("run", "circle", "--out", "/nowhere/run.h5"), "no such folder"), (("rum",), "did you mean 'run'")):
            result = plethos(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn(text, result.stderr)


class Help(unittest.TestCase):
    def test_every_method_is_named(self) -> None:
        text = plethos("run", "--help").stdout
        for line in plethos("list").stdout.splitlines():
            flag = re.search(r"\((--\w+)\): (.*)", line)
            for name in flag.group(2).split() if flag else ():
                self.assertRegex(text, rf"(?m)^\s*{flag.group(1)}(.|\n)*?\b{name}\b", line)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
