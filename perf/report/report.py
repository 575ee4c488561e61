#!/usr/bin/env python3
"""Makes an HTML page of a study's result or of a comparison, and PAGE-figures/ beside it with each figure as PNG, PDF and CSV:
report.py RESULT.json --out PAGE.html

Needs Python 3.9, numpy and matplotlib. docs/guide/studies.md describes the JSON.
"""

import argparse
import json
import sys
from pathlib import Path

from comparison import comparison_page
from figures import Figures
from output import figures_of, is_own, replace, require_own
from result import Comparison, Result
from study import study_page


def make_page(document: dict, figures: Figures) -> str:
    """The page; its figures are added to `figures`."""
    schema = document.get("schema")
    if document.get("schema_version") != 2:
        raise ValueError(f"schema_version: found {document.get('schema_version')}, expected 2")
    if schema == "plethos-study":
        return study_page(Result(document), figures)
    if schema == "plethos-comparison":
        return comparison_page(Comparison(document), figures)
    raise ValueError(f"schema: found {schema!r}, expected 'plethos-study' or 'plethos-comparison'")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition(":\n")[0])
    parser.add_argument("result", type=Path, help="what plethos study wrote")
    parser.add_argument("--out", type=Path, required=True, help="the page to make")
    arguments = parser.parse_args()
    try:
        figures = Figures(arguments.out.stem + "-figures")
        page = make_page(json.loads(arguments.result.read_text(encoding="utf-8")), figures)
        require_own(arguments.out, is_own(arguments.out))
        before = figures_of(arguments.out, figures.folder)
        figures.require_own(arguments.out.parent, before)
        # The page comes first, as it says which figures are ours.
        replace(arguments.out, page.encode())
        figures.write(arguments.out.parent, before)
    except (OSError, ValueError, KeyError) as error:
        text = f"no {error}" if isinstance(error, KeyError) else str(error)
        print(f"report.py: {arguments.result}: {text}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
