"""--help, the manual page and completion for shells: test_help.py PROGRAM."""

import os
import pty
import re
import shutil
import struct
import subprocess
import fcntl
import termios
import unittest
from pathlib import Path

import program
from program import ProgramTest, plethos

COMMANDS = ("run", "study", "proxy", "plan", "render", "validate", "map", "list", "info", "verify-bits", "completion", "man")


def help_of(columns: int, *command: str) -> str:
    result = plethos(*command, "--help", COLUMNS=str(columns))
    assert result.returncode == 0, result.stderr
    return result.stdout


class Help(ProgramTest):
    def test_lines_end_where_the_terminal_does(self) -> None:
        for command in ((), *((name,) for name in COMMANDS)):
            for columns in (80, 120):
                with self.subTest(command=command, columns=columns):
                    lines = help_of(columns, *command).splitlines()
                    self.assertLessEqual(max(map(len, lines)), columns, max(lines, key=len))
        self.assertLess(len(help_of(120, "run").splitlines()), len(help_of(80, "run").splitlines()))
        self.assertEqual(help_of(80, "run").split(), help_of(120, "run").split())

    def test_width_is_that_of_the_terminal_or_80(self) -> None:
        free = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        said = subprocess.run([program.PROGRAM, "run", "--help"], capture_output=True, text=True, check=True, env=free).stdout
        self.assertEqual(said, help_of(80, "run"))
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        with subprocess.Popen([program.PROGRAM, "map", "--help"], stdout=slave, stderr=subprocess.DEVNULL, env=free):
            os.close(slave)
            text = b""
            while part := self.read(master):
                text += part
        os.close(master)
        self.assertEqual(text.decode().replace("\r\n", "\n"), help_of(100, "map"))

    @staticmethod
    def read(master: int) -> bytes:
        try:
            return os.read(master, 4096)
        except OSError:
            return b""

    def test_every_command_is_named(self) -> None:
        self.assertEqual(set(re.findall(r"(?m)^  ([a-z-]+) {3,}\S", help_of(80).split("Commands:")[1])), set(COMMANDS))


class Manual(ProgramTest):
    def test_has_all_options_of_all_commands(self) -> None:
        page = plethos("man").stdout.replace("\\-", "-")
        self.assertTrue(page.startswith(".TH PLETHOS 1"))
        for command in COMMANDS:
            self.assertIn(f"\\fBplethos {command}\\fR", page)
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z0-9-]+)", help_of(80, command)):
                self.assertRegex(page, rf"\\fB(-\w,)?{option}")

    @unittest.skipUnless(shutil.which("groff"), "needs groff")
    def test_groff_has_no_complaints(self) -> None:
        result = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=plethos("man").stdout, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class Completion(ProgramTest):
    def completed(self, *words: str) -> list:
        """What bash offers for the last word; FILES: those of a folder."""
        self.write("completion", plethos("completion", "bash").stdout)
        quoted = " ".join(f"'{word}'" for word in words)
        # Bash itself knows compopt only while it completes.
        script = (f'source "{self.path("completion")}"; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; found=FILES; '
                  'compopt() { if [[ $* == "+o default" ]]; then found=""; fi; }; _plethos; printf "%s\\n" "${COMPREPLY[@]:-$found}"')
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.split()

    def test_bash_completes_commands_options_and_names(self) -> None:
        for words, found in ((("plethos", "ru"), ["run"]), (("plethos", "run", "circle", "--che"), ["--checkpoint", "--checkpoint-every"]),
                             (("plethos", "run", "four"), ["four-streams"]), (("plethos", "run", "circle", "--avoidance", "or"), ["orca"]),
                             (("plethos", "run", "circle", "--avoidance", "=", "or"), ["orca"]),
                             (("plethos", "run", "circle", "--avoidance", "="), plethos("list").stdout.split("--avoidance NAME):")[1].split("\n\nWhere")[0]),
                             (("plethos", "map", "generate", "ter"), ["terrain"]), (("plethos", "study", "bleiweiss-fig9"), ["bleiweiss-fig9"]),
                             (("plethos", "help", "pl"), ["plan"]), (("plethos", "completion", "z"), ["zsh"]),
                             (("plethos", "run", "circle", "--out", ""), ["FILES"])):
            with self.subTest(words=words):
                if isinstance(found, str):
                    self.assertTrue(all(f"  {name}: " in found for name in self.completed(*words)))
                    self.assertIn("orca", self.completed(*words))
                else:
                    self.assertEqual(self.completed(*words), found)

    def test_every_option_of_every_shell(self) -> None:
        scripts = {shell: plethos("completion", shell).stdout for shell in ("bash", "zsh", "fish")}
        for command in COMMANDS:
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z0-9-]+)", help_of(80, command)):
                self.assertIn(option, scripts["bash"])
                self.assertIn(f"'*{option}" if f"'*{option}" in scripts["zsh"] else f"'{option}", scripts["zsh"])
                self.assertRegex(scripts["fish"], rf"__plethos_at '{command}'.* -l {option[2:]} ")

    def test_bash_heeds_the_words_before(self) -> None:
        for line, found in (("run --verify four", ["four-streams"]), ("run --avoidance orca --quiet four", ["four-streams"]),
                            ("run --avoidance = orca four", ["four-streams"]), ("run --set a = b four", ["four-streams"]),
                            ("run circle four", []), ("map ", ["generate"]), ("map --seed 3 g", ["generate"]), ("map generate g", ["game"]),
                            ("map generate rooms g", []), ("help map ", [])):
            with self.subTest(line=line):
                self.assertEqual(self.completed("plethos", *line.split(" ")), found)

    def test_bash_completes_lists(self) -> None:
        for line, found in (("study --backends serial,op", ["serial,openmp"]), ("study --backends = tbb,op", ["tbb,openmp"]),
                            ("study --backends serial,tbb,op", ["serial,tbb,openmp"]), ("study --lanes sca", ["scalar"]),
                            ("render f --layers map,gr", ["map,graph"]), ("run --backend serial,op", [])):
            with self.subTest(line=line):
                self.assertEqual(self.completed("plethos", *line.split(" ")), found)

    def test_bash_completes_files_where_paths_stand(self) -> None:
        for line, found in (("run x.toml", ["FILES"]), ("study x.toml", ["FILES"]), ("plan x.toml", ["FILES"]), ("render ", ["FILES"]),
                            ("study --compare ", ["FILES"]), ("info --json ", ["FILES"]), ("x", []), ("run --agents ", []),
                            ("run --checkpoint-every ", []), ("plan --block x", []), ("list x.toml", []), ("help x", []), ("map x", []),
                            ("map generate x", []), ("man ", [])):
            with self.subTest(line=line):
                self.assertEqual(self.completed("plethos", *line.split(" ")), found)

    def test_flags_take_no_values(self) -> None:
        zsh, fish = plethos("completion", "zsh").stdout, plethos("completion", "fish").stdout
        sections = dict(re.findall(r"(?ms)^    ([a-z-]+)\)$(.*?);;$", zsh))
        for command in COMMANDS:
            flags = re.findall(r"(?m)^  (?:-\w,)?(--[a-z0-9-]+)(?:  |$)", help_of(120, command))
            self.assertIn("--help", flags)
            for flag in flags:
                with self.subTest(command=command, flag=flag):
                    self.assertRegex(sections[command], rf"'{flag}\[[^\n]*\]'")
                    self.assertNotIn(f"{flag}=", sections[command])
                    self.assertRegex(fish, rf"(?m)__plethos_at '{command}'\"(?: -s \w)? -l {flag[2:]} -d ")
        self.assertIn("'--agents=[", sections["run"])
        self.assertRegex(fish, r"__plethos_at 'run'\" -l agents -x -d ")

    @unittest.skipUnless(shutil.which("fish"), "needs fish")
    def test_fish_heeds_the_words_before(self) -> None:
        self.write("completion", plethos("completion", "fish").stdout)
        self.write("four.toml", "")
        for line, found in (("--", ["--help", "--version"]), ("four", []), ("run --verify four", ["four-streams", "four.toml"]),
                            ("run --avoidance orca four", ["four-streams", "four.toml"]), ("run circle four", []), ("run map --si", []),
                            ("run --agents four", []), ("run --out four", ["four.toml"]), ("list four", ["four-streams"]),
                            ("map ", ["generate"]), ("map generate ga", ["game"]), ("help map ", []),
                            ("render --layers map,gr", ["map,graph"]), ("study --backends=serial,op", ["--backends=serial,openmp"])):
            with self.subTest(line=line):
                script = f"source completion; complete -C 'plethos {line}'"
                result = subprocess.run(["fish", "--no-config", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(sorted(offer.split("\t")[0] for offer in result.stdout.splitlines()), found)

    def test_scripts_are_of_their_shells(self) -> None:
        for shell, check in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])):
            if shutil.which(shell):
                with self.subTest(shell=shell):
                    path = Path(self.write(shell, plethos("completion", shell).stdout))
                    result = subprocess.run([shell, *check, path], capture_output=True, text=True, check=False)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_unknown_shell(self) -> None:
        self.assert_refused(plethos("completion", "zhs"), "did you mean 'zsh'")


if __name__ == "__main__":
    program.main()
