#!/usr/bin/env python3
"""CSP scripts with and without symmetry: the examples, forms that need care, scripts in which constants are
distinguished by every means of the language, and random scripts. All strategies have the verdicts of the unreduced
search, exact ones its counts; `coset symmetry` names the lines that break it.

In csp/*.csp each assertion is followed by its verdict and the order of its group: `assert .. -- holds, 6`."""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import sizes  # noqa: E402
import tool  # noqa: E402

EXACT = ["full", "segmented", "search", "label"]
SCRIPTS = tool.ROOT / "examples" / "csp"
EXAMPLES = ["database", "liststack", "peterson", "treebroadcast", "philosophers", "coarselistset", "finelistset",
            "lockfreequeue", "arrayqueue"]

# Small rows: the first assertion of an example, with other sizes.
ROWS = [
    ("liststack", {"nodes": 4, "threads": 2, "data": 3}),
    ("liststack", {"nodes": 4, "threads": 3, "data": 2}),
    ("coarselistset", {"nodes": 3, "data": 3, "threads": 2}),
    ("finelistset", {"nodes": 3, "data": 3, "threads": 2}),
    ("philosophers", {"philosophers": 5}),
    ("peterson", {"processes": 4}),
    ("database", {"managers": 7}),
    ("treebroadcast", {"nodes": 4, "data": 2}),
    ("lockfreequeue", {"nodes": 3, "threads": 2, "data": 3}),
    ("arrayqueue", {"threads": 2, "data": 2, "reftags": 3, "slottags": 2}),
]

HEAD = "datatype T = A | B | C\ndatatype V = X | Y\nchannel a : T\nchannel b : T.V\nchannel c : T.T\nchannel d\n"

# Name, script, and the orders of the groups that its assertions must have (None: no matter). V moves if it is reached.
CARE = [
    ("no types", "channel a\nP = a -> P\nassert P :[deadlock free] :[symmetry reduce]\n", [None]),
    ("copies", HEAD + "R = d -> R\nP(t) = a.t -> P(t)\nS = ||| t : T @ (R [] P(t))\n"
     "assert S :[deadlock free] :[symmetry reduce]\nassert STOP [T= S :[symmetry reduce]\n", [6, 6]),
    ("equal copies", HEAD + "R = d -> a?x -> R\nS = R ||| R ||| R\nassert S :[deterministic] :[symmetry reduce]\n", [6]),
    ("choices", HEAD + "P(t) = a.t -> STOP\nS = |~| t : T @ (P(t) ||| P(t))\nU = [] t : T @ (P(t) ||| P(t))\n"
     "assert S [F= U :[symmetry reduce]\nassert U [F= S :[symmetry reduce]\n", [6, 6]),
    ("sequence", HEAD + "P(t) = a.t -> SKIP\nS = (||| t : T @ P(t)) ; S\n"
     "assert S :[deadlock free] :[symmetry reduce]\n", [6]),
    ("interrupt", HEAD + "P(t) = a.t -> P(t)\nS = (||| t : T @ P(t)) /\\ (d -> STOP)\n"
     "assert S :[deadlock free] :[symmetry reduce]\n", [6]),
    ("one is first", HEAD + "P(t) = a.t -> P(t)\nS = (a.A -> STOP) [|{a.A}|] (||| t : T @ P(t))\n"
     "assert S :[deadlock free] :[symmetry reduce]\n", [2]),
    ("specification names one", HEAD + "P(t) = a.t -> P(t)\nS = ||| t : T @ P(t)\nQ = a?x : diff(T, {A}) -> Q\n"
     "assert Q [T= S :[symmetry reduce]\n", [2]),
    ("sets", HEAD + "P(s) = a?x : diff(T, s) -> P(union(s, {x})) [] b?x : s?v -> P(diff(s, {x}))\n"
     "assert P({}) [FD= P({}) :[symmetry reduce]\n", [12]),
    ("sets of sets", "datatype T = A | B | C | D\nchannel a : T.T\nchannel e : T\n"
     "P(s) = a?x?y : diff(T, {x}) -> (if member({x, y}, s) then e.x -> P({}) else P(union(s, {{x, y}})))\n"
     "assert P({}) [T= P({}) :[symmetry reduce]\n", [24]),
    ("divergence", HEAD + "P(t) = a.t -> b.t?v -> P(t)\nS = (||| t : T @ P(t)) \\ {| b |}\nU = S \\ {| a |}\n"
     "assert S :[divergence free] :[symmetry reduce]\nassert U :[divergence free] :[symmetry reduce]\n", [None, None]),
    ("bisimulation", HEAD + "P(t, u) = a.t -> P(t, u)\nS = ||| t : T @ a?x -> P(t, x)\n"
     "assert S :[deadlock free] :[symmetry reduce]\n", [6]),
    ("renaming", HEAD + "P(t) = a.t -> P(t)\nS = (||| t : T @ P(t)) [[ a.x <- c.x.y | x <- T, y <- T ]]\n"
     "assert S :[deadlock free] :[symmetry reduce]\n", [6]),
]


def check(coset, path, strategy, limit):
    command = [coset, "check", str(path), "--json", f"--symmetry={strategy}", "--por=off", "--threads=1"]
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    if p.returncode == 70:
        raise SystemExit(f"{path} --symmetry={strategy}: {p.stderr}")
    try:
        return json.loads(p.stdout)["properties"]
    except (json.JSONDecodeError, KeyError):
        return None


def compare(coset, path, strategies, limit):
    """Problems, and how many assertions were compared and reduced."""
    plain = check(coset, path, "off", limit)
    problems, n, reduced = [], 0, 0
    if plain is None:
        return ["no result without symmetry"], 0, 0
    for s in strategies:
        runs = check(coset, path, s, limit)
        if runs is None:
            problems.append(f"{s}: no result")
            continue
        for x, y in zip(plain, runs):
            if x["verdict"] not in ("holds", "fails"):
                continue
            n += 1
            reduced += (y.get("symmetry") or {}).get("order", "1") != "1"
            if x["verdict"] != y["verdict"]:
                problems.append(f"{s}: {y['verdict']}, but {x['verdict']} without symmetry: {x['name']}")
            if not y.get("symmetry") or s not in EXACT or ":[deterministic" in x["name"]:
                continue  # determinism is searched in another way without symmetry
            for key in ("states", "full_transitions"):
                if y["counts"][key] != x["counts"][key]:
                    problems.append(f"{s}: {key} {y['counts'][key]}, but {x['counts'][key]}: {x['name']}")
    return problems, n, reduced


# ---- random scripts


class Author:
    """Writes random processes over the channels of HEAD."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.constant = self.r.random() < 0.3

    def element(self, names):
        if not names or (self.constant and self.r.random() < 0.1):
            return "A" if self.constant else None
        return self.r.choice(names)

    def prefix(self, names, depth, fresh):
        t = self.element(names)
        x = f"x{fresh}"
        kinds = [f"a?{x}", f"c?{x}!{t}" if t else "d", "d"]
        if t:
            kinds += [f"a.{t}", f"b.{t}?v", f"b.{t}?v", f"c.{t}?{x}:diff(T,{{{t}}})", f"c.{t}?{x}"]
        k = self.r.choice(kinds)
        more = names + [x] if f"?{x}" in k else names
        return f"{k} -> {self.process(more, depth - 1, fresh + 1)}"

    def process(self, names, depth, fresh=0):
        if depth <= 0:
            t, u = self.element(names), self.element(names)
            ends = ["STOP", "SKIP", "R"] + ([f"P({t})"] * 3 + [f"Q({t},{u})"] * 2 if t and u else [])
            return self.r.choice(ends)
        k = self.r.randrange(10)
        one = lambda n=names: self.process(n, depth - 1, fresh + 1)  # noqa: E731
        if k < 5:
            return self.prefix(names, depth, fresh)
        if k < 7:
            return f"({self.prefix(names, depth, fresh)} [] {self.prefix(names, depth, fresh)})"
        if k == 7:
            return f"({one()} |~| {one()})"
        if k == 8 and len(names) > 1:
            t, u = self.r.sample(names, 2)
            return f"(if {t} == {u} then {one()} else {one()})"
        op = self.r.choice(["[]", "|~|"])
        return f"({op} y{fresh} : T @ {self.prefix(names + [f'y{fresh}'], depth, fresh)})"

    def system(self):
        sync = self.r.choice(["{| b |}", "{| c |}", "{d}", "{| a |}", "{}"])
        parts = self.r.choice(["||| t : T @ P(t)", "||| t : T @ (R [] P(t))", "|| t : T @ [{| a.t, b.t, c.t, d |}] P(t)",
                               "|~| t : T @ (P(t) ||| R)", "(||| t : T @ P(t)) ; R", "||| t : T @ (P(t) /\\ (d -> STOP))"])
        whole = f"({parts}) [| {sync} |] {self.r.choice(['R', 'RUN({| a |})', 'STOP', 'Q2'])}"
        hidden = self.r.choice(["", " \\ {| c |}", " \\ {| b, c |}", " \\ {d}"])
        return f"({whole}){hidden}"

    def script(self):
        model = self.r.choice(["T", "F", "FD"])
        lines = [HEAD + f"P(t) = {self.prefix(['t'], 3, 0)}", f"Q(t, u) = {self.prefix(['t', 'u'], 2, 0)}",
                 f"R = {self.prefix([], 2, 0)}", "Q2 = [] t : T @ a.t -> Q(t, t)", f"S = {self.system()}",
                 f"Spec = {self.r.choice(['S', 'CHAOS({| a, b, c, d |})', self.system()])}",
                 f"assert Spec [{model}= S :[symmetry reduce]"]
        lines.append("assert S :[%s] :[symmetry reduce]" %
                     self.r.choice(["deadlock free [F]", "divergence free", "deterministic [F]", "deterministic [FD]"]))
        return "\n".join(lines) + "\n"


# ---- groups


def run_examples(coset, strategies):
    problems = []
    for name in EXAMPLES:
        found, _, reduced = compare(coset, SCRIPTS / f"{name}.csp", strategies, 300)
        problems += [f"{name}: {p}" for p in found] + ([f"{name}: nothing is reduced"] if not reduced else [])
    return problems


def run_rows(coset, folder, strategies):
    problems = []
    for name, row in ROWS:
        path = folder / f"{name}.csp"
        text = sizes.resized((SCRIPTS / f"{name}.csp").read_text(), row)
        path.write_text(sizes.only_assertion(text, 1, " :[symmetry reduce]"))
        found, _, reduced = compare(coset, path, strategies, 300)
        problems += [f"{name} {row}: {p}" for p in found] + ([f"{name} {row}: nothing is reduced"] if not reduced else [])
    return problems


def run_care(coset, folder):
    problems = []
    strategies = ["search", "label", "segmented", "refine", "sorted"] if tool.long_run() else ["search", "refine"]
    for name, script, orders in CARE:
        path = folder / (name.replace(" ", "_") + ".csp")
        path.write_text(script)
        found, n, _ = compare(coset, path, strategies, 60)
        problems += [f"{name}: {p}" for p in found] + ([f"{name}: nothing is compared"] if n == 0 else [])
        for want, got in zip(orders, check(coset, path, "search", 60) or []):
            order = got.get("symmetry") and int(got["symmetry"]["order"])
            unreduced = ":[deterministic" in got["name"] and order is None # if that is faster
            if want is not None and order != want and not unreduced:
                problems.append(f"{name}: a group of {order}, not {want}: {got['name']}")
    return problems


def run_scripts(coset):
    problems = []
    strategies = EXACT + ["sorted", "refine"] if tool.long_run() else ["search"]
    for path in tool.share(sorted((HERE / "csp").glob("*.csp"))):
        wanted = re.findall(r"^assert .* -- (\w+), (\d+)$", path.read_text(), re.M)
        found, _, _ = compare(coset, path, strategies, 60)
        problems += [f"{path.name}: {p}" for p in found]
        told = check(coset, path, "auto", 60) or []
        if len(told) != len(wanted) or not told:
            problems.append(f"{path.name}: {len(told)} results for {len(wanted)} assertions")
        for got, (verdict, order) in zip(told, wanted):
            is_so = got["verdict"], (got["symmetry"] or {}).get("order")
            if ":[deterministic" in got["name"] and is_so[1] is None: # it is searched unreduced if that is faster
                is_so = is_so[0], order
            if is_so != (verdict, order):
                problems.append(f"{path.name}: {is_so}, not {(verdict, order)}: {got['name']}")
    return problems


def run_random(coset, folder, n):
    problems, reduced, compared = [], 0, 0
    seeds = tool.share(range(n))
    for seed in seeds:
        path = folder / f"random{seed}.csp"
        path.write_text(Author(seed).script())
        found, k, r = compare(coset, path, ["search", "label", "refine"] if tool.long_run() else ["search"], 20)
        if found == ["no result without symmetry"] or any(": no result" in p for p in found):
            continue  # too large for the time
        problems += [f"random script {seed}: {p}" for p in found]
        compared += k
        reduced += r
    print(f"{len(seeds)} random scripts: {compared} assertions compared, {reduced} with symmetry")
    if reduced < len(seeds) // 2:
        problems.append("too few random scripts are symmetric")
    return problems


def run_lines(coset):
    path = SCRIPTS / "liststack.csp"
    p = subprocess.run([coset, "symmetry", str(path)], capture_output=True, text=True, timeout=60)
    wanted = ["NodeIDType: 3 of 4 constants move: N1 N2 N3", "Null stays", "Null is named here",
              "symmetry: NodeIDType S3 of 4, Data S2, ThreadID S2   order 24"]
    return [f"coset symmetry does not say: {w}\n{p.stdout}{p.stderr}" for w in wanted if w not in p.stdout]


def main():
    args = tool.parser(__doc__).parse_args()
    coset = tool.program(args)
    problems = run_lines(coset) + run_scripts(coset)
    problems += run_examples(coset, EXACT + ["sorted", "refine"] if tool.long_run() else ["search", "refine"])
    with tempfile.TemporaryDirectory() as folder:
        problems += run_rows(coset, pathlib.Path(folder), EXACT if tool.long_run() else ["search"])
        problems += run_care(coset, pathlib.Path(folder))
        problems += run_random(coset, pathlib.Path(folder), 400 if tool.long_run() else 15)
    for p in problems:
        print(p)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
