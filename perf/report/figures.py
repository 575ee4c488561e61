"""Files beside a page: each figure as PNG, PDF and CSV, in one folder."""

from __future__ import annotations

import csv
import io
import re
from html import escape
from pathlib import Path
from typing import Iterable, Sequence

from output import replace, require_own
from page import Markup
from result import Run
from series import CURVES, make_series


class Figures:
    """The figures of a page, and the links to them. `folder` is relative to the page; `formats` are drawn besides CSV."""

    def __init__(self, folder: str, formats: tuple[str, ...] = ("png", "pdf")) -> None:
        self.folder = folder
        self.formats = formats
        self.files: dict[str, bytes] = {}
        self._count = 0

    def add(self, plot: dict, runs: list[Run], drawn: dict[str, bytes]) -> Markup:
        """Keeps a drawn figure and its numbers, and returns the links."""
        return self.add_drawn(plot["title"], drawn, numbers(plot, runs))

    def add_drawn(self, title: str, drawn: dict[str, bytes], table: str) -> Markup:
        """The same for numbers in CSV."""
        self._count += 1
        words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60].strip("-")
        stem = f"{self._count:02}-{words}"
        links = []
        for kind, content in {**drawn, "csv": table.encode()}.items():
            self.files[f"{stem}.{kind}"] = content
            links.append(f'<a href="{escape(self.folder)}/{stem}.{kind}">{kind.upper()}</a>')
        return Markup(f'<p class="note">{" · ".join(links)}</p>\n')

    def require_own(self, beside: Path, before: set[str]) -> None:
        """Refuses to replace files of others in the folder beside a page. `before` are those of the earlier page."""
        for name in self.files:
            require_own(beside / self.folder / name, name in before)

    def write(self, beside: Path, before: set[str]) -> None:
        """Writes the files into the folder, and removes those of the earlier page."""
        folder = beside / self.folder
        if self.files:
            folder.mkdir(exist_ok=True)
        for name, content in self.files.items():
            replace(folder / name, content)
        for name in before - set(self.files):
            (folder / name).unlink(missing_ok=True)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def numbers(plot: dict, runs: list[Run]) -> str:
    """Returns the figure's data, a row for each point, bar or part of a bar. `low` and `high` are the interval of several repetitions."""
    series = make_series(plot, runs)
    names = list(series[0].fields) if series else []
    stacked, curve = plot["kind"] == "stacked", plot["x"] in CURVES
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, plot["x"], *(["part"] if stacked else []), plot["y"], *([] if stacked or curve else ["low", "high"])])
    for one in series:
        fields = list(one.fields.values())
        if stacked:
            writer.writerows([*fields, run.field(plot["x"]), part, value] for run in one.runs for part, value in run.parts(plot["y"]))
        elif curve:
            writer.writerows([*fields, float(x), float(y)] for x, y in zip(one.x, one.y))
        else:
            writer.writerows([*fields, x, y, *("" if value != value else value for value in (low, high))]
                             for x, y, low, high in zip(one.x, one.y, one.low, one.high))
    return text.getvalue()
