"""Which lines of a C++ source a platform uses, by the preprocessor's branches and by C++'s own."""

import re
from collections.abc import Callable

Holds = bool | None  # None: it depends on what no platform says
Span = tuple[int, int]  # first and last line, from 0

TEXT = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
TOKEN = re.compile(r"\w+|&&|\|\||[!()]|\S")
EXECUTION = r"(?:\w+::)*(Host|Device)Execution"
# What C++ chooses by itself. Of each, the execution's name, and where the text begins that belongs to it.
PARAMETER = re.compile(rf"\bconst {EXECUTION}(?:<\w+>)?&")
SPECIAL_CLASS = re.compile(rf"\b(?:class|struct) \w+<{EXECUTION}<\w+>>|\bstruct (Host|Device)Execution\b(?=\s*\{{)")
BRANCH = re.compile(rf"\bif constexpr \([^;{{}}]*?(!?)std::is_same_v<Execution, {EXECUTION}>\)")
MACRO = re.compile(r"\bKOKKOS_IF_ON_(HOST|DEVICE)\(")


def without_remarks(text: str) -> str:
    """Returns the text with blanks for comments, and nothing in its literals, line by line as before."""
    def blank(found: re.Match) -> str:
        kept = found.group()
        mark = kept[-1] if kept[0] != "/" else " "
        return mark + "".join(c if c == "\n" else " " for c in kept[1:-1]) + (mark if len(kept) > 1 else "")

    return TEXT.sub(blank, text)


def condition(text: str, macro: Callable[[str], Holds]) -> Holds:
    """Returns whether an #if's condition holds. What is neither a macro's name nor a logical operator makes it unknown."""
    if re.search(r"[^\w\s!()&|]|(?<!&)&(?!&)|(?<!\|)\|(?!\|)", text):
        return None
    tokens = TOKEN.findall(re.sub(r"defined\s*\(\s*(\w+)\s*\)|defined\s+(\w+)", r"\1\2", text))

    def either() -> Holds:
        values = [both()]
        while tokens and tokens[0] == "||":
            tokens.pop(0)
            values.append(both())
        return True if True in values else None if None in values else False

    def both() -> Holds:
        values = [one()]
        while tokens and tokens[0] == "&&":
            tokens.pop(0)
            values.append(one())
        return False if False in values else None if None in values else True

    def one() -> Holds:
        if not tokens:
            return None
        token = tokens.pop(0)
        if token == "!":
            value = one()
            return None if value is None else not value
        if token == "(":
            value = either()
            if tokens:
                tokens.pop(0)
            return value
        return macro(token)

    return either()


def skipped_by_preprocessor(lines: list[str], macro: Callable[[str], Holds]) -> set[int]:
    """Returns the lines that no preprocessor passes on for these macros. Where that is unknown, a line is passed on."""
    skipped: set[int] = set()
    stack: list[tuple[bool, Holds]] = []  # whether the lines around are passed on, and whether a branch before was
    here = True
    for at, line in enumerate(lines):
        directive = re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)", line)
        if directive is None:
            if not here:
                skipped.add(at)
            continue
        word, rest = directive.groups()
        if word in ("if", "ifdef", "ifndef"):
            holds = condition(rest, macro) if word == "if" else macro(rest.strip())
            if word == "ifndef" and holds is not None:
                holds = not holds
            if not here:
                skipped.add(at)
            stack.append((here, holds))
            here = here and holds is not False
            continue
        if not stack:
            continue
        around, before = stack[-1]
        if not around:
            skipped.add(at)
        if word == "endif":
            here = around
            stack.pop()
            continue
        holds = True if word == "else" else condition(rest, macro)
        here = around and before is not True and holds is not False
        stack[-1] = (around, True if before is True or holds is True else None if None in (before, holds) else False)
    return skipped


def end_of_brackets(text: str, at: int) -> int:
    """Returns the place of the bracket that closes the one at a place."""
    pairs = {"(": ")", "{": "}"}
    opens, closes, depth = text[at], pairs[text[at]], 0
    for place in range(at, len(text)):
        depth += (text[place] == opens) - (text[place] == closes)
        if depth == 0:
            return place
    return len(text) - 1


def definition(text: str, at: int) -> tuple[int, int]:
    """Returns where the declaration or definition around a place begins and ends."""
    begin = max(text.rfind(mark, 0, at) for mark in ";}{") + 1
    # A list of members, such as a view's, stands between parentheses.
    while begin < at and text[begin:at].count("(") < text[begin:at].count(")"):
        begin = max(text.rfind(mark, 0, begin - 1) for mark in ";}{") + 1
    begin += len(text[begin:at]) - len(text[begin:at].lstrip())
    marks = [place for place in (text.find(mark, at) for mark in ";{") if place >= 0]
    end = min(marks, default=len(text) - 1)
    return begin, end_of_brackets(text, end) if text[end] == "{" else end


def branches(text: str, at: int) -> list[tuple[int, int]]:
    """Returns where the branches of an if statement begin and end, whose first one begins at a place."""
    parts = []
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        end = end_of_brackets(text, at) if text[at] == "{" else text.index(";", at)
        parts.append((at, end))
        following = re.match(r"\s*else\b", text[end + 1:])
        if following is None or len(parts) == 2:
            return parts
        at = end + 1 + following.end()


def spans_of_executions(text: str) -> dict[str, list[Span]]:
    """Returns the lines for hosts alone, and those for devices alone: functions and classes of that execution, `if constexpr` that asks for
    it, and Kokkos' own marks."""
    found: dict[str, list[tuple[int, int]]] = {"host": [], "device": []}
    other = {"host": "device", "device": "host"}
    for pattern in (PARAMETER, SPECIAL_CLASS):
        for match in pattern.finditer(text):
            kind = next(group for group in match.groups() if group).lower()
            found[kind].append(definition(text, match.start()))
    for match in BRANCH.finditer(text):
        kind = match.group(2).lower()
        if match.group(1):
            kind = other[kind]
        for part, of in zip(branches(text, match.end()), (kind, other[kind])):
            found[of].append(part)
    for match in MACRO.finditer(text):
        found[match.group(1).lower()].append((match.start(), end_of_brackets(text, match.end() - 1)))
    return {kind: [(text.count("\n", 0, begin), text.count("\n", 0, end)) for begin, end in parts] for kind, parts in found.items()}


class Source:
    """A source without its comments."""

    def __init__(self, text: str) -> None:
        plain = without_remarks(text)
        self.lines = plain.split("\n")
        self.code = {at for at, line in enumerate(self.lines) if line.strip()}
        self.of = {name: {line for first, last in spans for line in range(first, last + 1)}
                   for name, spans in spans_of_executions(plain).items()}

    def used_lines(self, macro: Callable[[str], Holds], kind: str) -> set[int]:
        """Returns the lines that a platform uses. `kind` is host or device."""
        # A line such as "} else {" is of both.
        others = self.of["device" if kind == "host" else "host"] - self.of[kind]
        return self.code - skipped_by_preprocessor(self.lines, macro) - others
