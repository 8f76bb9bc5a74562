#!/usr/bin/env python3
"""LTL formulas about the processes of CSPM scripts. Fixed scripts have their expectations in the first lines:

  -- ltl FORMULA: PROCESS=holds PROCESS=fails

Then random scripts with random formulas, against this program's own decision on the transition system: by guesses of
all subformulas at each position, without a translation to automata. Symmetric scripts are checked with and without
their symmetry. A difference is reported with the script and its seed."""

import itertools
import pathlib
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

TAU, TICK = "tau", "tick"

# ---- transition systems: {state: [(event, state)]}, 0 is the start; events are tuples ("a", 0), ("s",) -----------------


def parallel(parts, shared):
    """All of `parts` together; events in `shared` are performed by all."""
    start = tuple(0 for _ in parts)
    out, pending = {}, [start]
    while pending:
        s = pending.pop()
        if s in out:
            continue
        edges = out[s] = []
        for i, part in enumerate(parts):
            edges += [(e, s[:i] + (t,) + s[i + 1:]) for e, t in part[s[i]] if e not in shared]
        for e in shared:
            choices = [[t for f, t in part[s[i]] if f == e] for i, part in enumerate(parts)]
            edges += [(e, t) for t in itertools.product(*choices)]
        pending += [t for _, t in edges]
    return out, start


def hide(system, hidden):
    return {s: [(TAU if e != TICK and e[0] in hidden else e, t) for e, t in edges] for s, edges in system.items()}


def closure(system, s):
    seen, pending = {s}, [s]
    while pending:
        for e, t in system[pending.pop()]:
            if e == TAU and t not in seen:
                seen.add(t)
                pending.append(t)
    return seen


def diverges(system, s):
    """An infinite run of taus starts in s: remove states without tau successors again and again."""
    left = closure(system, s)
    while True:
        kept = {u for u in left if any(e == TAU and t in left for e, t in system[u])}
        if kept == left:
            return s in left
        left = kept


STOPPED = (frozenset(), None, None)


def letters(system, s):
    """The possible next steps from s: (offered events, event, state), or STOPPED."""
    out = set()
    for u in closure(system, s):
        offered = frozenset(e for e, _ in system[u] if e != TAU)
        out |= {(offered, e, t) for e, t in system[u] if e != TAU}
        if not system[u]:
            out.add(STOPPED)
    if diverges(system, s):
        out.add(STOPPED)
    return out


# ---- formulas: ("atom", kind, set of events), ("not", f), ("and", f, g), ("or", f, g), ("X", f), ("U", f, g), ("R", f, g) --


def text(f):
    if f[0] == "atom":
        return f[3]
    if f[0] in ("not", "X"):
        return ("! " if f[0] == "not" else "X ") + f"({text(f[1])})"
    sign = {"and": "&&", "or": "||"}.get(f[0], f[0])
    return f"(({text(f[1])}) {sign} ({text(f[2])}))"


def timed(f):
    if f[0] == "atom":
        return []
    inner = [x for k in f[1:] for x in timed(k)]
    return inner + ([f] if f[0] in ("X", "U", "R") else [])


def value(f, letter, bits):
    if f[0] == "atom":
        offered, event, _ = letter
        return {"happens": event in f[2], "offered": bool(offered & f[2]), "stopped": event is None}[f[1]]
    if f[0] == "not":
        return not value(f[1], letter, bits)
    if f[0] in ("and", "or"):
        return (all if f[0] == "and" else any)(value(k, letter, bits) for k in f[1:])
    return bits[f]


def follows(f, here, there):
    """The guess for f, an operator of time, agrees with what holds here and in the next position."""
    (letter, bits), (after, later) = here, there
    if f[0] == "X":
        return bits[f] == value(f[1], after, later)
    a, b = value(f[1], letter, bits), value(f[2], letter, bits)
    return bits[f] == ((b or (a and later[f])) if f[0] == "U" else (b and (a or later[f])))


def is_done(f, here):
    letter, bits = here
    b = value(f[2], letter, bits)
    return (not bits[f] or b) if f[0] == "U" else (bits[f] or not b)


def components(graph):
    """Tarjan, without recursion."""
    number, low, stack, on, out = {}, {}, [], set(), []
    for root in graph:
        if root in number:
            continue
        work = [(root, iter(graph[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on.add(root)
        while work:
            v, it = work[-1]
            w = next(it, None)
            if w is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == number[v]:
                    k = stack.index(v)
                    out.append(stack[k:])
                    on -= set(stack[k:])
                    del stack[k:]
            elif w not in number:
                number[w] = low[w] = len(number)
                stack.append(w)
                on.add(w)
                work.append((w, iter(graph[w])))
            elif w in on:
                low[v] = min(low[v], number[w])
    return out


def violated(system, start, f):
    """Some run does not satisfy f."""
    operators = list(dict.fromkeys(timed(f)))
    guesses = [dict(zip(operators, bits)) for bits in itertools.product((False, True), repeat=len(operators))]
    after = {}

    def places(s):
        if s not in after:
            after[s] = letters(system, s)
        return after[s]

    def following(letter):
        return {STOPPED} if letter == STOPPED else places(letter[2])

    key = lambda letter, k: (letter, k)  # noqa: E731
    graph = {}
    pending = [key(x, k) for x in places(start) for k, bits in enumerate(guesses) if not value(f, x, bits)]
    while pending:
        v = pending.pop()
        if v in graph:
            continue
        here = (v[0], guesses[v[1]])
        graph[v] = [key(x, k) for x in following(v[0]) for k, bits in enumerate(guesses)
                    if all(follows(o, here, (x, bits)) for o in operators)]
        pending += graph[v]
    for part in components(graph):
        inside = set(part)
        if not any(w in inside for v in part for w in graph[v]):
            continue
        if all(any(is_done(o, (v[0], guesses[v[1]])) for v in part) for o in operators if o[0] != "X"):
            return True
    return False


# ---- random scripts -----------------------------------------------------------------------------------------------


STOPS = ("atom", "stopped", frozenset(), "stopped")
TRUE, FALSE = ("or", STOPS, ("not", STOPS)), ("and", STOPS, ("not", STOPS))


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.copies = self.r.choice([1, 1, 2, 3])
        self.n_states = self.r.randint(2, 5 if self.copies == 1 else 4 if self.copies == 2 else 3)
        self.ends = self.copies == 1 and self.r.random() < 0.4
        self.shares = self.copies > 1 and self.r.random() < 0.5

    def template(self):
        """{state: [(channel, state)]}; states without edges stop."""
        r = self.r
        names = ["a", "b", "t"] + (["s"] if self.shares or self.copies == 1 else [])
        out = {}
        for s in range(self.n_states):
            n = r.choice([0, 1, 1, 2, 2, 3]) if s else r.randint(1, 3)
            out[s] = sorted({(r.choice(names), r.randrange(self.n_states)) for _ in range(n)})
            if self.ends and r.random() < 0.3:
                out[s].append((TICK, None))
        return out

    def script(self):
        """Its text, and its system with the start."""
        t = self.template()
        lines = [f"channel a, b, t : {{0..{self.copies - 1}}}", "channel s"]
        for s, edges in t.items():
            parts = ["SKIP" if c == TICK else f"{c} -> P{d}(i)" if c == "s" else f"{c}.i -> P{d}(i)" for c, d in edges]
            lines.append(f"P{s}(i) = " + (" [] ".join(parts) if parts else "STOP"))
        sync = "s" if self.shares else ""
        lines.append(f"System = ([| {{{sync}}} |] i : {{0..{self.copies - 1}}} @ P0(i)) \\ {{| t |}}")
        lines.append("assert System :[deadlock free [F]] :[symmetry reduce]")
        system = self.systems(t)
        return "\n".join(lines) + "\n", system

    def systems(self, t):
        parts = []
        for i in range(self.copies):
            part = {s: [(TICK, "end") if c == TICK else (("s",) if c == "s" else (c, i), d) for c, d in edges]
                    for s, edges in t.items()}
            parts.append({**part, "end": []})
        if self.copies == 1:
            return hide(parts[0], {"t"}), 0
        system, start = parallel(parts, {("s",)} if self.shares else set())
        return hide(system, {"t"}), start

    def events(self):
        r = self.r
        c = r.choice("abs")
        if c == "s":
            return "s", frozenset({("s",)})
        every = frozenset((c, i) for i in range(self.copies))
        k = r.random()
        if k < 0.5:
            return c, every
        if k < 0.85:
            i = r.randrange(self.copies)
            return f"{c}.{i}", frozenset({(c, i)})
        return f"{{{c}.0, s}}", frozenset({(c, 0), ("s",)})

    def atom(self):
        k = self.r.random()
        if k < 0.08:
            return ("atom", "stopped", frozenset(), "stopped")
        if k < 0.14 and self.ends:
            return ("atom", "happens", frozenset({TICK}), "tick")
        name, events = self.events()
        return ("atom", "happens", events, name) if k < 0.7 else ("atom", "offered", events, f"offered({name})")

    def recurring(self):
        """Conditions that hold infinitely often, or from some point on, together."""
        r = self.r
        parts = [r.choice([("R", FALSE, ("U", TRUE, self.atom())), ("U", TRUE, ("R", FALSE, ("not", self.atom())))])
                 for _ in range(2)]
        return (r.choice(["and", "or"]), *parts)

    def formula(self, depth):
        r = self.r
        if depth == 3 and r.random() < 0.25:
            return self.recurring()
        if depth == 0 or r.random() < 0.12:
            return self.atom()
        k = r.random()
        sub = self.formula(depth - 1)
        if k < 0.15:
            return ("not", sub)
        if k < 0.3:
            return ("U", TRUE, sub)
        if k < 0.5:
            return ("R", FALSE, sub)
        if k < 0.6:
            return ("X", sub)
        return (r.choice(["and", "or", "or", "U", "R"]), sub, self.formula(depth - 1))


def rows(run):
    return {p["name"]: p for p in run.json["properties"] if p["kind"] == "temporal"} if run.json else {}


def one(coset, seed):
    """The differences, and the number of comparisons."""
    m = Maker(seed)
    script, (system, start) = m.script()
    formulas = [f for f in (m.formula(3) for _ in range(8)) if len(set(timed(f))) <= 4][:4]
    out, made = [], 0
    with tempfile.TemporaryDirectory(prefix="coset_csp_ltl_") as folder:
        path = pathlib.Path(folder) / "m.csp"
        path.write_text(script)
        want = [violated(system, start, f) for f in formulas]
        for options in (["--symmetry=off"], ["--symmetry=auto"]):
            run = tool.check(coset, path, *options, *(f"--ltl={text(f)}" for f in formulas))
            got = rows(run)
            for f, w in zip(formulas, want):
                row, made = got.get(f"System |= {text(f)}"), made + 1
                verdict = row["verdict"] if row else run.err.strip()[:300]
                if verdict != ("fails" if w else "holds"):
                    out.append(f"seed {seed}, {options[0]}, {text(f)}: {verdict}, violated: {w}")
    return ([*out, script] if out else []), made


# ---- fixed scripts --------------------------------------------------------------------------------------------------


def judge(coset, path):
    out = []
    for line in re.findall(r"^-- ltl (.*)$", path.read_text(), re.M):
        formula, want = line.rsplit(": ", 1)
        for symmetry in ("off", "auto"):
            run = tool.check(coset, path, f"--ltl={formula}", f"--symmetry={symmetry}")
            got = rows(run)
            for process, verdict in re.findall(r"(\S+)=(\w+)", want):
                row = got.get(f"{process} |= {formula}")
                if not row or row["verdict"] != verdict:
                    out.append(f"{formula}, {symmetry}: {process} {row and row['verdict']}, expected {verdict}")
                elif verdict == "fails" and (run.rc < 13 or row["trace"]["failure"] != "run"):
                    out.append(f"{formula}, {symmetry}: exit {run.rc}, {row['trace']}")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=2000 if tool.long_run() else 12)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, made = tool.program(args), 0, 0
    for path in sorted(HERE.glob("scripts/*.csp")):
        out = judge(coset, path)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} {path.name}" + "".join(f"\n       {x}" for x in out), flush=True)
    with ThreadPoolExecutor(args.jobs) as pool:
        for out, n in pool.map(lambda s: one(coset, s), range(args.seed, args.seed + args.models)):
            bad += bool(out)
            made += n
            if out:
                print("FAIL " + "\n     ".join(out), flush=True)
    print(f"{args.models} scripts, {made} comparisons, {bad} wrong")
    return 1 if bad or not made else 0


if __name__ == "__main__":
    sys.exit(main())
