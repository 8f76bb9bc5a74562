#!/usr/bin/env python3
"""Scripts as a user runs them: counterexamples in every output, `refines` in every format, `coset symmetry`. Prints one
line for each failed check."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

from run import ROOT, Tests, is_valid

# One assertion for each kind of failure, and its first counterexample in coset's JSON and in FDR's.
KINDS = [
    ("P [T= Q", "trace", "trace", ["a"], "c"),
    ("P [F= P |~| STOP", "deadlock", "deadlock", [], None),
    ("a -> (b -> STOP [] c -> STOP) [F= P", "refusal", "min_acceptance", ["a"], None),
    ("P :[deadlock free]", "deadlock", "deadlock", ["a", "b"], None),
    ("D :[divergence free]", "divergence", "divergence", ["a"], None),
    ("a -> STOP [FD= D", "divergence", "divergence", ["a"], None),
    ("N :[deterministic]", "nondeterminism", "determinism", ["a"], "b"),
    ("P :[has trace]: <a, c>", "no trace", "has_trace", ["a"], "c"),
    ("STOP [T= H", "trace", "trace", [], "a"),
    ("a -> b -> STOP [T= H", "trace", "trace", ["a"], "c"),
]

FAILS = """channel a, b, c, h, l
channel d : {0..2}
P = a -> b -> STOP
Q = a -> (b -> STOP [] c -> STOP)
D = ((a -> L1) [| {h} |] L2) \\ {h, l}
L1 = h -> L1
L2 = h -> l -> L2
N = a -> STOP [] a -> b -> STOP
H = (a -> h -> c -> STOP [| {h} |] h -> b -> STOP) \\ {h}
M = [] x : {0..2} @ d.x -> M
""" + "".join(f"assert {k[0]}\n" for k in KINDS)

HOLDS = """channel a, b
P = a -> b -> P
print <x | x <- <1..3>, x != 2>
assert P [FD= P
assert P :[deadlock free]
assert not P [T= RUN({a})
assert P :[has trace]: <a, b, a>
"""

SYMMETRIC = """datatype T = A | B | C | D
datatype S = X | Y
channel c : T.S
P(t) = c.t?s -> P(t)
S1 = ||| t : T @ P(t)
S2 = c.A?s -> STOP [] S1
assert S1 :[deadlock free] :[symmetry reduce]
assert S2 :[deadlock free] :[symmetry reduce]
assert S2 :[deadlock free] :[symmetry reduce]: diff(T, {| A, B |})
assert S1 :[has trace]: <c.A.X>
assert c.A.X -> STOP [T= S1 :[symmetry reduce]
"""

TWICE = """channel a, b, h
N = ((a -> h -> STOP) [| {h} |] (h -> b -> STOP [] h -> STOP)) \\ {h}
assert N :[deterministic [F]]
assert N :[deterministic]
"""

REFUSALS = """channel a, b, c
Both = a -> STOP [] b -> STOP
One = a -> STOP |~| b -> STOP
Y = (a -> b -> STOP [] c -> STOP) |~| (a -> c -> STOP)
Z = (a -> c -> STOP [] c -> STOP) |~| (a -> b -> STOP)
assert Both [V= One
assert Y [R= Z
assert Both [RD= STOP
"""

# A silent loop that is entered in the middle, and none.
LOOPS = """channel a, b, h
P = a -> h -> h -> L
L = h -> b -> h -> L [] a -> STOP
assert P \\ {b, h} :[divergence free]
assert P \\ {h} :[divergence free]
"""

MODULES = """module A
exports
channel k
endmodule
module B
exports
module C
exports
channel k
endmodule
endmodule
assert A::k -> STOP [T= B::C::k -> STOP
"""

# Most states are the same for all of T, so a representative represents few.
SMALL_ORBITS = """datatype T = A | B | C
channel in, out : T
channel tick : {0..7999}
channel a, b, c, d, e
COUNT(n) = n < 8000 & tick.n -> COUNT(n + 1)
USE = in?x -> out.x -> a -> b -> c -> d -> e -> USE
SYSTEM = COUNT(0) ||| USE
ALL = {| in, out, tick, a, b, c, d, e |}
assert CHAOS(ALL) [T= SYSTEM
assert CHAOS(diff(ALL, {tick.7999})) [T= SYSTEM
"""

FILES = {"small_orbits.csp": SMALL_ORBITS, "refusals.csp": REFUSALS, "loops.csp": LOOPS, "modules.csp": MODULES, "twice.csp": TWICE, "fails.csp": FAILS, "holds.csp": HOLDS, "symmetric.csp": SYMMETRIC,
         "wrong.csp": "channel a\nP = a -> Q\nassert P :[deadlock free]\n",
         "beside.csp": "channel a\nP = a -> P\nassert STOP [T= P\nassert P :[deterministic [V]]\n",
         "partly.csp": "channel a\nP = a -> P\nassert P :[deterministic [V]]\nassert P :[deadlock free]\n"}


def refines(t, *args, stdin="", rc=0):
    p = t.run("refines", *args, stdin=stdin)
    t.check(p.returncode == rc, f"refines {args}: exit {p.returncode}, not {rc}", p)
    return p


# ---- coset check


def check_counterexample(t, p, kind):
    name, failure, _, steps, event = kind
    c = p["trace"]
    t.check(c["failure"] == failure, f"{name}: {c['failure']}, not {failure}")
    before = c["steps"][:c["loop"]] if "loop" in c else c["steps"]
    seen = [s["action"] for s in before if s["rule"] != "tau"]
    t.check(seen == steps, f"{name}: performs {seen}, not {steps}")
    t.check(c["event"] == event, f"{name}: then {c['event']}, not {event}")
    t.check(("loop" in c) == (failure == "divergence"), f"{name}: a loop where there is none, or none")
    t.check(all(s["rule"] == "tau" for s in c["steps"][c.get("loop", 10**9):]), f"{name}: a loop of visible events")
    t.check(p["counterexamples"][0] == c, f"{name}: the first counterexample is the trace")


def test_json(t):
    schema = json.loads((ROOT / "doc/schema/coset-1.schema.json").read_text())
    for name in ("fails", "holds", "symmetric", "refusals"):
        p = t.run("check", f"{name}.csp", "--json")
        t.check(is_valid(json.loads(p.stdout), schema), f"{name}: JSON does not fit the schema", p)
    result = json.loads(t.run("check", "fails.csp", "--json").stdout)
    for p, kind in zip(result["properties"], KINDS):
        check_counterexample(t, p, kind)
    h = result["properties"][9]["trace"]
    t.check(h["specification"] == {"allows": ["b"], "acceptances": []}, f"what is allowed: {h['specification']}")
    parts = {c["name"]: c["events"] for c in h["components"]}
    t.check(parts == {"a -> h -> c -> STOP": ["a", "h", "c"], "h -> b -> STOP": [None, "h", None]}, f"parts: {parts}")
    asked = result["properties"][2]["trace"]["specification"]["acceptances"]
    t.check(asked == [["b", "c"]], f"acceptances: {asked}")


def test_text(t):
    p = t.expect("text", ["check", "fails.csp"], 15, r"^result: VIOLATED \(10 of 10\)   exit 15$")
    for line in (r"performs <a> and then c, which the specification does not allow \(it allows \{b\}\)",
                 r"performs <> and then nothing more can happen, but the specification asks for \{a\}",
                 r"performs <a> and then offers only \{b\}, but the specification asks for \{b, c\}",
                 r"performs <a> and then for ever <tau, tau>", r"L2: <>, then for ever <h, l>",
                 r"performs <a> and then b can happen and can be refused", r"performs <a> and then c cannot happen",
                 r"a -> h -> c -> STOP: <a, h, c>\n +h -> b -> STOP: <h>"):
        t.check(re.search(line, p.stdout), f"text lacks {line}", p)
    t.expect("print", ["check", "holds.csp"], 0, r"^<x \| x <- <1\.\.3>, x != 2> = <1, 3>$")
    t.expect("channels of modules", ["check", "modules.csp"], 15, r"then B::C::k, which .* \(it allows \{A::k\}\)")
    t.expect("one assertion", ["check", "fails.csp", "--assertion=5"], 13, r"^result: VIOLATED \(1 of 1\)   exit 13")
    t.expect("no such assertion", ["check", "fails.csp", "--assertion=11"], 64, err="has 10")
    t.expect("an error beside a verdict", ["check", "partly.csp"], 65, r"^result: ERROR   exit 65")
    t.expect("an error beside a violation", ["check", "beside.csp"], 65, r"^result: ERROR \(1 of 2 violated\)   exit 65")


def test_symbolic_loop(t):
    """The loop of silent steps ends at its first state."""
    for engine in ("explore", "symbolic"):
        p = t.expect(f"a loop, {engine}", ["check", "loops.csp", f"--engine={engine}", "--time=30s"], 13,
                     r"performs <a> and then for ever <tau, tau, tau>$")
        t.check("(replayed: ok)" in p.stdout and re.search(r"P \\ \{h\} .*HOLDS", p.stdout), f"loops, {engine}", p)


def test_nondeterminism(t):
    """Two runs with one trace; at the end of one the event happens, at the end of the other it is refused."""
    p = t.expect("nondeterminism", ["check", "twice.csp", "--json", "-k"], 15)
    for r in json.loads(p.stdout)["properties"]:
        c = r["trace"]
        for run in (c, c["refusing"]):
            seen = [s["action"] for s in run["steps"] if s["rule"] != "tau"]
            t.check(seen == ["a"], f"{r['name']}: one run performs {seen}", p)
        own = [[[e for e in x["events"] if e] for x in run["components"]] for run in (c, c["refusing"])]
        t.check(own == [[["a", "h"], ["h", "b"]], [["a", "h"], ["h"]]], f"{r['name']}: parts: {own}", p)
        t.check(c["event"] == "b" and c["refusing"]["offers"] == [], f"{r['name']}: ends", p)
    t.expect("both runs as text", ["check", "twice.csp"], 15,
             r"can be refused\n +it happens:\n +a -> h -> STOP: <a, h>\n(.*\n)+ +it is refused, where .* only \{\}:\n")


def test_refusals(t):
    """In V and R: what is refused, what is performed after it, and what was refused on the way."""
    t.expect("refusals", ["check", "refusals.csp", "-k"], 15, r"refuses all but \{a\} and performs a,")
    t.expect("refusals on the way", ["check", "refusals.csp", "-k"], 15, r"refuses all but \{a\} before a$")
    p = t.run("check", "refusals.csp", "--json", "-k")
    revival, test, dead = [r["trace"] for r in json.loads(p.stdout)["properties"]]
    t.check(revival["offers"] == ["a"] and revival["performs"] == "a" and "refusals" not in revival, "a revival", p)
    t.check(test["offers"] == ["b"] and "performs" not in test, "a refusal at the end", p)
    before = [(test["steps"][x["step"]]["action"], x["offers"]) for x in test["refusals"]]
    t.check(before == [("a", ["a"])], f"refusals on the way: {before}", p)
    t.check(dead["failure"] == "deadlock" and dead["refusals"] == [], "nothing was refused on the way", p)


def test_has_trace(t):
    """In F and FD only what holds in both possible meanings."""
    (t.folder / "traces.csp").write_text(FAILS[:FAILS.index("assert")] +
                                         "assert P :[has trace [FD]]: <a, b>\nassert P :[has trace [F]]: <a, c>\n"
                                         "assert N :[has trace [F]]: <a, b>\nassert D :[has trace [FD]]: <a, c>\n")
    p = t.expect("has trace in F and FD", ["check", "traces.csp", "--json"], 65)
    results = json.loads(p.stdout)["properties"]
    t.check([r["verdict"] for r in results] == ["holds", "fails", "error", "error"], "verdicts", p)
    t.check("can refuse b after <a>" in results[2]["reason"] and "can diverge after <a>" in results[3]["reason"],
            "where the meanings part", p)


def test_nothing(t):
    """An unchecked assertion is not a success."""
    (t.folder / "empty.csp").write_text("channel a\nP = a -> P\n")
    t.expect("no assertions", ["check", "empty.csp"], 20, r"^result: INCOMPLETE \(the script has no assertions\)")
    result = json.loads(t.run("check", "empty.csp", "--json").stdout)
    t.check(result["verdict"] == "incomplete" and not result["exhaustive"] and result["stopped"], f"{result}")
    refines(t, "empty.csp")
    (t.folder / "prints.csp").write_text("print 1 + 1\n")
    t.expect("only prints", ["check", "prints.csp"], 0, "^1 \\+ 1 = 2$")
    (t.folder / "broken.csp").write_text("channel a : {0..1}\nprint head(<>)\nassert STOP [T= STOP\n"
                                         "f(x) = f(x) + a.x\n")
    t.expect("types in print", ["check", "broken.csp"], 65, err="broken.csp:4:")
    (t.folder / "broken.csp").write_text("print head(<>)\nassert STOP [T= STOP\n")
    t.expect("a print that fails", ["check", "broken.csp"], 65, r"HOLDS(.*\n)*result: ERROR", err="broken.csp:1:")
    (t.folder / "late.csp").write_text("channel a : {0..1}\nP(n) = a.n -> P(n + 1)\nassert P(0) :[deadlock free]\n"
                                       "assert STOP [T= STOP\n")
    p = t.expect("an error inside", ["check", "late.csp", "--json"], 65)
    verdicts = [(q["verdict"], q["reason"]) for q in json.loads(p.stdout)["properties"]]
    t.check(verdicts[0][0] == "error" and verdicts[0][1].startswith("late.csp:2:") and verdicts[1] == ("holds", None),
            f"an error and a verdict: {verdicts}", p)


def test_several(t):
    """Different ones of one kind, one for each failing state; the same for any number of threads."""
    (t.folder / "many.csp").write_text(FAILS[:FAILS.index("assert")] + "assert d.0 -> d.1 -> STOP [T= M\n"
                                       "channel e : {0..9}\n"
                                       "K(n) = n < 7 & a -> K(n + 1) [] c -> e.n -> STOP\n"
                                       "assert K(0) [| {| e |} |] STOP :[deadlock free [F]]\n"
                                       "E(n) = n < 7 & a -> E(n + 1) [] c -> G(n)\n"
                                       "G(n) = h -> G(n) [] e.n -> STOP\n"
                                       "assert E(0) \\ {h} :[divergence free]\n")
    for n, wanted in ((1, 1), (2, 2), (6, 6)):
        seen = []
        for threads in ("-j1", "-j2", "-j4"):
            p = t.run("check", "many.csp", "--json", f"--max-counterexamples={n}", threads)
            result = [q["counterexamples"] for q in json.loads(p.stdout)["properties"]]
            seen.append(result)
            for q in result:
                told = [json.dumps([c["failure"], [s["action"] for s in c["steps"][:c.get("loop")] if s["rule"] != "tau"],
                                    c["event"], c["offers"] if c["failure"] == "refusal" else None]) for c in q]
                t.check(len(told) == wanted and len(set(told)) == wanted, f"{n} wanted, {threads}: {told}", p)
                lengths = [len(c["steps"][:c.get("loop")]) for c in q]
                t.check(lengths == sorted(lengths), f"not the shortest first: {lengths}")
        t.check(seen[0] == seen[1] == seen[2], f"{n} counterexamples differ with the threads")
    p = t.run("check", "symmetric.csp", "--json", "--max-counterexamples=5", "--assertion=5")
    told = [([s["action"] for s in c["steps"]], c["event"]) for c in
            json.loads(p.stdout)["properties"][0]["counterexamples"]]
    t.check(len(told) >= 3 and len({str(c) for c in told}) == len(told), f"several under symmetry: {told}", p)
    t.expect("none wanted", ["check", "many.csp", "--max-counterexamples=0"], 64, err="between 1 and")


def test_itf(t):
    t.expect("ITF", ["check", "fails.csp", "--assertion=5", "--itf=d.itf"], 13)
    itf = json.loads((t.folder / "d.itf").read_text())
    t.check(itf["#meta"]["property"] == "D :[divergence free]" and itf["loop"] == 1 and len(itf["states"]) == 3,
            f"divergence as ITF: {itf}")
    t.check(all(set(itf["vars"]) <= set(s) for s in itf["states"]), "a state without all variables")
    t.expect("ITF of a fault", ["check", "fails.csp", "--assertion=10", "-o", "itf:t.itf"], 15)
    itf = json.loads((t.folder / "t.itf").read_text())
    t.check(itf["#meta"]["fault"]["action"] == "c" and "loop" not in itf, f"trace as ITF: {itf}")
    t.expect("variables of one name", ["check", "fails.csp", "--assertion=7", "--itf=n.itf"], 15)
    names = json.loads((t.folder / "n.itf").read_text())["vars"]
    t.check(len(names) == len(set(names)) == 2, f"variables: {names}")
    t.expect("nothing for ITF", ["check", "holds.csp", "--itf=none.itf"], 0, err="there is no trace")
    t.expect("replay takes no script", ["replay", "fails.csp", "t.itf"], 65, err="list of assertions")


# ---- coset symmetry


def test_symmetry(t):
    p = t.expect("symmetry", ["symmetry", "symmetric.csp"], 0, r"^  symmetry: T S4, S S2   order 48$")
    for line in (r"symmetry: T S3 of 4, S S2   order 12", r"T: 3 of 4 constants move: B C D   symmetric\.csp:1",
                 r"A stays: symmetric\.csp:6:8: A is named here",
                 r"B stays: symmetric\.csp:9:\d+: the list of the assertion fixes it",
                 r"all stay: symmetric\.csp:9:\d+: the list of the assertion leaves S out",
                 r"nothing is searched for this assertion", r"Y stays: it cannot be exchanged with X in the compiled system"):
        t.check(re.search(line, p.stdout), f"symmetry lacks {line}", p)
    result = json.loads(t.run("symmetry", "symmetric.csp", "--json").stdout)
    orders = [q["order"] for q in result["properties"]]
    t.check(orders == ["48", "12", "2", "1", "6"], f"orders: {orders}")
    t.check(result["symmetry"]["order"] == "48", "the largest order")
    refused = result["properties"][1]["refused"]
    t.check([(r["type"], r["element"], r["fixed"], r["line"]) for r in refused] == [("T", "A", 1, 6)], f"{refused}")
    moving = result["properties"][1]["factors"][0]["moving"]
    t.check(moving == ["B", "C", "D"], f"moving: {moving}")
    t.expect("symmetry of one assertion", ["symmetry", "symmetric.csp", "--assertion=2"], 0, "order 12")
    p = t.run("check", "symmetric.csp", "--json")
    checked = json.loads(p.stdout)
    t.check(checked["symmetry"]["order"] == "48" and checked["symmetry"]["strategy"] != "off", "order of a check", p)
    t.check([(q["symmetry"] or {}).get("order") for q in checked["properties"]] == ["48", "12", "2", None, "6"],
            "orders of a check", p)
    t.expect("reasons", ["check", "symmetric.csp", "-v"], 15, r"A stays: symmetric\.csp:6:8")
    t.expect("what cannot be told", ["symmetry", "partly.csp"], 65, "not checked")


def test_small_orbits(t):
    """Symmetry that was not requested is given up, as in models; a violation after that is a run."""
    p = t.run("check", "small_orbits.csp", "--json")
    holds, fails = json.loads(p.stdout)["properties"]
    for q, verdict in ((holds, "holds"), (fails, "fails")):
        t.check(q["verdict"] == verdict and q["symmetry"] is None, f"small orbits: {verdict}", p)
        t.check("symmetry reduction off: too little gain" in (q["note"] or ""), f"small orbits: {q['note']}", p)
    t.check(holds["counts"]["representatives"] == 72009, "small orbits: states", p)
    t.expect("small orbits, asked for", ["check", "-q", "--symmetry=search", "--assertion=1", "small_orbits.csp"], 0, "HOLDS")
    t.expect("small orbits, replayed", ["check", "small_orbits.csp", "--trace=off"], 15, r"72,009 states")


# ---- refines


def numbered(document, result):
    """The counterexamples of a result with names for numbers."""
    names = document["event_map"]
    for c in result["counterexamples"]:
        impl = c["implementation_behaviour"]
        end = impl.get("loop_index", len(impl["trace"]))
        yield (c["type"], [names[str(e)] for e in impl["trace"][:end] if e != 1],
               names[str(impl["error_event"])] if "error_event" in impl else None)


def check_document(t, documents, what):
    told = [(d, r) for d in documents for r in d["results"]]
    t.check([r["assertion_string"] for _, r in told] == [k[0] for k in KINDS], f"{what}: assertions")
    for (d, r), (name, _, kind, steps, event) in zip(told, KINDS):
        t.check(r["result"] == 0 and r["errors"] == [], f"{what}: {name}: {r['result']}")
        t.check(next(numbered(d, r)) == (kind, steps, event), f"{what}: {name}: {list(numbered(d, r))}")
        t.check(d["event_map"]["1"] == "\u03c4", f"{what}: 1 is tau")
    for d in documents:
        t.check(set(d) == {"errors", "warnings", "print_statement_results", "event_map", "results"}, f"{what}: members")


def from_xml(node):
    children = list(node)
    if node.tag == "event_map":
        return {e.get("id"): e.text for e in children}
    if node.tag in ("errors", "warnings", "print_statement_results", "results", "counterexamples", "trace",
                    "revealed_trace", "min_acceptance", "available_events") and node.tag != "type":
        return [from_xml(e) for e in children]
    if children:
        return {e.tag: from_xml(e) for e in children}
    text = node.text or ""
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def test_formats(t):
    p = refines(t, "--format=json", "fails.csp")
    t.check(p.stdout.count("\n") == 1, "JSON stands on one line", p)
    check_document(t, [json.loads(p.stdout)], "json")
    t.check("Checking P [T= Q" in p.stderr, "the log is on stderr", p)
    p = refines(t, "--format", "framed_json", "fails.csp")
    check_document(t, [json.loads(line) for line in p.stdout.splitlines()], "framed_json")
    t.check(len(p.stdout.splitlines()) == len(KINDS), "a frame for each result", p)
    p = refines(t, "--format=xml", "--quiet", "fails.csp")
    check_document(t, [from_xml(xml.fromstring(p.stdout.encode()))], "xml")
    t.check(p.stderr == "", "quiet: no log", p)
    p = refines(t, "--format=framed_xml", "fails.csp")
    frames = [f for f in p.stdout.split('<?xml version="1.0" encoding="UTF-8"?>\n') if f]
    check_document(t, [from_xml(xml.fromstring(f)) for f in frames], "framed_xml")
    p, q = refines(t, "--format=yaml", "fails.csp"), refines(t, "--format=framed_yaml", "fails.csp")
    try:
        import yaml
        check_document(t, [yaml.safe_load(p.stdout)], "yaml")
        check_document(t, list(yaml.safe_load_all(q.stdout)), "framed_yaml")
    except ImportError:
        t.check('"assertion_string": "P [T= Q"' in p.stdout and q.stdout.count("---") == len(KINDS), "yaml", p)
    t.expect("no such format", ["refines", "--format=html", "fails.csp"], 64, err="there is: plain, colour, json")


def test_plain(t):
    p = refines(t, "fails.csp", rc=1)
    t.check("\033" not in p.stdout, "plain without colour", p)
    for block in ("P [T= Q:\n    Log:\n        Result: Failed\n",
                  "        Counterexample (Trace Counterexample)\n            Specification Debug:\n"
                  "                Trace: <a>\n                Available Events: {b}\n"
                  "            Implementation Debug:\n                Q (Trace Behaviour):\n"
                  "                    Trace: <a>\n                    Error Event: c\n",
                  "        Counterexample (Deadlock Counterexample)\n            Machine Debug:\n"
                  "                P (Failure Behaviour):\n                    Trace: <a, b>\n"
                  "                    Min Acceptance: {}\n",
                  "                D (Loop Behaviour):\n                    Trace: <a>\n"
                  "                    Repeats: <\u03c4, \u03c4>\n",
                  "        Visited States: "):
        t.check(block in p.stdout, f"plain lacks {block!r}", p)
    p = refines(t, "--reveal-taus", "fails.csp", rc=1)
    t.check("Repeats: <h, l>" in p.stdout and "Trace: <a, h>\n                    Error Event: c" in p.stdout,
            "revealed", p)
    p = refines(t, "--format=json", "--reveal-taus", "fails.csp")
    d = json.loads(p.stdout)
    revealed = d["results"][9]["counterexamples"][0]["implementation_behaviour"]["revealed_trace"]
    t.check([d["event_map"][str(e)] for e in revealed] == ["a", "h"], f"revealed_trace: {revealed}")
    p = refines(t, "--brief", "fails.csp", rc=1)
    t.check("Counterexample" not in p.stdout and p.stdout.count("Result: Failed") == len(KINDS), "brief", p)
    p = refines(t, "--q", "fails.csp", rc=1)
    t.check("Visited" not in p.stdout and "Counterexample" in p.stdout, "quiet", p)
    p = refines(t, "--format=colour", "holds.csp")
    t.check(p.stdout.count("\033[32mPassed\033[0m") == 4, "colour", p)


def test_verdicts(t):
    p = refines(t, "--format=json", "holds.csp")
    d = json.loads(p.stdout)
    t.check([r["result"] for r in d["results"]] == [1, 1, 1, 1] and d["print_statement_results"] == ["<1, 3>"],
            "all pass", p)
    p = refines(t, "--format=json", "partly.csp")
    d = json.loads(p.stdout)
    t.check([r["result"] for r in d["results"]] == [2, 1] and d["results"][0]["errors"], "an error is inconclusive", p)
    for form in ("json", "framed_json"):
        p = refines(t, f"--format={form}", "wrong.csp", rc=65)
        d = json.loads(p.stdout)
        t.check(d["results"] == [] and re.match(r"wrong\.csp:2:10: ", d["errors"][0]), "a wrong script", p)
    p = refines(t, "--format=json", "none.csp", rc=66)
    t.check("none.csp" in json.loads(p.stdout)["errors"][0], "a missing file", p)
    refines(t, "wrong.csp", rc=65)
    refines(t, "partly.csp", rc=1)
    p = refines(t, "--format=json", "holds.csp", "wrong.csp", "fails.csp", rc=65)
    d = json.loads(p.stdout)
    t.check(len(d["results"]) == 4 + len(KINDS) and len(d["errors"]) == 1, "several scripts in one document", p)
    t.check(next(numbered(d, d["results"][4]))[1:] == (["a"], "c"), "events of several scripts")
    p = refines(t, "holds.csp", "holds.csp")
    t.check(p.stdout.count("Passed") == 8, "a script twice", p)
    p = refines(t, "--format=json", "-", stdin=HOLDS)
    t.check(len(json.loads(p.stdout)["results"]) == 4, "standard input", p)
    p = refines(t, "--format=json", "--assertion", "3", "holds.csp")
    t.check([r["assertion_string"] for r in json.loads(p.stdout)["results"]] == ["not P [T= RUN({a})"], "one of them", p)
    refines(t, "--assertion=5", "holds.csp", rc=64)
    refines(t, "--typecheck", "holds.csp")
    refines(t, "--typecheck", "wrong.csp", rc=65)


def test_options(t):
    p = refines(t, "--compiler-leaf-compression=none", "--divide", "4", "--max-processes=2", "holds.csp")
    t.check([line.split()[1] for line in p.stderr.splitlines()] ==
            ["--compiler-leaf-compression=none", "--divide", "--max-processes=2"], "what has no effect says so", p)
    p = refines(t, "--refinement-desired-counterexample-count=3", "--refinement-bfs-workers=1", "--format=json",
                "fails.csp")
    t.check(len(json.loads(p.stdout)["results"][9]["counterexamples"]) == 2 and "no effect" not in p.stderr,
            "settings that have an effect", p)
    for args, says in ((["--archive", "out", "holds.csp"], "archives are FDR's own"), (["--no-such"], "no such option"),
                       (["--compiler-x"], "needs a value"), (["+RTS", "-N4"], "Haskell"), ([], "no file"),
                       (["--refinement-bfs-workers=0", "holds.csp"], "between 1 and"), (["--format"], "is missing"),
                       (["--refinement-bfs-workers=x", "holds.csp"], "not a number")):
        t.expect(f"refines {args}", ["refines", *args], 64, err=says)
    t.expect("help", ["refines", "--help"], 0, "--reveal-taus")
    t.expect("version", ["refines", "--version"], 0, r"^coset \d")
    link = t.folder / "refines"
    os.symlink(t.coset, link)
    p = subprocess.run([str(link), "-q", "holds.csp"], capture_output=True, text=True, cwd=t.folder)
    t.check(p.returncode == 0 and "Passed" in p.stdout, "called as refines", p)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--coset", required=True, type=pathlib.Path)
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Tests(str(args.coset.resolve()), pathlib.Path(folder))
        for name, text in FILES.items():
            (t.folder / name).write_text(text)
        for test in (test_json, test_text, test_symbolic_loop, test_nondeterminism, test_refusals, test_has_trace, test_nothing, test_several, test_itf,
                     test_symmetry, test_small_orbits, test_formats, test_plain, test_verdicts, test_options):
            test(t)
    print(f"{t.passed} passed, {len(t.failed)} failed")
    return 1 if t.failed else 0


if __name__ == "__main__":
    sys.exit(main())
