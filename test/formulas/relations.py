#!/usr/bin/env python3
"""coset compare: random graphs against naive greatest fixpoints, cases by hand, and refusals.

usage: relations.py [--coset=FILE]
"""

import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
import schema
import tool

SCHEMA = schema.load("coset-compare-1")

NAMES = ["a", "b", "c"]
RELATIONS = ["bisimulation", "simulation", "weak-bisimulation", "weak-simulation"]


class Graph:
    """Numbered, labelled states; all listed states are reachable."""

    def __init__(self, rng, n):
        self.n, self.starts = n, sorted(set(rng.randrange(n) for _ in range(rng.choice([1, 1, 2]))))
        self.steps = sorted({(rng.randrange(n), rng.choice(NAMES), rng.randrange(n)) for _ in range(rng.randrange(3 * n))})
        self.marked = {s for s in range(n) if rng.random() < 0.25}

    def reached(self):
        seen = set(self.starts)
        while True:
            more = {t for s, _, t in self.steps if s in seen} - seen
            if not more:
                return seen
            seen |= more

    def murphi(self):
        text = f"var n: 0..{self.n};\n"
        text += "".join(f"startstate n := {s}; end;\n" for s in self.starts)
        text += "".join(f'rule "{a}" n = {s} ==> n := {t}; end;\n' for s, a, t in self.steps)
        return text + f'rule "{NAMES[0]}" n = {self.n} ==> end; rule "{NAMES[1]}" n = {self.n} ==> end;\n' \
                      f'rule "{NAMES[2]}" n = {self.n} ==> end;\n'

    def promela(self):
        """Steps without names; the last state of a process that has none is its own."""
        text = f"byte n = {self.starts[0]};\nactive proctype P() {{ do\n"
        text += "".join(f":: d_step {{ n == {s} -> n = {t} }}\n" for s, _, t in self.steps)
        return text + f":: d_step {{ n == {self.n} -> skip }}\nod }}\n"

    def observed(self, equal):
        return " | ".join(f"n {equal} {s}" for s in sorted(self.marked)) or f"n {equal} {self.n}"

    def arrows(self, by_rules, silent, weak):
        """state -> set of (action, target); saturated if weak."""
        out = {s: set() for s in range(self.n)}
        for s, a, t in self.steps:
            out[s].add(("tau" if weak and (a in silent or not by_rules) else a if by_rules else "step", t))
        if not weak:
            return out
        after = {}
        for s in out:
            after[s] = {s}
            while True:
                more = {t for u in after[s] for a, t in out[u] if a == "tau"} - after[s]
                if not more:
                    break
                after[s] |= more
        return {s: {("tau", t) for t in after[s]} |
                   {(a, v) for u in after[s] for a, t in out[u] if a != "tau" for v in after[t]} for s in out}


def rounds(a, b, arrows_a, arrows_b, both, labels):
    """For each pair the round that separates it; missing: it is related."""
    parted = {(s, t): 0 for s in range(a.n) for t in range(b.n)
              if labels and (s in a.marked) != (t in b.marked)}
    k = 0
    while True:
        k += 1
        new = {}
        for s in range(a.n):
            for t in range(b.n):
                if (s, t) in parted:
                    continue
                bad = any(all((x, y) in parted for e2, y in arrows_b[t] if e2 == e) for e, x in arrows_a[s])
                bad = bad or both and any(all((x, y) in parted for e2, x in arrows_a[s] if e2 == e) for e, y in arrows_b[t])
                if bad:
                    new[s, t] = k
        if not new:
            return parted
        parted.update(new)


def farthest(a, b, parted, both):
    """Lengths of plays of the start states that have no partner, of the first side that has such; none: related."""
    sides = [(a.starts, b.starts, lambda s, t: (s, t))] + ([(b.starts, a.starts, lambda t, s: (s, t))] if both else [])
    for mine, others, pair in sides:
        alone = [s for s in mine if all(pair(s, t) in parted for t in others)]
        if alone:
            return [max(parted[pair(s, t)] for t in others) for s in alone]
    return []


class Cases:
    def __init__(self, coset, folder):
        self.coset, self.folder, self.bad = coset, folder, 0

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def run(self, *args):
        p = subprocess.run([self.coset, "compare", "--json", *args], capture_output=True, text=True, timeout=60)
        out = json.loads(p.stdout) if p.stdout.startswith("{") else {}
        self.expect("relation" not in out or schema.is_valid(out, SCHEMA), args, "schema")
        diagrams = out.get("diagrams", {})
        self.expect(not diagrams or diagrams["largest"] > 0, args, "largest diagram", diagrams)
        return p.returncode, out, p.stderr

    def expect(self, ok, *words):
        if not ok:
            self.bad += 1
            print("FAILED:", *words)


def random_pair(c, seed):
    rng = random.Random(seed)
    a = Graph(rng, rng.randrange(1, 7))
    b = Graph(rng, rng.randrange(1, 7))
    if rng.random() < 0.4:  # the same, except for one step
        b.n, b.starts, b.marked = a.n, a.starts, a.marked
        b.steps = [s for s in a.steps if rng.random() < 0.9]
    relation = RELATIONS[seed % 4]
    weak, both = relation.startswith("weak"), relation.endswith("bisimulation")
    by_rules, labels, silent = rng.random() < 0.6, rng.random() < 0.5, ["a"]
    promela = not by_rules and len(b.starts) == 1 and rng.random() < 0.5
    labels = labels or (weak and not by_rules)
    files = [c.write("a.m", a.murphi()), c.write("b.pml", b.promela()) if promela else c.write("b.m", b.murphi())]
    options = [f"--relation={relation}", f"--actions={'rules' if by_rules else 'none'}"]
    if weak and by_rules:
        options += ["--silent=a"]
    if labels:
        right = b.observed("==").replace("|", "||") if promela else b.observed("=")
        options += [f"--observe={a.observed('=')};{right}"]
    parted = rounds(a, b, a.arrows(by_rules, silent, weak), b.arrows(by_rules, silent, weak), both, labels)
    lengths = farthest(a, b, parted, both)
    for engine in [[], ["--engine=symbolic", *rng.choice([[], ["--pairs=apart"], ["--order=interleaved"], ["--reorder"]])]]:
        if not engine or tool.long_run() or seed % 4 == 0:
            told(c, files, [*options, *engine], lengths if engine else lengths[:1], not weak and not labels and by_rules, seed)
    if not promela and b.steps:
        count_classes(c, b, files[1], relation, options, labels, silent, by_rules, seed)


def told(c, files, options, lengths, formulas, seed):
    """The verdict, the length of the play and the formula of one engine."""
    rc, out, err = c.run(*files, *options)
    what = (seed, options, files)
    c.expect(rc == (13 if lengths else 0), *what, "expected", lengths, "got", rc, err)
    if rc == 13 and lengths:
        difference = out["difference"]
        c.expect(difference and len(difference["steps"]) in lengths, *what, "length", lengths, difference)
        if formulas and difference and difference["formula"]:
            check_formula(c, files, difference, what)


def count_classes(c, b, path, relation, options, labels, silent, by_rules, seed):
    weak, both = relation.startswith("weak"), relation.endswith("bisimulation")
    arrows = b.arrows(by_rules, silent, weak)
    parted = rounds(b, b, arrows, arrows, both, labels)
    alike = {frozenset(t for t in b.reached() if (s, t) not in parted and (t, s) not in parted) for s in b.reached()}
    one = [f"--observe={b.observed('=')}" if o.startswith("--observe") else o for o in options]
    rc, out, err = c.run(path, *one)
    c.expect(rc == 0 and out.get("classes") == len(alike), seed, one, "classes", len(alike), out.get("classes"), err)


def check_formula(c, files, difference, what):
    """The formula is true of all... of the one model's start state, and of none of the other's."""
    first = 0 if difference["true_of"] == "A" else 1
    for negated, path in (("!", files[1 - first]), ("!", files[first])):
        p = subprocess.run([c.coset, "--json", "--deadlock=off", "--progress=none", "--symmetry=off", path,
                            f"--mu={negated}({difference['formula']})"], capture_output=True, text=True, timeout=60)
        verdict = [q["verdict"] for q in json.loads(p.stdout)["properties"] if q["kind"] == "formula"]
        c.expect(verdict == (["holds"] if path == files[1 - first] else ["fails"]), *what, difference["formula"], path)


LOOP = 'var n: 0..9;\nstartstate n := 0; end;\nrule "up" n < 9 ==> n := n + 1; end;\n'
FAULT = 'var n: 0..3;\nstartstate n := 0; end;\nrule "up" true ==> n := n + 1; end;\n'
ASSUMED = 'var n: 0..9;\nstartstate n := 0; end;\nrule "up" n < 9 ==> n := n + 1; end;\nassume n < 4;\n'
SHORT = 'var n: 0..9;\nstartstate n := 0; end;\nrule "up" n < 3 ==> n := n + 1; end;\n'
OTHER = 'var n: 0..9;\nstartstate n := 0; end;\nrule "down" n < 3 ==> n := n + 1; end;\n'
QUIET = ('var n: 0..3;\nstartstate n := 0; end;\nrule "tau" n < 2 ==> n := n + 1; end;\n'
         'rule "go" n = 2 ==> n := 3; end;\n')
TWICE = ('var n: 0..3;\nstartstate n := 0; end;\nrule "tau" n = 0 ==> n := 1; end;\n'
         'rule "go" n = 1 | n = 2 ==> n := n + 1; end;\n')
SCRIPT = "P = STOP\nassert P :[deadlock free]\n"


def by_hand(c):
    loop, fault, assumed = c.write("loop.m", LOOP), c.write("fault.m", FAULT), c.write("assumed.m", ASSUMED)
    short, other, script = c.write("short.m", SHORT), c.write("other.m", OTHER), c.write("script.csp", SCRIPT)
    weak = [c.write("quiet.m", QUIET), c.write("twice.m", TWICE), "--relation=weak-bisimulation", "--silent=tau"]
    for args, code, word in [
            (weak, 13, ""), ([*weak, "--engine=symbolic"], 13, ""),
            ([loop, loop], 0, ""), ([loop, short], 13, ""), ([short, loop, "--relation=simulation"], 0, ""),
            ([assumed, short], 0, ""), ([assumed], 0, ""),
            ([fault, loop], 20, ""), ([loop, fault, "--relation=weak-simulation", "--silent=up"], 20, ""),
            ([loop, loop, "--max-states=5"], 20, ""),
            ([short, other], 64, "only"), ([short, other, "--actions=rules"], 13, ""), ([short, other, "--actions=none"], 0, ""),
            ([short, other, "--observe=n = 2"], 0, ""), ([short, other, "--observe=n = 2;n = 1"], 13, ""),
            ([short, other, "--observe=n = q"], 65, ""), ([short, other, "--observe=n = 1;n = 2;n = 3"], 64, "--observe"),
            ([short, "--observe=n = 1;n = 2"], 64, "--observe"), ([short, "--observe=AG {n = 1}"], 64, "--observe"),
            ([short, "--relation=weak-bisimulation"], 64, "--silent"), ([short, "--silent=up"], 64, "--silent"),
            ([short, "--relation=weak-bisimulation", "--silent=down"], 64, "no rule"),
            ([short, "--relation=weak-bisimulation", "--actions=none"], 64, "nothing is compared"),
            ([short, "--relation=same"], 64, "not one of"), ([short, script], 64, "CSPM"),
            ([loop, loop, "--observe=10 / n = 3"], 20, "")]:
        rc, out, err = c.run(*args)
        c.expect(rc == code and word in err, args, code, "got", rc, err)
    p = subprocess.run([c.coset, "check", short, "--relation=simulation"], capture_output=True, text=True)
    c.expect(p.returncode == 64, "check --relation", p.returncode)


def main():
    args = tool.parser(__doc__).parse_args()
    coset = tool.program(args)
    n = 4000 if tool.long_run() else 28
    with tempfile.TemporaryDirectory() as folder:
        c = Cases(coset, folder)
        by_hand(c)
        for seed in range(n):
            random_pair(c, seed)
    print(f"{n} random pairs, {c.bad} failures")
    return 1 if c.bad else 0


if __name__ == "__main__":
    sys.exit(main())
