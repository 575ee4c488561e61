"""The command perf/divergence."""

import argparse
import fnmatch
import itertools
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from counting.cases import Mistake
from counting.source_lines import Holds, Source

ROOT = Path(__file__).resolve().parents[2]
PAGE = Path("docs/guide/portability.md")
MARKS = "<!-- the tables of perf/divergence -->\n", "<!-- their end -->\n"
FOLDERS = ("core", "backends", "algorithms", "scenarios")
KERNEL_FOLDERS = FOLDERS[:3]


@dataclass(frozen=True)
class Platform:
    """What a run is made of: the kind of its processor, who spreads its blocks, its lanes, and what they are made for."""

    name: str
    parts: frozenset[str]

    @property
    def kind(self) -> str:
        return "host" if "host" in self.parts else "device"


PLATFORMS = tuple(Platform(name, frozenset(parts.split())) for name, parts in (
    ("serial", "host serial"), ("openmp", "host openmp"), ("tbb", "host tbb"),
    ("openmp with x86 vectors", "host openmp vectors x86"), ("openmp with ARM vectors", "host openmp vectors arm"),
    ("cuda", "device cuda"), ("hip", "device hip")))
# The fastest way on each kind of processor.
PROCESSORS = ("openmp with x86 vectors", "openmp with ARM vectors", "cuda", "hip")

# The files that belong to a part of a platform. All others are everybody's.
FILES = (
    ("backends/serial/*", "serial"), ("backends/openmp/*", "openmp"), ("backends/tbb/*", "tbb"),
    ("backends/cuda/*", "cuda"), ("backends/hip/*", "hip"),
    ("backends/simd/*", "vectors"), ("*_simd.cpp", "vectors"), ("core/lane/highway_*", "vectors"),
    ("backends/host_scheduler.hpp", "host"), ("backends/schedule.hpp", "host"), ("backends/hand_over.hpp", "host"),
    ("backends/no_device.cpp", "host"),
    ("backends/warp*.hpp", "device"), ("backends/recorder.hpp", "device"), ("backends/beside.hpp", "device"),
    ("backends/tuning.hpp", "device"), ("backends/device_mpi.hpp", "device"), ("algorithms/*_by_warps.hpp", "device"),
)
# The macros that are set for one part alone. A host's architecture is said for vectors only.
MACROS = {"KOKKOS_ENABLE_CUDA": "cuda", "__CUDACC__": "cuda", "KOKKOS_ENABLE_HIP": "hip", "PLETHOS_DEVICE_HIP": "hip", "__HIP__": "hip",
          "HWY_ARCH_X86": "x86", "HWY_ARCH_ARM": "arm"}
# On vector lanes both branches are used: kernels without a vector entry run on scalar lanes there, too.
OF_VECTORS = ("HWY_TARGET_INCLUDE", "HWY_TARGET_TOGGLE", "HWY_ONCE")

# What the page calls all platforms that have a part.
PARTS = {"host": "every CPU", "device": "every GPU", "vectors": "all vectors", "openmp": "openmp on any lanes"}

Lines = set[tuple[str, int]]


def uses_file(path: str, platform: Platform) -> bool:
    return all(part in platform.parts for pattern, part in FILES if fnmatch.fnmatchcase(path, pattern))


def macro_of(platform: Platform, name: str) -> Holds:
    if name in OF_VECTORS:
        return None if "vectors" in platform.parts else False
    return MACROS[name] in platform.parts if name in MACROS else None


def sources(root: Path, folders: tuple[str, ...]) -> dict[str, str]:
    paths = [path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".hpp", ".cpp")]
    found = {path.relative_to(root).as_posix(): path for path in paths}
    if not found:
        raise Mistake(f"{root}: found no sources, expected the folders {', '.join(folders)} of a source tree")
    return {name: path.read_text(encoding="utf-8", errors="replace") for name, path in sorted(found.items())}


def lines_by_platform(texts: dict[str, str]) -> dict[str, Lines]:
    lines: dict[str, Lines] = {platform.name: set() for platform in PLATFORMS}
    for path, text in texts.items():
        source = Source(text)
        for platform in PLATFORMS:
            if uses_file(path, platform):
                used = source.used_lines(lambda name, platform=platform: macro_of(platform, name), platform.kind)
                lines[platform.name] |= {(path, line) for line in used}
    return lines


def distance(a: Lines, b: Lines) -> float:
    """Returns Jaccard's distance of two sets: the share of all their members that only one of them has."""
    every = len(a | b)
    return 1 - len(a & b) / every if every else 0.0


def divergence(sets: list[Lines]) -> float:
    """Returns the mean of the distances of all pairs."""
    pairs = [distance(a, b) for a, b in itertools.combinations(sets, 2)]
    return sum(pairs) / len(pairs)


def figures(root: Path) -> dict:
    lines = lines_by_platform(sources(root, FOLDERS))
    kernels = {name: {line for line in one if line[0].split("/")[0] in KERNEL_FOLDERS} for name, one in lines.items()}
    names = list(lines)
    users = Counter(tuple(name for name in names if line in lines[name]) for line in set().union(*lines.values()))
    return {
        "lines": users.total(),
        "uses": {name: len(one) for name, one in lines.items()},
        "used_by": [{"platforms": list(together), "lines": count}
                    for together, count in sorted(users.items(), key=lambda one: (-one[1], one[0]))],
        "distances": {a: {b: distance(lines[a], lines[b]) for b in names} for a in names},
        "divergence": {"all": divergence(list(lines.values())), "processors": divergence([lines[name] for name in PROCESSORS]),
                       "all_without_scenarios": divergence(list(kernels.values())),
                       "processors_without_scenarios": divergence([kernels[name] for name in PROCESSORS])},
    }


def called(together: list[str]) -> str:
    """Returns a short name of platforms."""
    if len(together) == len(PLATFORMS):
        return "all"
    for part, name in PARTS.items():
        if together == [platform.name for platform in PLATFORMS if part in platform.parts]:
            return name
    others = [platform.name for platform in PLATFORMS if platform.name not in together]
    return f"all but {' and '.join(others)}" if len(others) < len(together) else " and ".join(together)


def to_text(found: dict) -> str:
    """Returns the figures as the tables of the page."""
    names = list(found["uses"])
    rows = ["| lines used by | lines | share |", "| --- | ---: | ---: |"]
    rows += [f"| {called(one['platforms'])} | {one['lines']:,} | {100 * one['lines'] / found['lines']:.2f}% |" for one in found["used_by"]]
    rows += [f"| in all | {found['lines']:,} | |"]
    rows += ["", "| code divergence | with scenarios/ | without |", "| --- | ---: | ---: |"]
    for label, key in (("of all seven platforms", "all"), (f"of four kinds of processor: {', '.join(PROCESSORS)}", "processors")):
        rows.append(f"| {label} | {found['divergence'][key]:.3f} | {found['divergence'][key + '_without_scenarios']:.3f} |")
    rows += ["", f"| platform | lines | {' | '.join(f'distance to {name}' for name in names)} |", "| --- | ---: |" + " ---: |" * len(names)]
    for a in names:
        distances = ["–" if a == b else f"{found['distances'][a][b]:.3f}" for b in names]
        rows.append(f"| {a} | {found['uses'][a]:,} | {' | '.join(distances)} |")
    return "\n".join(rows) + "\n"


def filled(page: str, tables: str) -> str:
    for mark in MARKS:
        if page.count(mark) != 1:
            raise Mistake(f"{PAGE}: found {page.count(mark)} lines '{mark.strip()}', expected one")
    begin, end = page.index(MARKS[0]) + len(MARKS[0]), page.index(MARKS[1])
    return page[:begin] + "\n" + tables + "\n" + page[end:]


class Parser(argparse.ArgumentParser):
    def error(self, message: str):
        raise Mistake(message)


def main(arguments: list[str]) -> int:
    try:
        parser = Parser(prog="perf/divergence", description="Counts the lines that each platform uses, and how far platforms are apart.")
        parser.add_argument("root", nargs="?", type=Path, default=ROOT, metavar="ROOT", help="the tree of sources (this one)")
        parser.add_argument("--json", action="store_true", help="print numbers instead of tables")
        parser.add_argument("--fill", action="store_true", help=f"write the tables into the tree's {PAGE}")
        options = parser.parse_args(arguments)
        if not options.root.is_dir():
            raise Mistake(f"{options.root}: found no folder, expected a tree of sources")
        found = figures(options.root)
        if options.fill:
            path = options.root / PAGE
            if not path.exists():
                raise Mistake(f"{path}: found no such page, which --fill writes to")
            path.write_text(filled(path.read_text(encoding="utf-8"), to_text(found)), encoding="utf-8")
        print(json.dumps(found, indent=1) if options.json else to_text(found), end="\n" if options.json else "")
        return 0
    except Mistake as mistake:
        print(f"perf/divergence: {mistake}", file=sys.stderr)
        return 2
