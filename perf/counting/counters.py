"""The command perf/counters."""

import argparse
import json
import shlex
import sys
from pathlib import Path

from counting import cpu_counters, kernel_counters
from counting.callgrind import STEPS_OF_A_CALL
from counting.cases import Inability, Mistake, read_cases
from counting.command import ROOT, Parser, program_in
from counting.counter_tables import draw, to_text
from counting.figures import Figure, Missing, from_json, to_json
from counting.works import CPU_BACKENDS, Work, look_at, read_json, works_of_result

SCHEMA, VERSION = "plethos-counters", 1


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="perf/counters",
                    description="Reads the hardware's counters over runs: of a GPU's kernels (ncu), or of a CPU's steps (perf, likwid).")
    parser.add_argument("--run", action="append", default=[], metavar="TEXT",
                        help="count this run, such as 'lattice --agents 100000 --avoidance orca'; may be given again")
    parser.add_argument("--case", action="append", default=[], metavar="NAME",
                        help="count this case of perf/counting/cases.toml; may be given again")
    parser.add_argument("--result", type=Path, metavar="FILE", help="count the runs of a study's result")
    parser.add_argument("--from", type=Path, dest="from_file", metavar="FILE", help="count nothing, and show what --json wrote")
    parser.add_argument("--build", type=Path, metavar="FOLDER",
                        help="where the program is built, or a package (build/default; with --cuda build/cuda)")
    parser.add_argument("--cuda", action="store_true", help="count a GPU's kernels")
    parser.add_argument("--backend", default="serial", metavar="NAME", help="on a CPU: serial, openmp or tbb (serial)")
    parser.add_argument("--lanes", default="simd", metavar="NAME", help="on a CPU: as of `plethos run` (simd)")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="on a CPU; 0: all (0)")
    parser.add_argument("--tool", choices=("perf", "likwid"), default="perf", help="on a CPU (perf)")
    parser.add_argument("--steps", type=int, default=STEPS_OF_A_CALL, metavar="N", help=f"with --cuda: steps of a run ({STEPS_OF_A_CALL})")
    parser.add_argument("--launch-skip", type=int, default=0, metavar="N", help="with --cuda: begin behind so many launches (0)")
    parser.add_argument("--launch-count", type=int, default=0, metavar="N", help="with --cuda: count so many launches (0: all)")
    parser.add_argument("--kernels", type=int, default=12, metavar="N", help="show those that take most time (12)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to this file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the rooflines: .svg, .png or .pdf")
    options = parser.parse_args(arguments)
    if options.from_file and options.json:
        raise Mistake("--json: found --from, whose file has all figures")
    if bool(options.from_file) == bool(options.run or options.case or options.result):
        raise Mistake("found no run, or runs beside --from; expected --run, --case or --result, or --from alone")
    for name, least in (("threads", 0), ("steps", 1), ("launch_skip", 0), ("launch_count", 0), ("kernels", 1)):
        if getattr(options, name) < least:
            raise Mistake(f"--{name.replace('_', '-')}: found {getattr(options, name)}, expected {least} or more")
    if options.backend not in CPU_BACKENDS:
        raise Mistake(f"--backend: found '{options.backend}', expected one of {', '.join(CPU_BACKENDS)}; --cuda counts a GPU's kernels")
    if options.plot and options.plot.suffix not in (".svg", ".png", ".pdf"):
        raise Mistake(f"--plot: found '{options.plot}', expected a name that ends with .svg, .png or .pdf")
    options.build = options.build or ROOT / "build" / ("cuda" if options.cuda else "default")
    return options


def works_of(options: argparse.Namespace) -> tuple[list[Work], list[str]]:
    machine = ("cuda", "scalar", 0) if options.cuda else (options.backend, options.lanes, options.threads)
    works = []
    for text in options.run:
        try:
            works.append(Work(text, tuple(shlex.split(text)), *machine))
        except ValueError as error:
            raise Mistake(f"--run: found {text}: {error}") from None
    for case in read_cases(options.case) if options.case else []:
        agents = case.gpu_agents if options.cuda else case.agents
        works.append(Work(case.name, (*case.run, *([] if agents is None else ["--agents", str(agents)])), *machine))
    left_out: list[str] = []
    if options.result:
        more, left_out = works_of_result(options.result, options.cuda)
        works += more
    if not works:
        raise Mistake(f"{options.result}: found no run that can be counted {'on a GPU' if options.cuda else 'on a CPU'}")
    return works, left_out


def count_on_gpu(options: argparse.Namespace, program: Path, work: Work) -> dict:
    bounds = {"--launch-skip": options.launch_skip, "--launch-count": options.launch_count}
    window = [f"{name}={value}" for name, value in bounds.items() if value]
    run = look_at(program, work, 1)
    kernels, limits = kernel_counters.count_run(program, work.words(options.steps), window)
    header = run["header"]
    return {"name": work.name, "on": header["device"], "program": header["plethos"], "agents": run["agents"], "steps": options.steps,
            "limits": {"operations a second": limits.operations_per_second, "bytes a second": limits.bytes_per_second,
                       "source": limits.source},
            "rows": [{"name": kernel.name, "full name": kernel.full_name, "launches": kernel.launches, "figures": kernel.figures}
                     for kernel in kernels]}


def count_on_cpu(tool: cpu_counters.Perf | cpu_counters.Likwid, program: Path, work: Work, limits: tuple[Figure, Figure]) -> dict:
    run = look_at(program, work, 3 * STEPS_OF_A_CALL)
    header = run["header"]
    counts = cpu_counters.of_agent_step(lambda steps: tool.count([str(program), *work.words(steps)], int(header["threads"].split(",")[0])), run["agents"])
    rate = run["agent_steps_per_s"]
    of = cpu_counters.derived(counts) | {"seconds": 1 / rate if rate else Missing("no step was run")}
    of |= kernel_counters.on_roofline(of["operations"], of["bytes"], of["seconds"], kernel_counters.Limits(*limits, ""))
    return {"name": work.name, "on": f"{header['device']}, {work.backend} {work.lanes}, {header['threads']} threads",
            "program": header["plethos"], "agents": run["agents"], "steps": 2 * STEPS_OF_A_CALL,
            "limits": {"operations a second": limits[0], "bytes a second": limits[1], "source": "plethos study, bound"},
            "rows": [{"name": "a step", "launches": 1, "figures": of}]}


def count(options: argparse.Namespace) -> dict:
    """Counts all runs. The figures of those that are done are in the --json file while the others are counted."""
    works, left_out = works_of(options)
    program = program_in(options.build)
    tool = None if options.cuda else cpu_counters.Perf() if options.tool == "perf" else cpu_counters.Likwid()
    cases: list[dict] = []
    document = {"schema": SCHEMA, "schema_version": VERSION, "kind": "steps" if tool else "kernels", "tool": tool.name if tool else "ncu",
                "bytes_are": tool.bytes_are if tool else "read from and written to the GPU's memory", "left_out": left_out, "cases": cases}
    limits: dict[tuple[str, str, int], tuple[Figure, Figure]] = {}
    for work in works:
        if tool is None:
            cases.append(count_on_gpu(options, program, work))
        else:
            machine = (work.backend, work.lanes, work.threads)
            if machine not in limits:
                limits[machine] = cpu_counters.measured_limits(program, *machine)
            cases.append(count_on_cpu(tool, program, work, limits[machine]))
        if options.json:
            options.json.write_text(json.dumps(with_figures(document, to_json), indent=1) + "\n", encoding="utf-8")
    return document


def with_figures(document: dict, convert) -> dict:
    """Returns the document with its figures converted."""
    cases = [case | {"limits": {key: value if key == "source" else convert(value) for key, value in case["limits"].items()},
                     "rows": [row | {"figures": {key: convert(value) for key, value in row["figures"].items()}} for row in case["rows"]]}
             for case in document["cases"]]
    return document | {"cases": cases}


def main(arguments: list[str]) -> int:
    try:
        options = parse(arguments)
        document = with_figures(read_json(options.from_file, SCHEMA), from_json) if options.from_file else count(options)
        print(to_text(document, options.kernels), end="")
        if options.plot:
            draw(document, options.plot, options.kernels)
        return 0
    except Mistake as mistake:
        print(f"perf/counters: {mistake}", file=sys.stderr)
        return 2
    except (Inability, OSError) as inability:
        print(f"perf/counters: {inability}", file=sys.stderr)
        return 3
