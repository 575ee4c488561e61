"""The page that lays results of one study side by side."""

from __future__ import annotations

import json
from typing import Optional

from figures import Figures, csv_text
from machine import caches
from page import Markup, breaking, figure, number, page, paragraph, section, table, yes_no
from plots import LABELS, draw_cascade
from result import Comparison, Result, Run
from series import CURVES
from study import ENERGIES, KINDS, bounds, energy_parts, header_table, in_all_runs, plots_section, rooflines_section


def comparison_page(comparison: Comparison, figures: Figures) -> str:
    plots = [plot for plot in comparison.study["plots"] if plot["x"] not in CURVES and plot["kind"] != "stacked"]
    several = len(comparison.results) > 2
    names = "; ".join(f"{result.side} is {_name(result)}" for result in comparison.results)
    other = "another result's" if several else "B's"
    ratio = (f"{names}. {'Ratio' if several else 'B / A'} is the time of {KINDS[comparison.a.kind].timed}, {other} over A's: above 1, A is faster.")
    shared = [paragraph(in_all_runs(comparison.shared), "note")] if comparison.shared else []
    parts = [paragraph(ratio), *shared, section("Machines", header_table(comparison.results)), _pairs(comparison), _energies(comparison), _platforms(comparison, figures)]
    parts.append(plots_section(plots, [run for result in comparison.results for run in result.done], figures))
    parts.append(rooflines_section(_fastest(comparison), _platform, figures))
    parts.append(_environment(comparison))
    return page(f"{comparison.study['title']}: {len(comparison.results)} results", parts)


def _label(work: dict) -> str:
    """Returns what tells the work of a row apart. Earlier versions told all of it."""
    return work.get("label", work["work"])


def _name(result: Result) -> str:
    return ", ".join(dict.fromkeys(result.header["devices"].values()))


def _environment(comparison: Comparison) -> Markup:
    """Returns what differs between the environments. Older comparisons do not tell."""
    if comparison.environment is None:
        return Markup("")
    if not comparison.environment:
        return section("What differs between the machines", paragraph("Nothing that is known."))
    sides = [result.side for result in comparison.results]
    rows = [(breaking(one["key"]), *(_shown(one["key"], one[side.lower()]) for side in sides)) for one in comparison.environment]
    return section("What differs between the machines", table(("", *sides), rows))


def _shown(key: str, value: object) -> str:
    if value is None:
        return "–"
    if key == "caches":
        return caches({key: value})
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _pairs(comparison: Comparison) -> Markup:
    rows, marked = [], []
    several = len(comparison.results) > 2
    time = LABELS.get(comparison.time, comparison.time)
    for i, pair in enumerate(comparison.pairs):
        a, b = pair["a"], pair["b"]
        if pair["fastest"]:
            marked.append(i)
        machine = f"{b['result']}: {b['machine']}" if several else b["machine"]
        rows.append((_label(pair), a["machine"], number(a[comparison.time]), machine, number(b[comparison.time]), number(pair["ratio"], 3),
                     bounds(pair), _judgement(pair), yes_no(pair["same_bits"])))
    return section("Side by side", paragraph("Shaded: the fastest run of each. Others: the same backend, lanes and threads on both.", "note"),
                   table(("work", "A", f">{time}", "other" if several else "B", f">{time}", ">ratio" if several else ">B / A", ">interval", "faster", "same bits"), rows, marked),
                   paragraph(RATIOS_OF_TWO, "note"))


def _energies(comparison: Comparison) -> Markup:
    """Returns the energies of runs that were compared."""
    rows = []
    for pair in comparison.pairs:
        for energy in pair.get("energy", []):
            judged = f"not judged: {energy['not_judged']}" if energy["not_judged"] else energy["less"] or "no difference seen"
            rows.append((_label(pair), LABELS.get(energy["result"], energy["result"]), pair["a"]["machine"], number(energy["a"], 3),
                         f"{pair['b'].get('result', 'B')}: {pair['b']['machine']}", number(energy["b"], 3), number(energy["ratio"], 3), bounds(energy), judged))
    pairs = [table(("work", "what", "A", ">J", "other", ">J", ">ratio", ">interval", "takes less"), rows)] if rows else []
    each = [part for result in comparison.results for part in energy_parts(result, result.side)]
    return section("Energy", *pairs, *each, paragraph(ENERGIES, "note")) if pairs or each else Markup("")


# The application that has every backend. It stands first.
WHOLE = "plethos"
# A page has cascades of so many cases.
CASCADES = 6


def _platforms(comparison: Comparison, figures: Figures) -> Markup:
    """Returns times and efficiencies of every application on every platform, and how portable its performance is."""
    names, cases = comparison.platforms["names"], comparison.platforms["cases"]
    if not cases:
        return Markup("")
    numbered = "; ".join(f"{i} is {name}" for i, name in enumerate(names, 1))
    # Earlier versions knew one set.
    sets = [one["name"] for one in comparison.platforms.get("sets", [])] or ["all"]
    rows = []
    for case in cases:
        label = _label(case)
        for one in sorted(case["portability"], key=lambda one: one["application"] != WHOLE):
            on = {row["platform"]: row for row in case["rows"] if row["application"] == one["application"]}
            cells = [_on_platform(on.get(name)) for name in names]
            of_sets = [value for of in one.get("sets", [one]) for value in (_efficiency(of["app"]), _efficiency(of["arch"]))]
            rows.append((label, one["application"], *cells, *of_sets))
            label = ""
    time = LABELS.get(comparison.time, comparison.time)
    columns = ("case", "application", *(f">{i}: {time}" for i in range(1, len(names) + 1)), *(column for name in sets for column in (f">{name}", ">roofline")))
    best = "; ".join(dict.fromkeys(f"{row['best_source']}" for case in cases for row in case["rows"] if not row["best_source"].endswith(", here")))
    parts = [paragraph(f"Platforms: {numbered}.", "note"), table(columns, rows), paragraph(TRAPS + (f" Best times of others: {best}." if best else ""), "note")]
    for case in cases[:CASCADES]:
        svg, files = draw_cascade(case, names, figures.formats)
        columns_of_file = ("application", "platform", "time", "app_efficiency")
        text = csv_text(columns_of_file, [[row[name] for name in columns_of_file] for row in case["rows"]])
        parts.append(figure(f"Cascade: {_label(case)}", svg, figures.add_drawn(f"cascade {case['work']}", files, text)))
    if len(cases) > CASCADES:
        parts.append(paragraph(f"Cascades are drawn of the first {CASCADES} of {len(cases)} cases.", "note"))
    return section("Platforms", *parts)


def _efficiency(value: Optional[float]) -> str:
    return number(value, 2) if value is not None else "–"


def _platform(run: Run) -> str:
    return f"{run.side}: {run.field('device')}"


def _fastest(comparison: Comparison) -> list[Run]:
    """Returns the fastest run of each work on each platform."""
    best: dict[tuple[str, str], Run] = {}
    for result in comparison.results:
        for run in result.done:
            time = run.field(comparison.time)
            key = (_platform(run), json.dumps([run.field(name) for name in run.fields_of_work] + [run.json["settings"]["set"]]))
            if time is not None and (key not in best or time < best[key].field(comparison.time)):
                best[key] = run
    return list(best.values())


def _on_platform(row: Optional[dict]) -> str:
    if row is None:
        return "not run"
    parts = [f"{100 * row[name]:.0f}%" for name in ("app_efficiency", "arch_efficiency") if row[name] is not None]
    return f"{number(row['time'], 3)} ({'; '.join(parts)})"


TRAPS = ("An application is a backend with scalar code or with vectors, at its best lanes and number of threads; plethos is the fastest of them on each platform. In brackets: the best time known of the case on that platform over the "
         "application's, and of the roofline the least time over it. Behind the platforms stands the portability over all of them, and over those of a kind: the harmonic mean of these over a set of platforms, and 0 if the application was not run on one (Pennycook, Sewall and Lee, 2016); of the "
         "roofline: the same of the rooflines' least time of all stages over the time of a step, where it was measured. Beware: the best time known is that of the best here "
         "unless another is given with --best, so that one of the applications always has 100%, however slow all are, and a new faster one lowers the others' efficiency. "
         "A result does not know its sources: perf/divergence counts how far those of the platforms are apart.")


def _judgement(pair: dict) -> str:
    if pair.get("not_judged"):
        return f"not judged: {pair['not_judged']}"
    # Earlier versions did not judge.
    return (pair["faster"] or "no difference seen") if "faster" in pair else "–"


RATIOS_OF_TWO = ("Interval: Welch's, of the logarithms of the processes' medians; all of this table hold together with 95%. Where it holds 1, no difference is "
                 "seen, which does not say that there is none: more processes see less. A row that one process alone measured, or that something else on the machine disturbed, is not "
                 "judged.")
