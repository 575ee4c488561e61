"""Another commit, built beside this tree, and the two timed in turns."""

import json
import math
import subprocess
import tempfile
from pathlib import Path

from counting.callgrind import environment, run_quietly
from counting.cases import Case, Inability, Mistake


def build_commit(root: Path, commit: str, cuda: bool) -> Path:
    """Returns the program of a commit, which is built in build/against/."""
    named = subprocess.run(["git", "-C", str(root), "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], capture_output=True,
                           text=True)
    if named.returncode != 0:
        raise Mistake(f"--against: found '{commit}', expected a commit of this repository, or a folder with a program")
    folder = root / "build" / "against" / named.stdout.strip()[:12]
    if not (folder / "CMakeLists.txt").exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "-C", str(root), "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(folder)], check=True, input=archive)
    build = folder / "build" / ("cuda" if cuda else "default")
    options = ["-DPLETHOS_TESTS=OFF", "-DPLETHOS_BENCHMARKS=OFF", "-DPLETHOS_MPI=OFF", f"-DPLETHOS_CUDA={'ON' if cuda else 'OFF'}"]
    run_quietly(["cmake", "-S", str(folder), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *options])
    run_quietly(["cmake", "--build", str(build), "--target", "plethos"])
    return build / "plethos"


def seconds_of_steps(program: Path, case: Case, backend: str, lanes: str) -> tuple[float, dict]:
    """Returns the seconds of a run's steps, without its start, and the run's results."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.json"
        run_quietly([str(program), *case.arguments(case.timed_steps, backend, lanes), "--json", str(out)], env=environment())
        result = json.loads(out.read_text(encoding="utf-8"))
    if not result["agent_steps_per_s"]:
        raise Inability(f"{case.name}: no step was run")
    return result["agents"] * result["steps"] / result["agent_steps_per_s"], result


def time_in_turns(programs: list[Path], case: Case, backend: str, lanes: str, pairs: int) -> tuple[list[float], bool]:
    """Returns the ratio of the first program's time to the second's, a ratio for each turn, and whether both end with the same bits. Every
    other turn begins with the other program, so that a machine which gets slower favors none."""
    ratios, same = [], True
    for turn in range(-1, pairs):
        order = [0, 1] if turn % 2 == 0 else [1, 0]
        runs = {index: seconds_of_steps(programs[index], case, backend, lanes) for index in order}
        same = same and runs[0][1]["checksum"] == runs[1][1]["checksum"]
        if turn >= 0:  # the first turn fills caches
            ratios.append(runs[0][0] / runs[1][0])
    return ratios, same


def median_interval(values: list[float]) -> tuple[float, float, float, float]:
    """Returns the median, both ends of an interval that holds the true median, and its confidence: at least 95% if there are six values or
    more. It takes the k-th smallest and k-th largest value, so that it supposes nothing of how the values are spread (the sign test)."""
    ordered = sorted(values)
    count = len(ordered)
    k, confidence = 1, 1 - 2 / 2**count
    while 2 * (k + 1) <= count:
        narrower = 1 - 2 * sum(math.comb(count, i) for i in range(k + 1)) / 2**count
        if narrower < 0.95:
            break
        k, confidence = k + 1, narrower
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return middle, ordered[k - 1], ordered[count - k], confidence
