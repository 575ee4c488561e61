#!/usr/bin/env python3
"""Writes the sums of decks, as a program finds them here, into their files.

usage: record.py PROGRAM [DECK.toml ...] [--size SIZE ...] [OPTION ...]

Without decks it takes all files beside this script, without sizes all that a deck has. OPTIONs, such as --backend serial, go to the program.
Sums are the same on every machine: after a change that keeps bits, nothing may change here.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SIZES = ["small", "node", "machine"]


def sums_found(program, deck, size, options):
    share = ["--memory-share", "5"] if size == "machine" else []
    text = deck.read_text()
    with tempfile.TemporaryDirectory() as folder:
        # Searches fill a share of a GPU's memory alone. What they find does not depend on it.
        asked = pathlib.Path(folder) / deck.name
        asked.write_text(re.sub(r"^\[machine\]\n(?=(.+\n)*queries)", "[machine]\nsearch_memory = 4000\n", text, flags=re.MULTILINE))
        call = [program, "proxy", str(asked), "--size", size, "--json", "-", "--quiet", *share, *options]
        done = subprocess.run(call, stdout=subprocess.PIPE, text=True)
    # 3: other sums than those that are to be replaced.
    if done.returncode not in (0, 3) or not done.stdout:
        sys.exit(done.returncode or 3)
    return json.loads(done.stdout)["results"][0]["sums"]


def with_sums(text, size, sums):
    """Returns the deck's text with these sums in the table of that size, at its end."""
    table = re.compile(rf"^\[{size}\]\n(?:(?!\[\w).*\n?)*", re.MULTILINE)
    found = table.search(text)
    body = re.sub(r"^sums = \[[^\]]*\]\n", "", found.group(), flags=re.MULTILINE)
    lines = ", ".join(f'"{one}"' for one in sums)
    kept = body.rstrip("\n")
    behind = "\n" * (len(body) - len(kept))
    return text[: found.start()] + f"{kept}\nsums = [{lines}]{behind}" + text[found.end() :]


def main():
    reader = argparse.ArgumentParser(usage=__doc__)
    reader.add_argument("program")
    reader.add_argument("decks", nargs="*", type=pathlib.Path)
    reader.add_argument("--size", action="append", choices=SIZES)
    asked, options = reader.parse_known_args()
    decks = asked.decks or sorted(pathlib.Path(__file__).parent.glob("*.toml"))
    for deck in decks:
        for size in asked.size or SIZES:
            text = deck.read_text()
            if not re.search(rf"^\[{size}\]$", text, re.MULTILINE):
                continue
            deck.write_text(with_sums(text, size, sums_found(asked.program, deck, size, options)))
            print(f"{deck.stem} {size}", flush=True)


if __name__ == "__main__":
    main()
