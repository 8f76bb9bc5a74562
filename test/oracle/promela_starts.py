#!/usr/bin/env python3
"""Random Promela models whose processes are started one by one, while others run: by a list of `run`, by loops, with
statements between, two proctypes in turn, processes that end, an additional monitor, a formula. With symmetry the
verdicts are those of --symmetry=off on the same model, and so are the claimed counts. Dozens of models; thousands if
COSET_LONG is set. LEAST of ten must be reduced."""

import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

LEAST = 3


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.choice([2, 3, 3])
        self.me = self.r.choice(["id", "id", "_pid", "(_pid - 1)", None])
        self.size = self.n + (self.me == "_pid")

    def pick(self, *choices):
        return self.r.choice(choices)

    def chance(self, percent):
        return self.r.random() * 100 < percent

    def statement(self):
        plain = ["x = 1 - x", "k = 1 - k", "atomic { lock == 0 -> lock = 1 }; lock = 0", "x = k", "skip",
                 "if :: x == 0 -> k = 1 :: else -> k = 0 fi", "atomic { x == 1 -> k = 1; x = 0 }",
                 "if :: c!k :: else -> skip fi", "if :: c?k :: empty(c) -> skip fi", "r!1", "r?k",
                 "if :: r!0 :: timeout -> k = 0 fi", "d_step { x = 1; k = 0 }", "count = (count + 1) % 3",
                 "if :: r?k :: else -> x = 1 fi" if self.chance(30) else "x = 0",
                 "x = _nr_pr & 1" if self.chance(25) else "k = 0", "assert(lock + x < 3)"]
        own = [f"a[{self.me}] = 1", f"a[{self.me}] = 0", f"turn = {self.me}", f"turn == {self.me}", f"q[{self.me}]!k",
               f"q[{self.me}]?k", f"if :: turn == {self.me} -> turn = 9 :: turn == 9 -> turn = {self.me} fi",
               f"assert(a[{self.me}] < 2)", f"atomic {{ turn == 9 -> turn = {self.me} }}; turn = 9"]
        return self.pick(*plain, *(own if self.me else []))

    def body(self, ends):
        inside = ";\n        ".join(self.statement() for _ in range(self.r.randint(1, 3)))
        if ends:
            return f"        {inside}"
        more = f"\n    :: {self.statement()}" if self.chance(30) else ""
        return f"    do\n    :: {inside}{more}\n    od"

    def between(self):
        return self.pick("", "", "", "printf(\"on\"); ", "skip; ", "x = 1; ", "j = 1; ", "(x == 0); ", "j = x; ")

    def starts(self, names):
        first = 0 if self.me != "id" else self.pick(0, 0, 0, 1)
        runs = [f"{self.between()}run {name}({k + first if self.me == 'id' else ''})"
                for k in range(self.n) for name in names]
        self.size = max(self.size, self.n + first)
        arg = "i" if self.me == "id" else ""
        each = "; ".join(f"{self.between()}run {name}({arg})" for name in names)
        loop = self.pick(f"i = {first}; do :: i < {self.n + first} -> {each}; i++ :: else -> break od",
                         f"for (i : {first} .. {self.n + first - 1}) {{ {each} }}")
        text = self.pick("; ".join(runs), loop)
        if self.chance(15) and text == "; ".join(runs):
            text = f"atomic {{ {'; '.join(runs[:2])} }}; {'; '.join(runs[2:]) or 'skip'}"
        return text

    def model(self):
        names = ["P"] if self.chance(70) else ["P", "Q"]
        ends = {name: self.chance(25) for name in names}
        procs = "\n".join(f"proctype {name}({'byte id' if self.me == 'id' else ''}) {{\n    byte k;\n{self.body(ends[name])}\n}}"
                          for name in names)
        starts = self.starts(names)
        monitor = "active proctype monitor() { do :: assert(count < 3) :: x == 1 -> x = 0 od }\n" if self.chance(25) else ""
        last = self.pick("; run M(1); j = 0; run M(0)", "; run M(1)") if self.chance(20) else ""
        once = "proctype M(bit v) { x = v; x == 0; count = 0 }\n" if last else ""
        after = last + self.pick("", "", "; x == 1", "; (count == 2); assert(lock < 2)", "; do :: count == 1 -> count = 2 od")
        formula = self.pick("[] <> (x == 0)", "[] (lock == 1 -> <> (lock == 0))", "<> (count == 1)", "[] (count < 2)")
        ltl = f"ltl f {{ {formula} }}\n" if self.chance(15) else ""
        head = f"byte x, lock, count; byte turn = {self.pick(9, 9, 0)}; byte a[{self.size}];\n"
        head += f"chan c = [1] of {{ byte }}; chan r = [0] of {{ byte }}; chan q[{self.size}] = [1] of {{ byte }};\n"
        if monitor and self.me in ("_pid", "(_pid - 1)"):
            head = head.replace(f"[{self.size}]", f"[{self.size + 2}]")
        return f"{head}{procs}\n{once}{monitor}init {{\n    byte i, j;\n    {starts}{after}\n}}\n{ltl}"


def summary(run):
    rows = {p["name"]: p["verdict"] for p in run.json["properties"] if not p["name"].startswith("more than")}
    counts = None
    if run.json["exhaustive"] and run.json["symmetry"].get("exact", True):
        counts = (tool.number(run.json["counts"]["states"]), tool.number(run.json["counts"]["full_transitions"]))
    return run.rc, rows, counts


def judge(coset, seed, folder):
    """(what is wrong or None, it was reduced)"""
    path = pathlib.Path(folder) / f"m{seed}.pml"
    path.write_text(Maker(seed).model())
    options = ["-k", "--trace=off", "--max-states=60000", *(["--deadlock=off"] if seed % 2 else [])]
    auto = tool.check(coset, path, *options, "--audit=60")
    if auto.json is None:
        return f"seed {seed}: exit {auto.rc}: {auto.err[:400]}\n{path.read_text()}", False
    vanish = bool(auto.json.get("variant"))
    off = tool.check(coset, path, *options, "--symmetry=off", "--ended=" + ("vanish" if vanish else "spin"))
    plain = tool.check(coset, path, *options, "--symmetry=off", "--ended=spin") if vanish else off
    a, b, c = summary(auto), summary(off), summary(plain)
    reduced = any(f["size"] > 1 for f in auto.json["symmetry"]["factors"])
    path.unlink()
    if any("incomplete" in x[1].values() for x in (a, b, c)):
        return None, reduced
    same = a[:2] == b[:2] == c[:2] and (a[2] is None or b[2] is None or a[2] == b[2])
    return (None if same else f"seed {seed}: {a} with symmetry, {b} without, {c} as Spin\n{Maker(seed).model()}"), reduced


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--seeds", type=int, default=3000 if tool.long_run() else 40)
    p.add_argument("--from", type=int, default=1, dest="first")
    args = p.parse_args()
    coset = tool.program(args)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        seeds = tool.share(range(args.first, args.first + args.seeds))
        results = list(pool.map(lambda s: judge(coset, s, folder), seeds))
    wrong = [w for w, _ in results if w]
    reduced = sum(r for _, r in results)
    if reduced * 10 < LEAST * len(results):
        wrong.append(f"only {reduced} of {len(results)} models were reduced")
    print("\n\n".join(wrong[:5]) or f"{len(results)} models agree, {reduced} of them reduced")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
