"""ReFrame tests of an installed Plethos: reframe --exec-policy=serial -c cmake/packaging/reframe_plethos.py -r

They call `plethos` of the PATH, or what `-S program=...` names. `-S backend=cuda` asks for a GPU; `-S size=node` measures a whole node.
Without a job manager ReFrame starts several tests at once, which disturbs their times: hence --exec-policy=serial."""

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import parameter, run_after, sanity_function, variable


class PlethosTest(rfm.RunOnlyRegressionTest):
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    program = variable(str, value="plethos")
    backend = variable(str, value="")  # empty: what the program takes by itself

    @run_after("init")
    def call(self):
        self.executable = self.program
        if self.backend:
            self.executable_opts += ["--backend", self.backend]


@rfm.simple_test
class PlethosBits(PlethosTest):
    """Every backend and lane of the machine computes the bits that are on record."""

    descr = "same bits as on other machines"
    executable_opts = ["verify-bits"]

    @sanity_function
    def bits_are_those_on_record(self):
        rows = sn.extractall(r"(\d+) of (\d+) cases have the recorded bits", self.stdout, (1, 2), int)
        return sn.and_(sn.assert_eq(self.job.exitcode, 0),
                       sn.and_(sn.assert_gt(sn.len(rows), 0), sn.all(same == cases for same, cases in rows)))


@rfm.simple_test
class PlethosProxy(PlethosTest):
    """A deck's figure of merit. Its sums must be those on record."""

    deck = parameter(["orca", "jam", "fields", "ways"])
    size = variable(str, value="small")

    @run_after("init")
    def name_deck(self):
        self.descr = f"figure of merit of {self.deck}, {self.size}"
        self.executable_opts = ["proxy", self.deck, "--size", self.size, *self.executable_opts]

    @sanity_function
    def sums_are_those_on_record(self):
        return sn.and_(sn.assert_eq(self.job.exitcode, 0), sn.assert_found(r"^VERIFIED$", self.stdout))

    @run_after("init")
    def measure(self):
        units = {"orca": "agent-steps/s", "jam": "agent-steps/s", "fields": "cells/s", "ways": "queries/s"}
        unit = units[self.deck]
        figure = sn.extractsingle(rf"^figure of merit +(\S+) {unit}$", self.stdout, 1, float)
        self.perf_variables = {"figure_of_merit": sn.make_performance_function(figure, unit)}
