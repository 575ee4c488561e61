"""The program `plethos`, called from Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Sequence

from ._core import Error, InputError, MachineError


def program() -> str:
    """The path of the program: PLETHOS_PROGRAM of the environment, the one of this package, or the first on the PATH."""
    here = Path(__file__).resolve().parent
    for candidate in (os.environ.get("PLETHOS_PROGRAM"), here / "bin/plethos", here.parent / "plethos_program", shutil.which("plethos")):
        if candidate and os.access(candidate, os.X_OK) and not os.path.isdir(candidate):
            return str(candidate)
    raise MachineError("plethos: found no program, expected one on the PATH or in PLETHOS_PROGRAM")


def _options(options: dict[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, dict):
            for key, one in value.items():
                words += [flag, f"{key}={str(one).lower() if isinstance(one, bool) else one}"]
        else:
            words += [flag, str(value)]
    return words


def _call(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    result = subprocess.run([program(), *words], capture_output=True, text=True, check=False)
    if result.returncode in (0, 4):
        return result
    lines = [line for line in result.stderr.splitlines() if line.strip()]
    line = lines[-1].removeprefix("plethos: ") if lines else f"ended with code {result.returncode}"
    raise {2: InputError, 3: MachineError}.get(result.returncode, Error)(line)


class Run:
    """What came of a run: `json` has all that `plethos run --json` writes, whose keys are attributes, too."""

    def __init__(self, data: dict[str, Any], warnings: list[str], out: str | None) -> None:
        self.json, self.warnings, self.out = data, warnings, out

    def __getattr__(self, name: str) -> Any:
        try:
            return self.json[name]
        except KeyError:
            raise AttributeError(f"a run has no {name}; known: {', '.join(self.json)}") from None

    def __repr__(self) -> str:
        return f"<plethos.Run, {self.json.get('arrived')} arrived, checksum {self.json.get('checksum')}>"


def run(scenario: str | os.PathLike[str], out: str | os.PathLike[str] | None = None, **options: Any) -> Run:
    """Run a scenario to its end, as `plethos run` does.

    Options are the program's, with underscores: agents=500, backend="cuda", avoidance="rvo", verify=True, steps through
    set={"steps": 100}. Ctrl-C ends it. Errors: InputError and MachineError with the program's line."""
    words = ["run", os.fspath(scenario), "--json", "-", "--quiet", *(["--out", os.fspath(out)] if out is not None else []), *_options(options)]
    result = _call(words)
    return Run(json.loads(result.stdout), result.stderr.splitlines(), None if out is None else os.fspath(out))


class Study:
    """A study's results: the folder, and `json`, what its results.json holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.json: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))

    @property
    def runs(self) -> list[dict[str, Any]]:
        return self.json["runs"]

    @property
    def page(self) -> Path | None:
        """The report, if Python of the program could draw it."""
        found = self.folder / "report.html"
        return found if found.is_file() else None

    def __repr__(self) -> str:
        return f"<plethos.Study in {self.folder}, {len(self.runs)} runs>"


def study(name: str, out: str | os.PathLike[str] | None = None, **options: Any) -> Study:
    """Run a study of the library or of a file, as `plethos study` does: study("bleiweiss-fig13", quick=True). `out` is the
    folder of its results; without it a new one among temporary files. Options and errors are as run() has them."""
    folder = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="plethos-study-"))
    _call(["study", os.fspath(name), "--out", str(folder), *_options(options)])
    return Study(folder)
