#!/usr/bin/env python3
"""Formulas with detected symmetry: the group is the part that preserves their conditions, and verdicts are those
without symmetry, by either engine."""

import pathlib
import random
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

RING = """const N: 4; type P: 0..N-1; var x: array[P] of 0..2;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do
  rule "up" x[p] < 2 & x[(p+1)%N] != 1 ==> begin x[p] := x[p] + 1; end;
  rule "down" x[p] = 2 ==> begin x[p] := 0; end;
end;
invariant "low" forall p: P do x[p] < 2 end;
"""
PAIR = """bit a, b;
active proctype P() { do :: a == 0 -> a = 1 :: b == 0 -> b = 1 :: a == 1 -> a = 0 :: b == 1 -> b = 0 od }
"""
CASES = [  # model, option, formula, order of the group
    (RING, "--ctl", "AG EF {forall p: P do x[p] = 0 end}", 4),
    (RING, "--ctl", "EF {x[0] = 2}", 1),
    (RING, "--ctl", "EF {x[0] = 2 & x[2] = 2}", 2),
    (RING, "--ctl", "AF {exists p: P do x[p] = 2 end}", 4),
    (RING, "--ctl", "AG (EF {x[1] = 0} & EF {x[3] = 0})", 1),
    (RING, "--ctl", "A[{x[0] != 2} U {x[1] = 2 | x[3] = 2}]", 1),
    (RING, "--ctl", "EG {x[0] != x[2]}", 2),
    (RING, "--mu", "mu Z. ({forall p: P do x[p] = 2 end} | <> Z)", 4),
    (RING, "--mu", "<\"up\"> {x[0] + x[1] + x[2] + x[3] = 1}", 4),
]
SYMBOLIC = ["--engine=symbolic", "--symbolic-symmetry=dynamic"]
ATOMS = ["x[0] = 2", "x[0] = x[2]", "exists p: P do x[p] = 1 end", "forall p: P do x[p] < 2 end", "x[1] + x[3] > 2",
         "x[0] = 1 | x[1] = 1 | x[2] = 1 | x[3] = 1"]


def formula(r, depth):
    if depth == 0:
        return "{" + r.choice(ATOMS) + "}"
    a, b = formula(r, depth - 1), formula(r, r.randrange(depth))
    return r.choice([f"EF {a}", f"AF {a}", f"EG {a}", f"AG {a}", f"EX {a}", f"AX {a}", f"!{a}", f"({a} & {b})", f"({a} | {b})",
                     f"E[{a} U {b}]", f"A[{a} U {b}]"])


def answer(coset, path, strategy, option, text, *engine):
    r = tool.Run([coset, "check", "--json", f"--symmetry={strategy}", option, text, *(engine or ["-j1"]), str(path)], 60)
    if not r.json:
        return None, r.rc, r.err
    verdicts = [(p["kind"], p["name"], p["verdict"]) for p in r.json["properties"]]
    return verdicts, r.rc, r.json["symmetry"]["order"]


def compare(coset, path, option, text, order):
    plain, code, _ = answer(coset, path, "off", option, text)
    reduced, code_too, found = answer(coset, path, "detect", option, text)
    if plain is None or plain != reduced or code != code_too:
        return f"{text}: {plain} {code}, with symmetry {reduced} {code_too} {found}"
    symbolic, code_too, order_too = answer(coset, path, "detect", option, text, *SYMBOLIC)
    decided = [v for v in plain if v[0] == "formula"]
    if symbolic is None or [v for v in symbolic if v[0] == "formula"] != decided or str(order_too) != str(found):
        return f"{text}: {plain} {code}, symbolic with symmetry {symbolic} {code_too}, group {order_too}, not {found}"
    return f"{text}: the group has order {found}, not {order}" if order and str(order) != str(found) else None


def main():
    args = tool.parser(__doc__).parse_args()
    coset, n = tool.program(args), 0
    r = random.Random(7)
    cases = CASES + [(RING, "--ctl", formula(r, 3), None) for _ in range(400 if tool.long_run() else 4)]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.m"
        for model, option, text, order in cases:
            path.write_text(model)
            problems.append(compare(coset, path, option, text, order))
            n += 1
        path = path.with_suffix(".pml")
        path.write_text(PAIR)
        problems.append(compare(coset, path, "--ctl", "EF {a == 1 && b == 1}", 2))
        _, code, err = answer(coset, path, "detect", "--mu", '<"P: a == 0"> {a == 0 || b == 0}')
        if code != 64 or not re.search("names rules", err):
            problems.append(f"rules that are exchanged: exit {code} {err}")
    problems = [p for p in problems if p]
    print("\n".join(problems) if problems else f"{n} formulas have the same verdict")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
