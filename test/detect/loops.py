#!/usr/bin/env python3
"""Random loops whose iterations commute, or nearly: each detected generator is an automorphism of the whole state
graph, and reduced runs agree with unreduced ones. Half of the models have the same body for all elements: these usually
have a group."""

import concurrent.futures
import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE))
import run  # noqa: E402
import tool  # noqa: E402

HEAD = """const N: {n}; type P: 0..N-1;
var x: array[P] of 0..{k}; b: 0..2; c: 0..{most};
startstate begin for p: P do x[p] := 0; end; b := 0; c := 0; end;
ruleset p: P do rule "turn" true ==> begin x[p] := (x[p] + 1) % {k1}; end; end;
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.same = seed % 2 == 0
        self.n, self.k = self.r.choice([(3, 1), (3, 2), (4, 1)])

    def pick(self, *texts):
        return self.r.choice(texts)

    def number(self):
        texts = ["0", "1", "2", "x[p]", "x[p]", "b", "c", "t", "(x[p] + 1) % 2"]
        return self.pick(*texts) if self.same else self.pick(*texts, "p", "x[(p + 1) % N]", "(p = 1 ? 0 : 1)")

    def condition(self):
        texts = [f"x[p] = {self.r.randint(0, self.k)}", f"x[p] > {self.number()}", f"b < {self.number()}",
                 f"t = {self.number()}", f"c <= {self.number()}"]
        if not self.same:
            texts += [f"p != {self.r.randint(0, self.n - 1)}", "x[p] = x[(p + 1) % N]"]
        c = self.pick(*texts)
        return self.pick(c, c, f"{c} & {self.pick(*texts)}", f"{c} | {self.pick(*texts)}", f"!({c})")

    def step(self):
        v = self.pick("b", "b", "c", "c", "t", "x[p]")
        top = {"b": 3, "c": self.n + 1, "t": 4, "x[p]": self.k + 1}[v]
        e = self.pick(str(self.r.randint(0, top - 1)), f"({v} + {self.number()}) % {top}", f"({v} + {self.number()}) % {top}",
                      f"{self.number()} % {top}", f"({v} * {self.number()}) % {top}",
                      f"({v} < {self.number()} % {top} ? {self.number()} % {top} : {v})", f"{v} + x[p]")
        return f"{v} := {e};"

    def block(self, depth):
        texts = []
        for _ in range(self.r.choice([1, 1, 2])):
            kind = self.r.random()
            if depth and kind < 0.6:
                other = f" else {self.block(depth - 1)}" if self.r.random() < 0.2 else ""
                texts.append(f"if {self.condition()} then {self.block(depth - 1)}{other} end;")
            elif kind < 0.65:
                texts.append(f'assert "a" {self.condition()};')
            elif kind < 0.7:
                texts.append(f'cover "s" {self.condition()};')
            else:
                texts.append(self.step())
        return " ".join(texts)

    def loop(self):
        body = self.block(2)
        if self.r.random() < 0.15:
            body = f"for q: 0..1 do {body} end;"
        return f"for p: P do {body} end;"

    def rule(self, name):
        start = self.pick("", "b := 0; ", "c := 0; ", "b := 0; c := 0; ")
        after = self.pick("", "b := t % 3; ", "if t > 1 then b := 1; end; ", self.loop())
        return (f'rule "{name}" true ==> var t: 0..3; begin t := 0; {start}{self.loop()} {after}end;\n')

    def model(self):
        most = self.pick(self.n, self.n, 1)
        head = HEAD.format(n=self.n, k=self.k, k1=self.k + 1, most=most)
        text = self.rule("look").replace(f"% {self.n + 1}", f"% {most + 1}")
        if self.r.random() < 0.3:
            text = text.replace("b := 0;", "")
        return head + text


def batch(args, coset, folder, seeds):
    paths = [folder / f"loops_{seed}.m" for seed in seeds]
    for seed, path in zip(seeds, paths):
        path.write_text(Maker(seed).model())
    rc, _, told = run.brute(args, [*paths], 20000)
    problems = [told] if rc != 0 or "not loaded" in told else []
    problems += filter(None, [run.compare(coset, p) for p, seed in zip(paths, seeds) if seed % args.tenth == 0])
    groups = [int(order) for order in run.re.findall(r": order (\d+),", told)]
    return problems, len(groups), sum(order > 1 for order in groups)


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute", default=str(tool.ROOT / "build" / "test" / "detect" / "detect_brute"))
    p.add_argument("--number", type=int, default=3000 if tool.long_run() else 60)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--tenth", type=int, default=30, help="how seldom whole runs are compared")
    args = p.parse_args()
    coset, bad, n, groups = tool.program(args), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        seeds = [range(i, min(i + 20, args.first + args.number)) for i in range(args.first, args.first + args.number, 20)]
        for problems, known, found in pool.map(lambda s: batch(args, coset, pathlib.Path(folder), s), seeds):
            n, groups, bad = n + known, groups + found, bad + len(problems)
            for text in problems:
                print(text)
    print(f"{n} models of {args.number}, {groups} have a group, {bad} problems")
    return 1 if bad or n < args.number else 0


if __name__ == "__main__":
    sys.exit(main())
