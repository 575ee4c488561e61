#!/usr/bin/env python3
"""Breaks the code in the ways that mutants.toml lists, one at a time, and sees whether the test that is named there fails."""

import argparse
import concurrent.futures
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# Folders of the objects that are compiled from several files.
LISTING = "/(?:Unity|united)/"
FIELDS = {"id", "algorithm", "file", "find", "replace", "breaks", "test", "case", "oracle"}
FEWEST = 30
RANKS = {"OMP_WAIT_POLICY": "passive", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
         "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "PRTE_MCA_hwloc_default_binding_policy": "none",
         "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
TIME_LIMIT = 1800  # s, of a test; what breaks the code may keep it from ending
RANKS_LIMIT = 300  # s, of a test on several ranks


class Fault(Exception):
    """An error that keeps mutants from being tried. It gives the reason in one line."""


@dataclass(frozen=True)
class Mutant:
    id: str
    algorithm: str
    file: str
    find: str
    replace: str
    breaks: str
    test: str  # below tests/
    case: str  # doctest's --test-case
    oracle: str
    ranks: int = 1  # that mpiexec starts for the test
    vectors: bool = False  # scalar code does the same as before


def read_list(path):
    try:
        entries = tomllib.loads(path.read_text())["mutant"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise Fault(f"{path}: {error}") from error
    mutants = []
    for number, entry in enumerate(entries, 1):
        name = entry.get("id", f"mutant {number}")
        missing, unknown = FIELDS - entry.keys(), entry.keys() - FIELDS - {"ranks", "vectors"}
        if missing or unknown:
            raise Fault(f"{path}: {name}: missing {sorted(missing)}, unknown {sorted(unknown)}")
        mutants.append(Mutant(**entry))
    return mutants


def mutated(text, mutant):
    return text.replace(mutant.find, mutant.replace)


def mistakes(mutants):
    """Returns the entries of the list that no longer fit the sources."""
    found = []
    names = [mutant.id for mutant in mutants]
    for name in sorted({name for name in names if names.count(name) > 1}):
        found.append(f"{name}: listed more than once")
    if len(mutants) < FEWEST:
        found.append(f"found {len(mutants)} mutants, expected at least {FEWEST}")
    for mutant in mutants:
        source = REPOSITORY / mutant.file
        test = REPOSITORY / "tests" / mutant.test
        text = source.read_text() if source.is_file() else ""
        times = text.count(mutant.find)
        if times != 1:
            found.append(f"{mutant.id}: found the text {times} times in {mutant.file}, expected once")
        elif mutated(text, mutant) == text:
            found.append(f"{mutant.id}: changes nothing")
        cases = re.findall(r'TEST(?:_CASE)?\("((?:[^"\\]|\\.)*)"', test.read_text()) if test.is_file() else []
        if not any(fnmatch.fnmatchcase(case, mutant.case) for case in cases):
            found.append(f"{mutant.id}: found no test '{mutant.case}' in tests/{mutant.test}")
    return found


def command_output(command, where):
    result = subprocess.run(command, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


class Scratch:
    """A copy of the sources and their build, in which files are broken and mended."""

    def __init__(self, folder, jobs):
        self.tree = folder / "tree"
        self.build = self.tree / "build" / "default"
        self.jobs = jobs
        self.copy_sources()
        code, output = command_output(["cmake", "--preset", "default"], self.tree)
        if code != 0:
            raise Fault(f"cmake failed:\n{output}")
        self.build_all()
        self.parts = {}
        self.includes = self.read_includes()
        self.parts = self.read_parts()
        for part in self.parts:
            if "/harness/" in part:
                self.compile_part(part)

    def read_parts(self):
        """Returns, for each test that the build compiles together with others, a name for an object of its own, and the object that it is
        a part of."""
        parts = {}
        for target in list(self.includes):
            if target.startswith("tests/") and re.search(LISTING, target):
                for source in self.sources_of(target):
                    name = f"{re.split(LISTING, target)[0]}/{source.relative_to(self.tree / 'tests')}.o"
                    parts[name] = target
                    # It is made of fewer, but which ones shows only when it is compiled.
                    self.includes[name] = self.includes[target]
        for target in set(parts.values()):
            del self.includes[target]
        return parts

    def sources_of(self, target):
        """Returns the files that an object of several is compiled from."""
        return [self.tree / path for path in re.findall(r'#include "(.*)"', self.listing_of(target).read_text())]

    def listing_of(self, target):
        """Returns the file that lists them: CMake's own, or that of tests/CMakeLists.txt."""
        if "/united/" in target:
            return self.build / "tests" / "united" / Path(target).stem
        return self.build / target.removesuffix(".o")

    def compile_part(self, part):
        """Compiles an object that the build does not have, and learns what it is made of."""
        (self.build / part).parent.mkdir(parents=True, exist_ok=True)
        code, output = command_output(["sh", "-c", self.command_of(part)], self.build)
        if code != 0:
            raise Fault(f"the build failed:\n{output[-4000:]}")
        files = (self.build / f"{part}.d").read_text().replace("\\\n", " ").split(": ", 1)[1].split()
        self.includes[part] = {os.path.relpath(file, self.tree) for file in files if file.startswith(str(self.tree) + os.sep)}

    def read_includes(self):
        """Returns, for each object of plethos_tests, the files of the tree that it is made of."""
        _, output = command_output(["ninja", "-t", "inputs", "plethos_tests"], self.build)
        linked = {line for line in output.splitlines() if line.endswith(".o")}
        _, output = command_output(["ninja", "-t", "deps"], self.build)
        includes = {}
        for block in output.split("\n\n"):
            head, *files = block.splitlines() or [""]
            target = head.split(": #deps")[0]
            if target in linked:
                paths = (os.path.normpath(os.path.join(self.build, file.strip())) for file in files)
                includes[target] = {os.path.relpath(path, self.tree) for path in paths if path.startswith(str(self.tree) + os.sep)}
        return includes

    def command_of(self, target):
        """Returns the command by which the build makes a target, or would make a part of one."""
        whole = self.parts.get(target, target)
        _, output = command_output(["ninja", "-t", "commands", whole], self.build)
        command = output.splitlines()[-1]
        if whole == target:
            return command
        source = next(path for path in self.sources_of(whole) if target.endswith(f"/{path.relative_to(self.tree / 'tests')}.o"))
        return re.sub(r" -c \S+", f" -c {source}", command.replace(whole, target))

    def copy_sources(self):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=REPOSITORY,
                                stdout=subprocess.PIPE, check=True)
        wanted = {name for name in listed.stdout.decode().split("\0") if name and (REPOSITORY / name).is_file()}
        for name in wanted:
            source, target = REPOSITORY / name, self.tree / name
            # Unchanged files keep their time, so that they are not built again.
            if target.is_file() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
        for path in list(self.tree.rglob("*")):
            name = path.relative_to(self.tree)
            if path.is_file() and name.parts[0] != "build" and str(name) not in wanted:
                path.unlink()

    def build_all(self):
        code, output = command_output(["cmake", "--build", str(self.build), "--target", "plethos_tests", "-j", str(self.jobs)], self.tree)
        if code != 0:
            raise Fault(f"the build failed:\n{output[-4000:]}")

    def broken_objects(self, mutant, tests):
        """Returns the objects to compile. If scalar code has the broken file, too, and breaks as well, vector code stays whole."""
        others = [name for name in self.includes if not name.startswith("tests/")]
        found = [name for name in tests + others if mutant.file in self.includes[name]]
        if not found:
            raise Fault(f"nothing in plethos_tests is made of {mutant.file}")
        if mutant.vectors:
            return [name for name in found if "_simd.dir/" in name]
        return [name for name in found if "plethos_simd.dir" not in name] or found

    def build_test(self, mutant):
        """Links a program of that file's tests alone, with the objects that are made of the broken file, whether test or library."""
        all_tests = [name for name in self.includes if name.startswith("tests/") and "plethos_tests_simd" not in name]
        wanted = [name for name in all_tests if name.endswith("/" + mutant.test + ".o")]
        if len(wanted) != 1:
            raise Fault(f"tests/{mutant.test}: found {len(wanted)} objects, expected one")
        kept = wanted + [name for name in all_tests if "/harness/" in name]
        # The broken file hides the one of the tree, which stays as it is.
        hiding = self.build / "mutants" / mutant.id
        broken = hiding / mutant.file
        broken.parent.mkdir(parents=True, exist_ok=True)
        broken.write_text(mutated((self.tree / mutant.file).read_text(), mutant))
        program = hiding / "test"
        # Vector code of the test lies in a file beside it, which is linked as it is unless it has the broken file.
        beside = [name for name in self.includes if f"plethos_tests_simd.dir/{Path(mutant.test).parent}/" in name]
        changed = self.broken_objects(mutant, kept + beside)
        changed += [name for name in wanted if name in self.parts and name not in changed]
        made = {name: str(hiding / f"{number}.o") for number, name in enumerate(changed)}
        commands = []
        for name, target in made.items():
            # Less optimization compiles sooner.
            compile_it = self.command_of(name).replace(name, target).replace(" -O3 ", " -O1 ")
            compile_it = compile_it.replace(f" -c {self.tree / mutant.file}", f" -c {broken}")
            compile_it = self.with_listing(name, compile_it, mutant, hiding)
            commands.append(compile_it.replace(f" -I{self.tree} ", f" -I{hiding} -I{self.tree} "))
        left_out = set(all_tests) | set(self.parts.values())
        linked = [word for word in self.command_of("plethos_tests").split(" ") if word not in left_out]
        words = [made.get(word, word) for word in linked]
        # These objects come before the libraries, whose own objects of that name are not taken then.
        own = " ".join([made.get(name, name) for name in kept] +
                       [target for name, target in made.items() if name not in kept and name not in linked])
        commands.append(" ".join(words).replace("-o plethos_tests ", f"-o {program} {own} "))
        for command in commands:
            code, output = command_output(["sh", "-c", command], self.build)
            if code != 0:
                raise Fault(f"the build failed:\n{output[-4000:]}")
        return program

    def with_listing(self, name, command, mutant, hiding):
        """Returns a command that compiles the broken file in place of the one that an object of several lists."""
        if not re.search(LISTING, name) or self.tree / mutant.file not in self.sources_of(name):
            return command
        listing = self.listing_of(name)
        changed = hiding / listing.name
        changed.write_text(listing.read_text().replace(str(self.tree / mutant.file), str(hiding / mutant.file)))
        return re.sub(r" -c \S+", f" -c {changed}", command)

    def verdict_of(self, mutant):
        try:
            return self.verdict(mutant, self.build_test(mutant))
        except Fault as fault:
            return f"not built: {fault}"
        finally:
            shutil.rmtree(self.build / "mutants" / mutant.id, ignore_errors=True)

    def verdict(self, mutant, program):
        return "survived" if self.passes(mutant, program) else "caught"

    def passes(self, mutant, program):
        command = [str(program), f"--source-file=*tests/{mutant.test}", f"--test-case={mutant.case}", "--abort-after=1"]
        if mutant.ranks > 1:
            # What breaks ranks may leave them waiting for each other. mpiexec ends them if it is asked to, and not if it is killed.
            command = ["timeout", str(RANKS_LIMIT), "mpiexec", "-n", str(mutant.ranks), *command]
        try:
            result = subprocess.run(command, cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                    errors="replace", timeout=TIME_LIMIT, env={**os.environ, **RANKS, "LD_LIBRARY_PATH": str(self.build)})
        except subprocess.TimeoutExpired:
            return False
        if re.search(r"test cases: +0 \|", result.stdout):
            raise Fault(f"{mutant.id}: no test ran: {' '.join(command)}")
        return result.returncode == 0


def chosen(mutants, patterns):
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(mutant.id, pattern) for mutant in mutants):
            raise Fault(f"no mutant '{pattern}'")
    return [mutant for mutant in mutants if not patterns or any(fnmatch.fnmatchcase(mutant.id, p) for p in patterns)]


def run(mutants, folder, jobs):
    scratch = Scratch(folder, jobs)
    for mutant in {(m.test, m.case): m for m in mutants}.values():
        if not scratch.passes(mutant, scratch.build / "plethos_tests"):
            raise Fault(f"tests/{mutant.test}, '{mutant.case}', fails without a mutant")
    width = max(len(mutant.id) for mutant in mutants)
    uncaught = 0

    def tell(mutant, verdict):
        nonlocal uncaught
        uncaught += verdict != "caught"
        print(f"{mutant.id:{width}}  {verdict:8}  tests/{mutant.test}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for mutant, verdict in zip(mutants, pool.map(scratch.verdict_of, mutants)):
            tell(mutant, verdict)
    print(f"{len(mutants) - uncaught} of {len(mutants)} caught")
    return 1 if uncaught else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="which ones, as patterns such as 'orca-*' (default: all)")
    parser.add_argument("--check", action="store_true", help="only whether every mutant still fits the sources")
    parser.add_argument("--list", action="store_true", help="what each one breaks, and why its test can tell")
    parser.add_argument("--folder", type=Path, default=REPOSITORY / "build" / "mutants", help="where the sources are copied to and built")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1, help="compilers that run at a time")
    arguments = parser.parse_args()
    try:
        mutants = read_list(Path(__file__).with_name("mutants.toml"))
        found = mistakes(mutants)
        for mistake in found:
            print(f"mutants.toml: {mistake}", file=sys.stderr)
        if found:
            return 2
        wanted = chosen(mutants, arguments.ids)
        if arguments.check:
            print(f"{len(mutants)} mutants fit the sources")
            return 0
        if arguments.list:
            for mutant in wanted:
                print(f"{mutant.id}: {mutant.breaks}\n  {mutant.file}\n  tests/{mutant.test}, '{mutant.case}'\n  {mutant.oracle}")
            return 0
        return run(wanted, arguments.folder.resolve(), arguments.jobs)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
