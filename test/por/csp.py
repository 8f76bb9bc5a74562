#!/usr/bin/env python3
"""`:[partial order reduce]` of CSP against the same assertion without it: random systems of small processes with internal steps,
in every model that keeps it, with symmetry and without. Verdicts are the same, and half of the scripts have fewer states. COSET_LONG: 2000 scripts, else a few."""

import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

FIXED = { # must not be missed: an event b
    "who waits beside a circle": "IMPL = (P0 ||| b -> LARGE) \\ {c}\nP0 = c -> P0",
}


def fixed(name):
    large = "LARGE = ||| i : {1..5} @ R(5)\nR(n) = if n == 0 then STOP else a -> R(n - 1)" # else it becomes one component
    return f"channel a, b, c, d\n{FIXED[name]}\n{large}\nSPEC = a -> SPEC\nassert SPEC [T= IMPL\nassert SPEC [T= IMPL :[partial order reduce]\n"


MODES = ["", " [precise]", " [hybrid]", " [fast]"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(f"csp por {seed}")

    def term(self, name, depth):
        """A process of the events a..d; c and d are often hidden. It continues as `name` only at the end, because its
        number of states is not bounded otherwise."""
        r = self.r
        k = r.random()
        if depth == 0 or k < 0.08:
            return r.choice(["STOP", "SKIP", name, name, name, name])
        if k < 0.6:
            return f"({r.choice('abccdd')} -> {self.term(name, depth - 1)})"
        if k < 0.68:
            return f"({self.term('SKIP', depth - 1)} \\ {{{r.choice('cd')}}})" if r.random() < 0.3 else f"(c -> {self.term(name, depth - 1)})"
        op = r.choice(["[]", "[]", "|~|", "[>", ";"])
        return f"({self.prefix('SKIP' if op == ';' else name, depth)} {op} {self.prefix(name, depth)})"

    def prefix(self, name, depth):
        return f"{self.r.choice('abccdd')} -> {self.term(name, depth - 1)}"

    def system(self, names):
        r = self.r
        if len(names) == 1:
            if r.random() < 0.1: # several equal ones
                return f"({r.choice(['|||', '[|{b}|]'])} i : {{1..{r.randint(2, 3)}}} @ {names[0]})"
            return names[0]
        cut = r.randrange(1, len(names))
        left, right = self.system(names[:cut]), self.system(names[cut:])
        op = r.choice(["|||"] * 6 + ["[|{a}|]", "[|{a}|]", "[|{c}|]", "[|{b,d}|]", "/\\", "[]", ";", "[>"])
        whole = f"({left} {op} {right})"
        return f"({whole} \\ {{{r.choice(['c', 'd', 'c,d', 'a'])}}})" if r.random() < 0.6 else whole

    def script(self):
        r = self.r
        names = [f"P{i}" for i in range(r.choice([4, 5, 5, 6]))] # small systems become one component
        lines = ["channel a, b, c, d"]
        lines += [f"{n} = {self.prefix(n, 4)}" for n in names]
        lines += [f"IMPL = {self.system(names)} \\ {{c,d}}", f"Q = {self.prefix('Q', 3)}", "SPEC = " + r.choice(
            ["IMPL", "Q \\ {c,d}", "(Q ||| P0) \\ {c,d}", "CHAOS({a,b})", "RUN({a,b})"])]
        lines += ["RUN(A) = [] x : A @ x -> RUN(A)"]
        asked = [f"SPEC [{m}= IMPL" for m in ("T", "F", "FD")] + ["IMPL :[divergence free]"]
        asked += [f"IMPL :[deadlock free [{m}]]" for m in ("F", "FD")]
        for x in asked:
            lines += [f"assert {x}", f"assert {x} :[partial order reduce{r.choice(MODES)}]"]
        return "\n".join(lines) + "\n"


WAYS = [("--symmetry=off", "--threads=1"), ("--symmetry=auto", "--threads=1"), ("--symmetry=auto", "--threads=2")]


def differences(run, text, must_fail):
    """Also returns the number of assertions with fewer states."""
    if run.rc == tool.EXIT_INCOMPLETE and run.json is None: # time ran out while the script was compiled
        return [], 0
    if run.json is None:
        return [f"exit {run.rc}: {run.err.strip()[:300]}", text], 0
    rows = run.json["properties"]
    states = [(tool.number(x["counts"]["representatives"]) or 0) if x["counts"] else 0 for x in rows]
    out = [f"{a['name']}: {a['verdict']}, reduced {b['verdict']}" for a, b in zip(rows[::2], rows[1::2], strict=True)
           if "incomplete" not in (a["verdict"], b["verdict"]) and a["verdict"] != b["verdict"] or (must_fail and b["verdict"] != "fails") or (b["verdict"] == "fails" and not (b["trace"] or {}).get("replayed", True))]
    return out + ([text] if out else []), sum(b < a for a, b in zip(states[::2], states[1::2], strict=True))


def judge(coset, seed):
    text = fixed(seed) if seed in FIXED else Maker(seed).script()
    out, less, verdicts = [], 0, {}
    with tempfile.TemporaryDirectory(prefix="coset_por_") as folder:
        script = pathlib.Path(folder) / "random.csp"
        script.write_text(text)
        for way in WAYS[seed in FIXED:]:
            run = tool.check(coset, script, "--time=4", *way)
            bad, n = differences(run, text, seed in FIXED)
            out += [f"{' '.join(way)}: {b}" for b in bad]
            less = max(less, n)
            verdicts[way] = [p["verdict"] for p in run.json["properties"]] if run.json else []
    if any("incomplete" not in x and len(set(x)) > 1 for x in zip(*verdicts.values())):
        out += [f"{v} with {' '.join(way)}" for way, v in verdicts.items()] + [text]
    return seed, out, less, sum(v == "holds" for v in list(verdicts.values())[0])


def main():
    p = tool.parser(__doc__)
    p.add_argument("--scripts", type=int, help="(default: 40, 2,000 in a long run)")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, less, reduced, holding = tool.program(args), 0, 0, 0, 0
    if args.scripts is None:
        args.scripts = 2000 if tool.long_run() else 10 if tool.is_sanitized(coset) else 40
    with ThreadPoolExecutor(args.jobs) as pool:
        for seed, out, n, holds in pool.map(lambda s: judge(coset, s), [*FIXED, *range(args.seed, args.seed + args.scripts)]):
            bad += bool(out)
            less += n
            reduced += n > 0
            holding += holds // 2
            if out:
                print(f"FAIL {seed}\n     " + "\n     ".join(out), flush=True)
    print(f"{args.scripts} scripts with six pairs each, {holding} pairs hold; {reduced} scripts and {less} pairs have fewer states, {bad} scripts differ")
    return 1 if bad or reduced < args.scripts / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
