"""perf/divergence: what it counts in a small tree of which every line says who uses it, and docs/guide/portability.md, which shows what it
counts in this one: test_divergence.py. Needs nothing but Python's own library, 3.11 or newer."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "perf"))
from counting import divergence, source_lines  # noqa: E402

# The page may lag behind the tree by so much; who shares what changes far more seldom.
LAG = 0.02

# Who uses a line stands behind it: letters of PLATFORMS below, or nothing for all. Lines of "//-" are no lines of code.
TREE = {
    "core/shared.hpp": """#pragma once
//- A remark with "an #ifdef KOKKOS_ENABLE_CUDA in it
/* one of //-
   two lines */ //-
const char* text = "// no remark"; int a;
const char quote = '"';
#ifdef KOKKOS_ENABLE_CUDA
int on_cuda; // c
#elif defined(KOKKOS_ENABLE_HIP)
int on_hip; // h
#else
int elsewhere; // sotxa
#endif
#if !defined(KOKKOS_ENABLE_CUDA) && (PLETHOS_DEVICE_HIP || defined KOKKOS_ENABLE_CUDA)
#if WHATEVER // h
int maybe; // h
#else // h
int maybe_not; // h
#endif // h
#endif
#ifndef KOKKOS_ENABLE_HIP
int no_hip; // sotxac
#endif
#if SOME_VERSION >= 3
int of_a_version;
#else
int of_an_older_version;
#endif
""",
    "core/lane/highway_lane-inl.hpp": """int lane; // xa
#if HWY_ARCH_X86 // xa
int of_x86; // x
#elif HWY_ARCH_ARM // xa
int of_arm; // a
#endif // xa
""",
    "core/lane/kernel-inl.hpp": """#ifdef HWY_TARGET_INCLUDE
int in_vectors; // xa
#else
int in_scalar_code;
#endif
""",
    "backends/serial/serial.cpp": "int serial; // s\n",
    "backends/openmp/openmp.cpp": "int openmp; // oxa\nint threads; // oxa\n",
    "backends/tbb/tbb.cpp": "int tbb; // t\n",
    "backends/cuda/device.hpp": "int cuda; // c\nint streams; // c\nint graphs; // c\n",
    "backends/hip/device.hpp": "int hip; // h\n",
    "backends/execution.hpp": """struct HostExecution { // sotxa
  int scheduler; // sotxa
}; // sotxa
template <class Space> // ch
struct DeviceExecution { // ch
  Space space; // ch
}; // ch
template <class Kernel> // sotxa
void for_each(const HostExecution& execution, const Kernel& kernel) { // sotxa
  if (execution.scheduler) { // sotxa
    kernel(0); // sotxa
  } // sotxa
} // sotxa
int between;
template <class Space, class Kernel> // ch
void for_each(const DeviceExecution<Space>& execution, const Kernel& kernel); // ch
template <class Execution>
class Marker {
};
template <class Space> // ch
class Marker<DeviceExecution<Space>> { // ch
  int event; // ch
}; // ch
""",
    "algorithms/way.cpp": """template <class Execution>
void way(const Execution& execution) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) { // sotxa
    if (execution.target) return; // sotxa
  } else {
    launch(); // ch
  } // ch
  if constexpr (!flag && !std::is_same_v<Execution, backends::HostExecution>) by_warps(execution); // ch
  KOKKOS_IF_ON_HOST((one(); // sotxa
                     two();)) // sotxa
  KOKKOS_IF_ON_DEVICE((three();)) // ch
}
""",
    "algorithms/orca_by_warps.hpp": "int warps; // ch\n",
    "algorithms/orca_simd.cpp": "int entry; // xa\n",
    "scenarios/reader.cpp": "int reader;\nint line;\n",
    "scenarios/not_counted.py": "answer = 1 //-\n",
    "perf/not_counted.cpp": "int benchmark; //-\n",
}
LETTERS = {"s": "serial", "o": "openmp", "t": "tbb", "x": "openmp with x86 vectors", "a": "openmp with ARM vectors", "c": "cuda", "h": "hip"}


def expected_lines() -> dict[str, set[tuple[str, int]]]:
    lines: dict[str, set[tuple[str, int]]] = {name: set() for name in LETTERS.values()}
    for path, text in TREE.items():
        for number, line in enumerate(text.splitlines()):
            if not line.strip() or "//-" in line or "two lines" in line:
                continue
            users = re.search(r"// ([sotxach]+)$", line)
            for letter in users.group(1) if users else LETTERS:
                lines[LETTERS[letter]].add((path, number))
    return lines


def expected_divergence(names: list[str], lines: dict[str, set[tuple[str, int]]], folders: tuple[str, ...]) -> Fraction:
    """The mean over all pairs of the lines that one of both uses over those that any of both uses, line by line."""
    total, pairs = Fraction(0), 0
    every = {line for one in lines.values() for line in one if line[0].split("/")[0] in folders}
    for i, a in enumerate(names):
        for b in names[:i]:
            one = sum((line in lines[a]) != (line in lines[b]) for line in every)
            any_of_both = sum(line in lines[a] or line in lines[b] for line in every)
            total += Fraction(one, any_of_both)
            pairs += 1
    return total / pairs


def write_tree(root: Path) -> None:
    for name, text in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


class SmallTree(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        write_tree(self.root)

    def test_each_line_is_used_by_those_whom_it_names(self) -> None:
        found = divergence.lines_by_platform(divergence.sources(self.root, divergence.FOLDERS))
        wanted = expected_lines()
        for path, text in TREE.items():
            for number, line in enumerate(text.splitlines()):
                with self.subTest(path=path, line=line):
                    self.assertEqual([name for name in wanted if (path, number) in found[name]],
                                     [name for name in wanted if (path, number) in wanted[name]])

    def test_divergence_is_the_mean_distance_of_pairs(self) -> None:
        lines, found = expected_lines(), divergence.figures(self.root)["divergence"]
        names = list(LETTERS.values())
        for key, some in ("all", names), ("processors", names[3:]):
            self.assertAlmostEqual(found[key], float(expected_divergence(some, lines, divergence.FOLDERS)), 12)
            self.assertAlmostEqual(found[key + "_without_scenarios"], float(expected_divergence(some, lines, divergence.FOLDERS[:3])), 12)
            self.assertGreater(found[key + "_without_scenarios"], found[key])

    def test_ends_of_the_measure(self) -> None:
        same, other = {("a", 1), ("a", 2)}, {("b", 1)}
        self.assertEqual(divergence.divergence([same, same, same]), 0)
        self.assertEqual(divergence.divergence([same, other]), 1)
        self.assertEqual(divergence.divergence([same, same, other]), 2 / 3)

    def test_the_command(self) -> None:
        def call(*words: str) -> subprocess.CompletedProcess:
            return subprocess.run([sys.executable, "-B", str(ROOT / "perf/divergence"), *words], capture_output=True, text=True, check=False)

        numbers = json.loads(call(str(self.root), "--json").stdout)
        self.assertEqual(numbers["uses"], {name: len(one) for name, one in expected_lines().items()})
        self.assertEqual(sum(row["lines"] for row in numbers["used_by"]), numbers["lines"])
        page = self.root / divergence.PAGE
        for words, said in ((["--fill"], "found no such page"), (["--fail"], "unrecognized"), (["--json", "x"], "found no folder")):
            result = call(*([str(self.root)] if "x" not in words else []), *words)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1), words)
            self.assertIn(said, result.stderr)
        page.parent.mkdir(parents=True)
        page.write_text("before\n" + "".join(divergence.MARKS) + "after\n", encoding="utf-8")
        self.assertEqual(call(str(self.root), "--fill").returncode, 0)
        text = page.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("before\n" + divergence.MARKS[0]) and text.endswith(divergence.MARKS[1] + "after\n"))
        self.assertIn(f"| in all | {numbers['lines']} |", text)


class Conditions(unittest.TestCase):
    def test_three_values(self) -> None:
        values = {"YES": True, "NO": False}
        for text, holds in (("YES", True), ("!YES", False), ("defined(NO)", False), ("defined NO || YES", True), ("YES && MAYBE", None), ("NO && MAYBE", False),
                            ("YES || MAYBE", True), ("NO || MAYBE", None), ("!(NO || NO) && YES", True), ("YES == NO", None), ("defined(NO) == defined(YES)", None)):
            self.assertIs(source_lines.condition(text, values.get), holds, text)


class ThisTree(unittest.TestCase):
    def test_each_rule_has_files(self) -> None:
        names = list(divergence.sources(ROOT, divergence.FOLDERS))
        for pattern, part in divergence.FILES:
            self.assertTrue(any(divergence.fnmatch.fnmatchcase(name, pattern) for name in names), pattern)
            self.assertTrue(any(part in platform.parts for platform in divergence.PLATFORMS), part)
        text = "".join(divergence.sources(ROOT, divergence.FOLDERS).values())
        for macro in (*divergence.MACROS, *divergence.OF_VECTORS):
            self.assertRegex(text, rf"\b{macro}\b")

    def test_the_page_shows_what_is_counted(self) -> None:
        page = (ROOT / divergence.PAGE).read_text(encoding="utf-8")
        shown = page[page.index(divergence.MARKS[0]):page.index(divergence.MARKS[1])].splitlines()
        counted = divergence.to_text(divergence.figures(ROOT)).splitlines()
        shown = shown[2:2 + len(counted)]
        say = "perf/divergence --fill writes the page's tables anew"
        self.assertEqual(len(shown), len(counted), say)
        number = re.compile(r"\d[\d,]*(?:\.\d+)?")
        for before, now in zip(shown, counted):
            self.assertEqual(number.sub("#", before), number.sub("#", now), say)
            for old, new in zip(number.findall(before), number.findall(now)):
                decimals = len(old.partition(".")[2])
                least = 2 / 10**decimals if decimals else 5
                old, new = (float(text.replace(",", "")) for text in (old, new))
                self.assertLessEqual(abs(new - old), max(LAG * old, least), say)


if __name__ == "__main__":
    unittest.main()
