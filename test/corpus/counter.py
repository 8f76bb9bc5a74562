#!/usr/bin/env python3
"""Counter abstraction against the explicit engine: random systems of identical processes with a few local variables, shared
variables, some of which hold processes, steps of one and of two processes, and steps that change all of them. Verdicts,
lengths of traces, orbits, states, transitions and fired rules must agree. Then systems that cannot be counted, which must be
refused with the place and the reason; and the lock of examples/symbolic, whose orbits are known for any size.

The long run takes 1500 systems."""

import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

FAST, LONG = 12, 1500
MOST_STATES = 3000
EXIT_USAGE = 64
MOST_REFUSED = 0.1

HEAD = "type pid: scalarset(2);\nvar x: boolean;\n"
REFUSED = [
    ("next", "var next: array [pid] of pid;\nstartstate begin for i: pid do undefine next[i]; end; end;\n"
     "ruleset i: pid; j: pid do rule \"r\" begin next[i] := j; end; end;\n", "t.m:3:"),
    ("matrix", "var m: array [pid] of array [pid] of boolean;\n"
     "startstate begin for i: pid do for j: pid do m[i][j] := false; end; end; end;\n"
     "ruleset i: pid; j: pid do rule \"r\" begin m[i][j] := true; end; end;\n", "belongs to two processes"),
    ("types", "type data: scalarset(2);\nvar a: array [pid] of boolean; d: data;\n"
     "startstate begin for i: pid do a[i] := false; end; undefine d; end;\n"
     "ruleset i: pid; v: data do rule \"r\" begin a[i] := true; d := v; end; end;\n", "t.m:3:12"),
    ("cover", "var a: array [pid] of boolean;\nstartstate begin for i: pid do a[i] := false; end; end;\n"
     "ruleset i: pid do rule \"r\" begin a[i] := true; end; end;\n"
     "ruleset i: pid do cover \"c\" a[i]; end;\n", "single processes"),
]


class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.n = rng.choice([2, 3, 3, 4])
        self.locals = [("a", 3)] + [("b", 2)] * rng.randint(0, 1)
        self.shared = [("g", 3)] + [("h", 2)] * rng.randint(0, 1)
        self.holders = ["t"] * rng.randint(0, 1) + ["u"] * (rng.random() < 0.2)

    def number(self, size):
        return str(self.rng.randrange(size))

    def atom(self, names):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.5 and names:
            v, size = rng.choice(self.locals)
            return f"{v}[{rng.choice(names)}] {rng.choice(['=', '!=', '<'])} {self.number(size)}"
        if kind < 0.7 or not self.holders:
            v, size = rng.choice(self.shared)
            return f"{v} {rng.choice(['=', '!=', '>'])} {self.number(size)}"
        t = rng.choice(self.holders)
        if kind < 0.85 or not names:
            return f"{'!' if rng.random() < 0.5 else ''}isundefined({t})"
        v, size = rng.choice(self.locals)
        about = rng.choice([f"{t} = {rng.choice(names)}", f"{v}[{t}] = {self.number(size)}"])
        return f"(!isundefined({t}) & {about})"

    def condition(self, names, depth=1):
        rng = self.rng
        if depth and rng.random() < 0.4:
            return f"({self.condition(names, 0)} {rng.choice(['&', '|', '->'])} {self.condition(names, 0)})"
        if depth and rng.random() < 0.4:
            k = f"k{len(names)}"
            return f"({rng.choice(['forall', 'exists'])} {k}: pid do {self.condition(names + [k], 0)} end)"
        return self.atom(names)

    def assignment(self, names):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.5:
            v, size = rng.choice(self.locals)
            i = rng.choice(names)
            return rng.choice([f"{v}[{i}] := {self.number(size)};", f"{v}[{i}] := ({v}[{i}] + 1) % {size};"])
        if kind < 0.65:
            v, size = rng.choice(self.shared)
            return f"{v} := {self.number(size)};"
        if kind < 0.85 and self.holders:
            t = rng.choice(self.holders)
            return rng.choice([f"{t} := {rng.choice(names)};", f"undefine {t};",
                               f"if !isundefined({t}) then a[{t}] := {self.number(3)}; end;"])
        v, size = rng.choice(self.locals)
        body = rng.choice([f"{v}[e] := {self.number(size)};", f"{v}[e] := ({v}[e] + 1) % {size};",
                           f"if {self.atom(['e'])} then {v}[e] := {self.number(size)}; end;"])
        return f"for e: pid do {body} end;"

    def rule(self, number):
        rng = self.rng
        names = ["i", "j"][:rng.choice([1, 1, 1, 2])]
        body = " ".join(self.assignment(names) for _ in range(rng.randint(1, 3)))
        if rng.random() < 0.1:
            body = f"assert {self.condition(names, 0)} \"a{number}\"; " + body
        return (f"ruleset {'; '.join(n + ': pid' for n in names)} do rule \"r{number}\" {self.condition(names)} ==> "
                f"begin {body} end; end;")

    def model(self):
        rng, text = self.rng, [f"type pid: scalarset({self.n});", "var"]
        text += [f"  {v}: array [pid] of 0..{size - 1};" for v, size in self.locals]
        text += [f"  {v}: 0..{size - 1};" for v, size in self.shared] + [f"  {t}: pid;" for t in self.holders]
        start = [f"{v}[e] := 0;" for v, _ in self.locals]
        text += [f"startstate begin for e: pid do {' '.join(start)} end; "
                 + " ".join(f"{v} := 0;" for v, _ in self.shared)
                 + " ".join(f"undefine {t};" for t in self.holders) + " end;"]
        if rng.random() < 0.3:
            text += [f"ruleset i: pid do startstate begin for e: pid do {' '.join(start)} end; a[i] := 1; "
                     + " ".join(f"{v} := 1;" for v, _ in self.shared)
                     + " ".join(f"{t} := i;" for t in self.holders) + " end; end;"]
        text += [self.rule(k) for k in range(rng.randint(2, 4))]
        text += [f"invariant \"i{k}\" {self.condition([])};" for k in range(rng.randint(0, 2)) if rng.random() < 0.4]
        return "\n".join(text) + "\n"


def verdicts(run):
    return [(p["kind"], p["name"], p["verdict"], p.get("depth") if p["verdict"] == "fails" else None)
            for p in run.json["properties"]]


def seen(run, same_group):
    c = run.json["counts"]
    keys = ("states", "full_transitions", "depth") + (("representatives", "transitions") if same_group else ())
    return [c[k] for k in keys] + [r["fired"] for r in run.json["rules"]]


def compare(coset, folder, seed):
    """(what, text): same, large, refused, or bad."""
    path = folder / f"counter_{seed}.m"
    path.write_text(Maker(random.Random(seed)).model())
    options = [random.Random(seed).choice(["--deadlock=stuck", "--deadlock=stuttering", "--deadlock=off"]), "--keep-going"]
    whole = tool.check(coset, path, "--symmetry=search", "--threads=1", f"--max-states={MOST_STATES}", *options, limit=60)
    if whole.json is None:
        return "bad", f"{whole.shell()}: {whole.err[:300]}"
    if not whole.json["exhaustive"]:
        return "large", ""
    run = tool.check(coset, path, "--engine=symbolic", "--symbolic-symmetry=counter", *options, limit=120)
    if run.rc == EXIT_USAGE and "no counter abstraction: " in run.err:
        return "refused", run.err
    same_group = run.json and run.json["symmetry"]["order"] == whole.json["symmetry"]["order"] # else loops were checked
    if run.json is None or run.rc != whole.rc or verdicts(run) != verdicts(whole) or \
            seen(run, same_group) != seen(whole, same_group):
        return "bad", f"{run.shell()}: exit {run.rc} {run.err[:300]}"
    path.unlink()
    return "same", ""


def refusals(coset, folder):
    bad = 0
    for name, text, wanted in REFUSED:
        path = folder / name / "t.m"
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD + text.replace("startstate begin", "startstate begin x := false;"))
        run = tool.check(coset, path, "--engine=symbolic", "--symbolic-symmetry=counter", limit=60)
        if run.rc != EXIT_USAGE or "no counter abstraction: " not in run.err or wanted not in run.err:
            print(f"{run.shell()}: exit {run.rc}, wanted {wanted}: {run.err[:300]}")
            bad += 1
    return bad


def lock(coset, n):
    """The lock with n processes has the number of orbits that the dynamic method finds."""
    runs = [tool.check(coset, tool.ROOT / "examples/symbolic/mslock.m", "--engine=symbolic", f"-DN={n}",
                       f"--symbolic-symmetry={how}", limit=120) for how in ("counter", "dynamic")]
    same = all(r.json for r in runs) and seen(runs[0], True) == seen(runs[1], True)
    if not same:
        print(f"{runs[0].shell()}: {runs[0].err[:300]}")
    return 0 if same else 1


def main():
    p = tool.parser(__doc__)
    p.add_argument("--seeds", help="first and last, as 1-100")
    args = p.parse_args()
    coset = tool.program(args)
    first, last = (int(x) for x in args.seeds.split("-")) if args.seeds else (1, LONG if tool.long_run() else FAST)
    counts = {"same": 0, "large": 0, "refused": 0, "bad": lock(coset, 8 if tool.long_run() else 3)}
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        counts["bad"] += refusals(coset, folder)
        for what, text in pool.map(lambda seed: compare(coset, folder, seed), range(first, last + 1)):
            counts[what] += 1
            if what == "bad":
                print(text, flush=True)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    taken = counts["same"] + counts["refused"]
    return 1 if counts["bad"] or counts["refused"] > MOST_REFUSED * taken + 2 else 0


if __name__ == "__main__":
    sys.exit(main())
