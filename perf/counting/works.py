"""The runs that perf/counters counts."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from counting.callgrind import run_quietly
from counting.cases import Inability, Mistake

CPU_BACKENDS = ("serial", "openmp", "tbb")


@dataclass(frozen=True)
class Work:
    """A run that is counted."""

    name: str
    arguments: tuple[str, ...]  # of `plethos run`, without steps and machine
    backend: str
    lanes: str
    threads: int

    def words(self, steps: int) -> list[str]:
        of_cpu = [] if self.backend == "cuda" else ["--lanes", self.lanes, "--threads", str(self.threads)]
        return ["run", *self.arguments, "--steps", str(steps), "--backend", self.backend, *of_cpu, "--quiet"]


def read_json(path: Path, schema: str) -> dict:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Mistake(f"{path}: {error}") from None
    if not isinstance(found, dict) or found.get("schema") != schema:
        raise Mistake(f"{path}: found no file of {schema}, expected one")
    return found


def works_of_result(path: Path, cuda: bool) -> tuple[list[Work], list[str]]:
    """Returns the runs of a study's result on the kind of processor, and a line for each that cannot be counted."""
    works, left_out = [], []
    for run in read_json(path, "plethos-study")["runs"]:
        settings, machine = run["settings"], run["machine"]
        if run["status"] != "done" or machine.get("backend") not in (("cuda",) if cuda else CPU_BACKENDS):
            continue
        name = f"{settings.get('scenario')}, {settings.get('agents')} agents, {settings.get('avoidance')}, {settings.get('neighbors')}"
        if not cuda:
            name += f", {machine['backend']} {machine['lanes']}, {machine['threads']} threads"
        why = "it is no simulation" if settings.get("kind") != "simulation" else \
              f"it begins at step {settings['start_at']}" if settings["start_at"] else \
              "it needs a file of a map" if settings["scenario"] == "map" else "its map is drawn" if settings.get("draw.kind") else \
              "it has several ranks" if machine.get("ranks", 1) > 1 else "it has several worlds" if settings.get("worlds", 1) > 1 else ""
        if why:
            left_out.append(f"left out: {name}: {why}")
            continue
        arguments = [settings["scenario"]] + ([] if settings.get("agents") is None else ["--agents", str(settings["agents"])])
        arguments += [word for key in ("avoidance", "planner", "steering", "neighbors") for word in (f"--{key}", settings[key])]
        for key, value in settings["set"].items():
            arguments += ["--set", f"{key}={json.dumps(value) if not isinstance(value, str) else value}"]
        arguments += [f"--no-{key}" for key in ("regroup", "replay") if settings.get(key) is False]
        if not cuda:
            arguments += [word for key in ("schedule", "grain") if machine.get(key) for word in (f"--{key}", str(machine[key]))]
        name = " ".join([name, *arguments[arguments.index("--neighbors") + 2:]])
        works.append(Work(name, tuple(arguments), machine["backend"], machine["lanes"], machine["threads"]))
    return works, left_out


def look_at(program: Path, work: Work, steps: int) -> dict:
    """Returns the JSON of a run that is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.json"
        try:
            run_quietly([str(program), *work.words(steps), "--json", str(out)])
        except Inability as fault:
            if str(fault).startswith("exit code 2 of "):
                raise Mistake(f"{work.name}: {str(fault).partition(': ')[2]}") from None
            raise
        return json.loads(out.read_text(encoding="utf-8"))
