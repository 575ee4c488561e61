"""The page that lays two results of one study side by side."""

from __future__ import annotations

import json

from figures import Figures
from page import Markup, number, page, paragraph, section, table, yes_no
from plots import LABELS
from result import Comparison, Result
from series import CURVES
from study import KINDS, bounds, header_table, plots_section


def comparison_page(comparison: Comparison, figures: Figures) -> str:
    plots = [plot for plot in comparison.study["plots"] if plot["x"] not in CURVES and plot["kind"] != "stacked"]
    parts = [paragraph(f"A is {_name(comparison.a)}; B is {_name(comparison.b)}. B / A is the time of {KINDS[comparison.a.kind].timed}, B's over "
                       "A's: above 1, A is faster.")]
    parts += [section("Machines", header_table([comparison.a, comparison.b])), _environment(comparison)]
    parts += [_pairs(comparison), plots_section(plots, comparison.a.done + comparison.b.done, figures)]
    return page(f"{comparison.study['title']}: two machines", parts)


def _name(result: Result) -> str:
    return ", ".join(dict.fromkeys(result.header["devices"].values()))


def _environment(comparison: Comparison) -> Markup:
    """Returns what differs between the two environments. Older comparisons do not tell."""
    if comparison.environment is None:
        return Markup("")
    if not comparison.environment:
        return section("What differs between the two", paragraph("Nothing that is known."))
    rows = [(one["key"], _shown(one["a"]), _shown(one["b"])) for one in comparison.environment]
    return section("What differs between the two", table(("", "A", "B"), rows))


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _pairs(comparison: Comparison) -> Markup:
    rows, marked = [], []
    time = LABELS.get(comparison.time, comparison.time)
    for i, pair in enumerate(comparison.pairs):
        a, b = pair["a"], pair["b"]
        if pair["fastest"]:
            marked.append(i)
        rows.append((pair["work"], a["machine"], number(a[comparison.time]), b["machine"], number(b[comparison.time]), number(pair["ratio"], 3),
                     bounds(pair), _judgement(pair), yes_no(pair["same_bits"])))
    return section("Side by side", paragraph("Shaded: the fastest run of each. Others: the same backend, lanes and threads on both.", "note"),
                   table(("work", "A", f">{time}", "B", f">{time}", ">B / A", ">interval", "faster", "same bits"), rows, marked),
                   paragraph(RATIOS_OF_TWO, "note"))


def _judgement(pair: dict) -> str:
    if pair.get("not_judged"):
        return f"not judged: {pair['not_judged']}"
    return pair.get("faster") or "no difference seen"


RATIOS_OF_TWO = ("Interval: Welch's, of the logarithms of the processes' medians; all of this table hold together with 95%. Where it holds 1, no difference is "
                 "seen. Of a single process it is widened by a tenth to both sides. A row that something else on the machine disturbed is not judged.")
