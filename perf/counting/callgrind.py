"""Instructions and memory accesses of steps, counted by valgrind's callgrind."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from counting.cases import Case, Inability

# What a run does before its first step, and a call that takes so many steps; then the run looks at its crowd. Callgrind writes a file at each
# call of the second.
CREATE = re.compile(r"plethos::simulation::Simulation::create\(.*(Sharing|Ensemble) const&\)$")
ADVANCE = "plethos::simulation::SimulationOn<plethos::backends::HostExecution>::advance(long)"
STEPS_OF_A_CALL = 16
CALLS = 3  # of the second; the first is not counted, since buffers find their sizes in it
EVENTS = {"Ir": "instructions", "Dr": "reads", "Dw": "writes"}


def environment() -> dict[str, str]:
    """One thread, whatever the caller has set."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}


def call(command: list[str], **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", **options)


def run_quietly(command: list[str], **options) -> None:
    done = call(command, **options)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise Inability(f"exit code {done.returncode} of {' '.join(command)}: {last}")


def count_steps(program: Path, case: Case, lanes: str, agents: int) -> dict[str, float]:
    """Returns instructions, reads and writes of memory for one agent in one step, and the instructions for one agent before the first."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        run_quietly(["valgrind", "--tool=callgrind", "--cache-sim=yes", f"--dump-before={ADVANCE}", f"--callgrind-out-file={out}", str(program),
                     *case.arguments(STEPS_OF_A_CALL * CALLS, "serial", lanes)], env=environment())
        # A file ends before each call, and the last, which has no number, with the program.
        start = inclusive(Path(f"{out}.1"), CREATE.match)
        calls = [inclusive(Path(f"{out}.{part}"), ADVANCE.__eq__) for part in range(3, CALLS + 1)] + [inclusive(out, ADVANCE.__eq__)]
    agent_steps = agents * STEPS_OF_A_CALL * len(calls)
    counts = {name: sum(call[event] for call in calls) / agent_steps for event, name in EVENTS.items()}
    return counts | {"instructions to start": start["Ir"] / agents}


def inclusive(path: Path, is_wanted) -> dict[str, int]:
    """Returns what the calls of the wanted function cost by a file of callgrind, with all that was called in them. The file names a function
    the first time that it speaks of it, and later gives its number alone; it leaves out zeros at the end of a line of costs."""
    names: dict[str, str] = {}
    events: list[str] = []
    total: dict[str, int] = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("events:"):
                events = line.split()[1:]
            elif line.startswith(("fn=", "cfn=")):
                number, _, name = line.partition("=")[2].strip().partition(" ")
                if name:
                    names[number] = name
                called = names[number] if line.startswith("cfn=") else ""
            elif line.startswith("calls=") and is_wanted(called):
                costs = [int(word) for word in next(file).split()[1:]]
                for event, cost in zip(events, costs + [0] * len(events)):
                    total[event] = total.get(event, 0) + cost
    if not total:
        raise Inability(f"{path.name}: callgrind saw no call of the function whose cost is wanted; has it another name?")
    return total
