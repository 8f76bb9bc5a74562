#!/usr/bin/env python3
"""Asymmetric twins of the models of examples/detect: one rule, one start value or one process is changed, and the group
must shrink to the right subgroup.

Each twin is generated from the example's text; a change must apply exactly once. Its order is listed here, found by
reasoning. detect_brute then detects the group, shows on the whole state graph that each generator is an automorphism,
and tries each element of the example's own group: the number that are symmetries of the twin is exactly the order.
Prints a table. coset symmetry must name a line that was changed among those to blame (UNNAMED lists the exceptions). A
long run checks that for all twins, verdicts and counts with and without reduction are compared too, and random twins
(one or two guards narrowed, assignments made conditional) are tested: every group found in them must be correct."""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE))
import tool  # noqa: E402

EXAMPLES = tool.ROOT / "examples" / "detect"

# model, its constants, changes that give the symmetric one, its order; twins: what is special, old text, new text,
# order. Constants are changed in the text too, so that both programs read the same file.
SYSTEMS = [
    ("allocator", {}, [], 24, [
        ("start: client 0 waits", "client do\n    state[c] := idle;",
         "client do\n    if c = 0 then state[c] := waiting; else state[c] := idle; end;", 1 * 2 * 6),
        ("rule: client 6 never asks", 'rule "ask"\n    state[c] = idle', 'rule "ask"\n    state[c] = idle & c != 6', 2 * 2 * 2),
        ("process: client 2 returns at once", "state[c] := returning;",
         "if c = 2 then state[c] := idle; lent := false; else state[c] := returning; end;", 2 * 1 * 6)]),
    ("colouring", {"NODES": 2}, [], 2 * 6 * 2, [
        ("start: colours 0, 1 only", "ruleset c: colour; b: boolean do", "ruleset c: 0 .. 1; b: boolean do", 2 * 2 * 2),
        ("rule: no fault brings colour 0", 'rule "fault in a colour"\n    true', 'rule "fault in a colour"\n    c != 0', 2 * 2 * 2),
        ("process: bits are faulty in node 0", 'rule "fault in a bit"\n    true', 'rule "fault in a bit"\n    n = 0', 1 * 6 * 2)]),
    ("complete", {}, [], 24, [
        ("start: agent 0 leads", "leader[a] := false;", "leader[a] := a = 0;", 6),
        ("rule: agent 3 ends no other", "a != b & leader[a]", "a != b & a != 3 & leader[a]", 6),
        ("process: the oracle takes agents 0, 1", "forall b: agent do !leader[b] end\n  ==>",
         "(forall b: agent do !leader[b] end) & a < 2\n  ==>", 2 * 2)]),
    ("golfers", {"GROUPS": 2, "SIZE": 2, "WEEKS": 2}, [], 24, [
        ("start: golfer 0 knows golfer 1", "met[a][b] := false;", "met[a][b] := a = 0 & b = 1;", 2),
        ("rule: golfer 0 joins group 0 only", "week < WEEKS & isundefined(plays[a])",
         "week < WEEKS & (a = 0 -> g = 0) & isundefined(plays[a])", 6),
        ("process: golfer 3 forgets", "if a != b & plays", "if a != b & a != 3 & plays", 6)]),
    ("golfers", {"GROUPS": 4, "SIZE": 1, "WEEKS": 1}, [], 24 * 6, [
        ("start: golfer 2 plays", "week := 0;\n  undefine plays;", "week := 0;\n  undefine plays; plays[2] := 0;", 6 * 6),
        ("rule: golfer 0 never in group 3", "players[g] < SIZE &", "players[g] < SIZE & !(a = 0 & g = 3) &", 6 * 2)]),
    ("hanoi", {}, [], 2, [
        ("start: disc 0 on peg 1", "on[d] := 0;", "if d = 0 then on[d] := 1; else on[d] := 0; end;", 1),
        ("rule: disc 2 never to peg 1", "on[d] != p &", "on[d] != p & !(d = 2 & p = 1) &", 1),
        ("property: peg 1 wanted", "p != 0 & (forall", "p = 1 & (forall", 1)]),
    ("hypercube", {}, [], 48, [
        ("start: node 0 has the message", "ruleset first: node do", "ruleset first: 0 .. 0 do", 6),
        ("start: node 0 or 1 has it", "ruleset first: node do", "ruleset first: 0 .. 1 do", 4),
        ("rule: nothing along dimension 0", "= sending & state[n", "= sending & k != 0 & state[n", 16),
        ("process: node 7 never finishes", 'rule "finish"\n    ', 'rule "finish"\n    n != 7 & ', 6)]),
    ("peterson", {}, [], 6, [
        ("start: process 0 came last", "undefine last;", "undefine last; last[1] := 0;", 2),
        ("rule: process 2 never starts", 'rule "start"\n    state[p] = idle', 'rule "start"\n    state[p] = idle & p != 2', 2),
        ("process: 0 never leaves", 'rule "leave"\n    ', 'rule "leave"\n    p != 0 & ', 2)]),
    ("philosophers", {"PHILOSOPHERS": 6}, [], 6, [
        ("start: fork 0 is taken", "taken[p] := false;\n  end;\nend;\n\nruleset", "taken[p] := p = 0;\n  end;\nend;\n\nruleset", 1),
        ("rule: every third never begins", "state[p] = thinking &", "state[p] = thinking & p % 3 != 0 &", 2),
        ("process: every second eats", 'rule "eat"\n    ', 'rule "eat"\n    p % 2 = 0 & ', 3)]),
    ("readerwriter", {"PROCESSES": 5, "READERS": 3}, [], 12, [
        ("start: reader 0 tries", "process do\n    state[p] := outside;",
         "process do\n    if p = 0 then state[p] := trying; else state[p] := outside; end;", 2 * 2),
        ("rule: writer 4 never tries", 'rule "try"\n    ', 'rule "try"\n    p != 4 & ', 6),
        ("process: reader 2 never leaves", 'rule "leave"\n    ', 'rule "leave"\n    p != 2 & ', 2 * 2)]),
    ("ring", {"AGENTS": 4}, [], 4, [
        ("start: agent 0 leads", "leader[a] := false;\n    bullet[a] := false;\n    shield", "leader[a] := a = 0;\n    bullet[a] := false;\n    shield", 1),
        ("start: agents 0, 2 lead", "leader[a] := false;\n    bullet[a] := false;\n    shield",
         "leader[a] := a % 2 = 0;\n    bullet[a] := false;\n    shield", 2),
        ("rule: every second fires", "leader[a] & !bullet[a]", "leader[a] & a % 2 = 1 & !bullet[a]", 2),
        ("process: agent 3 is never faulty", 'rule "fault"\n    ', 'rule "fault"\n    a != 3 & ', 1)]),
    ("scheduler", {"CYCLERS": 6}, [
        ('startstate "cycler 0 begins"\nbegin\n  turn := 0;', 'ruleset first: cycler do startstate "any"\nbegin\n  turn := first;'),
        ("busy[c] := false;\n  end;\nend;\n\nruleset", "busy[c] := false;\n  end;\nend; end;\n\nruleset")], 6, [
        ("start: cycler 0 begins (as it is)", "turn := first;", "turn := 0;", 1),
        ("rule: every second task ends", 'rule "end"\n    ', 'rule "end"\n    c % 2 = 0 & ', 3),
        ("process: cycler 5 passes to 0 busy", "started := false;\n  end;", "if c = 5 then busy[0] := true; end; started := false;\n  end;", 1)]),
    ("threetiered", {"A": 2, "B": 2, "C": 2}, [], 48, [
        ("start: server 0 is up", "up[s] := false;", "up[s] := s = 0;", 2 * 8),
        ("rule: client 0 never asks", "state[c] = idle & up", "state[c] = idle & c != 0 & up", 8),
        ("process: clients of server 1 read", 'rule "read"\n    ', 'rule "read"\n    server_of(c) = 1 & ', 2 * 8)]),
    ("token", {}, [], 6, [
        ("start: all labels 0", "labelled[a] := l;", "labelled[a] := 0;", 3),
        ("rule: a fault sets label 1", "labelled[u] := 1 - labelled[u]", "labelled[u] := 1", 3),
        ("process: agent 0 gets faulty tokens", "!token[u]\n", "!token[u] & u = 0\n", 2)]),
    ("tree", {}, [], 8, [
        ("start: leaf 6 leads", "leader[n] := false;\n  end;\nend;\n\nruleset", "leader[n] := n = 6;\n  end;\nend;\n\nruleset", 2),
        ("rule: node 1 keeps its mark", "n != 0 & leader[n]", "n != 0 & n != 1 & leader[n]", 4),
        ("process: leaf 3 is never faulty", 'rule "fault"\n    ', 'rule "fault"\n    n != 3 & ', 2)]),
]


# Exchanges of dimensions move nodes too, so they are no exchange of two numbers; another line of the same rule is
# reported.
UNNAMED = {"rule: nothing along dimension 0"}


def change(text, old, new, where):
    if text.count(old) != 1:
        raise SystemExit(f"{where}: the text {old!r} is there {text.count(old)} times, not once")
    return text.replace(old, new)


def symmetric(name, values, changes):
    text = (EXAMPLES / f"{name}.m").read_text()
    for constant, value in values.items():
        text, n = re.subn(rf"^(  {constant}: )\d+;", rf"\g<1>{value};", text, flags=re.M)
        if n != 1:
            raise SystemExit(f"{name}: no constant {constant}")
    for old, new in changes:
        text = change(text, old, new, name)
    return text


def examine(args, whole, path):
    """(order, order by brute force, states), or a text that says what is wrong."""
    within = ["--within", str(whole)] if path != whole else []
    p = subprocess.run([args.brute, "--most", "100000", *within, str(path)], capture_output=True, text=True, timeout=300)
    first, second = (re.search(r": order (\d+),.* (\d+) states,.*: ok$", p.stdout, re.M),
                     re.search(r"^  (\d+) of (\d+) elements$", p.stdout, re.M))
    if p.returncode != 0 or not first or (within and not second):
        return p.stdout + p.stderr
    return int(first[1]), int((second or first)[1]), int(first[2])


def unnamed(coset, path, before):
    """None, or what is reported instead of a line that was changed."""
    after = path.read_text().split("\n")
    changed = {i + 1 for i, line in enumerate(after) if line not in set(before.split("\n"))}
    out = tool.Run([coset, "symmetry", "--json", str(path)], 120).out
    lost = json.loads(out)["detected"]["lost"]
    told = {x["at"]["line"] for loss in lost for x in [loss, *loss["in"]]}
    return None if changed & told else f"lines {changed} were changed, to blame are {told}"


def narrowed(text, rng):
    """One guard holds for fewer parameters, or one assignment is done for most of them only."""
    k = rng.randint(0, 3)
    if rng.random() < 0.6:
        at = rng.choice([m.start() for m in re.finditer(r"\n *==>", text)])
        heads = re.findall(r"ruleset ([^\n]*?) do", text[:at])
        p = rng.choice(re.findall(r"(\w+):", heads[-1]))
        begin = text.index("\n", text.rindex('rule "', 0, at))
        special = rng.choice([f"{p} != {k}", f"{p} % 2 = {k % 2}", f"{p} < {k + 1}", f"({p} = {k} | {p} = 0)"])
        return f"{text[:begin]}\n    ({text[begin:at].strip()}) & {special}{text[at:]}"
    m = rng.choice(list(re.finditer(r"\w+\[(\w)\] := \w+;", text)))
    return f"{text[:m.start()]}if {m[1]} != {k} then {m[0]} end;{text[m.end():]}"


def random_twins(args, folder, number):
    """Problems. A change that gives no valid model (the parameter is of another rule) is skipped."""
    problems = []
    path = folder / "random.m"
    for seed in range(number):
        rng = random.Random(seed)
        name, values, changes, *_ = rng.choice(SYSTEMS)
        text = symmetric(name, values, changes)
        for _ in range(rng.randint(1, 2)):
            text = narrowed(text, rng)
        path.write_text(text)
        p = subprocess.run([args.brute, str(path)], capture_output=True, text=True, timeout=300)
        if p.returncode != 0 and "not loaded" not in p.stdout:
            problems.append(f"{name}, random twin {seed}: {p.stdout}{p.stderr}")
    return problems


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute", default=str(tool.ROOT / "build" / "test" / "detect" / "detect_brute"))
    p.add_argument("--random", type=int, default=500 if tool.long_run() else 0)
    args = p.parse_args()
    problems, n = [], 0
    print("| system | changed | group | by brute force | of | states |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        whole, twin = pathlib.Path(folder) / "whole.m", pathlib.Path(folder) / "twin.m"
        for name, values, changes, order, twins in SYSTEMS:
            source = symmetric(name, values, changes)
            whole.write_text(source)
            for what, old, new, wanted in [("nothing", None, None, order), *twins]:
                path = twin if old else whole
                if old:
                    twin.write_text(change(source, old, new, f"{name}, {what}"))
                n += 1
                found = examine(args, whole, path)
                problem = found if isinstance(found, str) else None
                if not problem:
                    print(f"| {name} | {what} | {found[0]} | {found[1]} | {order} | {found[2]} |")
                    problem = found[:2] != (wanted, wanted) and f"the order must be {wanted}, not {found[:2]}"
                if not problem and old and what not in UNNAMED and (tool.long_run() or n % 8 == 0):
                    problem = unnamed(tool.program(args), twin, source)
                if not problem and tool.long_run():
                    import run
                    problem = run.compare(tool.program(args), path)
                if problem:
                    problems.append(f"{name}, {what}: {problem}")
        problems += random_twins(args, pathlib.Path(folder), args.random)
    print("\n".join(["", *problems]))
    print(f"{n + args.random} models, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
