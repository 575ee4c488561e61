"""Figures that a machine may lack, and tables of them. What is missing has its reason in its place, and never a zero."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Missing:
    reason: str


Figure = float | Missing


def combined(how, *figures: Figure) -> Figure:
    """Returns how(figures...), or the first that is missing."""
    missing = next((one for one in figures if isinstance(one, Missing)), None)
    return how(*figures) if missing is None else missing


def quotient(over: Figure, under: Figure, of_nothing: str) -> Figure:
    return combined(lambda a, b: a / b if b else Missing(of_nothing), over, under)


def to_json(figure: Figure) -> float | dict:
    return {"not here": figure.reason} if isinstance(figure, Missing) else figure


def from_json(value: float | dict) -> Figure:
    return Missing(value["not here"]) if isinstance(value, dict) else float(value)


def shown(figure: Figure, digits: int = 4) -> str:
    if isinstance(figure, Missing):
        return f"not here: {figure.reason}"
    if figure != 0 and abs(figure) >= 10**digits:
        return f"{figure:,.0f}" if abs(figure) < 1e7 else f"{figure:.3g}"
    return f"{figure:.{digits}g}"


def table(columns: list[str], rows: list[list[str]]) -> str:
    """Returns a table in Markdown, whose columns are as wide as their texts. The first one holds names, the others figures. Reasons why
    some are not here stand below it, each once."""
    reasons: dict[str, str] = {}
    cells = []
    for row in [columns, *rows]:
        cells.append([])
        for text in row:
            if text.startswith("not here: "):
                mark = reasons.setdefault(text, f"({len(reasons) + 1})")
                text = f"not here {mark}"
            cells[-1].append(text)
    widths = [max(3, *(len(row[at]) for row in cells)) for at in range(len(columns))]
    lines = []
    for row in cells:
        padded = (text.rjust(width) if at else text.ljust(width) for at, (text, width) in enumerate(zip(row, widths)))
        lines.append("| " + " | ".join(padded) + " |")
    rule = "| " + " | ".join("-" * width if at == 0 else "-" * (width - 1) + ":" for at, width in enumerate(widths)) + " |"
    notes = [f"\n\n{mark} {text}" for text, mark in reasons.items()]
    return "\n".join([lines[0], rule, *lines[1:]]) + "".join(notes) + "\n"
