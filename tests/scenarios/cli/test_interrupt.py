"""Signals in the first moments of plethos run and plethos study: test_interrupt.py PROGRAM. Needs nothing but Python's own library."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = ""

STUDY = """
[[runs]]
scenario = "circle"
agents = 200
backends = "serial"
start_at = 100
steps = 100000000
"""

SCENARIO = """
[builder]
name = "circle"
agents = 4
spacing = 3

[parameters]
steps = 100000000
"""


def caught_signals(process: subprocess.Popen) -> int:
    """Returns the signals that the process handles, as the system's bit mask, or 0 if the process is gone."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), "0"), 16)


def wait_until_handled(process: subprocess.Popen, number: int) -> bool:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        if caught_signals(process) >> (number - 1) & 1:
            return True
        time.sleep(0.0005)
    return False


class Interrupt(unittest.TestCase):
    SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, *arguments: str) -> subprocess.Popen:
        # A test that was started in the background may ignore the signals that the program is to get.
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.folder, preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in self.SIGNALS])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_handled_before_anything_is_read(self) -> None:
        """The file is a pipe without a writer, so nothing after reading it has begun."""
        for command, text in (("study", STUDY), ("run", SCENARIO)):
            for number in self.SIGNALS[command == "run":]:
                with self.subTest(command=command, signal=number.name):
                    pipe = self.folder / f"{command}-{number.name}.toml"
                    os.mkfifo(pipe)
                    process = self.start(command, str(pipe))
                    self.assertTrue(wait_until_handled(process, number))
                    process.send_signal(number)
                    # The signal does not end the wait for the file.
                    with open(pipe, "w", encoding="utf-8") as file:
                        file.write(text)
                    output, error = process.communicate(timeout=120)
                    self.assertEqual(process.returncode, 130, output + error)

    def test_ctrl_c_before_the_first_step_waits_for_nothing(self) -> None:
        """The file is a pipe to which nobody writes. What the run has begun to write is gone."""
        pipe = self.folder / "never.toml"
        os.mkfifo(pipe)
        for arguments in (("run", "never.toml", "--json", "run.json"), ("plan", "never.toml", "--planner", "roadmap", "--out", "paths.h5")):
            with self.subTest(command=arguments[0]):
                process = self.start(*arguments, "--backend", "serial")
                while not list(self.folder.glob("*.partial")):
                    self.assertIsNone(process.poll())
                    time.sleep(0.001)
                process.send_signal(signal.SIGINT)
                self.assertEqual((*process.communicate(timeout=120), process.returncode), ("", "", 130))
                self.assertEqual(list(self.folder.iterdir()), [pipe])

    def test_while_libraries_begin(self) -> None:
        """A library of ours sends the signal from its beginning, long before main()."""
        if shutil.which("cc") is None:
            self.skipTest("no C compiler")
        source = self.folder / "early.c"
        source.write_text("#include <signal.h>\n__attribute__((constructor)) static void early(void) { raise(SIGUSR1); }\n", encoding="ascii")
        library = self.folder / "early.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        environment = {**os.environ, "LD_PRELOAD": str(library), "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
        run = [PROGRAM, "run", "circle", "--agents", "4", "--backend", "serial", "--set", "steps=100000000", "--quiet"]
        for arguments, code in (((), 130), (("--checkpoint", str(self.folder / "c.h5")), 4)):
            result = subprocess.run([*run, *arguments], env=environment, capture_output=True, text=True, check=False, timeout=120)
            self.assertEqual((result.returncode, result.stderr), (code, ""))

    def test_first_moments(self) -> None:
        """The exit code is 130 at any moment, and the files left behind can be read."""
        study = self.folder / "s.toml"
        study.write_text(STUDY, encoding="utf-8")
        for arguments, result in ((("study", str(study), "--out", "out"), "out/s.json"),
                                  (("run", "circle", "--agents", "200", "--backend", "serial", "--set", "steps=100000000", "--json", "run.json"), "run.json")):
            for k in range(10):
                number = self.SIGNALS[k % 3]
                with self.subTest(command=arguments[0], delay_ms=5 * k, signal=number.name):
                    process = self.start(*arguments)
                    self.assertTrue(wait_until_handled(process, number))
                    time.sleep(0.005 * k)
                    process.send_signal(number)
                    output, error = process.communicate(timeout=120)
                    self.assertEqual(process.returncode, 130, output + error)
                    if (self.folder / result).exists():
                        json.loads((self.folder / result).read_text(encoding="utf-8"))

    def test_nohup_goes_on(self) -> None:
        process = subprocess.Popen([PROGRAM, "run", "circle", "--agents", "4", "--steps", "2000", "--backend", "serial", "--quiet"],
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertTrue(wait_until_handled(process, signal.SIGTERM))
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(timeout=120), 0)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
