#!/usr/bin/env python3
"""Random models and formulas: every evaluator, engine and method of symmetry against the oracle of oracle.py.

usage: compare.py [--coset=FILE] [--promela] [--models=N] [--formulas=N] [--seed=N]
Verdicts must be the oracle's. Every path is checked on the graph computed here: it starts in a start state, its steps
exist, and its states satisfy what the outermost operators of the formula require.
"""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import tool
from random_models import Model, random_ctl, random_mu, show
from random_promela import PromelaModel

ENGINES = [["--symmetry=off"], ["--symmetry=search"], ["--engine=symbolic"],
           *(["--engine=symbolic", f"--symbolic-symmetry={m}"]
             for m in ["dynamic", "orbit", "multiple", "counter", *(["relation"] if tool.long_run() else [])])]
PROMELA_ENGINES = [e for e in ENGINES if "counter" not in e[-1]] # which has no steps through transient states
CUT = "--time=5" # pairs of states of an orbit may be too many, in particular with channels
FIXPOINTS = ["naive", "emerson-lei", "long"]


def make_formulas(rng, model, n):
    """[(kind, tree)]; and the atoms that are fairness constraints."""
    atoms = [text for text, _ in model.atoms()]
    out = []
    for _ in range(n):
        if rng.random() < 0.5:
            out.append(("ctl", random_ctl(rng, atoms, rng.randint(1, 4))))
        else:
            out.append(("mu", random_mu(rng, atoms, model.actions(), rng.randint(2, 7))))
    return out, [rng.choice(atoms) for _ in range(rng.choice([0, 0, 1, 2]))]


def make_model(rng, kind):
    """One whose graph is not trivial, mostly."""
    for _ in range(30):
        model = kind(rng)
        n = model.graph()[0].n
        if 5 <= n <= 120:
            break
    return model


class Truth:
    def __init__(self, model, formulas, fair):
        self.graph, self.starts, self.states = model.graph()
        self.fair = [self.graph.labels[a] for a in fair]
        self.sets = [self.of(kind, f) for kind, f in formulas]
        self.verdicts = ["holds" if self.starts <= s else "fails" for s in self.sets]

    def of(self, kind, f):
        return oracle.ctl(self.graph, f, self.fair) if kind == "ctl" else oracle.mu(self.graph, f, {})


# ---- paths ----


def read_states(model, trace):
    """States of a trace as tuples, from its changes."""
    names, out, now = {}, [], {}
    steps = trace["steps"][:-1] if "loop" in trace else trace["steps"]
    for step in steps:
        now.update(step["changes"])
        out.append(model.state(now))
    return out


def check_path(model, truth, prop, kind, f, want):
    """What is wrong with the path, or None."""
    trace = prop["trace"]
    index = {s: i for i, s in enumerate(truth.states)}
    states = read_states(model, trace)
    if any(s not in index for s in states):
        return "a state of the path is not reachable"
    path = [index[s] for s in states]
    g = truth.graph
    if path[0] not in truth.starts:
        return "the path does not begin in a start state"
    if any(t not in g.total[s] or s in g.dead for s, t in zip(path, path[1:])):
        return "a step of the path does not exist"
    loop = trace.get("loop")
    if loop is not None and path[loop] not in g.total[path[-1]]:
        return "the loop is not closed"
    whole = truth.of(kind, f)
    if (path[0] in whole) != want:
        return "the first state does not show the formula"
    return check_shape(truth, path, loop, f, want) if kind == "ctl" else None


def check_shape(truth, path, loop, f, want):
    g, op = truth.graph, f[0]
    while op == "not":
        f, want = f[1], not want
        op = f[0]
    of = lambda x, v: oracle.ctl(g, x, truth.fair) if v else g.everything - oracle.ctl(g, x, truth.fair)
    ends = loop is None and path[-1] in g.dead
    tail = set(path[loop:]) if loop is not None else {path[-1]}
    for_ever = loop is not None or ends
    fair = all(tail & h for h in truth.fair)
    if (op, want) in (("EX", True), ("AX", False)):
        at = path[1] if len(path) > 1 else path[0]
        return None if at in of(f[1], want) else "the second state is wrong"
    if (op, want) in (("EF", True), ("AG", False)):
        return None if any(s in of(f[1], want) for s in path) else "no state is the one wanted"
    if (op, want) in (("EG", True), ("AF", False)):
        good = of(f[1], want)
        return None if for_ever and fair and all(s in good for s in path) else "the loop is wrong"
    if (op, want) in (("EU", True), ("AV", False)):
        a, b = of(f[1], want), of(f[2], want)
        at = next((i for i, s in enumerate(path) if s in b), None)
        return None if at is not None and all(s in a for s in path[:at]) else "the way is wrong"
    if (op, want) in (("EV", True), ("AU", False)):
        a, b = of(f[1], want), of(f[2], want)
        at = next((i for i, s in enumerate(path) if s in a and s in b), None)
        if at is not None and all(s in b for s in path[:at]):
            return None
        return None if for_ever and fair and all(s in b for s in path) else "the path of a release is wrong"
    return None


# ---- runs ----


class Counts:
    def __init__(self):
        self.verdicts = self.paths = self.loops = self.cut = 0
        self.rounds = dict.fromkeys(FIXPOINTS, 0)
        self.wrong = []


def run_one(coset, model, formulas, truth, files, options, fixpoint, counts):
    mdl, ctl = files
    command = [coset, "check", mdl, f"--ctl=@{ctl}", f"--fixpoint={fixpoint}", "--json", "--deadlock=off", *options]
    run = tool.Run(command, 120)
    result = run.json or tool_json(run)
    if not result:
        counts.wrong.append(f"no result: {' '.join(command)}: {run.err[-400:]}")
        return
    if CUT in options and "time limit" in (result["stopped"] or ""):
        counts.cut += 1
        return
    if result["counts"]["states"] not in (None, truth.graph.n):
        counts.wrong.append(f"{result['counts']['states']} states of {truth.graph.n}: {' '.join(command)}")
    props = [p for p in result["properties"] if p["kind"] == "formula"]
    if len(props) != len(formulas):
        counts.wrong.append(f"{len(props)} formulas of {len(formulas)}: {' '.join(command)}")
        return
    for (kind, f), p, want in zip(formulas, props, truth.verdicts):
        if CUT in options and p["verdict"] == "incomplete":
            counts.cut += 1
            continue
        counts.verdicts += 1
        counts.rounds[fixpoint] += p["rounds"]
        bad = f"says {p['verdict']}, but it {want}" if p["verdict"] != want else None
        if not bad and want == "fails" and not p["trace"]:
            bad = "fails without a path"
        if not bad and p["trace"]:
            counts.paths += 1
            counts.loops += "loop" in p["trace"]
            bad = check_path(model, truth, p, kind, f, want == "holds")
        if bad:
            counts.wrong.append(f"{p['name']}: {bad}: {' '.join(command)}")


def tool_json(run):
    import json

    try:
        return json.loads(run.out)
    except ValueError:
        return None


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=0)
    p.add_argument("--formulas", type=int, default=12)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--keep", help="folder for the files of models with differences")
    p.add_argument("--promela", action="store_true", help="models in Promela")
    args = p.parse_args()
    coset, kind = tool.program(args), PromelaModel if args.promela else Model
    engines = PROMELA_ENGINES if args.promela else ENGINES
    fixpoints = FIXPOINTS
    if args.promela:
        engines = [[*e, CUT] if e[-1].endswith(("=orbit", "=relation")) else e for e in engines]
    if args.promela and not tool.long_run() and not args.models:
        engines, fixpoints = [["--symmetry=search"], ["--engine=symbolic", "--symbolic-symmetry=dynamic"]], FIXPOINTS[-1:]
    n = args.models or (120 if tool.long_run() else 1 if args.promela else 3)
    counts, dead, states = Counts(), 0, 0
    for seed in range(args.seed, args.seed + n):
        rng = random.Random(seed)
        model = make_model(rng, kind)
        formulas, fair = make_formulas(rng, model, args.formulas)
        truth = Truth(model, formulas, fair)
        dead += bool(truth.graph.dead)
        states += truth.graph.n
        with tempfile.TemporaryDirectory() as folder:
            files = os.path.join(folder, f"model.{kind.suffix}"), os.path.join(folder, "formulas")
            lines = [f"fair {{{a.strip('{}')}}};" for a in fair]
            lines += [f"{kind} f{i}: {show(f, rng)};" for i, (kind, f) in enumerate(formulas)]
            for path, text in zip(files, (model.text(), "\n".join(lines) + "\n")):
                with open(path, "w", encoding="utf-8") as out:
                    out.write(text)
            before = len(counts.wrong)
            for options in engines:
                for fixpoint in fixpoints:
                    run_one(coset, model, formulas, truth, files, options, fixpoint, counts)
            if len(counts.wrong) > before and args.keep:
                for path in files:
                    with open(path, encoding="utf-8") as one, open(
                            os.path.join(args.keep, f"{seed}.{os.path.basename(path)}"), "w", encoding="utf-8") as out:
                        out.write(one.read())
    for line in counts.wrong[:20]:
        print(line)
    print(f"{n} models ({states} states, {dead} with states without steps), {args.formulas} formulas each: {counts.verdicts} verdicts and "
          f"{counts.paths} paths ({counts.loops} with loops) compared, {len(counts.wrong)} differences, {counts.cut} runs cut short; rounds "
          + ", ".join(f"{k} {v}" for k, v in counts.rounds.items()))
    return 1 if counts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
