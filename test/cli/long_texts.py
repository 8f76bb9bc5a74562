#!/usr/bin/env python3
"""Texts that repeat one construct very often, in sequence or nested: a limit ends the run, or the text is refused, or
there is a verdict; no crash. A few of them; all with COSET_LONG."""

import pathlib
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "kit")]
import tool # noqa: E402

FEW = {"promela/seq", "murphi/funcs", "cspm/prefix"}
WAYS = {"pml": [[], ["--symmetry=detect", "--ended=spin"]], "m": [[], ["--symmetry=detect"]], "csp": [[], ["--compile=explicit"]]}
RIGHT = {0, 11, 12, 13, 14, 20, 65}


def texts(n):
    """{language/construct: (ending, text)}"""
    def lines(f):
        return "".join(f(i) for i in range(n))

    promela = {
        "seq": "int x;\nactive proctype P() {\n" + lines(lambda i: f" x = {i};\n") + "}\n",
        "seq2": "int x;\nproctype P() {\n" + lines(lambda i: f" x = {i};\n") + "}\ninit { run P(); run P() }\n",
        "if": "int x;\nactive proctype P() {\n" + lines(lambda i: f" if :: x < {i} -> x++ :: else fi;\n") + "}\n",
        "do": "int x;\nactive proctype P() {\n" + lines(lambda i: f" do :: x < {i} -> x++ :: else -> break od;\n") + "}\n",
        "goto": "int x;\nactive proctype P() {\n" + lines(lambda i: f" l{i}: if :: x < 3 -> goto l{(i+1)%n} :: else fi;\n") + "}\n",
        "skips": "int x;\nactive proctype P() {\n" + lines(lambda i: f" skip;\n") + "}\n",
        "gotos": "int x;\nactive proctype P() {\n" + lines(lambda i: f" l{i}: goto l{i+1};\n") + f"l{n}: skip }}\n",
        "gotosback": "int x;\nactive proctype P() {\n goto l0; lx: skip; goto le;\n" + lines(lambda i: f" l{n-1-i}: goto {'l%d' % (n-i) if i else 'lx'};\n") + f"le: skip }}\n",
        "atomic": "int x;\nactive proctype P() { atomic {\n" + lines(lambda i: f" x = {i};\n") + "} }\n",
        "atomicif": "int x;\nactive proctype P() { atomic {\n" + lines(lambda i: f" if :: x < {i} -> x++ :: else fi;\n") + "} }\n",
        "dstep": "int x;\nactive proctype P() { d_step {\n" + lines(lambda i: f" x = {i};\n") + "} }\n",
        "dstepif": "int x;\nactive proctype P() { d_step {\n" + lines(lambda i: f" if :: x < {i} -> x++ :: else fi;\n") + "} }\n",
        "options": "int x;\nactive proctype P() { do\n" + lines(lambda i: f" :: x == {i} -> x = {i+1}\n") + "od }\n",
        "optionsa": "int x;\nactive proctype P() { do\n" + lines(lambda i: f" :: atomic {{ x == {i} -> x = {i+1} }}\n") + "od }\n",
        "globals": lines(lambda i: f"byte v{i};\n") + "active proctype P() { v0 = 1 }\n",
        "locals": "active proctype P() {\n" + lines(lambda i: f"byte v{i};\n") + " v0 = 1 }\n",
        "mtypes": "mtype = { " + ", ".join(f"m{i}" for i in range(min(n, 250))) + " };\nactive proctype P() { printm(m0) }\n",
        "procs": lines(lambda i: f"proctype P{i}() {{ skip }}\n") + "init { run P0() }\n",
        "inlines": "int x;\n" + lines(lambda i: f"inline f{i}() {{ x = {i} }}\n") + "active proctype P() { f0() }\n",
        "inlinecalls": "int x;\ninline f() { x = 1 }\n" + "active proctype P() {\n" + lines(lambda i: " f();\n") + "}\n",
        "expr": "int x;\nactive proctype P() { x = " + " + ".join("x" for i in range(n)) + " }\n",
        "exprand": "int x;\nactive proctype P() { " + " && ".join(f"x != {i+1}" for i in range(n)) + " }\n",
        "exprr": "int x;\nactive proctype P() { x = " + "(" * min(n, 100000) + "x" + ")" * min(n, 100000) + " }\n",
        "exprmix": "int x;\nactive proctype P() { x = " + "".join(f"x * {i} - " for i in range(n)) + "1 }\n",
        "blocks": "int x;\nactive proctype P() { " + "{ " * n + "x = 1" + " }" * n + " }\n",
        "nestif": "int x;\nactive proctype P() { " + "if :: true -> " * n + "x = 1" + " fi" * n + " }\n",
        "elseif": "int x;\nactive proctype P() { " + "".join(f"if :: x == {i} -> x = 1 :: else -> " for i in range(n)) + "x = 1" + " fi" * n + " }\n",
        "unless": "int x;\nactive proctype P() { " + "{ " * n + "x = 1" + " } unless { x == 5 }" * n + " }\n",
        "unlessseq": "int x;\nactive proctype P() { {" + lines(lambda i: f" x = {i};\n") + " skip } unless { x == -5 } }\n",
        "ltl": "int x;\nactive proctype P() { x = 1 }\nltl a { [] (" + " || ".join(f"x != {i}" for i in range(n)) + ") }\n",
        "ltl2": "int x;\nactive proctype P() { x = 1 }\nltl a { " + "[] <> " * n + "x == 1 }\n",
        "never": "int x;\nactive proctype P() { x = 1 }\nnever { T0: do :: x == 9 -> break :: true od;\n" + lines(lambda i: f" x == {i};\n") + "}\n",
        "asserts": "int x;\nactive proctype P() {\n" + lines(lambda i: f" assert(x == 0);\n") + "}\n",
        "prints": "int x;\nactive proctype P() {\n" + lines(lambda i: f' printf("a%d\\n", x);\n') + "}\n",
        "sends": "chan q = [2] of {byte}; byte x;\nactive proctype P() {\n" + lines(lambda i: " q!1; q?x;\n") + "}\n",
        "rv": "chan q = [0] of {byte}; byte x;\nactive proctype P() {\n" + lines(lambda i: " q!1;\n") + "}\nactive proctype Q() {\n" + lines(lambda i: " q?x;\n") + "}\n",
        "runs": "proctype Q() { skip }\ninit {\n" + lines(lambda i: " run Q();\n") + "}\n",
        "pml_errors": "int x;\nactive proctype P() {\n" + lines(lambda i: f" y{i} = {i};\n") + "}\n",
        "comments": "/*" * n + "*/ int x;\nactive proctype P() { x = 1 }\n",
        "typedefs": lines(lambda i: f"typedef T{i} {{ byte a; {'T%d b' % (i-1) if i else 'byte b'} }};\n") + f"active proctype P() {{ T{n-1} x; x.a = 1 }}\n",
        "selects": "int x;\nactive proctype P() {\n" + lines(lambda i: f" select(x : 1..3);\n") + "}\n",
        "fors": "int x;\nactive proctype P() {\n" + lines(lambda i: f" for (x : 1..3) {{ skip }};\n") + "}\n",
    }
    H = "var x: 0..3;\nstartstate begin x := 0; end;\n"
    murphi = {
        "seq": "var x: 0..3;\nstartstate begin x := 0; end;\nrule true ==> begin\n" + lines(lambda i: f" x := {i%4};\n") + "end;\n",
        "if": H + "rule true ==> begin\n" + lines(lambda i: f" if x = {i%4} then x := 0; end;\n") + "end;\n",
        "elsif": H + "rule true ==> begin if x = 0 then x := 0;\n" + lines(lambda i: f" elsif x = {i%4} then x := 0;\n") + "end; end;\n",
        "switch": "var x: 0..1000000;\nstartstate begin x := 0; end;\nrule true ==> begin switch x\n" + lines(lambda i: f" case {i}: x := 1;\n") + "end; end;\n",
        "rules": H + lines(lambda i: f"rule \"r{i}\" x = {i%4} ==> begin x := {(i+1)%4}; end;\n"),
        "vars": lines(lambda i: f"var v{i}: 0..1;\n") + "startstate begin " + lines(lambda i: f"v{i} := 0;\n") + "end;\nrule true ==> begin v0 := 1; end;\n",
        "invs": H + "rule true ==> begin x := 0; end;\n" + lines(lambda i: f"invariant \"i{i}\" x < 4;\n"),
        "expr": H + "rule " + " & ".join("x < 4" for i in range(n)) + " ==> begin x := 0; end;\n",
        "sum": H + "rule " + " + ".join("x" for i in range(n)) + " < 1 ==> begin x := 0; end;\n",
        "impl": H + "rule " + " -> ".join("x < 4" for i in range(n)) + " ==> begin x := 0; end;\n",
        "paren": H + "rule " + "(" * n + "x < 4" + ")" * n + " ==> begin x := 0; end;\n",
        "not": H + "rule " + "!" * n + "(x < 4) ==> begin x := 0; end;\n",
        "cond": H + "rule true ==> begin x := " + "x = 1 ? 1 : " * n + "0; end;\n",
        "nestif": H + "rule true ==> begin " + "if true then " * n + "x := 0;" + " end;" * n + " end;\n",
        "forall": H + "rule " + "forall i: 0..0 do " * n + "x < 4" + " end" * n + " ==> begin x := 0; end;\n",
        "rulesets": H + "ruleset i: 0..0 do " * n + "rule true ==> begin x := 0; end;" + " end;" * n + "\n",
        "funcs": lines(lambda i: f"function f{i}(): boolean; begin return {'f%d()' % (i-1) if i else 'true'}; end;\n") + H + f"rule f{n-1}() ==> begin x := 0; end;\n",
        "consts": lines(lambda i: f"const c{i}: {'c%d' % (i-1) if i else '1'};\n") + H + f"rule x < c{n-1} ==> begin x := 0; end;\n",
        "types": lines(lambda i: f"type t{i}: {'t%d' % (i-1) if i else '0..3'};\n") + f"var x: t{n-1};\nstartstate begin x := 0; end;\nrule true ==> begin x := 1; end;\n",
        "arrays": "type t0: 0..1;\n" + lines(lambda i: f"type t{i+1}: array[0..0] of t{i};\n") + f"var x: t{n};\nstartstate begin clear x; end;\nrule true ==> begin clear x; end;\n",
        "enum": "type e: enum { " + ", ".join(f"m{i}" for i in range(n)) + " };\nvar x: e;\nstartstate begin x := m0; end;\nrule true ==> begin x := m1; end;\n",
        "record": "type r: record " + lines(lambda i: f"f{i}: 0..1; ") + "end;\nvar x: r;\nstartstate begin clear x; end;\nrule true ==> begin x.f0 := 1; end;\n",
        "alias": H + "rule true ==> begin " + "alias a: x do " * n + "x := 0;" + " end;" * n + " end;\n",
        "starts": "var x: 0..3;\n" + lines(lambda i: f"startstate \"s{i}\" begin x := 0; end;\n") + "rule true ==> begin x := 0; end;\n",
        "puts": H + "rule true ==> begin\n" + lines(lambda i: f' put "a"; put x;\n') + "end;\n",
        "errors": H + "rule true ==> begin\n" + lines(lambda i: f" y{i} := {i%4};\n") + "end;\n",
        "ltl": H + "rule true ==> begin x := 0; end;\n-- @ltl a: [] (" + " | ".join(f"x = {i%4}" for i in range(n)) + ")\n",
        "comments": "/*" * n + "*/" + H + "rule true ==> begin x := 0; end;\n",
    }
    cspm = {
        "prefix": "channel a\nP = " + "a -> " * n + "STOP\nassert P :[deadlock free]\n",
        "choice": "channel a : {0..1000000}\nP = " + " [] ".join(f"a.{i} -> STOP" for i in range(n)) + "\nassert P :[deadlock free]\n",
        "intchoice": "channel a : {0..1000000}\nP = " + " |~| ".join(f"a.{i} -> STOP" for i in range(n)) + "\nassert P :[deadlock free]\n",
        "seq": "P = " + " ; ".join("SKIP" for i in range(n)) + "\nassert P :[deadlock free]\n",
        "inter": "P = " + " ||| ".join("STOP" for i in range(n)) + "\nassert P :[deadlock free]\n",
        "defs": "channel a\n" + lines(lambda i: f"P{i} = a -> P{(i+1)%n}\n") + "assert P0 :[deadlock free]\n",
        "defsv": lines(lambda i: f"x{i} = {'x%d + 1' % (i-1) if i else '0'}\n") + f"channel a : {{0..{n}}}\nP = a.x{n-1} -> STOP\nassert P :[deadlock free]\n",
        "defsback": lines(lambda i: f"x{i} = x{i+1} + 1\n") + f"x{n} = 0\nchannel a : {{0..{n}}}\nP = a.x0 -> STOP\nassert P :[deadlock free]\n",
        "set": "channel a : {" + ",".join(str(i) for i in range(n)) + "}\nP = a?x -> STOP\nassert P :[deadlock free]\n",
        "seql": "channel a : {0..3}\nxs = <" + ",".join(str(i) for i in range(n)) + ">\nP = if #xs == 1 then STOP else SKIP\nassert P :[deadlock free]\n",
        "sum": "x = " + " + ".join("1" for i in range(n)) + "\nP = if x == 1 then STOP else SKIP\nassert P :[deadlock free]\n",
        "cat": "x = " + "^".join("<1>" for i in range(n)) + "\nP = if #x == 1 then STOP else SKIP\nassert P :[deadlock free]\n",
        "paren": "P = " + "(" * n + "STOP" + ")" * n + "\nassert P :[deadlock free]\n",
        "let": "P = " + "".join(f"let y{i} = 1 within " for i in range(n)) + "STOP\nassert P :[deadlock free]\n",
        "if": "P = " + "".join(f"if true then STOP else " for i in range(n)) + "STOP\nassert P :[deadlock free]\n",
        "lambda": "f = " + "".join(f"\\ y{i} @ " for i in range(n)) + "1\nP = STOP\nassert P :[deadlock free]\n",
        "rec": f"f(n) = if n == 0 then 0 else 1 + f(n-1)\nP = if f({n}) == 1 then STOP else SKIP\nassert P :[deadlock free]\n",
        "rec2": f"g(<>) = 0\ng(<x>^xs) = x + g(xs)\nP = if g(<1..{n}>) == 1 then STOP else SKIP\nassert P :[deadlock free]\n",
        "channels": lines(lambda i: f"channel a{i}\n") + "P = a0 -> STOP\nassert P :[deadlock free]\n",
        "datatype": "datatype D = " + " | ".join(f"K{i}" for i in range(n)) + "\nchannel a : D\nP = a?x -> STOP\nassert P :[deadlock free]\n",
        "asserts": "P = STOP\n" + lines(lambda i: "assert P :[deadlock free]\n"),
        "hide": "channel a\nP = STOP" + " \\ {a}" * n + "\nassert P :[deadlock free]\n",
        "rename": "channel a\nP = STOP" + " [[ a <- a ]]" * n + "\nassert P :[deadlock free]\n",
        "interrupt": "P = " + " /\\ ".join("STOP" for i in range(n)) + "\nassert P :[deadlock free]\n",
        "dots": "x = " + ".".join("1" for i in range(n)) + "\nP = if x == x then STOP else SKIP\nassert P :[deadlock free]\n",
        "neg": "x = " + "-" * n + "1\nP = if x == 1 then STOP else SKIP\nassert P :[deadlock free]\n".replace("--", "- -"),
        "refine": "channel a\nP = " + "a -> " * n + "STOP\nassert P [FD= P\n",
        "params": "f(" + ",".join(f"x{i}" for i in range(n)) + ") = STOP\nP = STOP\nassert P :[deadlock free]\n",
    }
    return {f"{language}/{name}": (ending, text)
            for language, ending, all_ in (("promela", "pml", promela), ("murphi", "m", murphi), ("cspm", "csp", cspm))
            for name, text in all_.items()}


def wrong_with(coset, name, ending, text, folder):
    path = pathlib.Path(folder) / f"model.{ending}"
    path.write_text(text)
    for way in WAYS[ending][:None if tool.long_run() else 1]:
        p = subprocess.run([coset, "check", "--time=4s", "--memory=2G", "--progress=none", "--trace=off", *way, str(path)],
                           capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
        if p.returncode not in RIGHT:
            yield f"{name} {' '.join(way)}: exit {p.returncode} {p.stderr.decode(errors='replace')[-300:]}"


def main():
    p = tool.parser(__doc__)
    p.add_argument("--number", type=int, default=60000, help="of the construct (%(default)s)")
    args = p.parse_args()
    coset, bad, n = tool.program(args), [], 0
    if tool.is_sanitized(coset):
        print("frames of a program with sanitizers are many times as large: skipped")
        return tool.SKIP
    with tempfile.TemporaryDirectory() as folder:
        for name, (ending, text) in texts(args.number).items():
            if tool.long_run() or name in FEW:
                bad += wrong_with(coset, name, ending, text, folder)
                n += 1
    for line in bad:
        print(line)
    print(f"{n} constructs, {args.number} times each, {len(bad)} wrong")
    return 1 if bad or not n else 0


if __name__ == "__main__":
    sys.exit(main())
