"""What perf/counters shows: tables, and the rooflines with what was counted."""

import sys
from pathlib import Path

from counting.cases import Inability, Mistake
from counting.figures import Figure, Missing, combined, shown, table

REPORT = Path(__file__).resolve().parents[1] / "report"
# Columns: heading, figure, factor.
RESOURCES = (("registers a thread", "registers", 1), ("shared static, bytes", "shared static", 1), ("shared dynamic", "shared dynamic", 1), ("shared driver", "shared driver", 1),
             ("local, bytes a thread", "local", 1), ("constant, bytes", "constant", 1), ("threads a block", "threads a block", 1), ("blocks", "blocks", 1),
             ("active threads at most", "threads at most", 1), ("active warps at most", "warps at most", 1), ("occupancy at most, %", "occupancy at most", 1))
COUNTERS = (("us a launch", "seconds a launch", 1e6), ("occupancy, %", "occupancy", 1), ("threads active of 32", "lanes", 1), ("L1 hits, %", "L1 hits", 1), ("L2 hits, %", "L2 hits", 1),
            ("bytes of memory", "bytes", 1), ("bytes of local memory", "local bytes", 1), ("operations", "operations", 1), ("operations a byte", "operations a byte", 1),
            ("10^9 operations/s", "operations a second", 1e-9), ("of the roofline, %", "of the roofline", 1))
STEP = (("instructions", "instructions", 1), ("cycles", "cycles", 1), ("instructions a cycle", "instructions a cycle", 1), ("floats an instruction", "lanes", 1),
        ("scalar", "scalar", 1), ("packed 4", "packed 4", 1), ("packed 8", "packed 8", 1), ("packed 16", "packed 16", 1), ("L1 misses", "L1 misses", 1), ("L2 misses", "L2 misses", 1),
        ("LLC misses", "LLC misses", 1), ("branch misses", "branch misses", 1), ("bytes of memory", "bytes", 1), ("operations", "operations", 1), ("ns", "seconds", 1e9),
        ("operations a byte", "operations a byte", 1), ("10^9 operations/s", "operations a second", 1e-9), ("of the roofline, %", "of the roofline", 1))


def cells(figures: dict[str, Figure], columns) -> list[str]:
    return [shown(combined(lambda value, factor=factor: value * factor, figures[key])) for _, key, factor in columns]


def to_text(document: dict, most: int) -> str:
    parts = []
    for case in document["cases"]:
        limits = [shown(combined(lambda value: value / 1e9, case["limits"][key])) for key in ("operations a second", "bytes a second")]
        parts.append(f"{case['name']}\n{case['on']}, {case['agents']} agents, {case['steps']} steps, plethos {case['program']}\n"
                     f"roofline: {limits[0]} x 10^9 operations/s, {limits[1]} x 10^9 bytes/s ({case['limits']['source']}); bytes: {document['bytes_are']}\n")
        rows = case["rows"][:most]
        if document["kind"] == "kernels":
            parts.append(table(["kernel", *(name for name, _, _ in RESOURCES)], [[row["name"], *cells(row["figures"], RESOURCES)] for row in rows]))
            parts.append(table(["kernel", "launches", *(name for name, _, _ in COUNTERS)],
                               [[row["name"], str(row["launches"]), *cells(row["figures"], COUNTERS)] for row in rows]))
            if len(case["rows"]) > most:
                parts.append(f"{len(case['rows']) - most} kernels that take less time are not shown\n")
        else:
            values = cells(rows[0]["figures"], STEP)
            parts.append(table(["of an agent in a step", "count"], [[name, value] for (name, _, _), value in zip(STEP, values)]))
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
                name = case["name"] if document["kind"] == "steps" else row["name"] if len(document["cases"]) == 1 else f"{row['name']} ({case['name']})"
                one.points.append((*place, name))
    names = {name for one in rooflines.values() for _, _, name in one.points}
    if not names:
        raise Inability("--plot: no kernel has both operations and bytes of memory")
    if len(names) > len(KERNEL_MARKERS):
        raise Mistake(f"--plot: found {len(names)} kernels, expected {len(KERNEL_MARKERS)} or fewer, which can be told apart; --kernels shows fewer of each run")
    suffix = path.suffix[1:]
    svg, files = draw_rooflines(list(rooflines.values()), "Rooflines by counters", () if suffix == "svg" else (suffix,))
    path.write_bytes(svg.encode() if suffix == "svg" else files[suffix])
