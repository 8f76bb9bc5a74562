#!/usr/bin/env python3
"""Random Promela models whose processes are alike, with formulas that treat them alike: `[]<>a[0] && []<>a[1]`, labels
of processes, claims. With symmetry, which permutes the conditions, against the search of all states, which other tests
compare with Spin; under fairness, too, and by decision diagrams. A difference is reported with the model and its
seed."""

import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

LIMITS = ["--deadlock=off", "--time=20s", "--max-states=200000"]


class Maker:
    """Processes of one kind that know their number by _pid, or from init."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.choice([2, 3, 3, 4])
        self.started = self.r.random() < 0.4 # by init
        self.me = "me" if self.started else "_pid"
        self.shift = 1 if self.started else 0 # pids of processes that init starts

    def test(self, k):
        r = self.r
        return r.choice([f"a[{k}] == {r.randint(0, 1)}", f"a[{k}]", f"turn == {k}", f"turn != {k}", f"b[{k}] < 2 && x == {r.randint(0, 1)}",
                         f"b[{k}] == {r.randint(0, 2)}"])

    def guard(self):
        return self.r.choice([self.test(self.me), self.test(self.me), "x == 0", "x == 1", "true"])

    def step(self):
        r, me = self.r, self.me
        return r.choice([f"a[{me}] = 1 - a[{me}]", f"a[{me}] = {r.randint(0, 1)}", f"turn = {me}", "x = 1 - x",
                         f"b[{me}] = (b[{me}] + 1) % 3", f"turn < 9 -> a[turn] = {r.randint(0, 1)}"])

    def process(self):
        r = self.r
        rows = []
        for i in range(r.randint(2, 3)):
            body = "; ".join(self.step() for _ in range(r.randint(1, 2)))
            label = f"L{i}: " if r.random() < 0.6 else f"L{i}: skip; "
            rows.append(f"  :: {self.guard()} -> {'atomic { ' + body + ' }' if r.random() < 0.3 else label + body}")
            self.labels += [] if "atomic" in rows[-1] else [f"L{i}"]
        return "  do\n" + "\n".join(rows) + "\n  od\n"

    def condition(self):
        """Of process %(k)s."""
        r = self.r
        if self.labels and r.random() < 0.3:
            return f"(P[%(pid)s]@{r.choice(self.labels)})"
        return f"({self.test('%(k)s')})"

    def each(self):
        r = self.r
        inner = r.choice(["[]<> %s", "<>[] %s", "<> %s", "[] %s", "[] (%s -> <> %s)", "(%s U %s)", "[]<> %s -> []<> %s"])
        while "%s" in inner:
            inner = inner.replace("%s", self.condition(), 1)
        only = range(self.n) if r.random() < 0.8 else range(r.randint(1, self.n))
        return "(" + r.choice([" && ", " || "]).join(f"({inner % {'k': k, 'pid': k + self.shift}})" for k in only) + ")"

    def formula(self):
        r = self.r
        shared = r.choice(["[]<> (x == 1)", "<> (x == 0)", "[] (x == 0)"])
        return r.choice([self.each(), self.each(), f"({self.each()} -> {self.each()})", f"({self.each()} && {shared})",
                         f"!{self.each()}", f"({shared} -> {self.each()})"])

    def claim(self):
        """Goes to a state for each process."""
        c, lines = self.condition(), []
        lines.append("T: do :: true " + " ".join(f":: {c % {'k': k, 'pid': k + self.shift}} -> goto accept_{k}" for k in range(self.n)) + " od;")
        lines += [f"accept_{k}: do :: {c % {'k': k, 'pid': k + self.shift}} od;" for k in range(self.n)]
        return "never f {\n" + "\n".join(lines) + "\n}\n"

    def model(self):
        self.labels = []
        body = self.process()
        head = f"byte a[{self.n}], b[{self.n}], x; byte turn = 9;\n"
        if self.started:
            text = head + f"proctype P(byte me) {{\n{body}}}\ninit {{ atomic {{ {'; '.join(f'run P({k})' for k in range(self.n))} }} }}\n"
        else:
            text = head + f"active [{self.n}] proctype P() {{\n{body}}}\n"
        return text + (self.claim() if self.r.random() < 0.2 else f"ltl f {{ {self.formula()} }}\n")


def row(run):
    found = [p for p in run.json["properties"] if p["kind"] == "temporal"] if run.json else []
    if not found and run.rc == tool.EXIT_INCOMPLETE: # ended by a limit
        return {"verdict": "incomplete"}
    return found[0] if found else {"verdict": f"exit {run.rc}: {run.err.strip()[:300]}"}


def one(coset, seed):
    """The differences, the number of comparisons, and in how many of them fewer states were searched."""
    maker = Maker(seed)
    text, out, made, less = maker.model(), [], 0, 0
    with tempfile.TemporaryDirectory(prefix="coset_alike_") as folder:
        model = pathlib.Path(folder) / "m.pml"
        model.write_text(text)
        for fair in ([], [f"--fair={maker.r.choice(['weak', 'strong'])}"]):
            off = row(tool.check(coset, model, "--symmetry=off", *fair, *LIMITS))
            if off["verdict"] not in ("holds", "fails"):
                if off["verdict"] != "incomplete":
                    out.append(f"seed {seed}: {off['verdict']}")
                continue
            for options in ("--symmetry=auto", "--symmetry=auto --por=stubborn", "--engine=symbolic"):
                got = row(tool.check(coset, model, *options.split(), *fair, *LIMITS))
                if got["verdict"] == "incomplete":
                    continue
                made += 1
                less += options == "--symmetry=auto" and got.get("searched", 0) < off.get("searched", 0)
                if got["verdict"] != off["verdict"]:
                    out.append(f"seed {seed}, {options} {fair}: {got['verdict']}, without: {off['verdict']}")
    return ([*out, text] if out else []), made, less


def lock(n, started):
    me, shift = ("me", 1) if started else ("_pid", 0)
    body = (f"{{ do :: !want[{me}] -> want[{me}] = true :: atomic {{ want[{me}] && free -> free = false; in[{me}] = true }};\n"
            f" cs: atomic {{ in[{me}] = false; want[{me}] = false; free = true }} od }}\n")
    head = f"bool want[{n}], in[{n}], free = true;\n"
    if started:
        return head + f"proctype P(byte me) {body}init {{ atomic {{ {'; '.join(f'run P({k})' for k in range(n))} }} }}\n", shift
    return head + f"active [{n}] proctype P() {body}", shift


# Formulas of each process k of 5, and their verdict; with symmetry there are at most 80 states, for 5 processes.
SYMMETRIC = [(" && ", "[]<> in[{k}]", "fails"), (" || ", "[]<> in[{k}]", "holds"), (" && ", "[] (want[{k}] -> <> in[{k}])", "fails"),
             (" && ", "[] (in[{k}] -> <> !in[{k}])", "holds"), (" && ", "[] (P[{pid}]@cs -> in[{k}])", "holds"),
             (" || ", "<> P[{pid}]@cs", "holds"), (" || ", "<>[] !P[{pid}]@cs", "fails")]
MOST = 80


def permuted(coset):
    out = []
    for started in (False, True):
        text, shift = lock(5, started)
        for op, inner, want in SYMMETRIC:
            formula = op.join(f"({inner.format(k=k, pid=k + shift)})" for k in range(5))
            with tempfile.TemporaryDirectory(prefix="coset_alike_") as folder:
                model = pathlib.Path(folder) / "m.pml"
                model.write_text(text + f"ltl f {{ {formula} }}\n")
                off = row(tool.check(coset, model, "--symmetry=off", "--search=dfs", *LIMITS)) # which does not store its states
                on = row(tool.check(coset, model, "--symmetry=auto", *LIMITS))
            if (off["verdict"], on["verdict"]) != (want, want) or on["searched"] > MOST or (want == "holds" and off["searched"] < 5 * on["searched"]):
                out.append(f"{formula} ({'init' if started else 'active'}): {off['verdict']}, {off.get('searched')} states, with symmetry "
                           f"{on['verdict']}, {on.get('searched')}")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=1000 if tool.long_run() else 12)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, made, less = tool.program(args), 0, 0, 0
    for text in permuted(coset):
        bad += 1
        print("FAIL " + text)
    with ThreadPoolExecutor(args.jobs) as pool:
        for out, n, fewer in pool.map(lambda s: one(coset, s), range(args.seed, args.seed + args.models)):
            bad += bool(out)
            made += n
            less += fewer
            if out:
                print("FAIL " + "\n     ".join(out), flush=True)
    print(f"{args.models} models, {made} comparisons, {less} with fewer states, {bad} wrong")
    return 1 if bad or not made else 0


if __name__ == "__main__":
    sys.exit(main())
