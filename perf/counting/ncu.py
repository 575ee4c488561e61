"""A program under NVIDIA's ncu, and the page of raw values that it prints."""

import csv
import io
import math
import re
import shutil
from dataclasses import dataclass

from counting.callgrind import call
from counting.cases import Inability

PREFIXES = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
TIMES = {"": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}
UNITS = dict.fromkeys(("", "%", "inst", "thread", "register", "block", "warp", "sector", "request", "cycle"), 1.0)
UNITS |= {prefix + unit: scale for prefix, scale in PREFIXES.items() for unit in ("byte", "hz")}
UNITS |= {prefix + unit: scale for prefix, scale in TIMES.items() for unit in ("s", "second")}


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel, with its values by metric, in bytes and seconds. None: ncu has no value."""

    kernel: str
    values: dict[str, float | None]


def scale_of(unit: str, metric: str) -> float:
    """Returns what a value of a unit such as `Kbyte/block` is multiplied by."""
    parts = unit.split("/")
    unknown = [part for part in parts if part not in UNITS]
    if unknown:
        raise Inability(f"ncu: found the unit '{unit}' of {metric}, expected one of {', '.join(name for name in UNITS if name)}")
    return UNITS[parts[0]] / math.prod(UNITS[part] for part in parts[1:])


def read_raw_page(text: str, metrics: list[str]) -> list[Launch]:
    """Reads what `ncu --csv --page raw` prints: a line of names, a line of units, and a line for each launch. Lines of the program and of
    ncu itself stand before, between and behind."""
    rows = list(csv.reader(io.StringIO("\n".join(line for line in text.splitlines() if line.startswith('"')))))
    if len(rows) < 2:
        return []
    names, units, launches = rows[0], rows[1], rows[2:]
    place = {name: at for at, name in enumerate(names)}
    if "Kernel Name" not in place:
        raise Inability(f"ncu: found a page without 'Kernel Name', with {', '.join(names[:8])}")

    def value(row: list[str], metric: str) -> float | None:
        if metric not in place:
            return None
        try:
            number = float(row[place[metric]].replace(",", ""))
        except ValueError:
            return None
        return None if math.isnan(number) else number * scale_of(units[place[metric]], metric)

    return [Launch(row[place["Kernel Name"]], {metric: value(row, metric) for metric in metrics}) for row in launches]


def fault_in(text: str) -> str:
    """Returns what ncu says went wrong, or the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["it says nothing"]
    said = [line.removeprefix("==ERROR==").strip() for line in lines if line.startswith("==ERROR==")]
    return said[0] if said else lines[-1]


def profile(command: list[str], metrics: list[str], options: list[str]) -> tuple[list[Launch], dict[str, str]]:
    """Runs a command under ncu. Returns its launches, and the metrics that this ncu does not know, with what it says of them."""
    if shutil.which("ncu") is None:
        raise Inability("ncu: not found; it is part of the CUDA Toolkit")
    unknown: dict[str, str] = {}
    while True:
        asked = [metric for metric in metrics if metric not in unknown]
        # Clocks and caches as they are: counts do not depend on the first, and the second are part of the bytes.
        done = call(["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--cache-control", "none", *options,
                     "--metrics", ",".join(asked), *command])
        launches = read_raw_page(done.stdout, metrics)
        if done.returncode == 0 and launches:
            return launches, unknown
        said = fault_in(done.stderr + "\n" + done.stdout)
        # It may print a pattern: regex:^name\\.(sum|avg)$
        plain = said.replace("\\", "")
        named = [metric for metric in asked if re.search(rf"(?<![\w.]){re.escape(metric)}(?!\w|\.\w)", plain)]
        if not named or len(named) == len(asked):
            raise Inability(f"ncu: exit code {done.returncode}: {said}")
        unknown |= dict.fromkeys(named, f"ncu: {said}")
