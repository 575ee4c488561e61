"""docs/guide/devices.md says what the files beside it say: test_devices_page.py REPOSITORY. Needs nothing but Python's own library."""

import importlib.util
import json
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path()


def load_table():
    spec = importlib.util.spec_from_file_location("table", REPOSITORY / "docs/guide/devices/table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class DevicesPage(unittest.TestCase):
    def setUp(self) -> None:
        self.table = load_table()
        self.page = self.table.PAGE.read_text(encoding="utf-8")

    def test_the_table_is_that_of_the_files(self) -> None:
        self.assertEqual(self.page, self.table.filled(self.page), "docs/guide/devices/table.py fill writes it anew")

    def test_another_table_is_found(self) -> None:
        other = self.page.replace("each commit", "last year")
        self.assertNotEqual(other, self.page)
        self.assertNotEqual(other, self.table.filled(other))

    def test_results_are_those_of_commits(self) -> None:
        for path in sorted(self.table.HERE.glob("*.json")):
            self.assertNotIn("dirty", path.read_text(encoding="utf-8"), path.name)

    def test_measured_pages_name_the_device(self) -> None:
        for path in sorted(self.table.HERE.glob("*.json")):
            device = json.loads(path.read_text(encoding="utf-8"))
            for page in device.get("measured", []):
                self.assertIn(device["device"].split(" (")[0], (REPOSITORY / page).read_text(encoding="utf-8"), path.name)

    def test_what_programs_wrote_is_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            junit = Path(folder) / "tests.xml"
            junit.write_text('<testsuite><testcase classname="a" name="a"/><testcase classname="b" name="b"><failure/></testcase>'
                             '<testcase classname="c" name="c" status="notrun"/></testsuite>', encoding="utf-8")
            of_ctest = {"passed": 1, "failed": 1, "skipped": 1, "files": []}
            self.assertEqual(self.table.tests_record([junit]), of_ctest)
            doctest = [Path(folder) / f"{name}.xml" for name in "de"]
            for path in doctest:
                path.write_text(f'<testsuites><testsuite><testcase classname="../tests/{path.stem}.cpp" name="a" status="run"/>'
                                f'<testcase classname="tests/{path.stem}.cpp" name="b" status="run"><error/></testcase>'
                                '</testsuite></testsuites>', encoding="utf-8")
            of_doctest = {"passed": 2, "failed": 2, "skipped": 0, "files": ["tests/d.cpp", "tests/e.cpp"]}
            self.assertEqual(self.table.tests_record(doctest), of_doctest)
            at = {"date": "2026-01-02", "commit": "0123456789ab"}
            for found, cell in (of_ctest, "1 passed, 1 failed, 1 skipped"), (of_doctest, "2 passed, 2 failed, of 2 source files"):
                self.assertEqual(self.table.tested_cell({"tested": found | at}), cell + ": 2026-01-02, 01234567")
            bits = Path(folder) / "bits.json"
            found = {"schema": "plethos-bits-found", "date": "2026-01-02T03:04:05Z", "plethos": "0.1.0 (0123456789ab)",
                     "machine": {"compiler": "GNU 12.2.0", "os": "An OS"},
                     "rows": [{"backend": "serial", "lanes": "scalar", "threads": 1, "cases": 2, "differences": [{"case": "a"}]}]}
            bits.write_text(json.dumps(found), encoding="utf-8")
            record = self.table.bits_record(bits)
            self.assertEqual((record["date"], record["commit"]), ("2026-01-02", "0123456789ab"))
            self.assertEqual(self.table.bits_cell({"same_bits": record}), "differ: serial scalar: 2026-01-02, 01234567")
            bits.write_text(json.dumps(found | {"plethos": "0.1.0 (unknown)"}), encoding="utf-8")
            with self.assertRaises(SystemExit):
                self.table.bits_record(bits)


if __name__ == "__main__":
    REPOSITORY = Path(sys.argv.pop(1))
    unittest.main()
