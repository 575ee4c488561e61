"""The figures on record, and how others compare with them."""

import json
from pathlib import Path

RECORDED = Path(__file__).resolve().parent / "recorded.json"
# A figure may grow by so much. Counts of one binary agree to a tenth of a percent; launches and bytes of a step are whole numbers.
TOLERANCE = 0.02

Figures = dict[str, dict[str, float]]  # by case and lanes, then by what is counted


def read_record(part: str) -> tuple[str, Figures]:
    """Returns the compiler or GPU that the part's figures are of, and the figures."""
    if not RECORDED.exists():
        return "", {}
    record = json.loads(RECORDED.read_text(encoding="utf-8")).get(part, {})
    return record.get("of", ""), record.get("figures", {})


def write_record(part: str, of: str, figures: Figures) -> None:
    """Replaces the part's figures of these cases, or all of them if they were of another compiler or GPU."""
    record = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    before = record.get(part, {})
    kept = before.get("figures", {}) if before.get("of") == of else {}
    record[part] = {"of": of, "figures": {**kept, **figures}}
    RECORDED.write_text(to_text(record), encoding="utf-8")


def to_text(record: dict) -> str:
    """One line a case, so that a change shows which of them it touches."""
    parts = []
    for part, content in sorted(record.items()):
        rows = ",\n".join(f"      {json.dumps(case)}: {json.dumps({name: float(f'{value:.6g}') for name, value in row.items()})}"
                          for case, row in sorted(content["figures"].items()))
        parts.append(f'  {json.dumps(part)}: {{\n    "of": {json.dumps(content["of"])},\n    "figures": {{\n{rows}\n    }}\n  }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def change(before: float, after: float) -> float:
    """Returns the growth as a share of what was before; from nothing to something is without bound."""
    if before == after:
        return 0.0
    return after / before - 1 if before > 0 else float("inf")


def compare(before: Figures, after: Figures) -> tuple[list[str], bool]:
    """Returns a line for each figure that changed by more than the tolerance or is not on record, and whether any grew by more."""
    lines, grew = [], False
    for case, row in sorted(after.items()):
        for name, value in row.items():
            if name not in before.get(case, {}):
                lines.append(f"{case}: {name} {value:.6g} is not on record")
                grew = True
                continue
            share = change(before[case][name], value)
            if abs(share) > TOLERANCE:
                lines.append(f"{case}: {name} {before[case][name]:.6g} on record, now {value:.6g} ({100 * share:+.1f}%)")
                grew = grew or share > 0
    return lines, grew
