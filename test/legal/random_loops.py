#!/usr/bin/env python3
"""Random models full of loops over scalarsets, by brute force: with and without symmetry, each property has the same
verdict and the number of states is the same, and no more elements are exchanged than in a comparison of all steps.
Loops write shared variables under conditions that at most one iteration satisfies, or several do; they are left early;
start states distinguish elements; entries are passed in records by reference and in multisets. The test counts how
often a loop that is checked in each step saves the group: a generator for which that is rare tests nothing."""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

CONDITIONS = ["w = tok", "w = own", "w != own", "a[own]", "st[own] = M", "e[mem]", "w = x", "st[w] = M", "st[w] = M & w != x", "w != x", "a[w]", "st[w] = S", "c = 0", "d[w] = mem",
              "!isundefined(tok) & tok = w", "w = x & a[w]", "flag(w)"]
DEEDS = ["mem := d[w];", "last := d[w];", "tok := w;", "st[w] := S;", "st[w] := I;", "a[w] := !a[w];", "a[w] := a[x];",
         "a[x] := a[w];", "d[w] := mem;", "d[x] := d[w];", "if c < 3 then c := c + 1; end;", "c := 0;", "c := 1;",
         "f := true;", "f := a[w];", "undefine tok;", "m.dst := w; deliver(m);", "m.dst := w; m.v := d[w]; deliver(m);",
         "fill(m, w); deliver(m);", "s := w;", "if c > 0 then c := c - 1; end;", "multisetremovepred(k: net, net[k] = w);",
         "if multisetcount(k: net, true) < 2 then multisetadd(w, net); end;", "for j: pid do if j = w then a[j] := f; end; end;",
         "alias q: d[w] do mem := q; end;", "if isundefined(tok) then tok := w; end;", "swap(a[w], a[x]);",
         "e[d[w]] := a[w];", "e[mem] := a[w];", "assert c < 3;", "if c < 2 then c := c + 1; else assume f; end;",
         "for j: pid do if a[j] & j != w then tok := j; end; end;", "for j: pid do if st[j] = M then mem := d[j]; end; end;",
         "for j: pid do if a[j] then st[w] := st[j]; return; end; end;", "down(w, 2);", "tok := owner();", "mem := best(d[w]);",
         "if !isundefined(tok) then a[tok] := !a[tok]; end;", "if holds(w) then f := !f; end;", "cover a[w] & f;",
         "for u: node do if ismember(u, pid) & u != w then n[u] := !n[u]; end; end;", "n[w] := n[home];", "n[home] := a[w];",
         "each(m); if !isundefined(m.dst) & f then tok := m.dst; end;", "m.v := d[w]; each(m);",
         "a[own] := true;", "a[own] := false;", "st[own] := S;", "n[own] := f;", "own := w;", "own := w;", "e[mem] := true;",
         "e[last] := false;", "d[own] := mem;", "box[own] := true;", "if a[own] then c := 1; end;",
         "alias q: a[own] do q := true; end;", "fill(m, own); m.dst := w; deliver(m);", "swap(a[own], f);",
         "g.dst := w; deliver(g);", "g.dst := w; g.v := d[w]; deliver(g);", "g.v := d[w]; mem := g.v;", "each(g);",
         "if a[w] then g.dst := w; end; if !isundefined(g.dst) then a[g.dst] := f; end;"]
RULES = ["a[x] := !a[x];", "tok := x;", "undefine tok;", "st[x] := S;", "st[x] := I;", "d[x] := v;", "mem := v;", "f := !f;",
         "for w: pid do st[w] := I; end; st[x] := M;", "for w: pid do if st[w] = M then st[w] := S; end; end; st[x] := M;",
         "if multisetcount(k: net, true) < 2 then multisetadd(x, net); end;", "flush(x);", "last := mem;", "c := 0;",
         "e[v] := a[x];", "own := x;", "undefine g;", "if isundefined(tok) then tok := x; end;", "spread();"]
BASIC = [("a[x] := !a[x];", 0.9), ("for w: pid do st[w] := I; end; st[x] := M;", 0.4), ("st[x] := S;", 0.3),
         ("st[x] := M;", 0.2), ("own := x;", 0.5), ("tok := x;", 0.3), ("d[x] := v;", 0.3), ("mem := v;", 0.2)]
INVARIANTS = ["c < 3", "!(f & c = 2)", "forall p: pid do forall q: pid do p != q & st[p] = M -> st[q] != M end end",
              "isundefined(tok) | !a[tok]", "!a[own]", "st[own] = I", "e[mem]", "!e[last]", "forall p: pid do st[p] = M -> d[p] = last end", "mem = last",
              "exists p: pid do !a[p] end", "multisetcount(k: net, true) < 2", "forall u: val do e[u] end"]


def guarded(rng, deed):
    return f"if {rng.choice(CONDITIONS)} then {deed} end;" if rng.random() < 0.8 else deed


def loop(rng):
    body = " ".join(guarded(rng, rng.choice(DEEDS)) for _ in range(rng.randint(1, 2)))
    early = f"if {rng.choice(CONDITIONS)} then return; end;" if rng.random() < 0.2 else ""
    parts = [early, body] if rng.random() < 0.5 else [body, early]
    if rng.random() < 0.9:
        return f"for w: pid do {' '.join(parts)} end;"
    return f"for w: pid do for z: pid do if z != w & a[z] then {' '.join(parts)} end; end; end;"


def starts(rng):
    """Often with one value, or one process, singled out."""
    odd = rng.random() < 0.4
    mem = "for u: val do mem := u; end;" if odd else "mem := v;"
    tok = "for w: pid do tok := w; end;" if rng.random() < 0.2 else "undefine tok;"
    own = "for w: pid do own := w; end;" if odd else "own := x;"
    body = (f"{mem} for w: pid do a[w] := false; st[w] := I; d[w] := mem; box[w] := false; end;"
            f" for u: val do e[u] := false; end; last := mem; {tok} c := 0; f := false; undefine net; undefine g; {own}"
            f" for u: node do n[u] := false; end;")
    state = f'startstate "s" begin {body} end;'
    return state if odd else f"ruleset v: val; x: pid do {state} end;"


def model(rng):
    shared = loop(rng)
    text = [f"type pid: scalarset({rng.choice([2, 2, 3])}); val: scalarset(2); line: enum {{I, S, M}};",
            "msg: record dst: pid; v: val; end; node: union {pid, enum {home}};",
            "var a: array [pid] of boolean; st: array [pid] of line; d: array [pid] of val; box: array [pid] of boolean;",
            "e: array [val] of boolean; mem: val; last: val; tok: pid; c: 0..3; f: boolean;",
            "net: multiset [2] of pid; g: msg; own: pid; n: array [node] of boolean;",
            "function holds(x: pid): boolean; begin for j: pid do if a[j] & j != x then return true; end; end; return false; end;",
            "function owner(): pid; var none: pid; begin for j: pid do if st[j] = M then return j; end; end; return none; end;",
            "function best(v: val): val; var l: val; k: 0..2; begin l := v; k := 0; for j: pid do if st[j] = M & k < 2 then"
            " k := 2; l := d[j]; elsif st[j] = S & k < 1 then k := 1; l := d[j]; end; end; return l; end;",
            "procedure down(x: pid; k: 0..2); begin a[x] := k = 1; if k > 0 & st[x] != M then down(x, k - 1); end; end;",
            "function flag(w: pid): boolean; begin return a[w] & st[w] != I; end;",
            "procedure deliver(m: msg); begin box[m.dst] := true; if !isundefined(m.v) then last := m.v; end; end;",
            "procedure fill(var m: msg; w: pid); begin m.dst := w; undefine m.v; end;",
            "procedure swap(var p: boolean; var q: boolean); var t: boolean; begin t := p; p := q; q := t; end;",
            f"procedure flush(x: pid); var m: msg; s: pid; begin {shared} end;",
            "procedure each(var m: msg); begin for w: pid do if a[w] then m.dst := w; deliver(m); end; end; end;",
            "procedure clean(); begin if !f then undefine g.dst; else g.dst := tok; end; undefine g.v; end;",
            "procedure spread(); var m: msg; begin undefine m; each(m); end;",
            starts(rng)]
    for i, (deed, often) in enumerate(BASIC):
        if rng.random() < often:
            text.append(f'ruleset x: pid; v: val do rule "b{i}" true ==> {deed} end; end;')
    for i in range(rng.randint(0, 2)):
        deeds = " ".join(rng.choice(RULES) for _ in range(rng.randint(1, 2)))
        guard = rng.choice(["true", "a[x]", "!a[x]", "st[x] = I", "d[x] != v", "isundefined(tok)", "c < 2"])
        text.append(f"ruleset x: pid; v: val do rule \"r{i}\" {guard} ==> begin {deeds} end; end;")
    for i in range(rng.randint(1, 2)):
        local = "var m: msg; s: pid; " if rng.random() < 0.9 else "var m: msg; s: pid; n: 0..3; "
        after = rng.choice(["", "", "undefine g;", "undefine g;", "clean();", "if a[x] then return; end; undefine g;", "if !isundefined(s) then tok := s; end;"])
        text.append(f"ruleset x: pid do rule \"l{i}\" {rng.choice(['true', 'true', 'a[x]'])} ==> {local}"
                    f"begin {loop(rng)} {after} end; end;")
    for i, p in enumerate(rng.sample(INVARIANTS, 2)):
        text.append(f"invariant \"i{i}\" {p};")
    return "\n".join(text) + "\n"


def run(coset, path, *args):
    return tool.Run([coset, "check", "--json", "--progress=none", "-k", "--deadlock=off", "--max-states=8000", *args,
                     str(path)], 120)


def summary(r):
    return {f"{p['name']} {p.get('line')}": p["verdict"] for p in r.json["properties"]}


# An invariant of one line whose function singles out the last element. It has its own group: it is judged on one image
# per coset, so it costs the run nothing.
OWN = re.compile(r'^invariant "zs" zone_\w+\(\);\n', re.M)


def exceeding(truth, path, symmetry):
    p = subprocess.run([truth, "--most", "20000", str(path)], capture_output=True, text=True, timeout=300)
    true = {t: max(map(int, n.split("+"))) for t, n in re.findall(r"(\w+)=([\d+]+)", p.stdout)}
    if p.returncode or "cut" in p.stdout:
        return []
    return [f"{f['type']} S{f['size']}, true is {true[f['type']]}" for f in symmetry["factors"]
            if f["size"] > max(1, true[f["type"]])]


def too_large(truth, path, symmetry):
    """The types with more exchanged elements than brute force over all states and renamings allows."""
    wrong = exceeding(truth, path, symmetry) if truth else []
    text = path.read_text()
    if not wrong or not OWN.search(text):
        return wrong
    without = path.with_suffix(".without" + path.suffix)
    without.write_text(OWN.sub("", text))
    wrong = exceeding(truth, without, symmetry)
    without.unlink()
    return wrong


def compare(coset, truth, path, seed):
    """The differences, or the kind of the run."""
    code = ["--code=native"] if seed % 4 == 0 else []
    whole = run(coset, path, "--symmetry=off")
    if whole.rc == 65:
        return "invalid"
    reduced = run(coset, path, *code)
    if whole.json is None or reduced.json is None:
        return f"{path}: no result: {whole.rc} {reduced.rc} {whole.err[:200]} {reduced.err[:200]}"
    symmetry = reduced.json["symmetry"]
    kind = "checked" if symmetry.get("checked_loops") else "broken" if symmetry.get("order_dependent") else "plain"
    if not (whole.json["exhaustive"] and reduced.json["exhaustive"]):
        return kind + " cut"
    verdicts = [(r.rc, summary(r)) for r in (whole, reduced)]
    counts = [tool.number(r.json["counts"]["states"]) for r in (whole, reduced)]
    if verdicts[0] != verdicts[1] or (counts[0] != counts[1] and not symmetry.get("renamed_starts")):
        return f"{path}: {verdicts} {counts}"
    wrong = too_large(truth, path, symmetry)
    if wrong:
        return f"{path}: used {wrong}"
    return kind + (" starts" if symmetry.get("renamed_starts") else "")


def tried(coset, truth, folder, make, seed, judge, ending):
    path = folder / f"random_{seed}.{ending}"
    path.write_text(make(random.Random(seed)))
    result = judge(coset, truth, path, seed)
    if ":" not in result:
        path.unlink()
    return result


def drive(text, make, n, judge=compare, ending="m", wanted=("checked",)):
    """Compares models that make() returns. Models that differ stay in --folder. At least one of twenty models is of a
    `wanted` kind."""
    parser = tool.parser(text)
    parser.add_argument("-n", type=int, default=n)
    parser.add_argument("--seed", type=int, default=0, help="of the first model; the others have the numbers behind it")
    parser.add_argument("--folder", help="where models are written")
    parser.add_argument("--truth", help="the program that finds true groups")
    args = parser.parse_args()
    coset = tool.program(args)
    tally, problems = {}, []
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(args.folder or temporary)
        for r in pool.map(lambda i: tried(coset, args.truth, folder, make, i, judge, ending), range(args.seed, args.seed + args.n)):
            if ":" in r:
                problems.append(r)
                print(r, flush=True)
            else:
                tally[r] = tally.get(r, 0) + 1
    print(f"{args.n} models: {tally}, {len(problems)} wrong")
    rare = sum(tally.get(kind, 0) for kind in wanted) * 20 < args.n # a generator for which it is rare tests nothing
    return 1 if problems or rare else 0


def main():
    return drive(__doc__.splitlines()[0], model, 5000 if tool.long_run() else 25)


if __name__ == "__main__":
    sys.exit(main())
