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

COMMANDS = ("run", "study", "plan", "render", "validate", "map", "list", "info", "completion", "man")


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
        self.assertEqual(set(re.findall(r"(?m)^  ([a-z]+) {3,}\S", help_of(80).split("Commands:")[1])), set(COMMANDS))


class Manual(ProgramTest):
    def test_has_all_options_of_all_commands(self) -> None:
        page = plethos("man").stdout.replace("\\-", "-")
        self.assertTrue(page.startswith(".TH PLETHOS 1"))
        for command in COMMANDS:
            self.assertIn(f"\\fBplethos {command}\\fR", page)
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", help_of(80, command)):
                self.assertRegex(page, rf"\\fB(-\w,)?{option}")

    @unittest.skipUnless(shutil.which("groff"), "needs groff")
    def test_groff_has_no_complaints(self) -> None:
        result = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=plethos("man").stdout, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class Completion(ProgramTest):
    def completed(self, *words: str) -> list:
        """What bash offers for the last word."""
        self.write("completion", plethos("completion", "bash").stdout)
        quoted = " ".join(f"'{word}'" for word in words)
        script = f'source "{self.path("completion")}"; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _plethos; printf "%s\\n" "${{COMPREPLY[@]}}"'
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
                             (("plethos", "run", "circle", "--out", ""), [])):
            with self.subTest(words=words):
                if isinstance(found, str):
                    self.assertTrue(all(f"  {name}: " in found for name in self.completed(*words)))
                    self.assertIn("orca", self.completed(*words))
                else:
                    self.assertEqual(self.completed(*words), found)

    def test_every_option_of_every_shell(self) -> None:
        scripts = {shell: plethos("completion", shell).stdout for shell in ("bash", "zsh", "fish")}
        for command in COMMANDS:
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", help_of(80, command)):
                self.assertIn(option, scripts["bash"])
                self.assertIn(f"'*{option}" if f"'*{option}" in scripts["zsh"] else f"'{option}", scripts["zsh"])
                self.assertRegex(scripts["fish"], rf"from {command}'.* -l {option[2:]} ")

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
