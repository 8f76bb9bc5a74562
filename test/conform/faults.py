#!/usr/bin/env python3
"""A fault in any condition: the same verdict in all engines.

A condition of each kind (invariant, cover, liveness, assume, formula, fairness) faults in each way (undefined, index,
division, overflow, no return, bounds, failed range), below each construct (plain, ruleset, quantifiers, function), in a
start state or in a later one. The table of what is then known is short; explore (interpreted and in machine code) and
the symbolic engine in all directions and with each method of symmetry must give it."""

import itertools
import os
import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))

import tool # noqa: E402

# `when` is the condition under which it faults; else the value is true
WAYS = {
    "undefined": "{when} -> u = 1",
    "undefined element": "{when} -> own[e] = own[e]",
    "index": "{when} -> small[n + 2]",
    "division": "{when} -> 6 / (m - 1) > 0",
    "modulo": "{when} -> 6 % (m - 1) >= 0",
    "overflow": "{when} -> (m + 9223372036854775806) + m > 0",
    "no return": "{when} -> nothing()",
    "range": "{when} -> wide(n + 7)",
    "step": "{when} -> (forall i := 0 to 2 by m - 1 do true end)",
    "argument": "{when} -> narrow(n + 7)",
}
AROUND = {
    "plain": ("", "{x}", ""),
    "ruleset": ("ruleset q: p do\n", "own[q] -> ({x})", "\nend;"),
    "forall": ("", "forall q: p do own[q] -> ({x}) end", ""),
    "exists": ("", "exists q: 0..1 do q = 1 | ({x}) end", ""),
    "function": ("", "called()", ""),
    "condition": ("", "own[own0()] ? ({x}) : ({x})", ""),
}
PLACES = {"start": "n = 0", "later": "n = 2", "last": "n = 3 & (forall q: p do own[q] end)"}
MODEL = """type p: scalarset (2);
var n: 0..3; m: 0..1; u: 0..3; e: p; small: array [0..1] of boolean; own: array [p] of boolean;
function nothing(): boolean; begin if m = 0 then return true; end; end;
function wide(i: 0..20): boolean; var x: 0..3; begin x := i; return true; end;
function narrow(i: 0..3): boolean; begin return i = i; end;
function own0(): p; begin for i: p do return i; end; end;
function called(): boolean; begin return {body}; end;
startstate begin n := 0; m := 1; undefine u; undefine e; for i := 0 to 1 do small[i] := true; end;
  for i: p do own[i] := true; end; end;
rule "on" n < 3 ==> begin n := n + 1; end;
rule "back" n = 3 ==> begin n := 0; end;
ruleset q: p do rule "flip" n = 1 ==> begin own[q] := !own[q]; end; end;
{prop}
"""
ENGINES = [["--code=interp", "--symmetry=off"], ["--code=interp"], ["--code=native", "--threads=2", "--share=all"],
           ["--symmetry=off", "--keep-going"], ["--engine=symbolic"], ["--engine=symbolic", "--chaining"],
           ["--engine=symbolic", "--direction=backward"]]
ENGINES += [["--engine=symbolic", f"--symbolic-symmetry={m}"] for m in ("dynamic", "orbit", "multiple", "relation", "counter")]
ENGINES += [["--engine=symbolic", "--symbolic-symmetry=dynamic", "--chaining"],
            ["--engine=symbolic", "--symbolic-symmetry=multiple", "--direction=backward"]]
KINDS = ["invariant", "cover", "liveness", "assume", "ctl", "mu", "fair"]
EXIT_REFUSED = 64


def formula_options(kind, x):
    return {"ctl": [f"--ctl=EF ({{{x}}})"], "mu": [f"--mu=mu X. ({{{x}}}) | <> X"],
            "fair": [f"--fair={{{x}}}", "--ctl=EG true"]}[kind]


def case(kind, way, around, place):
    """The model, and the options that belong to it."""
    x = WAYS[way].format(when="(" + PLACES[place] + ")")
    head, middle, tail = AROUND[around]
    if kind in ("ctl", "mu", "fair"):
        head = tail = ""
        middle = AROUND["forall" if around == "ruleset" else around][1]
    whole = middle.format(x=x)
    options, prop = [], ""
    if kind in ("ctl", "mu", "fair"):
        options = formula_options(kind, whole)
    else:
        prop = f"{head}{kind} \"it\" {whole};{tail}"
    return MODEL.format(body=x if around == "function" else "true", prop=prop), options


def expected(kind, engine):
    """Verdicts of the built-in fault and of the property, and the exit status."""
    if kind in ("ctl", "mu", "fair"):
        return {"fault": "holds", "it": "incomplete"}, 20
    backward, early = "--direction=backward" in engine, "--keep-going" not in engine
    it = {"invariant": {"fails"}, "cover": {"holds", "incomplete"}, "liveness": {"incomplete"}, "assume": set()}[kind]
    if kind == "cover" and not backward and not early:
        it = {"holds"}
    return {"fault": "fails", "it": it}, 12


def differences(coset, kind, way, around, place, engines):
    text, more = case(kind, way, around, place)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.m")
        pathlib.Path(path).write_text(text)
        for engine in engines:
            if more and "--direction=backward" in engine:
                continue
            run = tool.check(coset, path, "--deadlock=off", *engine, *more)
            yield from (f"{kind}, {way}, {around}, {place}: {run.shell()}: {d}" for d in judge(kind, engine, run))


def judge(kind, engine, run):
    if run.json is None:
        if run.rc != EXIT_REFUSED or "symbolic" not in run.err:
            yield f"exit {run.rc} and no result: {run.err[:300]}"
        return
    want, code = expected(kind, engine)
    got = {p["name"] if p["kind"] == "fault" else "it": p["verdict"] for p in run.json["properties"]
           if p["kind"] not in ("deadlock", "assumption")}
    fault = got.pop("no fault", None)
    if run.rc != code or fault != want["fault"]:
        yield f"exit {run.rc}, fault {fault}; expected {code}, {want['fault']}"
    elif want["it"] and got.get("it") not in want["it"]:
        yield f"the property: {got.get('it')}; expected {want['it']}"


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset = tool.program(args)
    native = tool.has_machine_code(coset)
    engines = [e for e in ENGINES if native or "--code=native" not in e]
    cases = list(itertools.product(KINDS, WAYS, AROUND, PLACES))
    if not tool.long_run():
        cases = cases[::157] # 157 has no factor in common with the numbers of kinds, ways, constructs and places
    with ThreadPoolExecutor(args.jobs) as pool:
        found = list(pool.map(lambda c: list(differences(coset, *c, engines)), tool.share(cases)))
    problems = [d for ds in found for d in ds]
    print("\n".join(problems[:20]) or f"{len(found)} conditions, {len(engines)} engines: as expected")
    return 1 if problems or not found else 0


if __name__ == "__main__":
    sys.exit(main())
