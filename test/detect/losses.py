#!/usr/bin/env python3
"""What coset symmetry reports about losses: the property or rule, and the quantifiers concerned."""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

HEAD = """type P: 1..4;
var x: array[P] of 0..2;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do rule "work" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
"""
WIDE = """type P: 1..9;
var x: array[P] of 0..9;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do rule "work" x[p] < 9 & !(exists q: 2..8 do x[q] + x[q-1] * x[q+1] + x[p] * x[q] > 300 end) ==>
  begin x[p] := x[p] + 1; end; end;
"""
CASES = [  # model, what is lost, in which quantifiers
    (HEAD + 'invariant "a" forall p: P do x[p] <= 1 end;', []),
    (HEAD + 'invariant "a" !(exists p: 1..2 do x[p] > 1 end) | (forall q: P do x[q] <= 1 end);',
     [('property "a"', [("exists", "p", 5, 17)])]),
    (HEAD + 'invariant "a" (forall q: P do x[q] <= 1 end) & forall p: P do exists r: 3..4 do x[p] <= x[r] end end;',
     [('property "a"', [("forall", "p", 5, 48), ("exists", "r", 5, 63)])]),
    (HEAD + 'invariant "a" x[2] = 0 | forall q: P do x[q] <= 1 end;', [('property "a"', [])]),
    (HEAD + 'ruleset k: P do invariant "a" k = 3 -> x[k] <= 1; end;', [('property "a"', [("parameter", "k", 5, 9)])]),
    (HEAD.replace("x[p] < 2 ==>", "p != 2 & x[p] < 2 ==>"), [('rule "work"', [])]),
    (HEAD.replace("x[p] := x[p] + 1", "if p > 2 then x[p] := 2; else x[p] := x[p] + 1; end"), [('rule "work"', [])]),
    (HEAD.replace("x[p] := 0;", "x[p] := p = 3 ? 1 : 0;"), [('start state "startstate 1"', [])]),
    (WIDE, [('rule "work"', [("exists", "q", 4, 42)])]),
]
# Number 1 of the range has its own rule, 2 has not; the rule could as well be that of 0.
CUT = """type I: 0..3;
var x: array[I] of 0..1; y: 0..1;
startstate begin for i: I do x[i] := i = 0 ? 1 : 0; end; y := 0; end;
ruleset i: I do rule "set" x[i] = 0 ==> begin x[i] := 1; end; end;
ruleset i: 0..1 do rule "part" x[i] = 1 & y = 0 ==> begin y := 1; end; end;
"""
CUT_REASONS = [('start state "startstate 1"', "0 and 1 of I (0..3) cannot be exchanged"),
               ('rule "part"', "1 and 2 of I (0..3) cannot be exchanged")]
# Each of the two types alone would need too much memory: the larger one is dropped first.
LARGE = """type p: 1..58; q: 1..60;
var a: array [p] of 0..112; b: array [q] of 0..112; n: 0..2;
startstate begin for i: p do a[i] := 0; end; for i: q do b[i] := 0; end; n := 0; end;
ruleset i: p do rule "a" n < 2 & a[i] < 112 ==> begin a[i] := a[i] + 1; n := n + 1; end; end;
ruleset i: q do rule "b" n < 2 & b[i] < 112 ==> begin b[i] := b[i] + 1; n := n + 1; end; end;
"""
TOO_MUCH = "of its values are interchangeable, which needs too much time and memory; 0 more variables stay fixed"
LARGE_REASONS = [("q", f"60 {TOO_MUCH}"), ("p", f"58 {TOO_MUCH}")]
# The first state has values that no later one has: init is at the place at which it starts the processes.
PROMELA = """byte flag[2];
proctype user(byte i) {
 do :: flag[i] = 1;
again: atomic { if :: flag[1-i] == 0 :: else -> goto again fi };
   flag[i] = 0
 od }
init { atomic { run user(0); run user(1) } }
ltl at { [] (user[1]@again) }
"""


def losses(coset, folder, text):
    path = pathlib.Path(folder) / "model.m"
    path.write_text(text)
    out = subprocess.run([coset, "symmetry", "--json", str(path)], capture_output=True, text=True, timeout=60)
    return json.loads(out.stdout)["detected"]["lost"]


def reasons(coset, folder, text):
    return [(x["what"], x["reason"]) for x in losses(coset, folder, text)]


def main():
    args = tool.parser(__doc__).parse_args()
    coset, problems = tool.program(args), []
    with tempfile.TemporaryDirectory() as folder:
        for number, (text, expected) in enumerate(CASES):
            lost = losses(coset, folder, text)
            told = [(x["what"], [(b["kind"], b["variable"], b["at"]["line"], b["at"]["column"]) for b in x["in"]])
                    for x in lost]
            if told != expected:
                problems.append(f"case {number}: {told}, expected {expected}")
        told = reasons(coset, folder, CUT)
        if told != CUT_REASONS:
            problems.append(f"numbers of a range: {told}, expected {CUT_REASONS}")
        told = LARGE_REASONS if tool.is_sanitized(coset) else reasons(coset, folder, LARGE)
        if told != LARGE_REASONS:
            problems.append(f"large types: {told}, expected {LARGE_REASONS}")
        path = pathlib.Path(folder) / "model.pml"
        path.write_text(PROMELA)
        out = subprocess.run([coset, "symmetry", str(path)], capture_output=True, text=True, timeout=60)
        if out.returncode or 'property "user[1]@again": keeps 1 of the 2' not in out.stdout:
            problems.append(f"Promela: {out.stdout}{out.stderr}")
    print("\n".join(problems) if problems else f"{len(CASES)} reports are as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
