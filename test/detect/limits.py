#!/usr/bin/env python3
"""Limits hold inside detection: --time, --memory and a signal end it at once, and its partial result is not used.

Times are processor times of one thread, so that other work on the machine does not matter."""

import json
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

EXTRA = 0.5  # seconds beyond the limit: to load the model, read the clock, report the result

SUMS = """const N: {n}; type I: 0..N-1; var x: array[I] of 0..3; y: 0..60;
startstate begin for i: I do x[i] := 0; end; y := 0; end;
ruleset i: I do
  rule "turn" x[i] < 3 ==> begin x[i] := x[i] + 1; end;
  rule "sum" x[i] + x[(i+1)%N] + x[(i+2)%N] + x[(i+3)%N] + x[(i+4)%N] > 3 ==>
    begin y := (x[i] * 27 + x[(i+1)%N] * 9 + x[(i+2)%N] * 3 + x[(i+3)%N] + x[(i+4)%N]) % 61; end;
end;
"""
# One rule is given up at once.
LOSS = SUMS.replace("startstate", "net: multiset [2] of 0..3;\nstartstate", 1) + """
rule "send" x[0] = 0 ==> begin multisetadd(1, net); end;
"""
PAIRS = """const N: {n}; type I: 0..N-1; J: 0..1; var x: array[I] of array[J] of 0..2;
startstate begin for i: I do for j: J do x[i][j] := 0; end; end; end;
ruleset i: I; j: J do rule "turn" x[i][1-j] != 1 & x[(i+1)%N][j] != 2 ==> begin x[i][j] := (x[i][j] + 1) % 3; end; end;
"""
MANY = """type I: 1..{n}; var x: array[I] of 0..1;
startstate begin for i: I do x[i] := 0; end; end;
ruleset i: I do rule "turn" true ==> begin x[i] := 1 - x[i]; end; end;
"""
# `have` stays below 3, but not because of a value that one rule reads: its possible values grow in each round.
COUNTER = """bit f[4];
proctype P(int l; int r) { int have;
  do
  :: atomic { f[l] == 0 -> f[l] = 1; have++ }
  :: atomic { f[r] == 0 -> f[r] = 1; have++ }
  :: have == 2 -> break
  od;
  f[l] = 0; f[r] = 0 }
init { atomic { run P(0, 1); run P(2, 3) } }
"""
# Enumeration; graph and names; a long stabiliser chain.
MODELS = {"sums": SUMS.format(n=160), "loss": LOSS.format(n=160), "pairs": PAIRS.format(n=100), "many": MANY.format(n=400)}
CORPUS = ["promela/spin-examples/dtp.pml", "murphi/cmurphi/list6.m", "murphi/cmurphi/dash/eadash.m",
          "murphi/bench/n_peterson9.m", "promela/topspin/groups"]


class Test:
    def __init__(self, args, folder):
        self.coset, self.folder = tool.program(args), folder
        self.problems, self.n = [], 0

    def expect(self, good, what):
        self.n += 1
        if not good:
            self.problems.append(what)

    def run(self, verb, *options):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        p = tool.Run([self.coset, verb, "--json", *options], 120)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return p, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    def in_time(self, model, seconds):
        """Ends in time, as incomplete, and claims no unproved symmetry."""
        p, used = self.run("check", "--symmetry=detect", "-j1", f"--time={seconds}s", str(model))
        self.expect(used < seconds + EXTRA, f"{model.name}: {used:.2f} s of processor time, {seconds} s were allowed")
        told = json.loads(p.out) if p.out else {} # also of a run that was ended from outside: it has no symmetry
        self.expect(p.rc == tool.EXIT_INCOMPLETE and told.get("verdict") == "incomplete",
                    f"{model.name}: exit {p.rc} after {seconds} s {p.err}")
        return told

    def nothing_claimed(self, model, told):
        symmetry = told.get("symmetry", {"order": "1"})
        self.expect(symmetry.get("order") == "1" and not symmetry.get("factors"), f"{model.name}: claims {symmetry}")

    def symmetry_in_time(self, model, seconds):
        p, used = self.run("symmetry", f"--time={seconds}s", str(model))
        self.expect(used < seconds + EXTRA, f"symmetry {model.name}: {used:.2f} s, {seconds} s were allowed")
        self.expect(p.rc == tool.EXIT_INCOMPLETE and "time limit" in p.out, f"symmetry {model.name}: exit {p.rc}")

    def nothing_lost(self, model, seconds):
        """Losses of rules are not reported if detection did not end."""
        p, _ = self.run("symmetry", f"--time={seconds}s", str(model))
        found = p.json["detected"] if p.json else {}
        self.expect("time limit" in found.get("failed", "") and found["lost"] == [], f"losses of {model.name}: {found}")

    def finishes(self, name, text, seconds):
        path = self.folder / name
        path.write_text(text)
        p, used = self.run("check", "--symmetry=detect", "-j1", str(path))
        self.expect(p.rc == 0 and used < seconds, f"{name}: exit {p.rc} after {used:.2f} s, {seconds} s were expected")

    def signalled(self, model):
        p = subprocess.Popen([self.coset, "check", "--json", "--symmetry=detect", "-j1", str(model)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        stat = pathlib.Path(f"/proc/{p.pid}/stat")
        while p.poll() is None and int(stat.read_text().rsplit(")", 1)[1].split()[11]) < 10:  # a tenth of a second
            time.sleep(0.02)
        p.send_signal(signal.SIGINT)
        out, _ = p.communicate(timeout=60)
        self.expect(p.returncode == tool.EXIT_INCOMPLETE and "interrupted by a signal" in out,
                    f"{model.name} after a signal: exit {p.returncode}")

    def without_memory(self, model):
        """The memory limit is exceeded when detection starts: the search continues without a group."""
        p, _ = self.run("check", "--symmetry=detect", "-j1", "--memory=4M", "--max-states=50", str(model))
        self.expect(p.rc == tool.EXIT_INCOMPLETE and p.json and "memory limit" in p.out and p.json["counts"]["states"] > 1,
                    f"{model.name} without memory: exit {p.rc} {p.err} {p.out[:2000]}")
        self.nothing_claimed(model, p.json or {})


def corpus():
    root = tool.shared()
    for name in CORPUS if root else []:
        path = root / "corpus" / name
        yield from sorted(f for f in path.rglob("*") if f.is_file()) if path.is_dir() else [path] * path.is_file()


def main():
    parser = tool.parser(__doc__)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Test(args, pathlib.Path(folder))
        models = {}
        for name, text in MODELS.items():
            models[name] = t.folder / f"{name}.m"
            models[name].write_text(text)
        for seconds in (0.1, 1) if tool.long_run() else (0.1,):
            for model in models.values():
                t.nothing_claimed(model, t.in_time(model, seconds))
        t.symmetry_in_time(models["sums"], 0.1)
        t.nothing_lost(models["loss"], 0.1)
        t.finishes("counter.pml", COUNTER, 2)
        t.signalled(models["sums"])
        t.without_memory(models["pairs"])
        for model in corpus() if tool.long_run() else []:
            p, used = t.run("check", "--symmetry=detect", "-j1", "--time=1s", str(model))
            t.expect(used < 1 + EXTRA and not p.crashed, f"{model}: {used:.2f} s, exit {p.rc}")
        print("\n".join(t.problems) if t.problems else f"{t.n} comparisons agree")
        return 1 if t.problems else 0


if __name__ == "__main__":
    sys.exit(main())
