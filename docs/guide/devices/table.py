#!/usr/bin/env python3
"""The table of docs/guide/devices.md: which device compiled what, passed which tests, has which bits, and was measured where.

    table.py record FILE.json --device NAME [--bits BITS.json] [--backend NAME ...] [--tests JUNIT.xml ...] [--compiled COMMIT]
                    [--preset NAME] [--compiler TEXT] [--measured PAGE ...]
    table.py fill

`record` writes a device's file, or adds to it, from what programs wrote: `plethos verify-bits --json BITS.json`, and
`ctest --output-junit JUNIT.xml` or runs of `plethos_tests --reporters=junit --out=JUNIT.xml`; --backend takes only these of its rows. `fill`
writes the table of all files beside this script into the page. A preset that .ci/run builds is compiled with every commit: the default one
whole, of others a part, or without optimization. Needs nothing but Python's own library."""

import argparse
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "devices.md"
CI = HERE.parents[2] / ".ci/run"
FENCES = "<!-- the table of devices/table.py -->\n", "<!-- its end -->\n"
COMMIT = re.compile(r"\(([0-9a-f]{7,40}(?:-dirty|-archive)?)\)")


def bits_record(path: Path, backends: list[str] | None = None) -> dict:
    found = json.loads(path.read_text(encoding="utf-8"))
    if found.get("schema") != "plethos-bits-found":
        sys.exit(f"table.py: {path}: expected a file of plethos verify-bits --json")
    commit = COMMIT.search(found["plethos"])
    if commit is None:
        sys.exit(f"table.py: {path}: found the program {found['plethos']}, expected one built from a commit")
    machine = found["machine"]
    return {"date": found["date"][:10], "commit": commit.group(1), "compiler": machine["compiler"], "os": machine["os"],
            "rows": [{key: row[key] for key in ("backend", "lanes", "threads", "cases")} | {"differences": len(row["differences"])}
                     for row in found["rows"] if not backends or row["backend"] in backends]}


def tests_record(paths: list[Path]) -> dict:
    cases = [case for path in paths for case in ElementTree.parse(path).getroot().iter("testcase")]
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None or case.get("status") in ("disabled", "notrun") for case in cases)
    # doctest's classes are source files; ctest's have the names of its tests.
    files = {case.get("classname", "").lstrip("./") for case in cases} - {case.get("name") for case in cases} - {""}
    return {"passed": len(cases) - failed - skipped, "failed": failed, "skipped": skipped, "files": sorted(files)}


def built_by_ci() -> set[str]:
    text = CI.read_text(encoding="utf-8")
    return {"default"} | set(re.findall(r"(?:--preset |PLETHOS_PRESET=)([a-z0-9-]+)", text))


def compiled_cell(device: dict) -> str:
    preset, at = device["preset"], device.get("same_bits") or device.get("compiled") or {}
    text = f"preset `{preset}`, " + (device.get("compiler") or at["compiler"])
    if at:
        text += f": {at['date']}, {at['commit'][:8]}"
    if preset in built_by_ci():
        text += "; " + ("" if preset == "default" else "a part ") + "with each commit (CI)"
    return text


def tested_cell(device: dict) -> str:
    tests = device.get("tested")
    if tests is None:
        return "no"
    text = f"{tests['passed']} passed" + "".join(f", {tests[key]} {key}" for key in ("failed", "skipped") if tests[key])
    if tests["files"]:
        text += f", of {len(tests['files'])} source files"
    return text + f": {tests['date']}, {tests['commit'][:8]}"


def bits_cell(device: dict) -> str:
    bits = device.get("same_bits")
    if bits is None:
        return "no"
    rows = bits["rows"]
    differing = [f"{row['backend']} {row['lanes']}" for row in rows if row["differences"]]
    lanes = " ".join(dict.fromkeys(f"`{row['lanes']}`" for row in rows))
    backends = " ".join(dict.fromkeys(f"`{row['backend']}`" for row in rows))
    text = f"{min(row['cases'] for row in rows)} cases on {backends}, {lanes}" if not differing else "differ: " + ", ".join(differing)
    return text + f": {bits['date']}, {bits['commit'][:8]}"


def measured_cell(device: dict) -> str:
    return ", ".join(f"[{Path(page).name}](../../{page})" for page in device.get("measured", [])) or "no"


def table() -> str:
    lines = ["| device | compiled | tested | same bits | measured |", "| --- | --- | --- | --- | --- |"]
    for path in sorted(HERE.glob("*.json")):
        device = json.loads(path.read_text(encoding="utf-8"))
        lines.append(f"| {device['device']} | {compiled_cell(device)} | {tested_cell(device)} | {bits_cell(device)} | {measured_cell(device)} |")
    return "\n".join(lines) + "\n"


def filled(page: str) -> str:
    begin, end = page.index(FENCES[0]) + len(FENCES[0]), page.index(FENCES[1])
    return page[:begin] + "\n" + table() + "\n" + page[end:]


def record(options: argparse.Namespace) -> None:
    path = options.file
    device = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    device |= {"device": options.device or device.get("device"), "preset": options.preset or device.get("preset", "default")}
    if device["device"] is None:
        sys.exit("table.py: --device: found none, expected the name of a device that has no file yet")
    if options.compiler:
        device["compiler"] = options.compiler
    elif "compiler" not in device and not options.bits:
        sys.exit("table.py: --compiler: found none, expected a text, or --bits, which says it")
    if options.bits:
        device["same_bits"] = bits_record(options.bits, options.backend)
    if options.tests:
        if "same_bits" not in device:
            sys.exit("table.py: --tests: found no bits, which say the commit; expected --bits, too")
        device["tested"] = tests_record(options.tests) | {key: device["same_bits"][key] for key in ("date", "commit")}
    if options.compiled:
        device["compiled"] = {"date": date.today().isoformat(), "commit": options.compiled}
    if options.measured:
        device["measured"] = options.measured
    path.write_text(json.dumps(device, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("fill", help="write the table into the page")
    add = verbs.add_parser("record", help="write a device's file")
    add.add_argument("file", type=Path)
    add.add_argument("--device")
    add.add_argument("--preset")
    add.add_argument("--compiler")
    add.add_argument("--compiled", metavar="COMMIT", help="compiled and linked whole today, and not run")
    add.add_argument("--bits", type=Path)
    add.add_argument("--backend", action="append")
    add.add_argument("--tests", type=Path, nargs="+")
    add.add_argument("--measured", action="append")
    options = parser.parse_args()
    if options.verb == "record":
        record(options)
    else:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
