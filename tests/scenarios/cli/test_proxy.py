"""Proxies: decks of work whose sums are on record: test_proxy.py PROGRAM."""

import json
from pathlib import Path

import program
from program import ProgramTest, plethos

CROWD = """title = "a small crowd"
[crowd]
scenario = "lattice"
avoidance = "orca"
set = { pitch = 1.2 }
[small]
agents = 200
pieces = 1
warm_up = 8
steps = 4
repetitions = 6
"""
FIELDS = """title = "small fields"
[fields]
[small]
draw = { kind = "city", size = 100 }
kinds = 2
pieces = 3
repetitions = 6
"""
WAYS = """title = "few queries"
[queries]
planner = "jps"
[small]
draw = { kind = "office", size = 64 }
queries = 40
pieces = 2
kinds = 2
search_memory = 10
warm_up = 1
repetitions = 6
[machine]
draw = { kind = "office", size = 64 }
queries = 40
pieces = 1
repetitions = 1
"""


class Proxy(ProgramTest):
    def measure(self, deck: str, *options: str):
        result = plethos("proxy", deck, "--json", self.path("found.json"), *options)
        return result, json.loads(Path(self.path("found.json")).read_text(encoding="utf-8"))

    def recorded(self, text: str, change: int = 0) -> str:
        """Returns a deck with the sums that serial scalar lanes find, of which the last may be changed."""
        deck = self.write("deck.toml", text)
        result, found = self.measure(deck, "--backend", "serial", "--lanes", "scalar", "--quiet")
        self.assertEqual((result.returncode, found["verified"]), (3, False))
        self.assertIn("found no sums on record", result.stderr)
        sums = found["results"][0]["sums"]
        sums[-1] = f"{int(sums[-1], 16) ^ change:016x}"
        return self.write("deck.toml", text.replace("[small]\n", f"[small]\nsums = {json.dumps(sums)}\n"))

    def test_every_backend_and_lane_is_verified(self) -> None:
        for text in (CROWD, FIELDS, WAYS):
            deck = self.recorded(text)
            for options in (("--backend", "serial"), ("--backend", "tbb", "--threads", "2"), ("--backend", "openmp", "--threads", "2"),
                            ("--backend", "tbb", "--lanes", "scalar", "--threads", "1")):
                with self.subTest(deck=text, options=options):
                    result, found = self.measure(deck, *options)
                    self.assert_done(result)
                    self.assertRegex(result.stdout, r"(?m)^figure of merit +\d.*/s$")
                    self.assertTrue(result.stdout.endswith("\nVERIFIED\n"), result.stdout)
                    self.assertTrue(found["verified"])

    def test_other_sums_are_named(self) -> None:
        for text, name in ((CROWD, "world 1 of 1"), (FIELDS, "field 2 of 3"), (WAYS, "query set 2 of 2")):
            with self.subTest(name=name):
                result, found = self.measure(self.recorded(text, change=1), "--backend", "serial")
                self.assertEqual((result.returncode, found["verified"]), (3, False))
                self.assertRegex(result.stderr,
                                 rf"^plethos: deck deck, size small: {name}: found checksum [0-9a-f]{{16}}, expected [0-9a-f]{{16}}\n$")
                self.assertNotIn("VERIFIED", result.stdout)

    def test_json(self) -> None:
        _, found = self.measure(self.recorded(CROWD), "--backend", "serial", "--quiet")
        self.assertEqual((found["schema"], found["schema_version"], found["deck"], found["size"]), ("plethos-proxy", 1, "deck", "small"))
        self.assertEqual((found["backend"], found["ranks"], found["interrupted"]), ("serial", 1, False))
        for key in ("date", "command", "header", "machine", "deck_hash", "lanes", "threads", "wall_s"):
            self.assertIn(key, found)
        result = found["results"][0]
        merit = result["figure_of_merit"]
        self.assertEqual((merit["unit"], len(result["seconds"]), result["pieces"]), ("agent-steps/s", 6, 1))
        self.assertTrue(0 < merit["low"] <= merit["value"] <= merit["high"])
        self.assertGreater(merit["confidence"], 0.95)
        self.assertEqual(result["amount_of_a_repetition"], 200 * 4)
        self.assertTrue(0 < result["bytes"] < result["memory_bytes"])
        self.assertEqual((result["memory_share"], result["difference"], result["verified"]), (None, None, True))

    def test_refused(self) -> None:
        deck = self.recorded(WAYS)
        for arguments, text in ((("proxy", "orka"), "did you mean 'orca'"), (("proxy", "orca", "--size", "smal"), "did you mean 'small'"),
                                ((*("proxy", "orca", "--size", "machine"), "--memory-share", "4"), "--memory-share: found '4'"),
                                ((*("proxy", "orca", "--size", "machine"), "--memory-share", "50,81"), "--memory-share: found '81'"),
                                (("proxy", "orca", "--backend", "tpu"), "did you mean 'tbb'"), (("proxy", "nowhere.toml"), "nowhere.toml"),
                                (("proxy", deck, "--size", "node"), "size of deck deck"),
                                (("proxy", deck, "--size", "machine", "--backend", "tbb", "--quiet"), "expected a GPU"),
                                (("proxy", "orca", "--threads", "2", "--backend", "serial"), "--threads: found 2"),
                                (("proxy", deck, "--json", deck), "--json")):
            with self.subTest(arguments=arguments):
                self.assert_refused(plethos(*arguments), text)
        lanes = {lane["name"] for lane in json.loads(plethos("info", "--json").stdout)["lanes"]}
        if "sse4" in lanes:
            self.assert_refused(plethos("proxy", "orca", "--lanes", "sse4"), "--lanes: found sse4", "no fused multiply-add")

    def test_a_share_without_effect_is_warned_of(self) -> None:
        result = plethos("proxy", self.recorded(CROWD), "--memory-share", "20", "--backend", "serial")
        self.assert_done(result)
        self.assertIn("warning: --memory-share has no effect with --size small", result.stderr)

    def test_decks_are_listed(self) -> None:
        listed = plethos("list").stdout
        for name in ("orca", "jam", "fields", "ways"):
            self.assertRegex(listed, rf"(?m)^  {name} +\w")
        self.assertIn("figure of merit: cells/s; sizes: small node machine", plethos("list", "fields").stdout)


if __name__ == "__main__":
    program.main()
