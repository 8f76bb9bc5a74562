#!/usr/bin/env python3
"""Random processes over a small symmetric datatype, or over numbers that are names: symmetry reduction against the
unreduced search.

The terms treat the members of the datatype alike (indexed events, replicated operators over the type, inputs,
equality), except a few constants, which the program has to find. Every second script has numbers for its constants;
some of these compute with them, compare their order, or put them in a sequence in one place or another. Each script is
checked without reduction, with the reduction that the program chooses, and with strategies in turn, with components and
as one machine. Verdicts must be the same; if an exact strategy is used and nothing fails, so must be the numbers of
states that orbits represent.

  symmetric.py --pairs 1000 --seed 3
  symmetric.py --pairs 5000 --resume done.txt        continues the last such run"""

import json
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "kit"))

import tool # noqa: E402

STRATEGIES = ["auto", "search", "label", "sorted", "segmented", "refine", "full"]
COMPILES = ["auto", "components", "explicit"]
HEADER = "{0}\nchannel a, b : T\nchannel d : T.T\nchannel c, e\n"
# The type as numbers: the sets of all, of some, and what distinguishes numbers.
NUMBERS = ["T = {{0..{last}}}", "nametype T = {{0..{last}}}", "N = {n}\nT = {{0..N-1}}", "T = {{{list}}}",
           "T = union({{0..{last}}}, {{}})", "T = {{x | x <- {{0..{last}}}}}", "N = {n}\nrange(k) = {{0..k-1}}\nT = range(N)"]
BINARY = ["[]", "|~|", "[>", ";", "/\\", "|||"]
QUESTIONS = ["deadlock free [F]", "deadlock free [FD]", "divergence free", "deterministic [F]", "deterministic [FD]"]


class Maker:
    """Texts of processes. `bound` are variables of the type; `loop` is a definition to continue with, or None."""

    def __init__(self, rng, members, constants, spoils=0):
        self.rng, self.members, self.constants, self.spoils = rng, members, constants, spoils
        self.lines, self.count = [], 0

    def fresh(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def member(self, bound):
        if self.rng.random() < self.constants:
            return self.rng.choice(self.members)
        x, y = self.rng.choice(bound), self.rng.choice(bound)
        if self.rng.random() < self.spoils:
            n = len(self.members)
            return self.rng.choice([f"(({x} + 1) % {n})", f"({n - 1} - {x})", f"(if {x} < {y} then {x} else {y})",
                                    f"head(<z | z <- <0..{n - 1}>, z >= {x}>)", f"(card({{z | z <- T, z != {x}}}) - 1)",
                                    f"head(seq({{{x}, {y}}}))", f"(if ({x}, {y}) <= ({y}, {x}) then {y} else {x})",
                                    f"(if {x} == {self.rng.choice(self.members)} then {y} else {x})",
                                    f"(if {x} {self.rng.choice(['<', '<=', '>', '>='])} {self.rng.choice(self.members)}"
                                    f" then {y} else {x})"])
        return x

    def event(self, bound):
        plain = self.rng.choice(["c", "e"])
        if not bound and not self.constants:
            return plain
        x, y = self.member(bound or self.members[:1]), self.member(bound or self.members[:1])
        if not bound and self.rng.random() > self.constants:
            return plain
        return self.rng.choice([plain, f"a.{x}", f"b.{x}", f"a.{x}", f"d.{x}.{y}"])

    def events(self, bound):
        choices = ["{}", "{c}", "{c, e}", "{| a |}", "{| a, c |}", "{| b, d |}", "{| a, b, c, d, e |}"]
        if bound:
            x = self.member(bound)
            choices += [f"{{a.{x}, b.{x}}}", f"{{| d.{x} |}}", f"{{a.z | z <- T, z != {x}}}", f"{{c, b.{x}}}"]
        return self.rng.choice(choices)

    def prefix(self, bound, size, loop):
        kind = self.rng.random()
        if kind < 0.5:
            return f"({self.event(bound)} -> {self.term(bound, size, loop)})"
        v, channel, mark = self.fresh("v"), self.rng.choice("ab"), self.rng.choice("???$")
        limit = f":diff(T, {{{self.member(bound)}}})" if bound and mark == "?" and self.rng.random() < 0.3 else ""
        if mark == "?" and bound and self.rng.random() < 0.3:
            return f"(d.{self.member(bound)}?{v} -> {self.term(bound + [v], size, loop)})"
        return f"({channel}{mark}{v}{limit} -> {self.term(bound + [v], size, loop)})"

    def leaf(self, bound, loop):
        if loop and self.rng.random() < 0.7:
            name, n = loop
            if n == 0:
                return name
            if bound:
                return f"{name}({', '.join(self.rng.choice(bound) for _ in range(n))})"
        return self.rng.choice(["STOP", "SKIP", "STOP", f"({self.event(bound)} -> SKIP)", f"RUN({self.events(bound)})",
                                f"CHAOS({self.events(bound)})"])

    def term(self, bound, size, loop=None, guarded=True):
        """A process; it may continue with the loop if `guarded`."""
        go = loop if guarded else None
        if size <= 0:
            return self.leaf(bound, go)
        kind = self.rng.choice(["prefix"] * 6 + ["binary"] * 4 + ["replicated"] * 4 + ["parallel"] * 2 +
                               ["hide", "rename", "throw", "if", "if", "loop", "loop"])
        return getattr(self, "make_" + kind)(bound, size - 1, go)

    def make_prefix(self, bound, size, loop):
        return self.prefix(bound, size, loop)

    def two(self, bound, size, left, right):
        n = self.rng.randint(0, size)
        return self.term(bound, n, left), self.term(bound, size - n, right)

    def make_binary(self, bound, size, loop):
        op = self.rng.choice(BINARY)
        stays = op in ("[]", "|~|", "[>")
        p, q = self.two(bound, size, loop if stays else None, loop if stays or op == ";" else None)
        return f"({p} {op} {q})"

    def make_parallel(self, bound, size, _):
        p, q = self.two(bound, size, None, None)
        if self.rng.random() < 0.3:
            return f"({p} [{self.events(bound)} || {self.events(bound)}] {q})"
        return f"({p} [| {self.events(bound)} |] {q})"

    def make_replicated(self, bound, size, loop):
        v = self.fresh("v")
        body = lambda go: self.term(bound + [v], min(size, 3), go) # noqa: E731
        over = f"diff(T, {{{self.member(bound)}}})" if bound and self.rng.random() < 0.2 else "T"
        if self.rng.random() < self.spoils: # a range of some, or one that depends on an element
            over = self.rng.choice(["{1..%s}" % self.members[-1]] + ["{%s..%s}" % (x, self.members[-1]) for x in bound])
        kind = self.rng.choice(["|||", "|||", "[]", "|~|", "[|", "||"])
        if kind == "[|":
            return f"([| {self.events(bound)} |] {v} : {over} @ {body(None)})"
        if kind == "||":
            return f"(|| {v} : {over} @ [{self.events(bound + [v])}] {body(None)})"
        if kind == "|||":
            return f"(||| {v} : {over} @ {body(None)})"
        return f"({kind} {v} : {over} @ {body(loop)})" if over == "T" else f"([] {v} : {over} @ {body(loop)})"

    def make_hide(self, bound, size, _):
        return f"({self.term(bound, size)} \\ {self.events(bound)})"

    def make_rename(self, bound, size, _):
        pairs = ["a <- b", "c <- e", "b <- a", "a.z <- c | z <- T", "c <- a.z | z <- T"]
        if bound:
            pairs += [f"a.{self.member(bound)} <- c", f"b.z <- d.{self.member(bound)}.z | z <- T"]
        return f"({self.term(bound, size)}[[ {self.rng.choice(pairs)} ]])"

    def make_throw(self, bound, size, loop):
        p, q = self.two(bound, size, None, loop)
        return f"({p} [| {self.events(bound)} |> {q})"

    def make_if(self, bound, size, loop):
        if not bound:
            return self.prefix(bound, size, loop)
        x, y = self.member(bound), self.member(bound)
        p, q = self.two(bound, size, loop, loop)
        op = self.rng.choice(["<", ">="] if self.rng.random() < self.spoils else ["==", "!="])
        return f"({x} {op} {y} & {p})" if self.rng.random() < 0.3 else f"(if {x} {op} {y} then {p} else {q})"

    def make_loop(self, bound, size, _):
        """A definition whose body starts with an event and may continue with the definition."""
        name, params = self.fresh("X"), [self.fresh("v") for _ in bound[:2]]
        head = f"{name}({', '.join(params)})" if params else name
        body = self.prefix(params, max(size, 1), (name, len(params)))
        self.lines.append(f"{head} = {body}")
        return f"{name}({', '.join(self.rng.choice(bound) for _ in params)})" if params else name


def script(seed, pairs, size):
    rng = random.Random(seed)
    members = [f"t{i}" for i in range(rng.choice([2, 3, 3, 4]))]
    numbers = seed % 2 == 1
    if numbers:
        members = [str(i) for i in range(len(members))]
        form = rng.choice(NUMBERS).format(last=members[-1], n=len(members), list=", ".join(members))
    else:
        form = f"datatype T = {' | '.join(members)}"
    lines, asserts = [HEADER.format(form)], []
    for k in range(pairs):
        terms = []
        for _ in range(2):
            maker = Maker(rng, members, rng.choice([0, 0, 0, 0.1]), rng.choice([0, 0, 0, 0.15]) if numbers else 0)
            maker.count = 1000 * len(lines)
            text = maker.term([], rng.randint(2, size))
            lines += maker.lines
            terms.append(text)
        if rng.random() < 0.5: # a neighbour
            terms[1] = f"({terms[0]} {rng.choice(['|~|', '[]', '[>'])} {terms[1]})"
        for i, text in enumerate(terms):
            lines.append(f"P{k}_{i} = {text}")
        p, q = f"P{k}_0", f"P{k}_1"
        asserts += [f"assert {s} [{m}= {i} :[symmetry reduce]" for m in ("T", "F", "FD") for s, i in ((p, q), (q, p))]
        asserts += [f"assert {rng.choice((p, q))} :[{x}] :[symmetry reduce]" for x in QUESTIONS]
    return "\n".join(lines + asserts) + "\n"


def ask(coset, path, options, limit):
    run = tool.check(coset, path, "-k", "--threads=1", "--max-states=30000", "--time=10s", *options, limit=limit)
    return run, (run.json or {}).get("properties")


def states_of(p):
    return tool.number((p.get("counts") or {}).get("states") or 0)


def compare(seed, way, one, other, tally):
    """The differences between two lists of answers; a search that was cut short is no answer."""
    out = []
    for p, q in zip(one, other):
        done = p["verdict"] in ("holds", "fails") and q["verdict"] in ("holds", "fails")
        tally["compared" if done else "cut short"] += 1
        if done and p["verdict"] != q["verdict"]:
            out.append(f"seed {seed}, {way}: {q['name']}: {q['verdict']}, without reduction {p['verdict']}")
        elif done and p["verdict"] == "holds" and p["kind"] != "determinism" and "not" not in p["name"]:
            m, n = states_of(p), states_of(q)
            tally["reduced"] += (q.get("counts") or {}).get("representatives") != (p.get("counts") or {}).get(
                "representatives")
            if m and n and m != n:
                out.append(f"seed {seed}, {way}: {q['name']}: {n} states, without reduction {m}")
    return out


class Done:
    """What is known about seeds, one line of JSON each; stored in a file if there is one."""

    def __init__(self, args):
        self.path, self.how, self.known = args.resume, [args.batch, args.size, args.strategies], {}
        for line in self.path.read_text().splitlines() if self.path and self.path.exists() else []:
            how, seed, tally = json.loads(line)
            if how == self.how:
                self.known[seed] = Counter(tally)

    def add(self, seed, tally):
        self.known[seed] = tally
        if self.path:
            with self.path.open("a") as f:
                f.write(json.dumps([self.how, seed, tally]) + "\n")


def check(coset, seed, args, folder):
    """The tally of one script."""
    tally = Counter()
    path = folder / f"{seed}.csp"
    path.write_text(script(seed, args.batch, args.size))
    rng = random.Random(seed)
    how = f"--compile={COMPILES[seed % len(COMPILES)]}"
    run, plain = ask(coset, path, [how, "--symmetry=off"], args.limit)
    if plain is None:
        out = [f"seed {seed}: exit {run.rc} without reduction: {run.err.strip()[:300]}"]
    else:
        out = []
        for name in ["auto"] + rng.sample(STRATEGIES[1:], args.strategies):
            options = [how] + ([f"--symmetry={name}"] if name != "auto" else [])
            run, reduced = ask(coset, path, options, args.limit)
            if reduced is None or len(reduced) != len(plain):
                out.append(f"seed {seed}, {name}: exit {run.rc}: {run.err.strip()[:300]}")
            else:
                out += compare(seed, f"{how} {name}", plain, reduced, tally)
    if out:
        args.save.mkdir(parents=True, exist_ok=True)
        path.replace(args.save / path.name)
        print("\n".join(out[:4]), flush=True)
    path.unlink(missing_ok=True)
    tally["differences"] = len(out)
    return tally


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--pairs", type=int, default=5000 if tool.long_run() else 60, help="pairs of terms (%(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--size", type=int, default=7, help="operators in a term, at most (%(default)s)")
    p.add_argument("--batch", type=int, default=6, help="pairs in a script (%(default)s)")
    p.add_argument("--strategies", type=int, default=2, help="besides the one that is chosen (%(default)s)")
    p.add_argument("--limit", type=int, default=300, help="seconds for one run (%(default)s)")
    p.add_argument("--save", type=pathlib.Path, default=pathlib.Path("csp-failures"), help="where differences go")
    p.add_argument("--resume", type=pathlib.Path, help="keep what is done in this file, and do not do it again")
    p.add_argument("--print", action="store_true", help="print the first script and stop")
    args = p.parse_args()
    if args.print:
        print(script(args.seed * 100000, args.batch, args.size), end="")
        return 0
    coset, began, done = tool.program(args), time.monotonic(), Done(args)
    seeds = [args.seed * 100000 + i for i in range((args.pairs + args.batch - 1) // args.batch)]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        left = [s for s in seeds if s not in done.known]
        for seed, tally in zip(left, pool.map(lambda s: check(coset, s, args, pathlib.Path(name)), left)):
            done.add(seed, tally)
    tally = sum((done.known[s] for s in seeds), Counter())
    print(f"{len(seeds) * args.batch} pairs, {tally['compared']} answers compared, {tally['reduced']} of them reduced, "
          f"{tally['cut short']} cut short, {tally['differences']} differences, {time.monotonic() - began:.0f} s"
          + (f" for the last {len(left)} of {len(seeds)} scripts" if len(left) < len(seeds) else ""))
    return 1 if tally["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
