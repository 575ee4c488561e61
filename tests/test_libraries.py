"""Where programs look for libraries: test_libraries.py BUILD [CMAKE].

No folder is searched but absolute ones and those beside the program: an empty or relative one is the folder that a user happens to be in,
where anybody may have laid a library. It looks at what is built in the folder BUILD, and, if CMAKE is given, at its installed programs.
Needs nothing but Python's own library, and readelf."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path()
CMAKE = ""


def files_in_elf(folder: Path) -> list[Path]:
    """Programs and shared libraries, but no objects."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with open(path, "rb") as file:
            head = file.read(18)
        if head.startswith(b"\x7fELF") and int.from_bytes(head[16:18], sys.byteorder) in (2, 3):
            found.append(path)
    return found


def dynamic(path: Path) -> str:
    return subprocess.run(["readelf", "-dW", str(path)], capture_output=True, text=True, check=True, timeout=60).stdout


def searched(path: Path) -> list[str]:
    return [folder for value in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic(path)) for folder in value.split(":")]


@unittest.skipIf(shutil.which("readelf") is None, "no readelf here")
class Searched(unittest.TestCase):
    def check(self, folder: Path, allowed: str) -> None:
        files = files_in_elf(folder)
        self.assertTrue(any(file.name == "plethos" for file in files), files)
        for file in files:
            with self.subTest(file=str(file.relative_to(folder))):
                for searches in searched(file):
                    self.assertRegex(searches, allowed)

    def test_of_the_build(self) -> None:
        self.check(BUILD, r"^(/|\$ORIGIN(/|$))")

    def test_of_the_install(self) -> None:
        """An archive is moved to other machines: its programs look for no folder of this one."""
        if not CMAKE:
            self.skipTest("no cmake given")
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run([CMAKE, "--install", str(BUILD), "--prefix", prefix, "--component", "plethos-program"], check=True,
                           capture_output=True, timeout=300)
            self.check(Path(prefix), r"^\$ORIGIN(/\.\./lib/plethos)?$")
            program = Path(prefix, "bin/plethos")
            told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60,
                                  env={**os.environ, "LD_BIND_NOW": "1"})
            self.assertRegex(told.stdout, r"^\d+\.\d+\.\d+ ")


class CurrentFolder(unittest.TestCase):
    def test_its_libraries_are_not_loaded(self) -> None:
        program = BUILD / "plethos"
        names = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic(program)) + ["libplethos_mpi.so", "libmpi.so.40"]
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                Path(folder, name).write_text("no library", encoding="ascii")
            # As a task of a launcher it looks for MPI, too.
            for settings in ({}, {"SLURM_STEP_NUM_TASKS": "1"}):
                told = subprocess.run([program, "run", "circle", "--agents", "2", "--steps", "1", "--backend", "serial", "--quiet"],
                                      cwd=folder, capture_output=True, text=True, check=False, timeout=60,
                                      env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **settings})
                self.assertNotIn(folder, told.stderr)
                self.assertNotRegex(told.stderr, "invalid ELF header|file too short")
                self.assertEqual(told.returncode, 0, told.stderr)


if __name__ == "__main__":
    BUILD = Path(sys.argv[1]).resolve()
    CMAKE = sys.argv[2] if len(sys.argv) > 2 else ""
    unittest.main(argv=sys.argv[:1])
