#!/usr/bin/env python3
"""Formulas with multiple representatives, whose rules and exchanges follow from others (symb/reduce/rule_classes.c):
random formulas on models with more elements than the random ones have, and with several types and variables that hold
elements.

usage: followed.py [--coset=FILE] [--formulas=N] [--seed=N]
Verdicts must be those without symmetry, and so must the rounds of the fixpoints: in each round the set of
representatives is that part of the set of all states, if no source is missed and none invented."""

import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE)]
import tool # noqa: E402
from random_models import random_ctl, show # noqa: E402

MODELS = tool.ROOT / "examples" / "symbolic"
# Model, sizes, ways to exchange, conditions that do not distinguish elements.
FUTUREBUS = ["forall l: line do lines[l].valid end", "asked = None", "asked = ReadModified | asked = Invalidate",
             "lines[active].valid", "lines[active].cache[master] = Invalid",
             "exists p: processor do lines[active].cache[p] = ExclusiveModified end",
             "exists l: line do l != active & lines[l].cache[master] = SharedUnmodified end"]
# A step that erases two variables at once has sources that two successive exchanges map to representatives.
HOLDERS = """const N: 4; type pid: scalarset(N); var a: pid; b: pid; on: array [pid] of boolean;
startstate begin undefine a; undefine b; for i: pid do on[i] := false end end;
ruleset i: pid do
  rule "take" isundefined(a) ==> begin a := i; on[i] := true end;
  rule "pass" !isundefined(a) & isundefined(b) & on[i] ==> begin b := i; on[a] := !on[a] end
end;
rule "forget" !isundefined(b) & (a != b -> on[b]) ==> begin undefine a; undefine b end;
rule "move up" !isundefined(b) & a != b ==> begin a := b; undefine b end;
rule "wait" !isundefined(b) & !on[b] ==> begin on[b] := true end;
"""
JOBS = [("futurebus.m", ["-DP=2", "-DC=4"], [[], ["--exchange=line"]], FUTUREBUS),
        ("futurebus.m", ["-DP=4", "-DC=2"], [[], ["--exchange=processor"]], FUTUREBUS),
        ("arbiter.m", ["-DH=4", "-DL=3"], [[]],
         ["phase = 0", "phase = 4", "isundefined(elect)", "isundefined(master)", "!isundefined(elect) -> competes[elect]",
          "forall i: module do done[i] end", "exists i: module do competes[i] end"]),
        ("mslock.m", ["-DN=4"], [[]],
         ["held", "exists i: pid do at[i] = Critical end", "forall i: pid do at[i] = Idle | at[i] = Swap end",
          "exists i: pid do at[i] = Waiting & follows[i] end"]),
        (HOLDERS, [], [[]],
         ["isundefined(a)", "!isundefined(b) -> on[b]", "!isundefined(b) -> a = b", "forall i: pid do on[i] end",
          "exists i: pid do on[i] end", "!isundefined(a) -> on[a]"])]


def run(coset, model, formulas, options):
    return tool.check(coset, MODELS / model, "--engine=symbolic", "--order=concatenated", "--deadlock=off", "--trace=off",
                      f"--ctl=@{formulas}", *options, limit=60)


def found(result):
    if not result.json:
        return [f"exit {result.rc}: {result.err[-200:]}"]
    return [(p["name"], p["verdict"], p["rounds"]) for p in result.json["properties"] if p["kind"] == "formula"]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--formulas", type=int, default=100 if tool.long_run() else 4)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, wrong, n, rounds = tool.program(args), [], 0, 0
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "formulas")
        for model, sizes, ways, atoms in JOBS:
            if model == HOLDERS:
                model = pathlib.Path(folder, "holders.m") # an absolute path
                model.write_text(HOLDERS)
            bare = [f"{{{a}}}" for a in atoms]
            file.write_text("".join(f"f{i}: {show(random_ctl(rng, bare, rng.randint(2, 3)), rng)};\n" for i in range(args.formulas)))
            plain = run(coset, model, file, ["--symbolic-symmetry=none", *sizes])
            want = found(plain)
            if not plain.json:
                wrong.append(f"{want}: {plain.shell()}")
                continue
            for way in ways:
                r = run(coset, model, file, ["--symbolic-symmetry=multiple", *way, *sizes])
                n, rounds = n + len(want), rounds + sum(rounds_of for _, _, rounds_of in want)
                is_now = found(r)
                if is_now != want:
                    wrong.append(f"{sorted(set(is_now) ^ set(want), key=str)}: {r.shell()}")
    for line in wrong[:20]:
        print(line)
    print(f"{n} formulas, {rounds} rounds, {len(wrong)} runs differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
