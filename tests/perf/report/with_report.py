"""What tests of perf/report begin with: its folder, in which Python finds its modules from here on. Exit code 77: no matplotlib here."""

import importlib.util
import sys
from pathlib import Path

REPORT = Path(__file__).resolve().parents[3] / "perf" / "report"

if importlib.util.find_spec("matplotlib") is None:
    print(f"skipped: {sys.executable} has no matplotlib")
    sys.exit(77)
sys.path.insert(0, str(REPORT))
