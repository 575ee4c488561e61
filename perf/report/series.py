"""Groups runs into the lines, or rows of bars, of a plot."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from result import MOVES, SOLVING, Run, Value

CURVES = ("step", "time", "arrived_share", "step_ms", *MOVES, *SOLVING)


@dataclass
class Series:
    """A line of a plot. `fields` tells it apart from the others."""

    fields: dict[str, Value]
    x: list[Value] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    # The interval of the median over the repetitions; NaN if there is only one. Where points are means, the least and the most of them.
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)

    @property
    def label(self) -> str:
        return ", ".join(describe(name, value) for name, value in self.fields.items() if value is not None)


def describe(name: str, value: Value) -> str:
    if name == "threads":
        return f"{value:,} thread" + ("" if value == 1 else "s")
    if name == "ranks":
        return f"{value:,} rank" + ("" if value == 1 else "s")
    if name == "agents_per_rank":
        return f"{value:,} agents a rank"
    if name in ("agents", "plans", "queries", "moves"):
        return f"{value:,} {name}"
    if name in ("goals", "worlds"):
        return f"{value:,} {name[:-1]}" + ("" if value == 1 else "s")
    if name == "draw.size":
        return f"{value:,} squared"
    if name == "draw.seed":
        return f"map {value}"
    if name == "seed":
        return f"seed {value}"
    if name == "sweeps_at_most":
        return f"up to {value:,} sweeps"
    if name == "optimum":
        return f"optimum by {value}" if value else "no optimum"
    if value == "none":
        return f"no {name}"
    if name == "grain":
        return f"blocks of {value:,}" if value else "blocks as suits"
    if name == "schedule":
        return f"{value} schedule"
    if name == "start_at":
        return f"from step {value:,}"
    parameter = name.startswith("set.")
    name = name.removeprefix("set.")
    if isinstance(value, bool):
        return name if value else f"no {name}"
    if parameter and not isinstance(value, str):
        return f"{name} = {value:g}"
    return str(value)


def make_series(plot: dict, runs: list[Run]) -> list[Series]:
    """Returns the lines of a plot. If the plot's own fields do not tell two runs apart, the fields that differ are added."""
    runs = [run for run in runs if run.matches(plot["where"]) and _has_data(plot, run)]
    averaged = plot.get("average", [])
    names = [name for name in plot["series"] if any(run.field(name) is not None for run in runs)]
    if any(run.side for run in runs):
        names = ["side"] + names
    if plot["x"] in CURVES:
        runs = _without_equal_curves(plot, names, runs)
    for extra in runs[0].fields["settings"] if runs else ():
        if extra in names or extra in averaged or extra == plot["x"]:
            continue
        if any(len({run.field(extra) for run in group}) > 1 for group in _groups(plot, names, runs).values() if len(group) > 1):
            names.append(extra)
    result: dict[tuple, Series] = {}
    for run in runs:
        key = tuple(run.field(name) for name in names)
        series = result.setdefault(key, Series(dict(zip(names, key))))
        _append(plot, run, series)
    if averaged:
        for series in result.values():
            _average(series)
    return list(result.values())


def _has_data(plot: dict, run: Run) -> bool:
    if plot["x"] in CURVES:
        return run.curve(plot["x"], plot["y"]) is not None
    if plot["kind"] == "stacked":
        return bool(run.parts(plot["y"]))
    return run.field(plot["x"]) is not None and run.field(plot["y"]) is not None


def _groups(plot: dict, names: list[str], runs: list[Run]) -> dict[tuple, list[Run]]:
    """Returns the runs that would fall onto one point."""
    groups: dict[tuple, list[Run]] = {}
    for run in runs:
        x = None if plot["x"] in CURVES else run.field(plot["x"])
        groups.setdefault((x, *(run.field(name) for name in names)), []).append(run)
    return groups


def _without_equal_curves(plot: dict, names: list[str], runs: list[Run]) -> list[Run]:
    """Keeps one of several backends with the same curve, because the same bits give the same curve."""
    kept: list[Run] = []
    for run in runs:
        x, y = run.curve(plot["x"], plot["y"])
        for other in kept:
            if any(run.field(name) != other.field(name) for name in names):
                continue
            other_x, other_y = other.curve(plot["x"], plot["y"])
            if np.array_equal(x, other_x) and np.array_equal(y, other_y):
                break
        else:
            kept.append(run)
    return kept


def _append(plot: dict, run: Run, series: Series) -> None:
    series.runs.append(run)
    if plot["x"] in CURVES:
        x, y = run.curve(plot["x"], plot["y"])
        series.x.extend(x)
        series.y.extend(y)
        return
    if plot["kind"] == "stacked":
        return
    value = float(run.field(plot["y"]))
    series.x.append(run.field(plot["x"]))
    series.y.append(value)
    low, high = interval(run, plot["y"])
    series.low.append(low)
    series.high.append(high)


def _average(series: Series) -> None:
    """Puts one point in the place of those with the same x: their mean, with the least and the most of them."""
    points: dict[Value, list[float]] = {}
    for x, y in zip(series.x, series.y):
        points.setdefault(x, []).append(y)
    series.x = list(points)
    series.y = [float(np.mean(values)) for values in points.values()]
    series.low, series.high = ([choose(values) for values in points.values()] for choose in (min, max))


# Of results of earlier versions, which do not say what is a number over a time.
RATES_BEFORE = {"frames_per_second": "ms_per_step", "world_steps_per_second": "ms_per_step"}


def interval(run: Run, name: str) -> tuple[float, float]:
    """Returns the interval of a result's median over the repetitions; NaN if there is only one, or if it is not timed."""
    time = run.fields.get("rates", RATES_BEFORE).get(name)
    if time is not None:
        # A rate is a number over a time.
        low, high = interval(run, time)
        amount = float(run.field(name)) * float(run.field(time))
        return amount / high, amount / low
    # Results of earlier versions have the least and the most alone.
    for low, high in ((f"{name}_low", f"{name}_high"), (f"{name}_min", f"{name}_max")):
        if run.repeated and run.field(low) is not None:
            return float(run.field(low)), float(run.field(high))
    return np.nan, np.nan
