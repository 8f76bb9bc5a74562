#!/usr/bin/env python3
"""Random Promela models with a formula, a claim or labels against Spin's verifier: -a, -a -f, -l, -l -f; without and
with symmetry. Every violation is replayed by Spin from its trail. A few models; 2,000 if COSET_LONG is set. A
difference is reported with the model and its seed."""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import spin # noqa: E402
import tool # noqa: E402


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.choice([1, 2, 2, 3])
        self.labels = self.r.random() < 0.3
        self.handshakes = self.r.random() < 0.25

    def test(self):
        r = self.r
        return r.choice([f"x {r.choice(['==', '!=', '<', '>'])} {r.randint(0, 2)}", f"y == {r.randint(0, 1)}",
                         "x == y", f"len(q) {r.choice(['==', '<'])} 1", f"a[_pid] == {r.randint(0, 1)}"])

    def step(self):
        r = self.r
        some = [f"x = (x + {r.randint(1, 2)}) % 3", f"y = {r.randint(0, 1)}", "y = 1 - y", f"a[_pid] = {r.randint(0, 1)}",
                self.test(), f"q!{r.randint(0, 1)}", "q?_", "a[_pid] = 1 - a[_pid]"]
        if self.handshakes:
            some += ["h!1", "h?_"]
        return r.choice(some)

    def sequence(self, depth):
        r, out = self.r, []
        for _ in range(r.randint(1, 3)):
            k = r.random()
            if k < 0.15 and depth:
                out.append(self.choice(depth - 1))
            elif k < 0.3:
                out.append("atomic { " + "; ".join(self.step() for _ in range(r.randint(2, 3))) + " }")
            elif k < 0.35:
                out.append(f"d_step {{ x = (x + 1) % 3; y = {r.randint(0, 1)} }}")
            else:
                out.append(self.step())
        return "; ".join(out)

    def choice(self, depth):
        options = [f":: {self.test()} -> {self.sequence(depth)}" for _ in range(self.r.randint(1, 2))]
        if self.r.random() < 0.5:
            options.append(":: else -> " + self.sequence(depth))
        return "if " + " ".join(options) + " fi"

    def process(self, head):
        r = self.r
        body = []
        for i in range(r.randint(1, 3)):
            label = f"{r.choice(['progress', 'accept', 'L'])}_{i}: " if self.labels and r.random() < 0.4 else ""
            guard = self.step() if r.random() < 0.5 else self.test()
            body.append(f"  :: {guard} -> {label}{self.sequence(1)}")
        if r.random() < 0.2:
            body.append("  :: " + self.test() + " -> break")
        return f"{head} {{\n  do\n" + "\n".join(body) + "\n  od\n}\n"

    def condition(self):
        r = self.r
        per = [f"a[{k}] == {r.randint(0, 1)}" for k in range(self.n)]
        return r.choice([f"(x == {r.randint(0, 2)})", "(y == 1)", f"(x < {r.randint(1, 2)})", f"(len(q) == {r.randint(0, 1)})",
                         "(" + r.choice([" && ", " || "]).join(per) + ")", f"({r.choice(per)})"])

    def formula(self, depth):
        r = self.r
        if depth == 0 or r.random() < 0.15:
            return self.condition()
        k = r.random()
        if k < 0.5:
            return r.choice(["[] ", "<> ", "[]<> ", "<>[] ", "! "]) + f"({self.formula(depth - 1)})"
        op = r.choice(["&&", "||", "->", "U", "U", "V", "<->"])
        return f"(({self.formula(depth - 1)}) {op} ({self.formula(depth - 1)}))"

    def claim(self):
        r = self.r
        return (f"never c {{\nT0: do :: {self.condition()} -> goto T1 :: true od;\n"
                f"T1: {r.choice(['', 'accept_1: '])}do :: {self.condition()} {r.choice(['', '-> goto T0', '-> break'])} "
                f":: {r.choice(['else', self.condition()])} -> skip od;\naccept_2: do :: {self.condition()} od\n}}\n")

    def model(self):
        text = "byte x, y; byte a[3]; chan q = [1] of { byte };\n" + ("chan h = [0] of { byte };\n" if self.handshakes else "")
        text += self.process(f"active [{self.n}] proctype P()") + self.process("active proctype Q()").replace("a[_pid]", "x")
        if self.r.random() < 0.25:
            return text + self.claim()
        return text + f"ltl c {{ {self.formula(3)} }}\n"


def pan(folder, compile_with, *options):
    """fails, holds, or None if Spin reports neither in two minutes."""
    compiler = ["tcc"] if shutil.which("tcc") else ["gcc", "-O0"]
    p = subprocess.run([*compiler, "-w", "-DNOREDUCE", "-DMEMLIM=500", *compile_with, "-o", "pan", "pan.c"], cwd=folder,
                       capture_output=True, text=True, check=False)
    if p.returncode:
        return None
    try:
        p = subprocess.run(["./pan", "-m200000", "-n", *options], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return None
    errors = re.search(r"errors: (\d+)", p.stdout)
    if not errors or "max search depth" in p.stdout or "out of memory" in p.stdout or "self-loop" in p.stdout:
        return None
    return "fails" if int(errors[1]) else "holds"


def replays(folder, model, of_assertion=False):
    """Spin reaches the end of the trail; it reports a violated assertion as an error, which the last step of some
    trails is."""
    try:
        p = subprocess.run(["spin", "-t", "-k", "c.trail", model.name], cwd=folder, capture_output=True, text=True, timeout=120,
                           check=False)
    except subprocess.TimeoutExpired:
        return False
    no_errors = ["truncated in assignment", *["assertion violated"] * of_assertion]
    lines = [line for line in p.stdout.splitlines() if not any(x in line for x in no_errors)]
    return any("trail ends after" in line for line in lines) and not any("error" in line.lower() for line in lines)


def spin_overlooks(run):
    """The run reaches a state in which nothing can move, and stays there: every such run is fair. pan -f finds it only
    if the claim stays in its state, too, not if it cycles through several states (models/stuck_fairly.pml); without -f
    it does."""
    return any((p.get("trace") or {}).get("stays") for p in run.json["properties"] if p["kind"] == "temporal")


def forgets_an_end(folder, text, flags, options):
    """If a process of the cycle could end instead, pan -f misses the cycle (models/may_end.pml). So it is run again on
    the model in which no process ends: a process stays at the place of its end."""
    pathlib.Path(folder, "m.pml").write_text(re.sub(r"^  od\n}", "  od; false\n}", text, flags=re.M))
    subprocess.run(["spin", "-a", "-o3", "m.pml"], cwd=folder, capture_output=True, check=False)
    found = pan(folder, flags, *options) == "fails"
    pathlib.Path(folder, "m.pml").write_text(text)
    subprocess.run(["spin", "-a", "-o3", "m.pml"], cwd=folder, capture_output=True, check=False)
    return found


def is_stale(folder, flags, options):
    """The marks of pan's stack stay at states in which an atomic sequence blocks, and give false cycles (an accept
    cycle whose last state is in the trail only once). With an automaton as store it has no such marks."""
    return pan(folder, [*flags, "-DMA=300"], *options) == "holds"


def one(coset, seed):
    """The differences, and the number of comparisons."""
    text, out, made = Maker(seed).model(), [], 0
    with tempfile.TemporaryDirectory(prefix="coset_ltl_") as folder:
        model = pathlib.Path(folder) / "m.pml"
        model.write_text(text)
        try: # Spin takes for ever to translate some formulas
            p = subprocess.run(["spin", "-a", "-o3", "m.pml"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return [], 0
        if p.returncode or "rror" in p.stdout:
            return [], 0
        runs = [([], ["-a"], ["--claim=c"]), (["-DNFAIR=3"], ["-a", "-f"], ["--claim=c", "--fair=weak"])]
        if "progress" in text and "never" not in text:
            model.write_text(re.sub(r"^ltl.*$", "", text, flags=re.M))
            subprocess.run(["spin", "-a", "-o3", "m.pml"], cwd=folder, capture_output=True, check=False)
            runs = [(["-DNP"], ["-l"], ["--nonprogress"]), (["-DNP", "-DNFAIR=3"], ["-l", "-f"], ["--nonprogress", "--fair=weak"])]
        elif "accept_" in text.split("never")[0]: # Spin's acceptance cycles may be those of a process
            return [], 0
        unfair = None
        for flags, options, own in runs:
            want = pan(folder, flags, *options)
            if want is None:
                continue
            unfair = unfair or want # the first run is without fairness
            made += 1
            for symmetry in ("off", "auto"):
                share = "all" if (seed + len(options)) % 2 else "long" # all: formulas are judged when all states are known
                run = tool.check(coset, model, *own, f"--symmetry={symmetry}", f"--share={share}", f"--trail={folder}/c.trail")
                rows = [p["verdict"] for p in run.json["properties"] if p["kind"] == "temporal"] if run.json else []
                overlooked = "-f" in options and want == "holds" and unfair == "fails" and rows == ["fails"]
                if overlooked and (spin_overlooks(run) or forgets_an_end(folder, model.read_text(), flags, options)):
                    continue
                if want == "fails" and rows == ["holds"] and "atomic" in text and is_stale(folder, flags, options):
                    continue
                if rows != [want]:
                    out.append(f"seed {seed}, {' '.join(options)}, --symmetry={symmetry}: {rows or run.err.strip()[:300]}, Spin {want}")
                elif want == "fails" and (pathlib.Path(folder) / "c.trail").exists() and not replays(folder, model):
                    out.append(f"seed {seed}, {' '.join(options)}, --symmetry={symmetry}: Spin does not replay the trail")
    return ([*out, text] if out else []), made


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=2000 if tool.long_run() else 6)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    if spin.missing():
        print(f"skipped: {spin.missing()} is not installed")
        return tool.SKIP
    coset, bad, made = tool.program(args), 0, 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for out, n in pool.map(lambda s: one(coset, s), range(args.seed, args.seed + args.models)):
            bad += bool(out)
            made += n
            if out:
                print("FAIL " + "\n     ".join(out), flush=True)
    print(f"{args.models} models, {made} comparisons, {bad} wrong")
    return 1 if bad or not made else 0


if __name__ == "__main__":
    sys.exit(main())
