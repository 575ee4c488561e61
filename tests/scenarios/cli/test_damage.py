"""plethos render of a damaged trajectory: test_damage.py PROGRAM."""

from pathlib import Path

import program
from program import ProgramTest, plethos


class Damage(ProgramTest):
    """The program answers in one line with exit code 2, or draws the picture if the damage does not matter."""

    def test_every_fourth_sector(self) -> None:
        path, bad, picture = (self.path(name) for name in ("run.h5", "bad.h5", "run.png"))
        result = plethos("run", "circle", "--agents", "9", "--backend", "serial", "--steps", "60", "--quiet", "--out", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        whole = Path(path).read_bytes()
        refused = 0
        for first in range(0, len(whole), 2048):
            damaged = bytearray(whole)
            damaged[first:first + 512] = bytes(value ^ 0x55 for value in damaged[first:first + 512])
            Path(bad).write_bytes(damaged)
            result = plethos("render", bad, "--out", picture, "--width", "64")
            self.assertIn(result.returncode, (0, 2), (first, result.stderr))
            self.assertEqual(result.stderr.count("\n"), 1 if result.returncode == 2 else 0, (first, result.stderr))
            refused += result.returncode == 2
        self.assertGreater(refused, 2)


if __name__ == "__main__":
    program.main()
