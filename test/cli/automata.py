#!/usr/bin/env python3
"""coset automaton: formats, messages with their places, exit statuses; the parser binds as Spin's ltl blocks do."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

# A formula, and the same with all parentheses.
SAME = [
    ("a -> b -> c", "(a -> b) -> c"),
    ("a <-> b -> c", "(a <-> b) -> c"),
    ("a -> b <-> c", "(a -> b) <-> c"),
    ("a && b || c && d", "(a && b) || (c && d)"),
    ("a U b U c", "(a U b) U c"),
    ("a W b V c", "(a W b) V c"),
    ("a U b W c", "(a U b) W c"),
    ("[] a U b", "([] a) U b"),
    ("!a U b", "(!a) U b"),
    ("[] a && b", "([] a) && b"),
    ("a && b U c", "a && (b U c)"),
    ("a U b && c", "(a U b) && c"),
    ("<> a -> b", "(<> a) -> b"),
    ("X a U b", "(X a) U b"),
    ("always a implies eventually b", "([] a) -> (<> b)"),
    ("a until b release c", "(a U b) R c"),
    ("a stronguntil b weakuntil next c", "(a U b) W (X c)"),
    ("a equivalent b", "(a -> b) && (b -> a)"),
    ("a V b", "a R b"),
]
DIFFERENT = [("a -> b -> c", "a -> (b -> c)"), ("a U b U c", "a U (b U c)"), ("[] a U b", "[] (a U b)")]

# A wrong formula, the line and column of the message, and a word of it.
WRONG = [
    ("p ->", "1:5", "expected a formula"),
    ("(p", "1:1", "not closed"),
    ("p)", "1:2", "is not open"),
    ("p q", "1:3", "expected an operator"),
    ("p []q", "1:3", "only one operand"),
    ("&& p", "1:1", "expected a formula"),
    ("p &&\n  (q U )", "2:8", "expected a formula"),
    ("{x > 3", "1:1", "not closed"),
    ("{ }", "1:1", "no condition"),
    ("X " * 500 + "p", "1:801", "too deep"),
    ("(p <-> " * 12 + "q" + ")" * 12, None, "too many <->"),
    (" || ".join(f"p{i}" for i in range(65)), None, "at most 64"),
]


# --automaton: a model, and properties over its conditions; each as a formula and as the automaton of its violations.
MURPHI = ("t.m", """type p: scalarset(3);
var s: array [p] of 0..2;
startstate for i: p do s[i] := 0; end; end;
ruleset i: p do rule s[i] < 2 ==> s[i] := s[i] + 1; end; rule s[i] = 2 ==> s[i] := 0; end; end;
""", ["[]<>{exists i: p do s[i] = 2 end}", "<>[]{forall i: p do s[i] < 2 end}", "[]{true}", "<>{false}",
      "{forall i: p do s[i] = 0 end} U {exists i: p do s[i] = 1 end}"])
PROMELA = ("t.pml", """byte x;
active proctype P() { do :: x == 0 -> x = 1 :: x == 1 -> x = 2 :: x == 2 -> x = 0 od }
active proctype Q() { do :: x == 1 -> x = 0 od }
""", ["[]<>{x == 2}", "[]<>{x == 0}", "[]({x == 2} -> <>{x == 0})", "[]<>{!(x == 2)}", "<>{1}",
      "([]<>{x == 1} && []<>{!(x == 1)}) || <>[]{x == 1}", "X X {x == 1}"])


# --ltl of a Promela model: the place at which mistakes are shown.
MISTAKES = [("[] (x == == 2)", "--ltl:1:10", "expected an expression"), ("[] (zz == 2)", "--ltl:1:5", "`zz` is not declared"),
            ("[] (x == 2", "--ltl:1:10", "expected `)`"), ("[] (two + zz)", "--ltl:1:11", "`zz` is not declared"),
            ("[] P@nowhere", "--ltl:1:4", "no label `nowhere`"), ("<>\n(x\n== y)", "--ltl:3:4", "`y` is not declared")]


def check_mistakes(coset, expect):
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder, "t.pml")
        for text in (PROMELA[1], "#define two (x == 2)\n" + PROMELA[1]):
            model.write_text(text)
            for formula, place, words in MISTAKES[:None if "two" in text else 3]:
                p = subprocess.run([coset, "check", f"--ltl={formula}", model], capture_output=True, text=True, timeout=60)
                expect(p.returncode == 65 and f"{place}: error:" in p.stderr and words in p.stderr, f"mistake {formula}", p)


def compare_given(coset, run, expect):
    """A property has one verdict, as a formula and as an automaton of its violations that is read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text, formulas in (MURPHI, PROMELA):
            model, file = f"{folder}/{name}", f"{folder}/wrong.hoa"
            pathlib.Path(model).write_text(text)
            for formula in formulas:
                expect(run("--negate", f"--output=hoa:{file}", formula).returncode == 0, formula, run(formula))
                ways = [f"--ltl={formula.replace('{', '(').replace('}', ')') if name == 't.pml' else formula}",
                        f"--automaton={file}"]
                p, q = (subprocess.run([coset, "check", way, model], capture_output=True, text=True, timeout=60)
                        for way in ways)
                expect(p.returncode in (0, 13) and q.returncode == p.returncode, f"{name}: {formula}", q)
        hoa = pathlib.Path(file).read_text()
        for wrong, code, words in ((hoa.replace("x == 1", "x == "), 65, "expected an expression"), ("HOA: v2", 65, "wrong.hoa:1"),
                                   (None, 66, "cannot read")):
            pathlib.Path(file).write_text(wrong) if wrong else pathlib.Path(file).unlink()
            p = subprocess.run([coset, "check", f"--automaton={file}", model], capture_output=True, text=True, timeout=60)
            expect(p.returncode == code and words in p.stderr, f"automaton: {words}", p)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--coset", required=True)
    coset, failed = parser.parse_args().coset, []

    def run(*args):
        return subprocess.run([coset, "automaton", *args], capture_output=True, text=True, timeout=60)

    def expect(ok, what, p):
        if not ok:
            failed.append(what)
            print(f"FAILED: {what}: exit {p.returncode}\n{p.stdout[:800]}{p.stderr[:800]}")

    def is_empty(formula):
        p = run(formula)
        return p.returncode == 0 and not re.search(r"^\[", p.stdout, re.M)

    for one, other in SAME:
        p = run(f"!(({one}) <-> ({other}))")
        expect(is_empty(f"!(({one}) <-> ({other}))"), f"{one} is {other}", p)
    for one, other in DIFFERENT:
        p = run(f"!(({one}) <-> ({other}))")
        expect(not is_empty(f"!(({one}) <-> ({other}))"), f"{one} is not {other}", p)
    for formula, place, words in WRONG:
        p = run(formula)
        where = f"formula:{place}: error:" if place else "error:"
        expect(p.returncode == 65 and where in p.stderr and words in p.stderr and "help:" in p.stderr, formula[:40], p)
    p = run("[] (p -> <> q)")
    expect(p.returncode == 0 and p.stdout.startswith("HOA: v1\n") and "States: 2" in p.stdout
           and p.stdout.endswith("--END--\n"), "HOA", p)
    p = run("--output=never", "--negate", "[] (p -> <> {x > 3})")
    expect(p.returncode == 0 and "(p && !(x > 3)) -> goto" in p.stdout and "accept_" in p.stdout, "never claim", p)
    p = run("-o", "dot", "<>p")
    expect(p.returncode == 0 and p.stdout.startswith("digraph") and "0 -> 1" in p.stdout, "DOT", p)
    with tempfile.TemporaryDirectory() as folder:
        p = run(f"--output=hoa:{folder}/out.hoa", "<>p")
        expect(p.returncode == 0 and not p.stdout and open(f"{folder}/out.hoa").read() == run("<>p").stdout, "file", p)
    for args in ([], ["--output=itf:x", "p"], ["--output=xyz", "p"], ["p", "q"]):
        p = run(*args)
        expect(p.returncode == 64 and p.stderr, f"options {args}", p)
    many = " && ".join(f"(<>a{i} || []<>b{i} || c{i} U d{i})" for i in range(12))
    p = run(many)
    expect(p.returncode == 20 and "states" in p.stderr, "too large", p)
    compare_given(coset, run, expect)
    check_mistakes(coset, expect)
    print(f"{len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
