"""Which files a report replaces, and how: as plethos itself, it leaves alone what it did not write."""

import os
import re
import tempfile
from html import escape
from pathlib import Path

MARK = '<meta name="generator" content="plethos"/>'
HEAD = 4096  # bytes, in which the mark lies
FIGURE = r"\d\d-[a-z0-9-]*\.(?:png|pdf|csv)"


def figures_of(page: Path, folder: str) -> set[str]:
    """The files in the folder that a page of ours links to: these are ours as well. Without such a page there are none."""
    text = page.read_text(encoding="utf-8", errors="replace") if is_own(page) else ""
    return set(re.findall(f'href="{re.escape(escape(folder))}/({FIGURE})"', text))


def is_own(page: Path) -> bool:
    try:
        with open(page, "rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        return False
    return head.startswith(b"<!DOCTYPE html>") and MARK.encode() in head


def require_own(path: Path, is_ours: bool) -> None:
    """Refuses to replace a file of others that is not empty."""
    if os.path.lexists(path) and not is_ours and (not path.is_file() or path.stat().st_size > 0):
        raise ValueError(f"{path} exists and is not what plethos wrote, so it is not overwritten; choose another name or remove it")


def replace(path: Path, content: bytes) -> None:
    """Writes a file under a name that nobody has, and gives it its own when it is whole. It keeps the permissions of the one before."""
    path = path.resolve()
    try:
        mode = path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    descriptor, temporary = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
