"""The page of one study's result."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Callable, Optional

import numpy as np

from figures import Figures, csv_text
from machine import backend_name, header_table, machine_name, ranks_of, warnings
from page import Markup, figure, number, page, paragraph, section, table, with_code, yes_no
from plots import Roofline, draw_rooflines, draw_plot
from result import ENERGY, ENERGY_PARTS, MOVES, Result, Run, Value
from series import interval


def study_page(result: Result, figures: Figures) -> str:
    parts = [paragraph(with_code(text.strip())) for text in result.study["description"].split("\n\n") if text.strip()]
    parts += [_state(result), warnings(result), section("Machine", header_table([result])), _claims(result)]
    parts += [plots_section(result.study["plots"], result.done, figures), _roofline_section(result, figures)]
    kind = KINDS[result.kind]
    parts += [part(result) for part in kind.sections]
    parts += [_bits(result, kind), _failures(result), section("How it was measured", paragraph(kind.method, "note"))]
    return page(result.study["title"], parts)


def _state(result: Result) -> Markup:
    notes = []
    if result.study["quick"]:
        notes.append("Made with --quick: fewer agents, steps and repetitions than the study asks for. Good for a look, not for figures.")
    if result.json["interrupted"]:
        notes.append(f"Interrupted: {len(result.runs)} of {result.json['planned']} runs are here.")
    if result.json["skipped"]:
        notes.append(f"Left out, for this machine or build lacks it, or the call leaves it out: {'; '.join(result.json['skipped'])}.")
    if result.shared:
        notes.append(in_all_runs(result.shared))
    return Markup("".join(paragraph(note, "note") for note in notes))


def in_all_runs(shared: dict) -> str:
    """Returns a line with the parameters that all runs share. Claims and comparisons do not repeat them."""
    return f"In all runs: {', '.join(f'{name}={_parameter(value)}' for name, value in shared.items())}."


def _parameter(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else number(value, 6) if isinstance(value, float) else str(value)


def _claims(result: Result) -> Markup:
    if not result.json["claims"]:
        return Markup("")
    rows = []
    for claim in result.json["claims"]:
        paper = Markup(f"<span class=\"short\">{escape(claim['paper_text'] or '–')}</span>")
        name = Markup(f"<b>{escape(claim['name'])}</b><br/><span class=\"note\">{escape(claim['source'])}</span>")
        if not claim["findings"]:
            rows.append((name, paper, "no runs here that show it", "–", "–", "–", ""))
        for finding in claim["findings"]:
            over = number(finding["over_paper"], 3) if "over_paper" in finding else "–"
            why = finding.get("not_judged")
            rows.append((name, paper, finding["on"], number(finding["value"], 3), bounds(finding), over,
                         finding["at"].replace("mean of ", "mean\u00a0of\u00a0") + (f"; not judged: {why}" if why else "")))
            name, paper = Markup(""), ""
    ratios = any(claim.get("ratio") for claim in result.json["claims"])
    note = paragraph(RATIOS, "note") if ratios else Markup("")
    if any(claim["paper_text"] for claim in result.json["claims"]):
        return section("The paper's figures and ours", table(("claim", "paper", "on", ">ours", ">interval", ">ours / paper", "where"), rows), note)
    without_paper = [(name, on, ours, bounds, where) for name, _, on, ours, bounds, _, where in rows]
    return section("Figures", table(("claim", "on", ">value", ">interval", "where"), without_paper), note)


def bounds(figure: dict) -> str:
    """Returns the interval of a claim's figure, or of a comparison's ratio."""
    if figure.get("low") is None:
        return "–"
    text = f"{number(figure['low'], 3)} to {number(figure['high'], 3)}"
    return f"{text}: no difference seen" if figure.get("difference") is False else text


def plots_section(plots: list[dict], runs: list[Run], figures: Figures) -> Markup:
    parts = []
    for plot in plots:
        svg, files = draw_plot(plot, runs, figures.formats)
        parts.append(figure(plot["title"], svg, figures.add(plot, runs, files)) if svg
                     else paragraph(f"{plot['title']}: no run here that shows it.", "note"))
    return section("Plots", *parts) if parts else Markup("")


def _work_columns(runs: list[Run]) -> tuple[list[str], list[list[str]], Markup]:
    """Returns columns that tell the runs' work apart, their rows, and a line with the values that all share."""
    # The fields of the machine stand behind those of the work. Where a run starts has a column of its own beside its times.
    names = [name for name in runs[0].fields_of_work if name != "start_at"]
    names += sorted({f"set.{key}" for run in runs for key in run.json["settings"]["set"]})
    names = [name for name in names if any(run.field(name) is not None for run in runs)]
    sizes = ("agents", "agents_per_rank", "worlds", "plans", "queries", "draw.size", "goals", "moves")
    varied = [name for name in names if name in ("scenario", "agents", "queries") or len({run.field(name) for run in runs}) > 1]
    columns = [f">{name}" if name in sizes or name.startswith("set.") else name for name in varied]
    rows = [[_shown(run.field(name)) for name in varied] for run in runs]
    same = ", ".join(f"{name} {_shown(runs[0].field(name))}" for name in names if name not in varied)
    return columns, rows, paragraph(f"The same for all: {same}.", "note") if same else Markup("")


def _work_name(columns: list[str], row: list[str]) -> str:
    """Returns what tells a run's work apart as a short text."""
    parts = []
    for column, value in zip(columns, row):
        name = column.lstrip(">")
        # The scenario's name says what was drawn.
        if value == "–" or name.startswith("draw."):
            continue
        parts.append(f"{name[4:]}={value}" if name.startswith("set.") else f"{value} {name}" if column.startswith(">") else value)
    return ", ".join(parts)


def _shown(value: Optional[Value]) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:,g}" if isinstance(value, float) else f"{value:,}"


def _times(result: Result) -> Markup:
    runs = [run for run in result.done if run.field("ms_per_step") is not None]
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    bounded = any(run.field("bound_ms") is not None for run in runs)
    repeated = any(run.repeated for run in runs)
    for run, row in zip(runs, rows):
        row += [machine_name(run), f"{run.field('start_at') or 0:,}", f"{run.field('steps'):,}", number(run.field("ms_per_step"), 3)]
        row += [_interval(run, "ms_per_step")] if repeated else []
        row += [number(run.field("bound_ms"), 3)] if bounded else []
        row += [number(run.field("frames_per_second"), 3), *_crowding(run), f"{run.field('arrived'):,}", f"{run.field('overlaps'):,}"]
    columns += ["on", ">from step", ">to step", ">ms per step", *([">interval"] if repeated else []), *([">bound"] if bounded else []), ">frames/s",
                ">changed", ">forbidding", ">arrived", ">overlaps (bare discs)"]
    return section("Times", same, table(columns, rows), paragraph(
        "Changed: share of the timed agent-steps in which an agent took another velocity than it would have taken alone, by more than 1 mm/s. "
        "Forbidding: how many of its neighbors, in the mean, forbid the velocity that it would have taken alone, for they would collide within the "
        "time horizon. Both mean the same for every method. Arrived and overlaps: since the scenario's first step.", "note"),
        _rooflines(runs) if bounded else Markup(""))


def _ranks(result: Result) -> Markup:
    """Returns a row for each run that is compared with the same on other numbers of ranks."""
    runs = [run for run in result.done if run.field("efficiency") is not None]
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    for run, row in zip(runs, rows):
        several = ranks_of(run) > 1
        row += [machine_name(run), number(run.field("ms_per_step"), 3)]
        row += [number(run.field(name), 3) for name in ("speedup", "efficiency")]
        row += [number(run.field("imbalance"), 3) if several else "–"]
        row += [f"{100 * run.field(name):.2g} %" if several else "–" for name in ("ghost_share", "exchange_share")]
        row += [_shown(run.field(name)) if several else "–" for name in ("migrations", "divisions")]
    columns += ["on", ">ms per step", ">speedup", ">efficiency", ">imbalance", ">ghosts", ">waiting", ">migrations", ">divisions"]
    return section("Ranks", same, table(columns, rows), paragraph(
        "Speedup: agent-steps per second over those of the run with the fewest ranks. Efficiency: the same per thread of a CPU, or per GPU. Imbalance: the "
        "time that the busiest rank works over the mean of all, in the last steps. Ghosts: copies of other ranks' agents over the agents that ranks own, at "
        "the end. Waiting: the part of the time in which ranks wait for each other or migrate, from a run's first step on. Migrations: agents that have gone "
        "to another rank; divisions: how often the world was divided anew.", "note"))


def _interval(run: Run, name: str) -> str:
    """Returns the interval of a time's median, and its confidence where there are too few repetitions for 95%."""
    if not run.repeated:
        return "–"
    text = " to ".join(number(bound, 3) for bound in interval(run, name))
    confidence = run.field("time_confidence")
    return text if confidence is None or confidence >= 0.95 else f"{text} ({100 * confidence:.0f}%)"


def _crowding(run: Run) -> list[str]:
    changed, forbidding = run.field("changed"), run.field("forbidding")
    return ["–" if changed is None else f"{100 * changed:.1f} %", number(forbidding, 3)]


def _rooflines(runs: list[Run]) -> Markup:
    """Returns the sources of the bounds, machine by machine."""
    rows = {}
    for run in runs:
        if "bound" in run.json:
            limits = run.json["bound"]
            rows.setdefault(machine_name(run), (number(limits["peak_operations_per_second"] / 1e9), number(limits["peak_bytes_per_second"] / 1e9)))
    return Markup(paragraph(
        "Bound: milliseconds that a step takes at least, by the roofline of its avoidance stage alone: the larger of the stage's operations over the "
        "peak rate and its bytes over the bandwidth, both of which were measured on the same backend, lanes and threads (below). Operations "
        "are the useful float32 ones, counted on the agents themselves after the warm-up and at the end; integer work, such as random numbers, "
        "does not count.", "note")
        + table(("on", ">peak, 10^9 operations/s", ">bandwidth, 10^9 bytes/s"), [(on, *limits) for on, limits in rows.items()]))


# The avoidance stage first: it is counted, the others are by formula.
STAGES_UNDER_ROOFLINES = ("avoid", "perceive", "plan", "move")


def _work_of_stage(run: Run, stage: str) -> Optional[dict]:
    """Returns a stage's operations and bytes. Earlier versions knew those of the avoidance stage alone."""
    bound = run.json.get("bound", {})
    known = {one["stage"]: one for one in bound.get("stages", [])} or {"avoid": bound}
    work = known.get(stage)
    return work if work and work.get("operations") and work.get("bytes") and run.field(f"{stage}_ms") else None


def _roofline_section(result: Result, figures: Figures) -> Markup:
    """Returns the rooflines of the machines on which stages were counted and timed, a picture for each stage with a point for each piece of work."""
    return rooflines_section(result.done, machine_name, figures)


def rooflines_section(runs: list[Run], on: Callable[[Run], str], figures: Figures) -> Markup:
    """`on` names the machine of a run."""
    parts = []
    for stage in STAGES_UNDER_ROOFLINES:
        counted = [run for run in runs if _work_of_stage(run, stage)]
        if counted:
            parts.append(_roofline(counted, on, stage, figures))
    return section("Roofline", *parts, paragraph(ROOFLINES, "note")) if parts else Markup("")


def _roofline(counted: list[Run], on: Callable[[Run], str], stage: str, figures: Figures) -> Markup:
    columns, rows, _ = _work_columns(counted)
    rooflines: dict[str, Roofline] = {}
    lines: list[list[object]] = []
    for run, row in zip(counted, rows):
        limits, work, machine, name = run.json["bound"], _work_of_stage(run, stage), on(run), _work_name(columns, row)
        peak, bandwidth = limits["peak_operations_per_second"], limits["peak_bytes_per_second"]
        # Measured anew for each run: the best of them.
        one = rooflines.setdefault(machine, Roofline(machine, peak, bandwidth, []))
        one.peak, one.bandwidth = max(one.peak, peak), max(one.bandwidth, bandwidth)
        point = (work["operations"] / work["bytes"], 1e3 * work["operations"] / float(run.field(f"{stage}_ms")), name)
        one.points.append(point)
        lines.append([machine, name, point[0], point[1], peak, bandwidth])
    svg, files = draw_rooflines(list(rooflines.values()), f"Roofline of the stage {stage}", figures.formats)
    name = "roofline" if stage == "avoid" else f"roofline {stage}"
    return figure(f"The stage {stage}", svg, figures.add_drawn(name, files, csv_text(
        ("on", "work", "operations a byte", "operations a second", "peak operations a second", "peak bytes a second"), lines)))


ROOFLINES = (
    "Lines: what the machine can do, its peak rate of operations and its bandwidth, both measured in the same process. Points: a stage's float32 operations over its bytes, and over "
    "its time, which on a GPU holds the launch and the wait for it. The useful operations of the avoidance stage are counted. Those of the others, and all bytes, are the least that "
    "any way of doing it needs: a search looks at more agents than it lists, so that its point lies lower than its work. The bandwidth is that of arrays as large as the avoidance stage's, so that "
    "small crowds have that of a cache; of several runs it is the highest.")


def _paths(result: Result) -> Markup:
    """Returns a row for each run that answers queries."""
    runs = result.done
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    repeated = any(run.repeated for run in runs)
    counted = any(run.field("states") is not None for run in runs)
    for run, row in zip(runs, rows):
        row += [machine_name(run)]
        row += [_shown(run.field(name)) for name in ("solved", "mismatches")]
        row += [number(run.field(name)) for name in ("length_mean", "over_optimum_mean", "over_optimum_max")]
        for name in ("offline_ms", "online_ms"):
            row += [number(run.field(name), 3)] + ([_interval(run, name)] if repeated else [])
            row += [number(run.field(f"first_{name}"), 3)]
        row += [number(run.field("queries_per_s"), 3), *([_shown(run.field("states"))] if counted else []), number(run.field("bytes") / 1e6, 3)]
    columns += ["on", ">solved", ">mismatches", ">mean length, m", ">over optimum", ">at most", ">offline, ms", *([">interval"] if repeated else []), ">first",
                ">online, ms", *([">interval"] if repeated else []), ">first", ">queries/s", *([">states"] if counted else []), ">MB"]
    return section("Queries", same, table(columns, rows), paragraph(
        "Solved: queries with a way. Mismatches: queries with a way where a disc of the largest radius cannot get from the start to the end between "
        "the walls, and those without one where it can; –: not known. Mean length: of the ways found. Over optimum: the length of a way over that of "
        "the optimum, the mean and the largest, of queries where both are known. First: the time of the first pass. States: cells, or "
        "leaves of a tree, that the planner divides the world into, blocked ones as well. MB: what the planner holds on its backend, without the "
        "queries and their ways.",
        "note"))


def _repairs(result: Result) -> Markup:
    """Returns a row for each run in which an obstacle moves."""
    runs = [run for run in result.done if "moves" in run.json]
    if not runs:
        return Markup("")
    changes = [name for name in MOVES if name not in ("move", "move_ms", "move_follow_ms", "move_online_ms", "move_solved")]
    columns, rows, same = _work_columns(runs)
    for run, row in zip(runs, rows):
        low, high = run.field("repair_ms_min"), run.field("repair_ms_max")
        row += [machine_name(run), number(run.field("plan_ms"), 3), number(run.field("repair_ms"), 3), f"{number(low, 3)} to {number(high, 3)}"]
        row += [f"{run.field('repair_percent'):.3g} %", yes_no(run.field("repaired"))]
        row += [number(float(np.mean(run.json["moves"][name][1:])), 3) for name in changes]
    columns += ["on", ">plan, ms", ">repair, ms", ">least to most", ">of a plan", "repaired", *(f">{name.removeprefix('move_')}" for name in changes)]
    return section("Repairs", same, table(columns, rows), paragraph(
        "Plan: offline and online together, as long as nothing has moved. Repair: the time to take over a world in which an obstacle has come or "
        "moved, and to answer all queries again; the median over the moves, and the least and the most. Repaired: whether the planner repairs what it has, "
        "or builds all anew. What changes at a move, in the mean: cells of the grid; leaves of the tree that are inserted, removed and updated; values "
        "that are invalidated and computed again.", "note"))


def _potentials(result: Result) -> Markup:
    """Returns a row for each run that solves a potential."""
    runs = result.done
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    repeated = any(run.repeated for run in runs)
    for run, row in zip(runs, rows):
        row += [machine_name(run), yes_no(run.field("solved")), number(run.field("residual"), 2), _shown(run.field("sweeps")),
                number(run.field("solve_ms"), 3)]
        row += [_interval(run, "solve_ms")] if repeated else []
        row += [_shown(run.field("cells")), number(run.field("cell_sweeps_per_s"), 3), number(run.field("bytes") / 1e6, 3)]
    columns += ["on", "solved", ">residual", ">sweeps", ">ms", *([">interval"] if repeated else []), ">cells", ">cells x sweeps/s", ">MB"]
    unsolved = [row for row, run in enumerate(rows) if not runs[row].field("solved")]
    return section("Potentials", same, table(columns, rows, unsolved), paragraph(
        "Solved: the residual that was asked for was reached within the sweeps that were allowed; shaded: it was not, and the time is that of the "
        "sweeps that were allowed. Residual: the greatest difference of a free cell from the mean of its neighbors, over what a cell beside the goal lacks "
        "at first. Sweeps: over all cells; cycles of multigrid, each of which is several sweeps over grids of several sizes, so that cells times sweeps "
        "per second compare runs of one solver. MB: what the solver holds on its backend.", "note"))


def _emptying(result: Result) -> Markup:
    """Returns a row for each run that lets people leave plans."""
    runs = result.done
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    for run, row in zip(runs, rows):
        row += [machine_name(run), f"{run.field('emptied'):,} of {run.field('plans'):,}"]
        row += [_shown(run.field(name)) for name in ("people_left", "wall_crossings", "plans_with_overlaps")]
        row += [number(run.field(name), 3) for name in ("overlap_depth", "seconds_to_empty", "seconds_to_empty_most", "time_over_door", "time_over_door_most")]
    columns += ["on", ">emptied", ">people left", ">through walls", ">overlapping", ">depth, radii", ">s", ">at most", ">over door's", ">at most"]
    stranding = [row for row, run in enumerate(runs) if run.field("not_emptied") or run.field("wall_crossings")]
    each = runs[0].json["settings"]["each"]
    varied = "; ".join(f"{key} {', '.join(_shown(value) for value in values)}" for key, values in each.items())
    return section("Plans", same, paragraph(f"From plan to plan: {varied}.", "note") if varied else Markup(""), table(columns, rows, stranding), paragraph(
        "Emptied: plans that everybody has left in time; shaded: somebody stays behind in others, or went through a wall. People left: in all plans "
        "together. Overlapping: plans in which two discs overlap at some time; depth: of the deepest overlap. s: simulated seconds until the last one is "
        "out, the median and the most of the plans that were emptied. Over door's: the same over the least time that the narrowest passage takes, at "
        "1.2 people a second and metre.", "note"))


def _energy(result: Result) -> Markup:
    parts = energy_parts(result)
    return section("Energy", *parts, paragraph(ENERGIES, "note")) if parts else Markup("")


def energy_parts(result: Result, side: str = "") -> list[Markup]:
    """Returns a table with a row for each part of a machine whose energy was asked for, measured or not, and what stands around it."""
    runs = [(run, part) for run in result.done for part in ENERGY_PARTS if any(part in one for one in run.json.get("energy", []))]
    if not runs:
        return []
    columns, rows, same = _work_columns([run for run, _ in runs])
    whys = {}
    for (run, part), row in zip(runs, rows):
        row += [machine_name(run), part.upper()]
        for name in (f"{part}_{ENERGY}", f"{part}_net_{ENERGY}", f"{part}_joules_per_step", f"{part}_net_joules_per_step"):
            measured = run.field(name) is not None
            row += [number(run.field(name), 3) if measured else "not measured"]
            row += [_interval(run, name) if measured else "–"] if name.endswith(ENERGY) else []
        row += [number(run.field(f"{part}_{name}"), 3) for name in ("watts", "idle_watts")]
        for one in run.json["energy"]:
            told = one.get(part, {})
            if why := told.get("not_measured") or told.get("net_not_measured"):
                whys[f"{part.upper()}{'' if told.get('not_measured') else ' without idle'}: {why}"] = None
    columns += ["on", "of", ">J per million agent-steps", ">interval", ">without idle", ">interval", ">J per step", ">without idle", ">W", ">idle, W"]
    on = [paragraph(f"On {side}. All that was asked for:", "note")] if side else []
    missing = [paragraph(f"Not measured: {'; '.join(whys)}.", "note")] if whys else []
    return [*on, same, table(columns, rows), *missing]


def _stages(result: Result) -> Markup:
    runs = [run for run in result.done if run.parts("stage_ms")]
    if not runs:
        return Markup("")
    names = list(dict.fromkeys(name for run in runs for name, _ in run.parts("stage_ms")))
    columns, rows, same = _work_columns(runs)
    for run, row in zip(runs, rows):
        row += _crowding(run)
        times = dict(run.parts("stage_ms"))
        row += [machine_name(run), *(number(times.get(name), 3) for name in names), number(run.field("empty_stage_ms"), 2)]
    columns += [">changed", ">forbidding", "on", *(f">{name.split(': ')[-1]}" for name in names), ">empty"]
    return section("Stages, ms a step", paragraph(
        "From a pass of its own, which replays nothing and waits for the device before and after every stage and every part of one. A time so "
        "holds the launches of the kernels and the waiting, which with few agents is most of it on a GPU: 'empty' is what a stage takes "
        "in which nothing is done. Compare stages with each other; they do not add up to the step above, which waits for nothing in between.",
        "note"), same, table(columns, rows))


def _avoidance_parts(result: Result) -> Markup:
    """Returns a row for each part of each piece of work: its time on each machine, and how many times less that is than on the first."""
    runs = [run for run in result.done if run.avoidance_parts]
    if not runs:
        return Markup("")
    columns, rows, same = _work_columns(runs)
    alike = len({(run.field("backend"), run.field("threads")) for run in runs}) == 1
    names = [str(run.field("lanes")) if alike else machine_name(run) for run in runs]
    machines = list(dict.fromkeys(names))
    works: dict[tuple, dict[str, Run]] = {}
    for run, row, name in zip(runs, rows, names):
        works.setdefault(tuple(row), {})[name] = run
    table_rows, marked = [], []
    for work, on in works.items():
        taken = {machine: _part_times(run) for machine, run in on.items()}
        for name in dict.fromkeys(name for times in taken.values() for name in times):
            cells, first = [], taken.get(machines[0], {}).get(name)
            for machine in machines:
                part = taken.get(machine, {}).get(name)
                cells += [_told(part), f"{part['percent']:.1f}" if part else "–"]
                if machine != machines[0]:
                    both = first and part and first["percent"] > 0 and part["percent"] > 0
                    cells.append(number(first["ms"] / part["ms"], 3) if both else "–")
            if name == WHOLE:
                marked.append(len(table_rows))
            table_rows.append([*work, name.replace(" ", "\u00a0"), *cells])
    columns.append("part")
    for machine in machines:
        columns += [f">{machine}: ms", ">percent"] + ([">times faster"] if machine != machines[0] else [])
    return section("Parts of the avoidance stage", paragraph(
        "The stage is stopped after the first part, after the second and so on, and a part's time is the difference: of the lower quartiles of "
        "many, timed in turn. No agent moves meanwhile. '<': takes less than can be told from how times vary, and counts as 0 percent. "
        f"'Times faster': than {machines[0]}.", "note"), same, table(columns, table_rows, marked))


WHOLE = "all"

RATIOS = ("The interval of a ratio: 95%, Student's, of the logarithms of the processes' ratios, each of medians; of the largest or smallest of several it "
          "holds together with those of the others. Where it holds 1, no difference is seen. Of a single process it is widened by a tenth to both "
          "sides, because where a process lies in memory is then not known. Of runs that something else on the machine disturbed it is not judged.")
INTERVALS = ("the median over the repetitions of all processes, and where there are several the interval of what another process would measure: Student's 95%, "
             "of the logarithms of the processes' medians. Of a single process it holds the median of its own repetitions with 95%: two of them, chosen by their "
             "order, or with fewer than six the least and the most, and a lower confidence")


ENERGIES = ("Each repetition takes the timed steps again and again, from a saved crowd to the same positions, for seconds; what bringing the crowd back takes is measured "
            "alone and subtracted. CPU: all processor packages by Linux's powercap, without the memory; GPU: the whole board by its driver's counter of energy. They are never added. "
            "Without idle: less the power that the same machine takes before, with the crowd in its memory and nothing to do, for as long.")


def _part_times(run: Run) -> dict[str, dict]:
    parts = {f"{i} {part['name']}": part for i, part in enumerate(run.avoidance_parts, 1)}
    return {**parts, WHOLE: {"ms": run.field("all_parts_ms"), "percent": 100.0}}


def _told(part: Optional[dict]) -> str:
    if part is None:
        return "–"
    return number(part["ms"], 3) if part["percent"] > 0 else f"< {number(max(part['ms'], part['resolution_ms']), 2)}"


def _memory(result: Result) -> Markup:
    if not result.done:
        return Markup("")
    names = list(dict.fromkeys(name for run in result.done for name, _ in run.parts("bytes")))
    columns, rows, same = _work_columns(result.done)
    for run, row in zip(result.done, rows):
        sizes = dict(run.parts("bytes"))
        row += [backend_name(run), *(number(sizes.get(name, 0), 3) for name in names), number(run.field("bytes") / 1e6, 3),
                number(run.field("bytes_per_agent"))]
    columns += ["backend", *(f">{name}" for name in names), ">all", ">bytes per agent"]
    return section("Memory, MB by part", same, table(columns, [list(row) for row in dict.fromkeys(map(tuple, rows))]))


def _bits(result: Result, kind: Kind) -> Markup:
    compared = [work for work in result.json["same_bits"] if len(work["checksums"]) > 1]
    if not compared:
        return Markup("")
    same = all(work["same"] for work in compared)
    rows = []
    for work in compared:
        sums = work["checksums"]
        shown = next(iter(sums.values())) if work["same"] else "; ".join(f"{on}: {value}" for on, value in sums.items())
        rows.append((work["work"], len(sums), yes_no(work["same"]), Markup(f"<code>{escape(shown)}</code>")))
    return section("Same bits", paragraph(Markup(f"Every backend, lane and way of being parallel {kind.ends}, bit for bit: {yes_no(same)}.")),
                   table(("work", ">variants", "same bits", f"checksum of {kind.compared}"), rows))


def _failures(result: Result) -> Markup:
    failed = [run for run in result.runs if run.failed]
    if not failed:
        return Markup("")
    columns, rows, same = _work_columns(failed)
    for run, row in zip(failed, rows):
        row += [run.methods, run.field("backend"), run.json["error"]]
    return section("Failed runs", same, table((*columns, "methods", "backend", "why"), rows))


@dataclass(frozen=True)
class Kind:
    """What a page shows of one kind of runs."""

    sections: tuple[Callable[[Result], Markup], ...]
    timed: str
    ends: str
    compared: str
    method: str


KINDS = {
    "simulation": Kind(
        (_times, _ranks, _energy, _stages, _avoidance_parts, _memory), "a step", "ends in the same positions", "the final positions",
        "A time is the wall time of steps alone, warm-up left out, divided by their number; shown is "
        f"{INTERVALS}. "
        "What comes before the first step of a run was computed on the fastest "
        "backend at hand. Each repetition is a simulation of its own and has to end in the same positions. Who has arrived "
        "when is watched in a pass that nobody times. Memory is what the simulation claims on its backend; 1 MB is 1,000,000 bytes. Machines are shared: "
        "compare within a page, not across."),
    "paths": Kind(
        (_paths, _repairs), "all queries", "finds the same ways", "the ways",
        "Offline is the wall time of what a planner builds before the first query, online that of all queries: from queries in main memory to ways in "
        "main memory. Shown is "
        f"{INTERVALS}. A first "
        "pass comes before them; 'first' are its times. Memory is claimed before that. The repetitions use the same path finder. Each does all offline work anew "
        "and has to find the same ways. Machines are shared: compare within a page, not across."),
    "potentials": Kind(
        (_potentials,), "a solution", "ends in the same values", "the values",
        "A time is the wall time from a map whose cells have their first values, 1 at the goal and 0 elsewhere, to the last residual that is measured; what a "
        "solver prepares for a map, such as multigrid's wider grids, is in it. Shown is "
        f"{INTERVALS}; along a curve it is the median at each measured residual. A pass that nobody times comes before them. Each repetition "
        "begins from nothing and has to end in the same values. A solver waits for the device whenever it measures its residual: after each cycle of multigrid, "
        "and after some sweeps of the others. Machines are shared: compare within a page, not across."),
    "emptying": Kind(
        (_emptying,), "leaving a plan, in simulated seconds", "lets people leave in the same way", "all plans' final positions",
        "Each plan is drawn from its number as the seed, and run until everybody has left or time is up. A verifier looks at everybody's place after every "
        "step. Times are simulated, so they say nothing about a machine's speed."),
}
