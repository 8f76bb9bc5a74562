#!/usr/bin/env python3
"""Certificates with random changes: coset-certcheck accepts only correct ones.

The certificates of small models, declared symmetry and none, Murphi and Promela, are changed at random: images of
values, variables and rules, lists of values, properties, the order, the origin, the set of generators. Most get the
order that their generators have afterwards. Accepted ones are shown to be correct by brute force: this script applies
the generators to the whole state graph, which detect_labelled prints, and shares nothing with the checker but the front
ends. Each accepted one is counted under the reason why it is correct. --number: how many (60; with COSET_LONG 2000)."""

import collections
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

MODELS = ["examples/murphi/first.m", "examples/detect/token.m", "examples/detect/ring.m", "examples/detect/tree.m",
          "examples/detect/hypercube.m", "test/detect/models/post.m", "test/detect/models/readers.m",
          "test/detect/models/message.m", "test/detect/models/philosophers.m", "examples/promela/first.pml",
          "examples/promela/initialization.pml", "test/conform/promela/two_families.pml", "test/conform/promela/mutex_pid.pml"]
MOST_STATES, MOST_ELEMENTS = 700, 20000


# ---- brute force ------------------------------------------------------------------------------------------------

class Graph:
    """The whole state graph of a model, as texts."""

    def __init__(self, lines):
        facts = collections.defaultdict(list)
        for line in lines:
            kind, *rest = line.split("\t")
            facts[kind].append(rest)
        self.slots = [x[0] for x in facts["slot"]]
        self.bags = sorted((tuple(map(int, x)) for x in facts["bag"]), key=lambda b: b[2])
        self.props = [x[0] for x in facts["prop"]]
        self.states = [self.normal(x[2:]) for x in facts["state"]]
        self.ends = [x[0] for x in facts["state"]]
        self.values = [x[1].split("/") for x in facts["state"]]
        self.number = {s: i for i, s in enumerate(self.states)}
        self.starts = {int(x[0]) for x in facts["start"]}
        self.steps = [[] for _ in self.states]
        for source, to, ending, rule in facts["step"]:
            self.steps[int(source)].append((rule, ending, int(to)))

    def normal(self, state):
        """Entries of multisets have no order."""
        state = list(state)
        for base, n, width in self.bags:
            entries = sorted(state[base + i * width:base + (i + 1) * width] for i in range(n))
            state[base:base + n * width] = [x for e in entries for x in e]
        return tuple(state)


def image_of_state(graph, certificate, generator, state):
    """None: a value has no image."""
    if certificate.get("origin") and graph.normal(certificate["origin"]) == state:
        return state
    moves = {(s, v): (t, w) for s, v, t, w in generator["literals"]}
    out = [None] * len(state)
    for slot, value in enumerate(state):
        to, image = moves.get((slot, value), (slot, value))
        if out[to] is not None:
            return None
        out[to] = image
    return graph.normal(out)


def wrong_generator(graph, certificate, generator):
    """None, or why it is no symmetry."""
    moves = dict(generator["rules"])
    to = []
    for s in graph.states:
        image = image_of_state(graph, certificate, generator, s)
        if image not in graph.number:
            return f"the image of {s} is not reached"
        to.append(graph.number[image])
    if {to[i] for i in graph.starts} != graph.starts:
        return "start states"
    if len(set(to)) != len(to):
        return "not one to one"
    listed = [i for i, p in enumerate(graph.props) if p in certificate["properties"]]
    origin = certificate.get("origin") and graph.number.get(graph.normal(certificate["origin"]))
    for s, t in enumerate(to):
        steps = sorted((" // ".join(moves.get(r, r) for r in rule.split(" // ")), e, to[x] if x >= 0 else -1)
                       for rule, e, x in graph.steps[s])
        there = sorted(graph.steps[t])
        if s == origin: # by any rules
            steps, there = {x[1:] for x in steps}, {x[1:] for x in there}
        if steps != there:
            return f"steps of {graph.states[s]}"
        if graph.ends[s] != graph.ends[t] or any(graph.values[s][i] != graph.values[t][i] for i in listed):
            return f"properties of {graph.states[s]}"
    return None


def order(certificate):
    """Number of elements of the group that the generators generate on values; None: too many."""
    points = [(i, v) for i, s in enumerate(certificate["slots"]) for v in s["values"] or []]
    at = {p: i for i, p in enumerate(points)}
    perms = []
    for g in certificate["generators"]:
        perm = list(range(len(points)))
        for s, v, t, w in g["literals"]:
            perm[at[s, v]] = at[t, w]
        perms.append(tuple(perm))
    moved = [i for i in range(len(points)) if any(p[i] != i for p in perms)]
    rank = {x: i for i, x in enumerate(moved)}
    perms = [tuple(rank[p[x]] for x in moved) for p in perms]
    one = tuple(range(len(moved)))
    seen, pending = {one}, [one]
    while pending:
        x = pending.pop()
        for p in perms:
            y = tuple(p[i] for i in x)
            if y not in seen:
                seen.add(y)
                pending.append(y)
        if len(seen) > MOST_ELEMENTS:
            return None
    return len(seen)


# ---- changes ----------------------------------------------------------------------------------------------------

def compose(a, b):
    """First generator `a`, then `b`."""
    def product(x, y):
        x, y = {**{k: k for k in y}, **x}, {**{k: k for k in x.values()}, **y}
        return {k: y.get(v, v) for k, v in x.items() if y.get(v, v) != k}
    literals = product({(s, v): (t, w) for s, v, t, w in a["literals"]}, {(s, v): (t, w) for s, v, t, w in b["literals"]})
    return {"literals": [[*k, *v] for k, v in sorted(literals.items())],
            "rules": [list(x) for x in sorted(product(dict(a["rules"]), dict(b["rules"])).items())]}


def inverse(g):
    return {"literals": [[*r[2:], *r[:2]] for r in g["literals"]], "rules": [r[::-1] for r in g["rules"]]}


def listed(c):
    return [i for i, s in enumerate(c["slots"]) if s["values"]]


def exchange_slots(rng, c):
    """Two slots with the same values, as a generator."""
    same = [(i, j) for i in listed(c) for j in listed(c) if i < j and c["slots"][i]["values"] == c["slots"][j]["values"]]
    if not same:
        return {"literals": [], "rules": []}
    i, j = rng.choice(same)
    return {"literals": [x for v in c["slots"][i]["values"] for x in ([i, v, j, v], [j, v, i, v])], "rules": []}


def exchange_values(rng, c):
    """Two values of one slot, or of all slots that have both."""
    slot = rng.choice(listed(c))
    values = [v for v in c["slots"][slot]["values"] if v != "undefined"]
    if len(values) < 2:
        return {"literals": [], "rules": []}
    a, b = rng.sample(values, 2)
    where = [slot] if rng.random() < 0.5 else [i for i in listed(c) if {a, b} <= set(c["slots"][i]["values"])]
    return {"literals": [x for i in where for x in ([i, a, i, b], [i, b, i, a])], "rules": []}


def exchange_rules(rng, c, rules):
    return {"literals": [], "rules": [[a, b], [b, a]] if (a := rng.choice(rules)) != (b := rng.choice(rules)) else []}


def change(rng, c, graph):
    """One change, in place; its name."""
    rules = sorted({r for steps in graph.steps for rule, _, _ in steps for r in rule.split(" // ")}) or ["none"]
    g = rng.randrange(len(c["generators"]))
    gen, all_of = c["generators"][g], c["generators"]
    kind = rng.choice(["image", "slots", "values", "rules", "rule", "lost row", "less", "inverse", "product", "property", "order",
                       "list", "no list", "origin", "text", "new", "twice"])
    if kind == "image" and len(gen["literals"]) > 1:
        a, b = rng.sample(gen["literals"], 2)
        a[2:], b[2:] = b[2:], a[2:]
    elif kind in ("slots", "values", "rules"):
        other = {"slots": exchange_slots, "values": exchange_values}.get(kind, lambda r, x: exchange_rules(r, x, rules))(rng, c)
        all_of[g] = compose(gen, other) if rng.random() < 0.5 else compose(other, gen)
    elif kind == "rule" and gen["rules"]:
        gen["rules"].remove(rng.choice(gen["rules"]))
    elif kind == "lost row" and gen["literals"]:
        gen["literals"].remove(rng.choice(gen["literals"]))
    elif kind == "less":
        all_of.pop(g)
    elif kind == "inverse":
        all_of[g] = inverse(gen)
    elif kind == "product":
        all_of[g] = compose(gen, rng.choice(all_of))
    elif kind == "property":
        if c["properties"] and rng.random() < 0.5:
            c["properties"].remove(rng.choice(c["properties"]))
        elif graph.props:
            c["properties"].append(rng.choice(graph.props))
    elif kind == "order":
        c["order"] = str(max(1, int(c["order"]) * rng.choice([2, 3]) // rng.choice([1, 2])))
    elif kind == "list":
        values = c["slots"][rng.choice(listed(c))]["values"]
        values.remove(rng.choice(values)) if rng.random() < 0.6 else values.append("7")
    elif kind == "no list":
        slot = rng.choice(listed(c))
        c["slots"][slot]["values"] = None
        for x in all_of:
            x["literals"] = [r for r in x["literals"] if slot not in (r[0], r[2])]
    elif kind == "origin":
        c["origin"] = list(graph.states[min(graph.starts)]) if not c.get("origin") and graph.starts else None
        if c["origin"] and rng.random() < 0.7:
            c["slots"][rng.choice(listed(c))]["values"] = None
    elif kind == "text":
        c["model"] = "another.m"
    elif kind == "new":
        all_of.append(rng.choice([exchange_slots, exchange_values])(rng, c))
    elif kind == "twice":
        all_of.append(copy.deepcopy(gen))
    return kind


def same_group(was, now):
    """Each generator is one of the originals, or a product or inverse of them."""
    def key(g):
        return (tuple(sorted(map(tuple, g["literals"]))), tuple(sorted(tuple(r) for r in g["rules"] if r[0] != r[1])))
    unit = {"literals": [], "rules": []}
    base = [x for g in was["generators"] for x in (g, inverse(g))]
    known = {key(x) for x in [unit, *base, *(compose(a, b) for a in base for b in base)]}
    return all(key(compose(g, unit)) in known for g in now["generators"])


def reason(was, now):
    """Why an accepted certificate is correct."""
    if not same_group(was, now):
        return "other generators, which are symmetries"
    if sorted(now["properties"]) != sorted(was["properties"]):
        return "generators of before, other properties: they have the same value in each state and its image"
    if now["slots"] != was["slots"] or now.get("origin") != was.get("origin"):
        return "generators of before, other lists of values or origin: none that a state needs is missing"
    if now["order"] != was["order"]:
        return "fewer generators of before, and the order that they have"
    return "the same group: generators of before, their products and inverses, or a text without meaning"


# ---- all --------------------------------------------------------------------------------------------------------

class Case:
    def __init__(self, args, model, folder):
        self.args, self.model, self.folder = args, tool.ROOT / model, folder
        p = subprocess.run([args.labelled, "--most", str(MOST_STATES), str(self.model)], capture_output=True, text=True)
        self.graph = Graph(p.stdout.splitlines()) if p.returncode == 0 else None
        out = folder / "certificate.json"
        out.unlink(missing_ok=True)
        tool.Run([tool.program(args), "symmetry", f"--certificate={out}", str(self.model)], 120)
        self.certificate = json.loads(out.read_text()) if out.exists() else {"generators": []}

    def usable(self):
        return self.graph is not None and self.certificate["generators"] and self.wrong(self.certificate) is None

    def verify(self, certificate):
        path = self.folder / "changed.json"
        path.write_text(json.dumps(certificate))
        return subprocess.run([self.args.certcheck, str(self.model), str(path)], capture_output=True, text=True, timeout=120)

    def wrong(self, certificate):
        for g in certificate["generators"]:
            why = wrong_generator(self.graph, certificate, g)
            if why:
                return why
        n = order(certificate)
        return None if n is None or n == int(certificate["order"]) else f"order {n}, not {certificate['order']}"

    def one(self, rng):
        """(kinds, accepted, wrong or None, reason)"""
        c = copy.deepcopy(self.certificate)
        kinds = []
        while c == self.certificate and len(kinds) < 10:
            for _ in range(rng.choice([1, 1, 2, 3])):
                if c["generators"] and listed(c):
                    kinds.append(change(rng, c, self.graph))
        p = self.verify(c)
        found = re.search(r"make a group of order (\d+), not", p.stderr)
        if found and rng.random() < 0.8:
            c["order"] = found[1]
            p = self.verify(c)
        if p.returncode not in (0, 65):
            return kinds, False, f"exit {p.returncode}: {p.stdout}{p.stderr}", c
        return kinds, p.returncode == 0, self.wrong(c) if p.returncode == 0 else None, c


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--certcheck", default=str(tool.ROOT / "build/src/coset-certcheck"))
    p.add_argument("--labelled", default=str(tool.ROOT / "build/test/detect/detect_labelled"))
    p.add_argument("--number", type=int, default=2000 if tool.long_run() else 60)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    rng, bad, reasons, tried = random.Random(args.seed), [], collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        cases = [c for c in (Case(args, m, pathlib.Path(folder)) for m in MODELS) if c.usable()]
        for i in range(args.number):
            case = cases[i % len(cases)]
            kinds, accepted, wrong, c = case.one(rng)
            tried[case.model.name] += 1
            if wrong:
                bad.append(f"{case.model.name}, {kinds}: accepted: {wrong}\n{json.dumps(c)}")
            elif accepted:
                reasons[reason(case.certificate, c)] += 1
    print("\n".join(bad))
    print(f"{len(cases)} models, {sum(tried.values())} certificates changed, {sum(reasons.values())} accepted and right, {len(bad)} wrong")
    for why, n in reasons.most_common():
        print(f"{n:6} {why}")
    return 1 if bad or len(cases) < len(MODELS) or not reasons else 0


if __name__ == "__main__":
    sys.exit(main())
