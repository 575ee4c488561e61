"""Plots as SVG in a page, and as PNG and PDF beside it. Text and axes of the SVG take the page's color, so that they show on light and on
dark."""

from __future__ import annotations

import io
import itertools
import re
import textwrap
from dataclasses import dataclass

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.axis import Axis  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator, PercentFormatter  # noqa: E402

from result import MOVES, Run  # noqa: E402
from series import CURVES, Series, make_series  # noqa: E402

# People with any kind of color vision can tell these colors apart, and they show on white and on black.
COLORS = ("#0f80c1", "#dd8a00", "#0a9d74", "#c65f95", "#d9541a", "#7d6bd0", "#8a8f1c", "#3aa7b8")
MARKERS = ("o", "s", "^", "D", "v", "P")
# Of the kernels under rooflines, which may be many.
KERNEL_MARKERS = (*MARKERS, "X", "*", "<", ">", "p", "h", "d", "8", "H", "1", "2", "3", "4", "+")
# Of the paper's points, one for each reference.
REFERENCE_MARKERS = ("*", "X", "p", "d")
DASHES = ("-", "--", ":", "-.")
HATCHES = ("", "///", "...", "xxx")
LABELS = {"joules_per_million_agent_steps": "J per million agent-steps",
          "gpu_joules_per_million_agent_steps": "J of the GPU per million agent-steps", "cpu_joules_per_million_agent_steps": "J of the CPUs per million agent-steps",
          "gpu_net_joules_per_million_agent_steps": "J of the GPU per million agent-steps, without idle",
          "cpu_net_joules_per_million_agent_steps": "J of the CPUs per million agent-steps, without idle",
          "step": "frame", "time": "s", "arrived_share": "arrived", "step_ms": "ms per step", "ms_per_step": "ms per step",
          "frames_per_second": "frames per second", "agent_steps_per_second": "agent-steps per second",
          "world_steps_per_second": "world-steps per second", "bytes_per_agent": "bytes per agent",
          "min_separation": "smallest separation, m", "scenario": "", "bytes": "MB", "stage_ms": "ms per step", "avoid_ms": "ms per step",
          "avoidance_part_ms": "ms per avoidance stage", "avoidance_part_percent": "percent of the avoidance stage",
          "overlaps_per_frame": "overlapping pairs of bare discs per frame", "overlap_depth": "deepest overlap, radii", "time_ratio": "time over straight way's",
          "too_close_per_frame": "pairs nearer than the minimum distance per frame", "lane_order": "lane order parameter",
          "way_ratio": "length over straight way's", "online_ms": "ms for all queries", "offline_ms": "ms before the first query",
          "queries_per_s": "queries per second", "length_mean": "mean length, m", "over_optimum_mean": "length over the optimum's, mean",
          "over_optimum_max": "length over the optimum's, largest", "over_optimum_percent": "percent longer than the optimum, mean",
          "first_online_ms": "ms for all queries, first time", "first_offline_ms": "ms before the first query, first time",
          "claim_ms": "ms to claim memory",
          "plan_ms": "ms for a plan", "repair_ms": "ms for a repair, median", "repair_percent": "percent of the time of a plan",
          "states": "states", "draw.size": "cells of a side", "draw.kind": "", "move": "move of the obstacle (0: the first plan)",
          "move_ms": "ms", "move_follow_ms": "ms to take over the world", "move_online_ms": "ms for all queries", "move_solved": "queries with a way",
          "move_cells": "cells that have turned", "move_inserted": "leaves inserted", "move_removed": "leaves removed",
          "move_updated": "leaves updated", "move_invalidated": "values invalidated",
          "solve_ms": "ms to solve a potential", "sweeps": "sweeps, or cycles", "residual": "residual over the first one",
          "cell_sweeps_per_s": "cells times sweeps per second", "cells": "cells", "sweep": "sweeps, or cycles",
          "sweep_residual": "residual over the first one", "elapsed_ms": "ms",
          "grain": "agents of a block at most (0: as suits)", "plans": "plans", "emptied": "plans that everybody leaves",
          "not_emptied": "plans that somebody does not leave", "people_left": "people who stay behind", "wall_crossings": "ways through walls",
          "plans_with_overlaps": "plans with overlaps", "seconds_to_empty": "s until all are out, median",
          "seconds_to_empty_most": "s until all are out, at most", "time_over_door": "time over the narrowest passage's, median",
          "time_over_door_most": "time over the narrowest passage's, at most"}
FIGURE = (8.6, 4.4)  # inches
LETTERS = 90  # that fit below an axis
PANELS = 4  # of stacked bars, side by side
# The page's text color replaces this color.
INK = "#010203"

plt.rcParams.update({
    "svg.fonttype": "none", "pdf.fonttype": 42, "font.family": "sans-serif", "font.size": 10, "axes.titlesize": 10,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "axes.grid": True, "grid.color": "#808080", "grid.alpha": 0.25, "grid.linewidth": 0.6,
    "legend.frameon": False, "lines.linewidth": 1.6, "lines.markersize": 5,
})



def draw_plot(plot: dict, runs: list[Run], formats: tuple[str, ...]) -> tuple[str, dict[str, bytes]]:
    """Returns the plot as an <svg> element and as a file of each format, or an empty text and no file if no run has its data."""
    series = make_series(plot, runs)
    if not series:
        return "", {}
    if plot["kind"] == "stacked":
        figure = _stacked(plot, series)
    else:
        figure = plt.figure(figsize=FIGURE)
        axes = figure.subplots()
        {"bars": _bars, "dots": _dots}.get(plot["kind"], _lines)(axes, plot, series)
        figure.tight_layout()
        _legend(figure, axes)
    return _svg_of(figure, plot["title"], formats)


def draw_cascade(case: dict, names: list[str], formats: tuple[str, ...]) -> tuple[str, dict[str, bytes]]:
    """Returns a case's cascade plot (Sewall et al., Interpreting and Visualizing Performance Portability Metrics, 2020): the efficiencies of each
    application, from its best platform to its worst, each with the platform's number, and its performance portability over all."""
    figure = plt.figure(figsize=FIGURE)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 1))
    for i, one in enumerate(case["portability"]):
        rows = sorted((row for row in case["rows"] if row["application"] == one["application"]), key=lambda row: -row["app_efficiency"])
        style = {"color": COLORS[i % len(COLORS)], "marker": MARKERS[i % len(MARKERS)]}
        places = range(1, len(rows) + 1)
        left.plot(places, [row["app_efficiency"] for row in rows], label=one["application"], **style)
        for place, row in zip(places, rows):
            left.annotate(str(names.index(row["platform"]) + 1), (place, row["app_efficiency"]), textcoords="offset points", xytext=(5, 5 + 9 * (i % 3)),
                          color=style["color"], fontsize=8)
        right.bar(i, one["app"], 0.72, color=style["color"])
        right.annotate(f"{one['app']:.2g}", (i, one["app"]), ha="center", textcoords="offset points", xytext=(0, 3), fontsize=8)
    left.set_xticks(range(1, len(names) + 1))
    left.set_xlim(0.7, len(names) + 0.3)
    left.set_ylim(0, 1.12)
    left.set_xlabel("platforms, from the best to the worst")
    left.set_ylabel("best time known over the application's")
    right.set_xticks([])
    right.set_xlabel("performance portability")
    right.grid(False, axis="x")
    figure.tight_layout()
    _legend(figure, left)
    title = f"Cascade: {case['work']}"
    return _svg_of(figure, title, formats)


@dataclass
class Roofline:
    """What a machine can do, and what a kernel does on it. `points` are (operations a byte, operations a second, name)."""

    machine: str
    peak: float  # operations a second
    bandwidth: float  # bytes a second
    points: list[tuple[float, float, str]]


def draw_rooflines(rooflines: list[Roofline], title: str, formats: tuple[str, ...]) -> tuple[str, dict[str, bytes]]:
    """Returns a roofline for each machine (Williams, Waterman, Patterson: Roofline, 2009), with a point for each kernel."""
    figure = plt.figure(figsize=FIGURE)
    axes = figure.subplots()
    names = list(dict.fromkeys(name for one in rooflines for _, _, name in one.points))
    intensities = [x for one in rooflines for x, _, _ in one.points] + [one.peak / one.bandwidth for one in rooflines]
    x = np.geomspace(min(intensities) / 4, max(intensities) * 4, 100)
    for i, one in enumerate(rooflines):
        color = COLORS[i % len(COLORS)]
        axes.plot(x, np.minimum(one.peak, x * one.bandwidth) / 1e9, color=color, label=one.machine)
        for intensity, rate, name in one.points:
            axes.plot(intensity, rate / 1e9, linestyle="none", color=color, marker=KERNEL_MARKERS[names.index(name) % len(KERNEL_MARKERS)], markersize=7)
    # What markers mean is the same on all machines.
    for name in names:
        axes.plot([], [], linestyle="none", color=INK, marker=KERNEL_MARKERS[names.index(name) % len(KERNEL_MARKERS)], label=name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    _log_ticks(axes.xaxis)
    _log_ticks(axes.yaxis)
    axes.set_xlabel("operations a byte")
    axes.set_ylabel("10^9 operations a second")
    figure.tight_layout()
    _legend(figure, axes)
    return _svg_of(figure, title, formats)


def _svg_of(figure: Figure, title: str, formats: tuple[str, ...]) -> tuple[str, dict[str, bytes]]:
    files = {name: _file(figure, title, name) for name in formats}
    return _svg(figure, title), files


def _styles(series: list[Series]) -> list[dict]:
    """Chooses a color by the first field, and marker and dashes by the others. A single field chooses both."""
    colors: dict[object, int] = {}
    styles: dict[object, int] = {}
    result = []
    for one in series:
        first, *rest = list(one.fields.values()) or [""]
        color = colors.setdefault(first, len(colors))
        style = styles.setdefault(tuple(rest), len(styles))
        result.append({"color": COLORS[color % len(COLORS)], "marker": MARKERS[(style if rest else color) % len(MARKERS)],
                       "linestyle": DASHES[style % len(DASHES)], "hatch": HATCHES[style % len(HATCHES)]})
    return result


def _lines(axes: Axes, plot: dict, series: list[Series]) -> None:
    _scales(axes, plot, series)
    for one, style in zip(series, _styles(series)):
        if plot["x"] in CURVES:
            marker = style["marker"] if plot["x"] in MOVES else None
            axes.plot(one.x, one.y, label=one.label, color=style["color"], linestyle=style["linestyle"], marker=marker)
            continue
        order = np.argsort(one.x)
        x, y, low, high = (np.array(values, dtype=float)[order] for values in (one.x, one.y, one.low, one.high))
        axes.fill_between(x, low, high, where=np.isfinite(low), color=style["color"], alpha=0.18, linewidth=0)
        axes.plot(x, y, label=one.label, color=style["color"], linestyle=style["linestyle"], marker=style["marker"])
    markers = itertools.cycle(REFERENCE_MARKERS)
    for reference in plot["references"]:
        if "level" in reference:
            axes.axhline(reference["level"], color=INK, linestyle=(0, (6, 3)), linewidth=1.2, label=reference["label"])
        elif reference["points"]:
            x, y = zip(*reference["points"])
            marker = next(markers)
            axes.plot(x, y, linestyle="none", marker=marker, markersize=13 if marker == "*" else 8, color=INK, label=reference["label"])


def _bars(axes: Axes, plot: dict, series: list[Series]) -> None:
    width = 0.8 / len(series)
    for one, style, places in _in_categories(axes, plot, series):
        axes.bar(places, one.y, width * 0.92, label=one.label, color=style["color"], hatch=style["hatch"], edgecolor="#ffffff66", linewidth=0)
        _spread(axes, one, places)


def _dots(axes: Axes, plot: dict, series: list[Series]) -> None:
    """Draws dots, for log axes, which lack the zero that a bar needs."""
    if plot["log_y"]:
        axes.set_yscale("log")
    for one, style, places in _in_categories(axes, plot, series):
        axes.plot(places, one.y, linestyle="none", marker=style["marker"], markersize=7, color=style["color"], label=one.label)
        _spread(axes, one, places)
    if plot["log_y"]:
        _log_ticks(axes.yaxis)


def _in_categories(axes: Axes, plot: dict, series: list[Series]) -> list[tuple[Series, dict, np.ndarray]]:
    """Yields each series with its style and its places beside the others' at the ticks of x. It also sets up the axes."""
    categories = list(dict.fromkeys(x for one in series for x in one.x))
    width = 0.8 / len(series)
    for reference in plot["references"]:
        if "level" in reference:
            axes.axhline(reference["level"], color=INK, linestyle=(0, (6, 3)), linewidth=1.2, label=reference["label"])
    names = [_plain(x) for x in categories]
    # Names that would run into each other are turned.
    turned = {"rotation": 30, "ha": "right"} if len(names) > 1 and len(names) * max(map(len, names)) > LETTERS else {}
    axes.set_xticks(range(len(categories)), names, **turned)
    axes.grid(False, axis="x")
    _name_axes(axes, plot)
    return [(one, style, np.array([categories.index(x) + (i - (len(series) - 1) / 2) * width for x in one.x]))
            for i, (one, style) in enumerate(zip(series, _styles(series)))]


def _spread(axes: Axes, one: Series, places: np.ndarray) -> None:
    """Draws the intervals of several repetitions as bars."""
    y, low, high = (np.array(values, dtype=float) for values in (one.y, one.low, one.high))
    known = np.isfinite(low)
    if known.any():
        axes.errorbar(places[known], y[known], yerr=[(y - low)[known], (high - y)[known]], linestyle="none", ecolor=INK, elinewidth=0.8,
                      capsize=2)


def _stacked(plot: dict, series: list[Series]) -> Figure:
    """Draws memory by part, or a step by stage: a panel for each series, a bar for each x. Panels share a scale if it suits all."""
    parts = list(dict.fromkeys(name for one in series for run in one.runs for name, _ in run.parts(plot["y"])))
    columns = min(len(series), PANELS)
    rows = -(-len(series) // columns)
    figure = plt.figure(figsize=(FIGURE[0], 3.8 * rows))
    highest = [max(sum(part for _, part in run.parts(plot["y"])) for run in one.runs) for one in series]
    panels = figure.subplots(rows, columns, sharey=max(highest) <= 5 * min(highest), squeeze=False)
    for axes in panels.flat[len(series):]:
        axes.remove()
    for axes, one in zip(panels.flat, series):
        # Names stay in the order of the study.
        numbers = all(not isinstance(run.field(plot["x"]), str) for run in one.runs)
        runs = sorted(one.runs, key=lambda run: run.field(plot["x"])) if numbers else one.runs
        floor = np.zeros(len(runs))
        for i, part in enumerate(parts):
            heights = [dict(run.parts(plot["y"])).get(part, 0.0) for run in runs]
            axes.bar(range(len(runs)), heights, 0.72, bottom=floor, label=part, color=COLORS[i % len(COLORS)])
            floor += heights
        axes.set_title(textwrap.fill(one.label, LETTERS // columns))
        axes.set_xticks(range(len(runs)), [_plain(run.field(plot["x"])) for run in runs], rotation=45, ha="right")
        axes.set_xlabel(plot["x_label"] or LABELS.get(plot["x"], plot["x"]))
        axes.grid(False, axis="x")
    for row in panels:
        row[0].set_ylabel(plot["y_label"] or LABELS[plot["y"]])
    figure.tight_layout()
    _legend(figure, panels[0, 0])
    return figure


def _scales(axes: Axes, plot: dict, series: list[Series]) -> None:
    if plot["log_x"]:
        axes.set_xscale("log")
    if plot["log_y"]:
        axes.set_yscale("log")
    for axis, name in ((axes.xaxis, plot["x"]), (axes.yaxis, plot["y"])):
        if name == "arrived_share":
            axis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        else:
            axis.set_major_formatter(FuncFormatter(lambda value, _: _plain(value)))
        if axis.get_scale() == "log":
            _log_ticks(axis)
    referred = [x for reference in plot["references"] for x, _ in reference["points"]]
    values = sorted({*referred, *(x for one in series for x in one.x)}) if plot["log_x"] else []
    if 0 < len(values) <= 8 and values[-1] > 0:
        axes.set_xticks(_apart(values))
    _name_axes(axes, plot)


def _apart(values: list[float]) -> list[float]:
    """Returns those of the values, in order, whose names do not run into each other on a log axis."""
    values = [value for value in values if value > 0]
    span = np.log(values[-1] / values[0])
    kept = [values[-1]]
    for value in reversed(values[:-1]):
        letters = (len(_plain(value)) + len(_plain(kept[-1]))) / 2 + 1
        if np.log(kept[-1] / value) * LETTERS >= letters * span:
            kept.append(value)
    return kept


def _name_axes(axes: Axes, plot: dict) -> None:
    axes.set_xlabel(plot["x_label"] or LABELS.get(plot["x"], plot["x"]))
    axes.set_ylabel(plot["y_label"] or LABELS.get(plot["y"], plot["y"]))


class LogTicks(LogLocator):
    """Ticks at 1, 2 and 5 of every decade, because a plot may span less than a decade; at more places if it spans very little, and at
    fewer if it spans many."""

    def __init__(self) -> None:
        super().__init__(subs=(1, 2, 5), numticks=20)

    def tick_values(self, vmin: float, vmax: float) -> object:
        narrow, wide = vmax < 5 * vmin, vmax > 1e4 * vmin
        self.set_params(subs=(1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8) if narrow else (1,) if wide else (1, 2, 5))
        return super().tick_values(vmin, vmax)


def _log_ticks(axis: Axis) -> None:
    axis.set_major_locator(LogTicks())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _plain(value)))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    longest = max((len(label) for label in labels), default=1)
    columns = max(1, min(len(labels), int(100 / (longest + 6)), 4))
    figure.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=columns)


def _plain(value: object) -> str:
    """Returns a number as people write it: 20,000 and 0.05."""
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _file(figure: Figure, title: str, kind: str) -> bytes:
    content = io.BytesIO()
    dates = {"pdf": {"CreationDate": None, "Title": title}, "png": {"Title": title}}
    figure.savefig(content, format=kind, dpi=200, facecolor="white", bbox_inches="tight", metadata=dates[kind])
    return content.getvalue()


def _svg(figure: Figure, title: str) -> str:
    matplotlib.rcParams["svg.hashsalt"] = title
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    svg = text.getvalue()
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    # The page sets the width; the viewBox keeps the shape.
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) width="([\d.]+)pt"', r'\1 style="max-width:\2pt" width="100%"', svg, count=1)
    return svg.replace(INK, "currentColor")
