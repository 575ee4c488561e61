"""The HTML page: one file that loads nothing from outside. The files that it links to lie beside it."""

from __future__ import annotations

import re
from html import escape
from typing import Iterable, Sequence

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --faint: #6a737d; --line: #d5dade; --shade: #f4f6f8; --good: #116329;
  --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #dfe3e8; --paper: #15181c; --faint: #98a2ad; --line: #3a4149; --shade: #1f242a;
  --good: #5bb974; --bad: #f2877e; } }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 62rem; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .6rem; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
p { max-width: 48rem; }
.note { color: var(--faint); font-size: .9rem; }
td .note { display: inline-block; max-width: 20rem; }
td .short { display: inline-block; min-width: 4.5rem; max-width: 9rem; }
.warning { border-left: .25rem solid var(--bad); padding: .2rem 0 .2rem .8rem; }
a { color: inherit; }
/* A wide table goes on to the window's edge; what is wider still is scrolled, and a shadow says that there is more. */
.scroll { overflow-x: auto; width: max-content; max-width: min(calc(100vw - 3rem), calc(50vw + 28rem));
  background: linear-gradient(to left, var(--paper) 30%, transparent) right / 2rem 100% no-repeat local,
    linear-gradient(to left, var(--line), transparent) right / .7rem 100% no-repeat; }
table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .28rem .7rem .28rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--faint); white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.short { white-space: nowrap; }
td.text { min-width: 8rem; }
tr.mark td { background: var(--shade); }
code { font-size: .92em; }
.good { color: var(--good); } .bad { color: var(--bad); }
figure { margin: 1.2rem 0 2rem; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
svg { display: block; height: auto; }
figure .scroll { width: auto; } figure svg { min-width: 34rem; }
svg text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif !important; }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; --shade: #eee; --good: #000; --bad: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; } .scroll { overflow: visible; max-width: none; background: none; } figure svg { min-width: 0; } table { font-size: 7pt; }
  th, td { padding-right: .6rem; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""


class Markup(str):
    """Text that is already HTML."""


def cell(value: object) -> str:
    return value if isinstance(value, Markup) else escape(str(value))


NUMBER = ' class="n"'
# Longer texts may have several lines.
LETTERS_OF_A_LINE = 30


def _kind(value: object, is_number: bool) -> str:
    if is_number:
        return NUMBER
    return ' class="short"' if len(str(value)) <= LETTERS_OF_A_LINE else ' class="text"'


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], marked: Sequence[int] = ()) -> Markup:
    """A column whose name begins with '>' holds numbers."""
    numbers = [name.startswith(">") for name in columns]
    head = "".join(f"<th{NUMBER if is_number else ''}>{escape(name.lstrip('>'))}</th>" for name, is_number in zip(columns, numbers))
    body = ""
    for i, row in enumerate(rows):
        mark = ' class="mark"' if i in marked else ""
        body += f"<tr{mark}>" + "".join(f"<td{_kind(value, is_number)}>{cell(value)}</td>" for value, is_number in zip(row, numbers)) + "</tr>\n"
    return Markup(f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n')


def section(title: str, *parts: str) -> Markup:
    return Markup(f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>\n")


def paragraph(text: str, kind: str = "") -> Markup:
    attribute = f' class="{kind}"' if kind else ""
    return Markup(f"<p{attribute}>{cell(text)}</p>\n")


def with_code(text: str) -> Markup:
    """Returns a text whose words between backticks are code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def breaking(name: str) -> Markup:
    """Returns a name that a line may break behind its points and underscores."""
    return Markup(re.sub(r"([._])", r"\1<wbr/>", escape(name)))


def figure(title: str, svg: str, below: str = "") -> Markup:
    return Markup(f"<figure><figcaption>{escape(title)}</figcaption>\n<div class=\"scroll\">{svg}</div>{below}</figure>\n")


def warning(text: str) -> Markup:
    return Markup(f'<p class="warning"><b>Warning:</b> {cell(text)}</p>\n')


def yes_no(good: bool) -> Markup:
    return Markup('<span class="good">yes</span>' if good else '<span class="bad">no</span>')


def number(value: object, digits: int = 4) -> str:
    """Returns four digits, as a person would write them, or a dash for a missing value."""
    if value is None:
        return "–"
    value = float(value)  # type: ignore[arg-type]
    if value != 0 and not 1e-4 <= abs(value) < 1e9:
        return f"{value:.{digits - 1}e}"
    if abs(value) >= 10 ** (digits - 1):
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def page(title: str, body: Iterable[str]) -> str:
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
            f'<meta name="generator" content="plethos"/>\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{escape(title)}</title>\n'
            f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n" + "".join(body) + "</body>\n</html>\n")
