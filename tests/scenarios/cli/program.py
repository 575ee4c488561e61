"""Calls the program, for all of its tests. Needs nothing but Python's own library."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("PLETHOS", "plethos")

# Few agents, few steps, nothing to wait for.
SHORT = ("run", "circle", "--agents", "20", "--steps", "16", "--backend", "serial")


def plethos(*arguments: str, **settings: str) -> subprocess.CompletedProcess:
    """Calls the program with environment variables on top of the present ones."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=300,
                          env={**os.environ, **settings})


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.path(name)

    def assert_done(self, result: subprocess.CompletedProcess) -> None:
        self.assertEqual(result.returncode, 0, result.stderr)

    def assert_refused(self, result: subprocess.CompletedProcess, *texts: str, code: int = 2) -> None:
        """Checks that stderr has one line that holds the texts, and stdout nothing."""
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual((result.stderr.count("\n"), result.stdout), (1, ""), result.stderr)
        for text in texts:
            self.assertIn(text, result.stderr)


def main() -> None:
    global PROGRAM  # pylint: disable=global-statement
    PROGRAM = sys.modules["program"].PROGRAM = sys.argv.pop(1)
    unittest.main()
