#!/usr/bin/env python3
"""coset compare under symmetry and by decision diagrams: random models of processes, in Murphi and Promela.

usage: classes.py [--coset=FILE] [--models=N] [--seed=N]
For one model, the number of classes of related states, by every engine and every way to find representatives, must be
that of a plain fixpoint over the graph computed here. For two models, verdicts must be those of the fixpoint with every
engine and way, and plays of equal length. With the corpus (COSET_LONG) both engines find the same number of classes of
the small models."""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import schema
import tool
from compare import make_model
from random_models import Model
from random_promela import PromelaModel

SCHEMA = schema.load("coset-compare-1")
RELATIONS = ["bisimulation", "simulation", "weak-bisimulation", "weak-simulation"]
WAYS = ["none", "dynamic", "orbit", "multiple", "counter"]
EXPLORED = [[], ["--symmetry=search"], ["--symmetry=sorted"], ["--symmetry=detect"]]
MOST_STATES = 60 # of a model, for the fixpoint here
MOST_CORPUS = 300


class System:
    """States of one or two graphs, with their observations."""

    def __init__(self, graphs, atoms, by_rules, silent, weak):
        self.n = sum(g.n for g in graphs)
        self.arrows = {s: set() for s in range(self.n)}
        self.label = {s: () for s in range(self.n)}
        base = 0
        for g in graphs:
            for s, a, t in g.edges:
                action = "tau" if weak and (a in silent or not by_rules) else a if by_rules else "step"
                self.arrows[base + s].add((action, base + t))
            for s in range(g.n):
                self.label[base + s] = tuple(s in g.labels[a] for a in atoms)
            base += g.n
        if weak:
            self.saturate()

    def saturate(self):
        after = {}
        for s in self.arrows:
            after[s], pending = {s}, [s]
            for u in pending:
                for a, t in self.arrows[u]:
                    if a == "tau" and t not in after[s]:
                        after[s].add(t)
                        pending.append(t)
        self.arrows = {s: {("tau", t) for t in after[s]} |
                       {(a, v) for u in after[s] for a, t in self.arrows[u] if a != "tau" for v in after[t]}
                       for s in self.arrows}

    def relation(self, both):
        """Pairs (s, t): t answers s."""
        pairs = {(s, t) for s in range(self.n) for t in range(self.n) if self.label[s] == self.label[t]}
        answers = {s: {} for s in range(self.n)}
        for s, out in self.arrows.items():
            for a, t in out:
                answers[s].setdefault(a, set()).add(t)
        while True:
            lost = {(s, t) for s, t in pairs
                    if any(all((x, y) not in pairs for y in answers[t].get(a, ())) for a, x in self.arrows[s])}
            if both:
                lost |= {(t, s) for s, t in lost}
            if not lost & pairs:
                return pairs
            pairs -= lost


def classes_of(pairs, n):
    return len({frozenset(t for t in range(n) if (s, t) in pairs and (t, s) in pairs) for s in range(n)})


class Checks:
    def __init__(self, coset, folder):
        self.coset, self.folder, self.bad, self.runs, self.refused = coset, folder, [], 0, 0

    def write(self, name, model):
        path = os.path.join(self.folder, f"{name}.{model.suffix}")
        with open(path, "w", encoding="utf-8") as out:
            out.write(model.text())
        return path

    def run(self, files, options, may_refuse=None):
        """The result; None if it is refused for the allowed reason."""
        run = tool.Run([self.coset, "compare", "--json", *files, *options], 120)
        self.runs += 1
        if run.rc == 64 and may_refuse and may_refuse in run.err:
            self.refused += 1
            return None
        if not run.json or not schema.is_valid(run.json, SCHEMA):
            self.bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]} {run.out[:300]}")
            return None
        return run

    def expect(self, ok, run, words):
        if not ok:
            self.bad.append(f"{run.shell()}: {words}; {run.out[:800]}")


def choose(rng, model):
    """Options that choose the observations, and the same for System."""
    relation = rng.choice(RELATIONS)
    weak, by_rules = relation.startswith("weak"), rng.random() < 0.6
    atoms = rng.sample([text for text, _ in model.atoms()], rng.choice([0, 1, 2]))
    if weak and not by_rules and not atoms:
        by_rules = True
    silent = rng.sample(model.actions(), 1) if weak and by_rules else []
    options = [f"--relation={relation}", f"--actions={'rules' if by_rules else 'none'}"]
    options += [f"--silent={a}" for a in silent] + [f"--observe={a.strip('{}')}" for a in atoms]
    return relation, options, (atoms, by_rules, silent, weak)


def one_model(c, rng, kind):
    model = make_model(rng, kind)
    graph, _, _ = model.graph()
    if graph.n > MOST_STATES:
        return
    path = c.write("one", model)
    relation, options, seen = choose(rng, model)
    want = classes_of(System([graph], *seen).relation(relation.endswith("bisimulation")), graph.n)
    ways = [w for w in WAYS if w != "counter" or kind is Model]
    engines = EXPLORED + [["--engine=symbolic", f"--symbolic-symmetry={w}"] for w in ways]
    if not tool.long_run():
        engines = rng.sample(engines, 2)
    for engine in engines:
        run = c.run([path], [*options, *engine], "maps rules to other rules" if "--symmetry=detect" in engine else None)
        if run:
            c.expect(run.rc == 0 and run.json.get("classes") == want, run, f"{want} classes were expected")


def two_models(c, rng, kind):
    a, b = make_model(rng, kind), make_model(rng, kind)
    if rng.random() < 0.7: # equal except for a rule or two; numbers of processes may differ
        b = kind(random.Random(1))
        b.__dict__.update(a.__dict__)
        b.rules = [r for r in a.rules if rng.random() < 0.8] or a.rules
        if kind is PromelaModel:
            b.atomic = [x for r, x in zip(a.rules, a.atomic) if r in b.rules]
            b.rules = [r for r in a.rules if r in b.rules]
    graphs, starts = [], []
    for m in (a, b):
        g, s, _ = m.graph()
        graphs.append(g)
        starts.append(s)
    common = [x for x in graphs[0].labels if x in graphs[1].labels]
    if sum(g.n for g in graphs) > MOST_STATES or not common:
        return
    relation, options, (atoms, by_rules, silent, weak) = choose(rng, a)
    if any(x not in common for x in atoms) or not set(silent) <= set(b.actions()):
        return
    pairs = System(graphs, atoms, by_rules, silent, weak).relation(relation.endswith("bisimulation"))
    second = {s + graphs[0].n for s in starts[1]}
    holds = all(any((s, t) in pairs for t in second) for s in starts[0])
    if relation.endswith("bisimulation"):
        holds = holds and all(any((t, s) in pairs for s in starts[0]) for t in second)
    files, lengths, engines = [c.write("a", a), c.write("b", b)], {}, []
    for way in [w for w in WAYS if kind is Model or w not in ("orbit", "counter")]: # orbit diagrams take long
        engines.append(["--engine=symbolic", f"--symbolic-symmetry={way}", *rng.choice([[], ["--pairs=apart"]])])
    few = [["--symmetry=search"], rng.choice(engines)] if kind is Model else [["--symmetry=search"]]
    for engine in EXPLORED + engines if tool.long_run() else few:
        run = c.run(files, [*options, *engine], "maps rules to other rules" if "--symmetry=detect" in engine else None)
        if run:
            c.expect(run.rc == (0 if holds else 13), run, f"it {'holds' if holds else 'fails'}")
            difference = run.json.get("difference")
            c.expect(holds or difference, run, "it is told why")
            if difference:
                lengths[len(difference["steps"])] = run
    if len(starts[0]) == len(starts[1]) == 1 and len(lengths) > 1:
        c.bad.append(f"plays of different lengths: {', '.join(f'{n}: {run.shell()}' for n, run in lengths.items())}")


ALONE = """type P: scalarset(3); var x: array[P] of 0..1; function first(): boolean; var r: boolean; begin r := false;
for p: P do r := x[p] = 1; end; return r; end;
startstate for p: P do x[p] := 0; end; end;
ruleset p: P do rule "set" x[p] = 0 ==> x[p] := 1; end; end;
"""


def by_hand(c):
    """A condition that distinguishes elements leaves a smaller group, or none; refusals stay refusals."""
    path = os.path.join(c.folder, "alone.m")
    with open(path, "w", encoding="utf-8") as out:
        out.write(ALONE)
    for options, code, word in [
            (["--symmetry=search"], 0, 4), (["--symmetry=search", "--observe=first()", "--actions=none"], 0, 6),
            (["--observe=first()", "--actions=none"], 0, 6), (["--engine=symbolic"], 0, 4),
            (["--engine=symbolic", "--symbolic-symmetry=dynamic", "--observe=first()"], 0, 6),
            (["--engine=symbolic", "--observe=first()"], 0, 6), (["--engine=symbolic", "--among=all"], 0, 4),
            (["--engine=symbolic", path], 0, None), (["--engine=symbolic", "--symbolic-symmetry=counter", path], 0, None),
            (["--engine=symbolic", path, "--among=all"], 64, "one model"), (["--among=all"], 64, "--engine=symbolic"),
            (["--symbolic-symmetry=dynamic"], 64, "--engine=symbolic"), (["--symmetry=what"], 64, "no strategy"),
            (["--engine=symbolic", "--symbolic-symmetry=dynamic", "--among=all"], 64, "--among=all"),
            (["--engine=symbolic", "--symmetry=search"], 65, "in its own ways"),
            (["--engine=symbolic", "--direction=backward"], 64, "--direction"),
            (["--engine=symbolic", "--max-states=2"], 20, "bound")]:
        run = tool.Run([c.coset, "compare", "--json", path, *options], 60)
        c.runs += 1
        got = run.json.get("classes") if run.json and code == 0 else None
        c.expect(run.rc == code and (got == word if code == 0 else word in run.err + run.out), run, f"{code} {word} expected {run.err}")


BITS = """type I: 1..{n}; var x: array[I] of 0..0;
startstate begin for i: I do undefine x[i]; end; end;
ruleset i: I do rule "set" isundefined(x[i]) ==> begin x[i] := 0; end; end;
"""


def by_width(c):
    """The number of undefined variables among n one-bit variables is observed."""
    for n in (1, 2, 3, 7, 11, 12, 15):
        path = os.path.join(c.folder, "bits.m")
        with open(path, "w", encoding="utf-8") as out:
            out.write(BITS.format(n=n))
        for options in [], ["--pairs=apart"]:
            run = c.run([path], ["--engine=symbolic", "--relation=bisimulation", "--actions=rules", *options])
            if run:
                c.expect(run.rc == 0 and run.json.get("classes") == n + 1, run, f"{n + 1} classes were expected")


def corpus(c):
    """Both engines, with and without symmetry, on the small models of others."""
    import pathlib
    shared, n = tool.shared(), 0
    folders = [pathlib.Path(__file__).parent.parent / "conform", shared and shared / "corpus/murphi/rumur-tests",
               shared and shared / "corpus/promela/bosnacki"]
    for path in [p for f in folders if f for p in sorted(f.glob("**/*")) if p.suffix in (".m", ".pml")]:
        seen = []
        for engine in (["--symmetry=search"], ["--engine=symbolic", "--symbolic-symmetry=dynamic"], ["--engine=symbolic"], []):
            run = tool.Run([c.coset, "compare", "--json", str(path), f"--max-states={MOST_CORPUS}", "--time=10", *engine], 60)
            c.runs += 1
            if run.json and run.json.get("verdict") == "holds":
                seen.append((engine, run.json["classes"]))
            elif run.crashed or (run.json and run.json["verdict"] not in ("incomplete", "error")):
                c.bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
        n += len(seen) > 1
        if len({k for _, k in seen}) > 1:
            c.bad.append(f"{path}: {seen}")
    return n


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    n = args.models or (300 if tool.long_run() else 4)
    with tempfile.TemporaryDirectory() as folder:
        c = Checks(tool.program(args), folder)
        by_hand(c)
        by_width(c)
        for seed in range(args.seed, args.seed + n):
            rng, kind = random.Random(seed), PromelaModel if seed % 2 else Model
            one_model(c, rng, kind)
            two_models(c, rng, kind)
        models = corpus(c) if tool.long_run() else 0
        for line in c.bad[:20]:
            print(line.replace(folder, args.coset and "." or "."))
    print(f"{n} random models and pairs, {models} of the corpus: {c.runs} runs, {c.refused} refused as they must be, {len(c.bad)} differences")
    return 1 if c.bad else 0


if __name__ == "__main__":
    sys.exit(main())
