"""Plethos as others take it: test_consumer.py SOURCES BUILD FOLDER CMAKE COMPILER KOKKOS.

BUILD is installed into FOLDER; the guide's project and the one beside this file are configured against that, built and run; and a project
that adds the sources is configured. Needs nothing but Python's own library."""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

SOURCES = BUILD = FOLDER = Path()
CMAKE = COMPILER = KOKKOS = ""
# A program without files and pictures does without these packages.
FILES = ("HDF5", "PkgConfig", "ZLIB", "tomlplusplus")
# Only the program, its tests and its benchmarks need these.
OTHERS = ("CLI11", "nlohmann_json", "doctest", "benchmark")


def call(*words: object, folder: Path | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("CXXFLAGS", "CFLAGS", "LDFLAGS")}
    texts = [str(word) for word in words]
    result = subprocess.run(texts, cwd=folder, capture_output=True, text=True, check=False, timeout=300, env=environment)
    if result.returncode != 0:
        said = result.stdout[-3000:] + result.stderr[-3000:]
        raise AssertionError(f"exit code {result.returncode} of {' '.join(texts)}:\n{said}")
    return result.stdout


def configure(name: str, sources: Path, *options: str) -> Path:
    build = FOLDER / name
    call(CMAKE, "-S", sources, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
         *options)
    return build


def without(*packages: str) -> list[str]:
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in packages]


def command(build: Path, source: str) -> str:
    """Returns the command that compiles a file."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return next(entry["command"] for entry in commands if entry["file"].endswith("/" + source))


def flags(build: Path, source: str) -> list[str]:
    """Returns the words of that command that name neither a folder, nor a file, nor the language."""
    left = re.sub(r"-(?:isystem|o|c) \S+", "", command(build, source)).split()[1:]
    return [word for word in left if not word.startswith(("-I", "-std="))]


class Installed(unittest.TestCase):
    prefix: Path

    @classmethod
    def setUpClass(cls) -> None:
        shutil.rmtree(FOLDER, ignore_errors=True)
        cls.prefix = FOLDER / "prefix"
        call(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--component", "plethos-development")

    def configured(self, name: str, sources: Path, *options: str) -> Path:
        return configure(name, sources, f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)

    def test_headers_are_whole(self) -> None:
        """Every header of ours that an installed header includes is installed."""
        headers = self.prefix / "include/plethos"
        for header in sorted(headers.rglob("*.hpp")):
            for included in re.findall(r'^#include "(.*)"', header.read_text(encoding="utf-8"), re.MULTILINE):
                with self.subTest(header=str(header.relative_to(headers)), includes=included):
                    self.assertTrue((headers / included).is_file() or (headers.parent / included).is_file())

    def test_package_can_be_moved(self) -> None:
        """The package names no folder of the build, and no folder of this machine but Kokkos'."""
        for file in self.prefix.rglob("*.cmake"):
            text = file.read_text(encoding="utf-8")
            for folder in (SOURCES, BUILD, self.prefix):
                self.assertNotIn(str(folder), text, file.name)

    def test_without_files_and_pictures(self) -> None:
        build = self.configured("embedding", SOURCES / "docs/guide/embedding", *without(*FILES, *OTHERS))
        self.assertEqual(flags(build, "walk.cpp"), [])
        own = flags(build, "own_method.cpp")
        self.assertIn("-ffp-contract=off", own)
        self.assertFalse([flag for flag in own if flag.startswith(("-W", "-O", "-fsanitize"))], own)
        call(CMAKE, "--build", build, "--parallel", "2")
        self.assertFalse((build / "scene").exists())
        told = [line.split(",")[-1].split() for line in call(build / "walk").splitlines()]
        self.assertEqual((len(told), told[0]), (4, ["0", "arrived"]))
        self.assertGreater(int(told[-1][0]), 900)
        self.assertEqual(call(build / "doors"), "220 of 220 arrived\n")
        crowds = call(build / "ensemble").splitlines()
        self.assertEqual(len(crowds), 10)
        self.assertRegex(crowds[0], r"^ 20 people:  20 have arrived, the last after +[0-9.]+ s$")
        self.assertRegex(call(build / "own_method"),
                         r"^wait avoidance, straight planner, no steering, grid neighbors: 2 of 2 arrived, never nearer than 1\.\d\d m\n$")

        self.assertRegex(call(build / "own_planner"), r"^after 30 s agent 0 is at \(1[0-9.]+, -2[0-9.]+\)\norca avoidance, streets planner, no "
                                                      r"steering, grid neighbors: 50 of 50 arrived\n$")
        guide, nearest = re.search(r"at \((.*)\), and nobody came nearer than (.*) m", call(build / "steered")).groups()
        self.assertLess(abs(float(guide.split(",")[0]) + 9), 4)
        self.assertGreaterEqual(float(nearest), 0.5)
        ways = call(build / "ways").splitlines()
        self.assertRegex(ways[0], r"^gates: 100 ways, 9\d\.\d m in the mean$")
        self.assertEqual(ways[1], ways[0].replace("gates", "rtaa"))

    def test_version_is_the_program_s(self) -> None:
        header = (self.prefix / "include/plethos/version.hpp").read_text(encoding="utf-8")
        number = re.search(r"^project\(plethos VERSION (\S+)", (SOURCES / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
        self.assertEqual(re.search(r'PLETHOS_VERSION "(.*)"', header)[1], number)
        self.assertEqual(re.findall(r"PLETHOS_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header), number.split("."))

    def test_with_files_and_pictures(self) -> None:
        build = self.configured("scenes", SOURCES / "docs/guide/embedding")
        call(CMAKE, "--build", build, "--target", "scene")
        self.assertEqual(call(build / "scene", folder=build), "crosswalk, 400 agents: scene.h5 and scene.png\n")
        self.assertTrue((build / "scene.png").read_bytes().startswith(b"\x89PNG"))

    def test_host_program(self) -> None:
        build = self.configured("consumer", SOURCES / "tests/consumer")
        call(CMAKE, "--build", build)
        self.assertEqual(call(build / "host"), "host: all is as expected\n")

    def test_what_lacks_is_said(self) -> None:
        with self.assertRaisesRegex(AssertionError, r"The component scenarios lacks\s+HDF5::HDF5\."):
            self.configured("lacking", SOURCES / "tests/consumer", *without("HDF5"))
        with self.assertRaisesRegex(AssertionError, r"Set\s+Kokkos_ROOT\s+to\s+the\s+place"):
            self.configured("no-kokkos", SOURCES / "tests/consumer", *without("Kokkos"))

    def test_another_kokkos_is_refused(self) -> None:
        other = FOLDER / "other-kokkos"
        other.mkdir()
        (other / "KokkosConfig.cmake").write_text("add_library(Kokkos::kokkos INTERFACE IMPORTED)\nset(Kokkos_DEVICES OPENMP HPX)\n")
        (other / "KokkosConfigVersion.cmake").write_text(
            "set(PACKAGE_VERSION ${PACKAGE_FIND_VERSION})\nset(PACKAGE_VERSION_EXACT TRUE)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
        with self.assertRaisesRegex(AssertionError, rf"(?s)OPENMP\s+HPX.*Set\s+Kokkos_ROOT\s+to\s+{re.escape(KOKKOS)}"):
            self.configured("another-kokkos", SOURCES / "tests/consumer", f"-DKokkos_ROOT={other}")


class Added(unittest.TestCase):
    def test_add_subdirectory(self) -> None:
        """The project gets the library alone, without the flags that compile it, and the library's own install."""
        build = configure("adding", SOURCES / "tests/consumer/subdirectory", f"-DPLETHOS_SOURCES={SOURCES}", f"-DKokkos_DIR={KOKKOS}",
                          *without(*FILES, *OTHERS))
        self.assertEqual(flags(build, "walk.cpp"), [])
        self.assertFalse([flag for flag in flags(build, "own_method.cpp") if flag.startswith(("-W", "-O", "-fsanitize"))])
        targets = call(CMAKE, "--build", build, "--target", "help")
        for target, there in (("plethos_algorithms", True), ("plethos_scenarios", False), ("plethos", False), ("plethos_tests", False),
                              ("plethos_bench", False), ("plethos_verify", False)):
            self.assertEqual(bool(re.search(rf"(?m)^{target}: ", targets)), there, target)
        call(CMAKE, "--build", build, "--target", re.search(r"-o (\S+)", command(build, "walk.cpp"))[1])
        self.assertIn("PlethosConfig.cmake", (build / "plethos/cmake_install.cmake").read_text(encoding="utf-8"))


if __name__ == "__main__":
    SOURCES, BUILD, FOLDER = (Path(word).resolve() for word in sys.argv[1:4])
    CMAKE, COMPILER, KOKKOS = sys.argv[4:7]
    unittest.main(argv=sys.argv[:1])
