"""Runs the commands that pages show: as they are, shortened, or, with a reason, not at all. Needs nothing but Python's own library."""

import functools
import itertools
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import Page, read_page

REPOSITORY = Path()
PROGRAM = Path()

# Placeholders in commands, and the words that replace them here.
PLACEHOLDERS = {"NAME": "circle", "STUDY": "bleiweiss-fig9", "METHOD": "orca", "N": "20", "T": "0", "VERB": "list", "...": "", "…": ""}
MOST_AGENTS = 1000
MAP = "type octile\nheight 40\nwidth 40\nmap\n" + 19 * (40 * "." + "\n") + 2 * (12 * "@" + 28 * "." + "\n") + 19 * (40 * "." + "\n")
STUDY = '[[runs]]\nscenario = "circle"\nagents = 8\nbackends = "serial"\nsteps = 4\nrepetitions = 1\n'


class Fault(Exception):
    """A command that does not do what its page says."""


def call(folder: Path, *words: str) -> str:
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        raise Fault(f"exit code {result.returncode} of {shlex.join(words)}: {(result.stderr or result.stdout)[-600:]}")
    return result.stdout


def plethos(folder: Path, *words: str) -> str:
    return call(folder, str(PROGRAM), *words)


@functools.cache
def plethos_once(*words: str) -> str:
    return plethos(Path("/"), *words)


@functools.cache
def result_of_a_study() -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tiny.toml").write_text(STUDY, encoding="utf-8")
        plethos(Path(folder), "study", "tiny.toml", "--quiet", "--processes", "1")
        return (Path(folder) / "studies/tiny.json").read_text(encoding="utf-8")


def is_large(study: str) -> bool:
    """Whether it has maps of 4096 cells squared or crowds of ten million agents, or more, so that to plan it takes a minute."""
    path = REPOSITORY / "perf/studies" / f"{study}.toml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    least = {"size": 4096, "agents": 10_000_000, "agents_per_rank": 1_000_000}
    rows = re.findall(r"\b(size|agents|agents_per_rank) = \[?([\d, ]+)", text)
    return any(int(number) >= least[key] for key, row in rows for number in re.findall(r"\d+", row))


class Here:
    """The features of this program and machine."""

    def __init__(self) -> None:
        listed, info = plethos(Path("/"), "list"), plethos(Path("/"), "info")
        shown = re.findall(r"^  ([\w-]+): .*?(?:\((\d+) agents by default\))?$", listed, re.MULTILINE)
        self.agents = {name: int(count) for name, count in shown if count}
        self.scenarios = {name for name, _ in shown}
        self.lanes = set(re.findall(r"(\w+) \(\d+ float", info))
        self.cuda = "cuda    not available" not in info
        self.presets = {preset["name"] for preset in json.loads((REPOSITORY / "CMakePresets.json").read_text())["configurePresets"]}
        self.studies = set(re.findall(r"^  ([\w-]+)  ", plethos(Path("/"), "study", "--list"), re.MULTILINE))


def value(words: list[str], option: str) -> str | None:
    return words[words.index(option) + 1] if option in words[:-1] else None


def replaced(words: list[str], option: str, text: str) -> list[str]:
    """Returns the words with the option set to this value."""
    if option not in words:
        return [*words, option, text]
    at = words.index(option) + 1
    return [*words[:at], text, *words[at + 1 :]]


class Runner:
    """Runs the commands of one page."""

    def __init__(self, folder: Path, page: Page, here: Here) -> None:
        self.folder, self.page, self.here = folder, page, here
        self.shortened: list[str] = []
        self.not_run = ""
        for name, blocks in page.files.items():
            (folder / name).write_text("".join(blocks), encoding="utf-8")

    def command(self, text: str) -> tuple[str, str]:
        """Records what was done ("run as they are", "shortened", "not run"), and how or why."""
        self.shortened, self.not_run = [], ""
        text = re.sub(r"(--preset |PLETHOS_PRESET=)NAME", r"\1default", text.replace("study NAME", "study STUDY"))
        words = shlex.split(text, comments=True)
        settings = dict(itertools.takewhile(lambda pair: len(pair) == 2, (word.split("=", 1) for word in words)))
        self.check_preset(settings.get("PLETHOS_PRESET"))
        words = [PLACEHOLDERS.get(word, word) for word in words[len(settings) :]]
        choices = [word.split("|") if re.fullmatch(r"[a-z]+(\|[a-z]+)+", word) else [word] for word in words if word]
        for chosen in itertools.product(*choices):
            self.prepare(list(chosen))
            self.one(list(chosen))
        if self.not_run:
            return "not run", self.not_run
        return ("shortened", ", ".join(dict.fromkeys(self.shortened))) if self.shortened else ("run as they are", "")

    def prepare(self, words: list[str]) -> None:
        """Files that a reader is supposed to have."""
        for name in words[1:]:
            path = self.folder / name
            if path.exists():
                continue
            if name == "my_scene.toml":
                scene = (REPOSITORY / "docs/guide/scenario-files.md").read_text(encoding="utf-8")
                path.write_text(read_page("", scene, set()).files["station.toml"][0], encoding="utf-8")
            elif name == "tests.xml":
                path.write_text('<testsuite><testcase name="a"/></testsuite>', encoding="utf-8")
            elif name == "FILE.map":
                path.write_text(MAP, encoding="utf-8")
            elif name in ("gpu.json", "cpu.json", "more.json", "NAME.json"):
                path.write_text(result_of_a_study(), encoding="utf-8")

    def one(self, words: list[str]) -> None:
        name = Path(words[0]).name
        handlers = {"plethos": self.plethos, "bootstrap": self.bootstrap, "plethos_bench": self.bench, "plethos_tests": self.tests,
                    "python3": self.python, "cmake": self.build_tool, "ctest": self.build_tool, "gate": self.gate, "divergence": self.divergence, "counters": self.counters,
                    "mpiexec": self.launcher, "srun": self.launcher, "flux": self.launcher}
        if name in handlers:
            handlers[name](words)
        elif name.startswith("plethos_fuzz"):
            self.fuzz(words)
        elif name == "h5dump" and shutil.which("h5dump"):
            call(self.folder, *words)
        else:
            reasons = {"h5dump": "needs hdf5-tools", "tar": "needs a package", "cd": "needs a package", "clang-tidy": "needs clang-tidy"}
            if name not in reasons:
                raise Fault(f"a command that the test does not know: {name}")
            self.not_run = reasons[name]

    def launcher(self, words: list[str]) -> None:
        """Runs what a launcher starts, by one process. Other tests start several ranks."""
        for program, group in itertools.groupby(words, lambda word: word != ":"):
            started = list(itertools.dropwhile(lambda word: Path(word).name != "plethos", group))
            if program and not started:
                raise Fault(f"a launcher without plethos: {shlex.join(words)}")
            if program:
                self.plethos(started)
        self.shortened.append("one process")

    def plethos(self, words: list[str]) -> None:
        verb = words[1] if len(words) > 1 else ""
        if words[2:] == [] and verb in ("run", "plan", "study", "proxy", "render", "validate"):
            self.shortened.append("--help: the text means the command as such")
            plethos(self.folder, verb, "--help")
        elif verb in ("run", "validate") and "--help" not in words:
            self.run(words[1:])
        elif verb == "study" and not {"--list", "--compare", "--from", "--help"} & set(words):
            self.study(words[1:])
        elif verb == "proxy" and "--help" not in words:
            self.proxy(words[1:])
        elif verb == "render" and str(value(words, "--out")).endswith(".mp4") and not shutil.which("ffmpeg"):
            self.shortened.append("a picture: no ffmpeg here")
            plethos(self.folder, *(re.sub(r"\.mp4$", ".png", word) for word in words[1:]))
        else:
            plethos(self.folder, *words[1:])

    def run(self, words: list[str]) -> None:
        if len(words) == 1 or words[1].startswith("-"):
            self.shortened.append("of circle: no scenario is named")
            words = [words[0], "circle", "--agents", "20", *words[1:]]
        scenario = words[1]
        if value(words, "--lanes") not in (None, "scalar", "simd", *self.here.lanes):
            self.shortened.append("--lanes simd: not on this processor")
            words = replaced(words, "--lanes", "simd")
        if value(words, "--backend") == "cuda" and not self.here.cuda:
            self.shortened.append("--backend serial: no GPU")
            words = replaced(words, "--backend", "serial")
        if words[0] == "validate":
            plethos(self.folder, *words)
            return
        agents = int(value(words, "--agents") or self.here.agents.get(scenario, 0))
        if agents > MOST_AGENTS:
            if "--agents" in words:
                not_of_validate = {"--backend", "--lanes", "--json", "--out", "--steps", "--checkpoint", "--time-limit", "--restart"}
                keys = [word for at, word in enumerate(words[2:], 2) if not ({word, words[at - 1]} & not_of_validate) and word != "--verify"]
                plethos_once("validate", scenario, *keys)
            words = replaced(words, "--agents", str(MOST_AGENTS))
            self.shortened.append(f"--agents {MOST_AGENTS}")
        self.shortened.append("--steps 2")
        words = replaced(words, "--steps", "2")
        if scenario in self.here.scenarios and not {"--out", "--json", "--map", "--checkpoint", "--restart"} & set(words):
            plethos_once(*words)
        else:
            plethos(self.folder, *words)

    def study(self, words: list[str]) -> None:
        backends = value(words, "--backends")
        if backends and "cuda" in backends and not self.here.cuda:
            self.shortened.append("without cuda: no GPU")
            words = replaced(words, "--backends", ",".join(name for name in backends.split(",") if name != "cuda"))
        own = words[1] in self.page.files
        if "--artifact" in words:
            self.shortened.append("without --artifact: a plan has no result")
            at = words.index("--artifact")
            words = words[:at] + words[at + 2 :]
        if "--plan" not in words and not (own and "--quick" in words):
            self.shortened.append("--plan")
            words = [*words, "--plan"]
        if "--quick" not in words and is_large(words[1]):
            self.shortened.append("--quick: its largest maps or crowds take a minute to draw")
            plethos_once(*words, "--quick")
            return
        said = plethos(self.folder, *words) if own else plethos_once(*words)
        if "no runs here that show it" in said:
            raise Fault(f"a claim without a run: {shlex.join(words)}")

    def proxy(self, words: list[str]) -> None:
        if value(words, "--backend") == "cuda" and not self.here.cuda:
            self.shortened.append("--backend tbb: no GPU")
            words = replaced(words, "--backend", "tbb")
        if value(words, "--size") not in (None, "small"):
            self.shortened.append("--size small")
            words = [word for at, word in enumerate(words) if "--memory-share" not in (word, words[at - 1])]
            words = replaced(words, "--size", "small")
        own = "--json" in words or words[1] in self.page.files
        if not re.search(r"VERIFIED$", plethos(self.folder, *words) if own else plethos_once(*words)):
            raise Fault(f"not verified: {shlex.join(words)}")

    def bootstrap(self, words: list[str]) -> None:
        verb = words[1]
        if verb == "help":
            call(self.folder, str(REPOSITORY / "bootstrap"), "help")
        elif verb in ("build", "test", "package"):
            self.not_run = "compiles everything"
            self.check_preset(value(words, "--preset"))
        elif verb == "dist":
            self.not_run = "ctest's `dist` does"
        elif verb == "gate":
            self.gate(words[1:])
        else:
            self.plethos(["plethos", *words[1:]])
            out = value(words, "--out")
            if verb == "run" and out and out.endswith(".h5"):
                plethos(self.folder, "render", out, "--out", out[:-2] + "png")

    def gate(self, words: list[str]) -> None:
        self.shortened.append("--help: it counts for minutes")
        call(self.folder, str(REPOSITORY / "perf/gate"), "--help")

    def divergence(self, words: list[str]) -> None:
        self.shortened.append("of this tree, which is not written to")
        kept = [word for word in words[1:] if word != "--fill" and not word.startswith("..")]
        call(self.folder, str(REPOSITORY / "perf/divergence"), *kept)

    def counters(self, words: list[str]) -> None:
        """Looks at the options, and at the scenarios that are to run."""
        self.shortened.append("its words alone: it needs hardware that counts")
        parse = f"import sys; sys.path.insert(0, {str(REPOSITORY / 'perf')!r}); from counting.counters import parse; parse(sys.argv[1:])"
        call(self.folder, sys.executable, "-B", "-c", parse, *words[1:])
        for text in (words[at] for at in range(1, len(words)) if words[at - 1] == "--run"):
            plethos_once("validate", *shlex.split(text))

    def check_preset(self, name: str | None) -> None:
        if name not in (None, *self.here.presets):
            raise Fault(f"no preset is called {name}")

    def build_tool(self, words: list[str]) -> None:
        self.not_run = "compiles everything" if words[0] == "cmake" else "runs every test"
        self.check_preset(value(words, "--preset"))
        for word in words:
            if word.startswith("build/"):
                self.check_preset(word.removeprefix("build/"))

    def bench(self, words: list[str]) -> None:
        program = PROGRAM.parent / "plethos_bench"
        if not program.exists():
            self.not_run = "this build has no benchmarks"
            return
        self.shortened.append("--benchmark_list_tests: says which it would measure")
        if not call(self.folder, str(program), *words[1:], "--benchmark_list_tests=true").strip():
            raise Fault("no benchmark is called so")

    def tests(self, words: list[str]) -> None:
        self.shortened.append("--list-test-cases: says which it would run")
        listed = call(self.folder, str(PROGRAM.parent / "plethos_tests"), *words[1:], "--list-test-cases")
        if "--help" not in words and not re.search(r"passing the current filters: [1-9]", listed):
            raise Fault("no test is called so")

    def fuzz(self, words: list[str]) -> None:
        corpora = REPOSITORY / "tests/fuzz/corpus"
        target = words[1] if words[0] == "plethos_fuzz" else Path(words[0]).name.removeprefix("plethos_fuzz_")
        if not (corpora / target.replace("TARGET", "map")).is_dir():
            raise Fault(f"no target is called {target}")
        program = PROGRAM.parent / "plethos_fuzz"
        if words[0] != "plethos_fuzz" or not program.exists():
            self.not_run = "needs a build of its own"
            return
        self.shortened.append("100 inputs")
        call(self.folder, str(program), "map", str(corpora / "map"), "100")

    def python(self, words: list[str]) -> None:
        if words[1] == "-c":
            self.not_run = "needs the module, whose own test runs the guide's programs"
            return
        if not (REPOSITORY / words[1]).exists():
            raise Fault(f"no script is called {words[1]}")
        if any(word.startswith("build/") for word in words[2:]):
            self.not_run = "needs a build of its own"
            return
        for python in ("python3", "/usr/bin/python3"):
            if subprocess.run([python, "-c", "import numpy, matplotlib"], capture_output=True, check=False).returncode == 0:
                call(self.folder, python, "-B", str(REPOSITORY / words[1]), *words[2:])
                return
        self.not_run = "needs numpy and matplotlib"
