"""Finds what pages show a reader to type: commands, and files that commands use. Needs nothing but Python's own library.

A fence names what it holds: sh (commands, one a line), toml (a file; its name stands behind, and in the text), text (output, formulas),
c++ (excerpts of sources), or c++ FILE and cmake FILE (a file of the repository, whole; its path from the page stands behind). A code span
that begins as a command does is one."""

import re
from dataclasses import dataclass, field

PROGRAMS = r"(?:\./bootstrap|(?:\S*/)?plethos(?:_\w+)?|cmake|ctest|python3|h5dump|tar|cd|clang-tidy)"
COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ )*{PROGRAMS} [^\s].*", re.DOTALL)
SPAN = re.compile(r"(?<!`)`((?:[^`\n]|\n(?!\n))+)`(?!`)")
FENCE = re.compile(r"\s*```(.*)")
LIST_ITEM = re.compile(r"\s*([-*]|\d+\.) ")


@dataclass
class Page:
    name: str
    commands: list[tuple[int, str]] = field(default_factory=list)  # line, text
    files: dict[str, list[str]] = field(default_factory=dict)  # name: its blocks; a further one stands at the end of those before it
    sources: dict[str, str] = field(default_factory=dict)  # path: text
    blocks: list[tuple[str, str]] = field(default_factory=list)  # language, text
    spans: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def add_fence(page: Page, line: int, language: str, rest: str, body: list[str]) -> None:
    text = "\n".join(body) + "\n"
    page.blocks.append((language, text))
    if language == "sh":
        joined = re.sub(r"\\\n", "\0", text)
        for shown in joined.splitlines():
            if shown.split("#")[0].strip():
                page.commands.append((line + 1, shown.replace("\0", " ")))
            line += 1 + shown.count("\0")
    elif language == "toml":
        if not rest:
            page.faults.append(f"{page.name}:{line}: a toml fence without the name of its file")
        page.files.setdefault(rest, []).append(text)
    elif language == "text":
        page.faults += [f"{page.name}:{line}: a command in a fence of text: {shown}" for shown in body
                        if re.match(rf"\s*{PROGRAMS} [a-z-]", shown)]
    elif rest and language in ("c++", "cmake", "python"):
        page.sources[rest] = text
    elif language != "c++":
        page.faults.append(f"{page.name}:{line}: a fence of '{language}', expected sh, toml FILE, text, c++, or cmake or python FILE")


def add_spans(page: Page, prose: str, scenarios: set[str]) -> None:
    for match in SPAN.finditer(prose):
        span = match.group(1).replace("\n", " ")
        page.spans.append(span)
        line = prose.count("\n", 0, match.start()) + 1
        if COMMAND.fullmatch(span):
            page.commands.append((line, span))
        elif span.split(" ")[0] in scenarios and " --" in span:
            page.commands.append((line, "plethos run " + span))


def read_page(name: str, text: str, scenarios: set[str]) -> Page:
    """Reads a page. `scenarios` are the names that the program knows. A span of such a name with options stands for `plethos run`."""
    page = Page(name)
    prose: list[str] = []
    body: list[str] | None = None
    opened, info, last = 0, [""], ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if body is not None and fence:
            add_fence(page, opened, info[0], " ".join(info[1:]), body)
            body = None
        elif body is not None:
            body.append(line)
        elif fence:
            body, opened, info = [], number, fence.group(1).split() or [""]
        elif re.match(r"(    |\t)\S", line) and not (prose and prose[-1]) and not LIST_ITEM.match(last) and not last.startswith("  "):
            page.faults.append(f"{name}:{number}: an indented block, which does not say what it holds; expected a fence")
        prose.append("" if body is not None or fence else line)
        last = prose[-1] or last
    if body is not None:
        page.faults.append(f"{name}:{opened}: a fence without end")
    add_spans(page, "\n".join(prose), scenarios)
    page.commands.sort(key=lambda command: command[0])
    for file in page.files:
        if file and not any(re.search(rf"(?<![\w.-]){re.escape(file)}(?![\w-])", shown) for shown in page.spans):
            page.faults.append(f"{name}: the text does not name the file {file}")
    return page


def read_help(name: str, text: str) -> Page:
    """Reads what `plethos --help` shows: indented lines, some with a remark behind."""
    page = Page(name)
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"  plethos \S", line):
            page.commands.append((number, re.split(r" {2,}", line.strip())[0]))
    return page
