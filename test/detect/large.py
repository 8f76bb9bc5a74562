#!/usr/bin/env python3
"""Groups whose order has more than 128 bits, or whose representatives are hard to find: right verdicts and counts, in
bounded time. Times are processor times, so that other work on the machine does not matter."""

import pathlib
import resource
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

FLAGS = """type I: 1..{n}; J: 1..2; var a: array [I] of array [J] of 0..1;
startstate begin for i: I do for j: J do a[i][j] := 0; end; end; end;
ruleset i: I; j: J do rule "turn" true ==> begin a[i][j] := 1 - a[i][j]; end; end;
invariant "few" a[1][1] + a[1][2] < {bound};
"""
GROUPS = """type I: 1..{n}; J: 1..{k}; var a: array [I] of array [J] of 0..2;
startstate begin for i: I do for j: J do a[i][j] := 0; end; end; end;
ruleset i: I; j: J do
  rule "up" a[i][j] < 2 & forall k: J do k = j | a[i][k] != 1 end ==> begin a[i][j] := a[i][j] + 1; end;
  rule "down" a[i][j] = 2 & exists k: J do a[i][k] = 1 end ==> begin a[i][j] := 0; end;
end;
"""
# Next to the type J the group has 3^8 cosets, too many to try: representatives are approximate.
WHEELS = """type I: 1..8; J: 1..3; V: 0..2; var p: array [I] of V; q: array [J] of V; n: 0..8;
startstate begin undefine p; for j: J do q[j] := 0; end; n := 0; end;
ruleset i: I; v: V do rule "put" n = i - 1 ==> begin n := i; p[i] := v; end; end;
ruleset i: I do rule "turn" !isundefined(p[i]) ==> begin p[i] := (p[i] + 1) % 3; end; end;
ruleset j: J do rule "up" q[j] < 2 & n < 2 ==> begin q[j] := q[j] + 1; end; end;
invariant "end" n < 8 | exists j: J do q[j] < {bound} end;
"""
# For detection, a process's own counter has ever more values; the model has few states.
COUNTS = """bit f[4];
proctype P(int l; int r) { int have = 0;
  do
  :: atomic { f[l] == 0 -> f[l] = 1; have++ }
  :: atomic { f[r] == 0 -> f[r] = 1; have++ }
  :: have == 2 -> break
  od;
  f[l] = 0; f[r] = 0 }
init { atomic { run P(0,1); run P(2,3) } }
"""
# Few states: orbits have few elements, the group more than 2^128.
FEW = """{types}var z: array [{index}] of boolean; y: array [0..1] of 0..2; n: 0..4;
startstate begin for i: {index} do z[i] := false; end; for i: 0..1 do y[i] := 0; end; n := 0; end;
ruleset i: {index} do rule "z" n < 4 & !z[i] ==> begin z[i] := true; n := n + 1; end; end;
ruleset i: 0..1 do rule "y" n < 4 & y[i] < 2 ==> begin y[i] := y[i] + 1; n := n + 1; end; end;
"""
# Model, ending, options, code, states (None: not checked), seconds.
CASES = [
    ("flags", FLAGS.format(n=32, bound=3), "m", ["--symmetry=detect"], 0, None, 10),
    ("flags, violated", FLAGS.format(n=32, bound=2), "m", ["--symmetry=detect"], 12, None, 10),
    ("groups of three", GROUPS.format(n=3, k=3), "m", ["--symmetry=detect"], 0, None, 10),
    ("groups of six", GROUPS.format(n=6, k=6), "m", ["--symmetry=detect", "--bound-depth=6"], 20, None, 20),
    ("wheels", WHEELS.format(bound=3), "m", ["--symmetry=detect-types"], 0, None, 10),
    ("wheels, violated", WHEELS.format(bound=2), "m", ["--symmetry=detect-types"], 12, None, 10),
    ("few of 34", FEW.format(types="", index="0..33"), "m", ["--symmetry=detect"], 0, 67_975, 10),
    ("few of 40", FEW.format(types="", index="0..39"), "m", ["--symmetry=detect"], 0, 126_039, 10),
    ("few of 40, declared", FEW.format(types="type T: scalarset(40);", index="T"), "m", ["--symmetry=search"], 0, 126_039, 10),
    ("few of 40, by labels", FEW.format(types="type T: scalarset(40);", index="T"), "m", ["--symmetry=label"], 0, 126_039, 10),
    ("counts", COUNTS, "pml", ["--symmetry=detect"], 0, 59, 10),
]


def run(coset, path, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    r = tool.Run([coset, "check", "--json", "--deadlock=off", "--por=off", "--threads=1", *options, str(path)], 300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r, sum(getattr(after, x) - getattr(before, x) for x in ("ru_utime", "ru_stime"))


def main():
    args = tool.parser(__doc__).parse_args()
    coset, failures = tool.program(args), []
    with tempfile.TemporaryDirectory() as folder:
        for name, text, ending, options, code, states, most in CASES:
            path = pathlib.Path(folder) / f"model.{ending}"
            path.write_text(text)
            r, seconds = run(coset, path, options)
            told = r.json and r.json["counts"]["states"]
            print(f"{name}: {seconds:.1f} s, exit {r.rc}, states {told}")
            if r.rc != code or seconds > most or (states and tool.number(told) != states):
                failures.append(f"{name}: exit {r.rc} (not {code}), states {told}, {seconds:.1f} s (at most {most})\n{r.err}")
    print("\n".join(failures) or "all as expected")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
