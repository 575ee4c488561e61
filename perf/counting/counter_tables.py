"""What perf/counters shows: tables, and the rooflines with what was counted."""

import sys
from pathlib import Path

from counting.cases import Inability, Mistake
from counting.figures import Figure, Missing, combined, shown, table

REPORT = Path(__file__).resolve().parents[1] / "report"
# Columns: what stands above, the figure, and what it is multiplied by. Without these two: the figure of that name, as it is.
Column = tuple[str, str, float] | str
RESOURCES: tuple[Column, ...] = (
    ("registers a thread", "registers", 1), ("shared static, bytes", "shared static", 1), "shared dynamic", "shared driver",
    ("local, bytes a thread", "local", 1), ("constant, bytes", "constant", 1), "threads a block", "blocks",
    ("active threads at most", "threads at most", 1), ("active warps at most", "warps at most", 1),
    ("occupancy at most, %", "occupancy at most", 1))
RATES: tuple[Column, ...] = (
    "operations a byte", ("10^9 operations/s", "operations a second", 1e-9), ("of the roofline, %", "of the roofline", 1))
COUNTERS: tuple[Column, ...] = (
    ("us a launch", "seconds a launch", 1e6), ("occupancy, %", "occupancy", 1), ("threads active of 32", "lanes", 1),
    ("L1 hits, %", "L1 hits", 1), ("L2 hits, %", "L2 hits", 1), ("bytes of memory", "bytes", 1),
    ("bytes of local memory", "local bytes", 1), "operations", *RATES)
STEP: tuple[Column, ...] = (
    "instructions", "cycles", "instructions a cycle", ("floats an instruction", "lanes", 1), "scalar", "packed 4", "packed 8", "packed 16",
    "L1 misses", "L2 misses", "LLC misses", "branch misses", ("bytes of memory", "bytes", 1), "operations", ("ns", "seconds", 1e9), *RATES)


def headings(columns: tuple[Column, ...]) -> list[str]:
    return [column if isinstance(column, str) else column[0] for column in columns]


def cells(figures: dict[str, Figure], columns: tuple[Column, ...]) -> list[str]:
    whole = [(column, column, 1) if isinstance(column, str) else column for column in columns]
    return [shown(combined(lambda value, factor=factor: value * factor, figures[key])) for _, key, factor in whole]


def to_text(document: dict, most: int) -> str:
    parts = []
    for case in document["cases"]:
        limits = [shown(combined(lambda value: value / 1e9, case["limits"][key])) for key in ("operations a second", "bytes a second")]
        parts.append(f"{case['name']}\n{case['on']}, {case['agents']} agents, {case['steps']} steps, plethos {case['program']}\n"
                     f"roofline: {limits[0]} x 10^9 operations/s, {limits[1]} x 10^9 bytes/s ({case['limits']['source']})\n"
                     f"bytes: {document['bytes_are']}\n")
        rows = case["rows"][:most]
        if document["kind"] == "kernels":
            parts.append(table(["kernel", *headings(RESOURCES)], [[row["name"], *cells(row["figures"], RESOURCES)] for row in rows]))
            parts.append(table(["kernel", "launches", *headings(COUNTERS)],
                               [[row["name"], str(row["launches"]), *cells(row["figures"], COUNTERS)] for row in rows]))
            if len(case["rows"]) > most:
                parts.append(f"{len(case['rows']) - most} kernels that take less time are not shown\n")
        else:
            parts.append(table(["of an agent in a step", "count"],
                               [[name, value] for name, value in zip(headings(STEP), cells(rows[0]["figures"], STEP))]))
    return "\n".join(parts + [line + "\n" for line in document["left_out"]])


def draw(document: dict, path: Path, most: int) -> None:
    """Draws the rooflines of all machines, with a point for each kernel or case, as perf/report draws them."""
    sys.path.insert(0, str(REPORT))
    try:
        from plots import KERNEL_MARKERS, Roofline, draw_rooflines
    except ImportError as error:
        raise Inability(f"--plot: {error}; Debian has it in python3-matplotlib") from None
    rooflines: dict[str, Roofline] = {}
    for case in document["cases"]:
        peak, bandwidth = case["limits"]["operations a second"], case["limits"]["bytes a second"]
        if isinstance(peak, Missing) or isinstance(bandwidth, Missing):
            raise Inability(f"--plot: no roofline of {case['on']}: {peak.reason if isinstance(peak, Missing) else bandwidth.reason}")
        one = rooflines.setdefault(case["on"], Roofline(case["on"], peak, bandwidth, []))
        one.peak, one.bandwidth = max(one.peak, peak), max(one.bandwidth, bandwidth)
        for row in case["rows"][:most]:
            place = row["figures"]["operations a byte"], row["figures"]["operations a second"]
            # Work without operations has no place on a log axis.
            if not any(isinstance(value, Missing) or value <= 0 for value in place):
                of_case = case["name"] if document["kind"] == "steps" else f"{row['name']} ({case['name']})"
                one.points.append((*place, row["name"] if document["kind"] == "kernels" and len(document["cases"]) == 1 else of_case))
    names = {name for one in rooflines.values() for _, _, name in one.points}
    if not names:
        raise Inability("--plot: no kernel has both operations and bytes of memory")
    if len(names) > len(KERNEL_MARKERS):
        raise Mistake(f"--plot: found {len(names)} kernels, expected {len(KERNEL_MARKERS)} or fewer, which can be told apart; --kernels N "
                      "shows fewer of each run")
    suffix = path.suffix[1:]
    svg, files = draw_rooflines(list(rooflines.values()), "Rooflines by counters", () if suffix == "svg" else (suffix,))
    path.write_bytes(svg.encode() if suffix == "svg" else files[suffix])
