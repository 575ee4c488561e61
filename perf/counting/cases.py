"""The cases of perf/counting/cases.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Mistake(Exception):
    """A mistake in the call; its text is one line."""


class Inability(Exception):
    """This machine cannot count; its text is one line."""


@dataclass(frozen=True)
class Case:
    name: str
    run: tuple[str, ...]  # arguments of `plethos run`
    agents: int | None  # as many as the scenario has by itself
    gpu_agents: int | None
    timed_steps: int
    counted_on_gpu: bool = False

    def arguments(self, steps: int, backend: str, lanes: str) -> list[str]:
        agents = self.gpu_agents if backend == "cuda" else self.agents
        crowd = [] if agents is None else ["--agents", str(agents)]
        return ["run", *self.run, *crowd, "--steps", str(steps), "--backend", backend, "--lanes", lanes, "--quiet"]


def read_cases(names: list[str]) -> list[Case]:
    """Returns the cases of these names, or without a name all."""
    with open(HERE / "cases.toml", "rb") as file:
        rows = tomllib.load(file)["case"]
    cases = [Case(row["name"], tuple(row["run"]), row.get("agents"), row.get("gpu_agents"), row.get("timed_steps", 320),
                  row.get("counted_on_gpu", False)) for row in rows]
    unknown = set(names) - {case.name for case in cases}
    if unknown:
        raise Mistake(f"--case: found '{', '.join(sorted(unknown))}', expected some of {', '.join(case.name for case in cases)}")
    return [case for case in cases if not names or case.name in names]
