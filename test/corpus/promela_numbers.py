#!/usr/bin/env python3
"""Tables of numbers: the value that each type stores, and the result of each operator on two values, as Spin's verifier
prints it.

One model goes through all values at the edges of all types: stored in variables, parameters, local variables, elements,
fields and parts of messages, counted up and down; and through all pairs of them with all operators. Its lines are
printed by the verifier (compiled with -DPRINTF) and by `coset check --put`. Small models with errors follow: the same
verdict. That is the long run; the short one checks only the lines of the program: their digest is that of the
verifier's."""

import hashlib
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import spin # noqa: E402
import tool # noqa: E402
from spin_side import compare # noqa: E402

# Each also negative; Spin's lists hold no negative numbers.
VALUES = [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 31, 32, 33, 63, 127, 128, 129, 254, 255, 256, 257, 32766, 32767, 32768, 65534, 65535,
          65536, 65537, 1073741823, 1073741824, 2147483646, 2147483647]
SHORT = [0, 1, 2, 7, 31, 33, 255, 256, 32768, 65535, 1073741824, 2147483647]
DIGEST = "0f84602289e8f0887780325e3176864e57daf784"
SCALARS = [("bit", ""), ("bool", ""), ("byte", ""), ("pid", ""), ("short", ""), ("int", ""), ("mtype", ""), ("unsigned", ":1"),
           ("unsigned", ":3"), ("unsigned", ":8"), ("unsigned", ":16"), ("unsigned", ":31")]
PARTS = [t for t, bits in SCALARS if not bits and t != "mtype"]
OPERATORS = ["+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]


def shown(mark, values):
    """Lines of at most six values."""
    return "; ".join(f'printf("{mark}{k}{" %d" * len(values[k:k + 6])}\\n", {", ".join(values[k:k + 6])})'
                     for k in range(0, len(values), 6))


def declared(prefix, array=""):
    return "; ".join(f"{t} {prefix}{k}{array}{bits and ' ' + bits}" for k, (t, bits) in enumerate(SCALARS)
                     if not (array and bits))


def names(prefix, suffix="", arrays=False):
    return [f"{prefix}{k}{suffix}" for k, (_, bits) in enumerate(SCALARS) if not (arrays and bits)]


def stored(mark, places):
    """Stores the value v in each place, then increments and decrements it."""
    return "; ".join([*(f"{p} = v" for p in places), shown(mark, places),
                      *(f"{p}++" for p in places), shown(mark + "+", places),
                      *(f"{p} = v; {p}--" for p in places), shown(mark + "-", places)])


def loop(var, values, body):
    """Through a list of numbers, their negatives, and the least int; body uses `v` or `w`."""
    k, n = f"{var}_at", len(values)
    value = f"({k} < {n} -> {var}_all[{k}] : ({k} < {2 * n} -> -{var}_all[{k} - {n}] : -2147483647 - 1))"
    return f"{k} = 0; do :: {k} <= {2 * n} -> {var} = {value}; {body}; {k}++ :: else -> break od"


def model():
    operators = shown("b", [f"(v {o} w)" for o in OPERATORS])
    careful = ("if :: w != 0 && !(w == -1 && v < -2147483647) -> " + shown("d", ["v / w", "v % w"]) + " :: else fi; if :: w >= 0 && w < 32 -> " +
               shown("s", ["v << w", "v >> w"]) + " :: else fi")
    unary = shown("u", ["-v", "~v", "!v", "(v -> v : w)", "(v > 0 -> v + 1 : v - 1)", "-v * 2", "v * v", "v + v", "~v + 1"])
    parts = [f"r{k}" for k in range(len(PARTS))]
    sent = ", ".join("v" for _ in PARTS)
    received = ", ".join(parts)
    return "\n".join([
        "mtype = { first, second };",
        f"int v_all[{len(VALUES)}] = {{ {', '.join(map(str, VALUES))} }};",
        f"int w_all[{len(SHORT)}] = {{ {', '.join(map(str, SHORT))} }};",
        declared("g") + ";", declared("a", "[2]") + ";", f"typedef T {{ {declared('f')} }}; T t; T u[2];",
        f"chan q = [1] of {{ {', '.join(PARTS)} }}; chan c = [0] of {{ {', '.join(PARTS)} }};",
        f"int {', '.join(parts)};",
        f"proctype P({'; '.join(f'{x} p{k}' for k, x in enumerate(PARTS))}) {{ " +
        shown("P", [f"p{k}" for k in range(len(PARTS))]) + " }",
        f"proctype R() {{ c?{received}; " + shown("R", parts) + " }",
        "init { int v, w; byte v_at, w_at; " + declared("l") + ";",
        loop("v", VALUES, "; ".join([
            stored("g", names("g")), stored("l", names("l")), stored("a", names("a", "[1]", True)),
            stored("f", names("t.f")), stored("e", names("u[1].f")), unary,
            f"q!{sent}; q?{received}", shown("q", parts), f"run P({sent}); _nr_pr == 1",
            f"run R(); c!{sent}; _nr_pr == 1",
            loop("w", SHORT, operators + "; " + careful),
        ])), "}"])


# Each ends with an error or without, like the verifier.
SMALL = {
    "index too large": "byte a[3]; active proctype P() { byte i; do :: a[i] = 1; i++ od }",
    "index below 0": "byte a[3]; active proctype P() { short i = 1; do :: a[i] = 1; i-- od }",
    "index in a condition": "byte a[3]; active proctype P() { byte i = 2; do :: a[i] == 0 -> i++ od }",
    "index of a channel": "chan q[2] = [1] of { byte }; active proctype P() { byte i; do :: q[i]!1; i++ od }",
    "sum of bytes is an int": "byte a = 255, b = 255; active proctype P() { assert(a + b == 510); a = a + b; assert(a == 254) }",
    "short wraps": "short s = 32767; active proctype P() { s++; assert(s == -32768); s--; assert(s == 32767) }",
    "unsigned wraps": "unsigned u : 5 = 31; active proctype P() { u++; assert(u == 0); u--; assert(u == 31) }",
    "quotients go to 0": "int x = -7; active proctype P() { assert(x / 2 == -3 && x % 2 == -1 && x / -2 == 3 && x % -2 == -1) }",
    "shift of a negative": "int x = -8; active proctype P() { assert(x >> 1 == -4 && x << 1 == -16 && (x & 7) == 0) }",
    "truth is 0 or 1": "int x = -8; byte y; active proctype P() { y = !x; assert(y == 0); y = !(!x); assert(y == 1); y = x && 2; assert(y == 1) }",
    "a narrow condition": "byte x; active proctype P() { x = 256; if :: x -> assert(false) :: else fi }",
    "received, cut": "chan q = [1] of { int }; byte b; bit c; active proctype P() { q!257; q?b; assert(b == 1); q!2; q?c; assert(c == 0) }",
    "matched after it is cut": "chan q = [1] of { byte }; active proctype P() { q!257; if :: q?257 -> assert(false) :: q?1 -> skip fi }",
    "a part compared with eval": "chan q = [1] of { byte }; int x = 257; active proctype P() { q!x; if :: q?eval(x) -> assert(false) :: q?1 -> skip fi }",
}


def lines(text):
    """Lines of the model, not of the program; the verifier indents what a process prints."""
    return [line.strip() for line in text.splitlines() if line.strip()[:1].isalpha() and " " in line.strip()]


def by_verifier(path, work):
    steps = (["spin", "-o1", "-o2", "-o3", "-a", str(path)],
             ["gcc", "-O0", "-w", "-DPRINTF", "-DNOREDUCE", "-DSAFETY", "-DMEMLIM=2000", "-DVECTORSZ=4096", "-o", "pan", "pan.c"],
             ["./pan", "-m10000000", "-n"])
    for command in steps:
        p = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=600)
    return p.stdout


def judge_table(coset, work):
    path = pathlib.Path(work) / "numbers.pml"
    path.write_text(model())
    marks = tuple("glafeuqPRbds")
    run = tool.Run([coset, "check", "--put", "--symmetry=off", "--threads=1", "--progress=none", "--least-int=on", str(path)], 600)
    verifier = by_verifier(path, work) if tool.long_run() and not spin.missing() else None
    ours, theirs = ([x for x in lines(t or "") if x.split()[0].strip("+-0123456789") in marks] for t in (run.out, verifier))
    digest = hashlib.sha1("\n".join(ours).encode()).hexdigest()
    if verifier is None:
        return [] if digest == DIGEST else [f"exit {run.rc}: {len(ours)} lines, digest {digest} {run.err[:300]}"], len(ours)
    out = [f"line {i}: {a}; Spin: {b}" for i, (a, b) in enumerate(zip(ours, theirs)) if a != b][:10]
    if len(ours) != len(theirs) or len(ours) < 1000:
        out.append(f"exit {run.rc}: {len(ours)} lines, Spin {len(theirs)} {run.err[:300]}")
    if not out and digest != DIGEST:
        out.append(f"as Spin, but the digest is {digest}")
    return out, len(ours)


def judge_small(coset, name, text, work):
    path = pathlib.Path(work) / (name.replace(" ", "_") + ".pml")
    path.write_text(text + "\n")
    result = compare(coset, path, 15)
    return [result] if isinstance(result, str) else result


def main():
    args = tool.parser(__doc__).parse_args()
    coset, bad = tool.program(args), 0
    with tempfile.TemporaryDirectory(prefix="coset_numbers_") as work:
        out, n = judge_table(coset, work)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} table of {n} lines" + "".join(f"\n       {x}" for x in out), flush=True)
        for name, text in SMALL.items() if tool.long_run() and not spin.missing() else ():
            with tempfile.TemporaryDirectory(prefix="coset_numbers_") as one:
                out = judge_small(coset, name, text, one)
            bad += bool(out)
            print(f"{'FAIL' if out else '  ok'} {name}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
