"""The command perf/gate."""

import argparse
import json
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from counting import against, record
from counting.callgrind import count_steps, environment, run_quietly
from counting.cases import Case, Inability, Mistake, read_cases
from counting.kernels import count_kernels
from counting.launches import count_launches

ROOT = Path(__file__).resolve().parents[2]
LANES = ("scalar", "avx2")


class Parser(argparse.ArgumentParser):
    def error(self, message: str):
        raise Mistake(message)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="perf/gate", description="Counts what steps cost, and compares it with what is on record.")
    parser.add_argument("--build", type=Path, metavar="FOLDER", help="where the program is built (build/default; with --cuda build/cuda)")
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help="count this case alone; may be given again")
    parser.add_argument("--record", action="store_true", help="write the figures to perf/counting/recorded.json")
    parser.add_argument("--cuda", action="store_true", help="count and time the GPU's kernels (ncu), not steps on one thread (callgrind)")
    parser.add_argument("--against", metavar="COMMIT", help="build that commit, too, count both, and time their steps in turns; or the "
                        "folder of a build or package")
    parser.add_argument("--turns", type=int, default=11, metavar="N", help="with --against: this many turns, at least 6 (11)")
    parser.add_argument("--times-alone", action="store_true", help="with --against: count nothing")
    options = parser.parse_args(arguments)
    options.build = options.build or ROOT / "build" / ("cuda" if options.cuda else "default")
    if options.turns < 6:
        raise Mistake(f"--turns: found {options.turns}, expected 6 or more")
    if options.record and options.against:
        raise Mistake("--record: found --against, expected one of the two")
    if options.times_alone and not options.against:
        raise Mistake("--times-alone: found no --against")
    return options


def program_in(folder: Path) -> Path:
    # In a package, programs lie in bin/.
    for program in (folder / "plethos", folder / "bin" / "plethos"):
        if program.exists():
            return program
    raise Mistake(f"{folder}: found no program 'plethos', expected a folder that ./bootstrap build has filled")


def counter_in(folder: Path) -> Path:
    for counter in (folder / "libplethos_launch_counter.so", folder / "lib" / "plethos" / "libplethos_launch_counter.so"):
        if counter.exists():
            return counter
    raise Mistake(f"{folder}: found no libplethos_launch_counter.so, expected a folder that ./bootstrap build has filled")


def look_at(program: Path, case: Case, backend: str) -> dict:
    """Returns what a run of no steps tells: how many agents there are, and which compiler made the program."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.json"
        run_quietly([str(program), *case.arguments(1, backend, "scalar"), "--json", str(out)], env=environment())
        return json.loads(out.read_text(encoding="utf-8"))


def lanes_here() -> list[str]:
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    return [lanes for lanes in LANES if lanes == "scalar" or f" {lanes} " in flags]


def count_on_cpu(program: Path, counter: Path | None, cases: list[Case]) -> tuple[str, record.Figures]:
    """Returns the compiler of the program, and the figures of all cases. Without a counter no launches are counted."""
    if shutil.which("valgrind") is None:
        raise Inability("valgrind: not found; ./bootstrap gate installs it")

    looks = {case: look_at(program, case, "serial") for case in cases}

    def count(job: tuple[Case, str]) -> dict[str, float]:
        case, lanes = job
        row = count_steps(program, case, lanes, looks[case]["agents"])
        if counter is not None:
            row |= count_launches(program, counter, case, "serial", lanes)
        return row

    jobs = [(case, lanes) for case in cases for lanes in lanes_here()]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        rows = list(pool.map(count, jobs))
    return looks[cases[0]]["machine"]["compiler"], {f"{case.name} {lanes}": row for (case, lanes), row in zip(jobs, rows)}


def count_on_gpu(program: Path, counter: Path | None, cases: list[Case]) -> tuple[str, record.Figures]:
    if shutil.which("ncu") is None:
        raise Inability("ncu: not found; it is part of the CUDA Toolkit")
    figures, device = {}, ""
    for case in cases:
        run = look_at(program, case, "cuda")
        device = run["header"]["device"]
        row = count_kernels(program, case, run["agents"])
        if counter is not None:
            row |= count_launches(program, counter, case, "cuda", "scalar")
        figures[f"{case.name} cuda"] = row
    return device, figures


def count(options: argparse.Namespace, program: Path, counter: Path | None, cases: list[Case]) -> tuple[str, record.Figures]:
    if not options.cuda:
        return count_on_cpu(program, counter, cases)
    return count_on_gpu(program, counter, [case for case in cases if case.counted_on_gpu or options.case])


def print_figures(figures: record.Figures) -> None:
    for case, row in sorted(figures.items()):
        print(f"{case:32}" + "  ".join(f"{name} {value:.6g}" for name, value in row.items()))


def check_against_record(options: argparse.Namespace, cases: list[Case]) -> int:
    of, figures = count(options, program_in(options.build), counter_in(options.build), cases)
    part = "cuda" if options.cuda else "cpu"
    if options.record:
        record.write_record(part, of, figures)
        print_figures(figures)
        print(f"on record: {len(figures)} rows of {of}")
        return 0
    recorded_of, recorded = record.read_record(part)
    if recorded_of != of:
        raise Inability(f"perf/counting/recorded.json: found figures of '{recorded_of}', expected such of '{of}'; --record writes them")
    print_figures(figures)
    lines, grew = record.compare(recorded, figures)
    print("\n".join(lines) if lines else f"{len(figures)} rows, none further than {100 * record.TOLERANCE:g}% from its record")
    if grew:
        print("perf/gate: more than is on record. If it must be so: perf/gate --record, and the reason in the commit's message")
    elif lines:
        print("perf/gate: less than is on record; perf/gate --record holds it there")
    return 1 if grew else 0


def other_program(place: str, cuda: bool) -> Path:
    """Returns the program of a commit, or that in a folder."""
    return program_in(Path(place)) if Path(place).is_dir() else against.build_commit(ROOT, place, cuda)


def compare_with_commit(options: argparse.Namespace, cases: list[Case]) -> int:
    programs = [program_in(options.build), other_program(options.against, options.cuda)]
    if not options.times_alone:
        (_, here), (_, there) = (count(options, program, None, cases) for program in programs)
        for case, row in sorted(here.items()):
            print(f"{case:32}" + "  ".join(f"{name} {value:.6g} ({100 * record.change(there[case][name], value):+.2f}%)"
                                           for name, value in row.items()), flush=True)
    for case in cases:
        for backend, lanes in [("cuda", "scalar")] if options.cuda else [("serial", "scalar"), ("serial", "simd")]:
            ratios, same = against.time_in_turns(programs, case, backend, lanes, options.turns)
            middle, low, high, confidence = against.median_interval(ratios)
            name = f"{case.name} {backend if options.cuda else lanes}"
            print(f"{name:32}time here / time there {middle:.4f}, {100 * confidence:.0f}% interval {low:.4f} to {high:.4f}, "
                  f"{len(ratios)} turns of {case.timed_steps} steps" + ("" if same else "; other bits at the end"), flush=True)
    return 0


def main(arguments: list[str]) -> int:
    try:
        options = parse(arguments)
        cases = read_cases(options.case)
        return compare_with_commit(options, cases) if options.against else check_against_record(options, cases)
    except Mistake as mistake:
        print(f"perf/gate: {mistake}", file=sys.stderr)
        return 2
    except Inability as inability:
        print(f"perf/gate: {inability}", file=sys.stderr)
        return 3
