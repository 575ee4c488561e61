#!/usr/bin/env python3
"""Projects the time of a step on more ranks than were measured: projection.py ROWS... [--agents-per-rank N ...] [--ranks P ...]

ROWS: results of studies (RESULT.json) whose runs, with one rank and with several, are of one crowd on one kind of machine; --where FIELD=VALUE
chooses such runs. Or tables FILE.csv with the columns agents, ranks, ms_per_step and, if it is known, imbalance. A model of four non-negative parameters is fitted to all rows, so that
relative errors are least:

    ms = base + agent * (agents of a rank) * imbalance + sides * (latency + edge * sqrt(agents of a rank))

`sides` is how many of the four sides of a rank's region have a neighbor, when regions lie as P = columns x rows: 1 on two ranks,
2 on four, 4 from 16 on. What neighbors tell each other grows as a region's edge. Each row is then predicted from the others, and the
rows with the most ranks are predicted from those with fewer. Needs Python 3.9 and numpy. docs/algorithms/distribution.md describes
the model.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

NAMES = ("base", "agent", "latency", "edge")
# What runs of a study must share, in their settings and on their machines.
CROWD = ("scenario", "avoidance", "planner", "steering", "neighbors")
MACHINE = ("backend", "device", "lanes", "threads")


@dataclass(frozen=True)
class Row:
    agents: float
    ranks: int
    ms: float
    imbalance: float = 1

    @property
    def of_rank(self) -> float:
        return self.agents / self.ranks


def sides(ranks: int) -> int:
    columns = max(n for n in range(1, int(ranks ** 0.5) + 1) if ranks % n == 0)
    return min(columns - 1, 2) + min(ranks // columns - 1, 2)


def terms(row: Row) -> list[float]:
    """What the parameters are multiplied with."""
    return [1, row.of_rank * row.imbalance, sides(row.ranks), sides(row.ranks) * row.of_rank ** 0.5]


def fit(rows: list[Row]) -> np.ndarray:
    """Returns the non-negative parameters with the least sum of squared relative errors."""
    matrix = np.array([terms(row) for row in rows]) / np.array([[row.ms] for row in rows])
    scale = np.maximum(np.abs(matrix).max(axis=0), 1e-300)
    best, least = np.zeros(len(NAMES)), float("inf")
    # Few parameters: all choices of those that are not 0 are tried.
    for choice in range(1, 2 ** len(NAMES)):
        used = [k for k in range(len(NAMES)) if choice >> k & 1]
        found, *_ = np.linalg.lstsq(matrix[:, used] / scale[used], np.ones(len(rows)), rcond=None)
        if (found < 0).any():
            continue
        error = float(((matrix[:, used] / scale[used] @ found - 1) ** 2).sum())
        if error < least * (1 - 1e-9):
            least, best = error, np.zeros(len(NAMES))
            best[used] = found / scale[used]
    return best


def predict(parameters: np.ndarray, row: Row) -> float:
    return float(np.dot(parameters, terms(row)))


def rows_of_study(document: dict, where: dict[str, str]) -> list[Row]:
    rows, crowds = [], {}
    for run in document["runs"]:
        settings, machine, results = run["settings"], run["machine"], run.get("results", {})
        crowd = {key: settings.get(key) for key in CROWD} | {key: machine.get(key) for key in MACHINE} | settings.get("set", {})
        if run["status"] != "done" or not results.get("ms_per_step") or any(str(crowd.get(key)) != value for key, value in where.items()):
            continue
        crowds[json.dumps(crowd, sort_keys=True)] = crowd
        rows.append(Row(run["scenario"]["agents"], machine.get("ranks", 1), results["ms_per_step"], results.get("imbalance") or 1))
    differ = [key for key in CROWD + MACHINE if len({str(crowd[key]) for crowd in crowds.values()}) > 1]
    if differ:
        values = sorted({str(crowd[differ[0]]) for crowd in crowds.values()})
        raise ValueError(f"found runs of {' and '.join(values)}, expected those of one; --where {differ[0]}={values[0]} chooses")
    return rows


def read(path: Path, where: dict[str, str]) -> list[Row]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        document = json.loads(text)
        if not isinstance(document, dict) or document.get("schema") != "plethos-study":
            raise ValueError("found no result of a study, expected schema 'plethos-study'")
        rows = rows_of_study(document, where)
    else:
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        rows = [Row(*(to(row[name] or "nothing") for name, to in (("agents", float), ("ranks", int), ("ms_per_step", float))),
                    float(row.get("imbalance") or 1)) for row in csv.DictReader(lines)]
    for row in rows:
        if not (row.agents > 0 and row.ranks >= 1 and row.ms > 0 and row.imbalance >= 1):
            raise ValueError(f"found {row}, expected positive numbers, and an imbalance of at least 1")
    return rows


def check(rows: list[Row]) -> None:
    if len({row.ranks for row in rows}) < 2:
        raise ValueError(f"found {len(rows)} rows of {len({row.ranks for row in rows})} number of ranks, expected rows of two or more")
    if len(rows) <= len(NAMES):
        raise ValueError(f"found {len(rows)} rows, expected more than the model's {len(NAMES)} parameters")


def error_text(rows: list[Row], predicted: list[float]) -> str:
    errors = [abs(time / row.ms - 1) for row, time in zip(rows, predicted)]
    return f"{100 * float(np.mean(errors)):.1f}% on average, {100 * max(errors):.1f}% at most"


def report(rows: list[Row], agents_per_rank: list[float], ranks: list[int]) -> str:
    parameters = fit(rows)
    alone = [predict(fit([other for other in rows if other is not row]), row) for row in rows]
    most = max(row.ranks for row in rows)
    last, others = [row for row in rows if row.ranks == most], [row for row in rows if row.ranks < most]
    base, agent, latency, edge = parameters
    lines = [f"base {1e3 * base:.0f} us, {1e6 * agent:.3f} ns an agent, {1e3 * latency:.0f} us a side, "
             f"{1e6 * edge:.0f} ns a side and root of agents",
             f"error on a row left out: {error_text(rows, alone)}"]
    if len(others) > len(NAMES) and len({row.ranks for row in others}) > 1:
        lines.append(f"error on the rows of {most} ranks left out: {error_text(last, [predict(fit(others), row) for row in last])}")
    lines += ["", "| agents | ranks | measured, ms | model, ms |", "| ---: | ---: | ---: | ---: |"]
    lines += [f"| {row.agents:,.0f} | {row.ranks:,} | {row.ms:.4g} | {predict(parameters, row):.4g} |" for row in rows]
    # Beyond what was measured ranks are as unequal as the most unequal of the rows.
    imbalance = max(row.imbalance for row in rows)
    lines += ["", "| agents a rank | ranks | projected, ms | efficiency |", "| ---: | ---: | ---: | ---: |"]
    for each in agents_per_rank:
        one = predict(parameters, Row(each, 1, 1))
        for count in ranks:
            time = predict(parameters, Row(each * count, count, 1, imbalance if count > 1 else 1))
            lines.append(f"| {each:,.0f} | {count:,} | {time:.4g} | {100 * one / time:.1f}% |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, nargs="+", help="what plethos study wrote, or a table")
    parser.add_argument("--where", action="append", default=[], metavar="FIELD=VALUE", help=f"take runs of a study with it: {', '.join(CROWD + MACHINE)}")
    parser.add_argument("--agents-per-rank", type=float, nargs="+", default=[1e6, 12.5e6, 250e6], metavar="N")
    parser.add_argument("--ranks", type=int, nargs="+", default=[4, 16, 64], metavar="P")
    arguments = parser.parse_args()
    if min(arguments.ranks) < 1 or min(arguments.agents_per_rank) <= 0:
        parser.error("--ranks, --agents-per-rank: expected positive numbers")
    where = dict(text.partition("=")[::2] for text in arguments.where)
    if not set(where) <= set(CROWD + MACHINE):
        parser.error(f"--where: found {', '.join(where)}, expected fields of {', '.join(CROWD + MACHINE)}")
    path = arguments.rows[0]
    try:
        rows: list[Row] = []
        for path in arguments.rows:
            rows += read(path, where)
        path = Path(", ".join(map(str, arguments.rows)))
        check(rows)
        print(report(rows, arguments.agents_per_rank, arguments.ranks))
    except (OSError, ValueError, KeyError) as error:
        text = f"no {error}" if isinstance(error, KeyError) else str(error)
        print(f"projection.py: {path}: {text}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
