#!/usr/bin/env python3
"""--time and --memory hold in every phase: the program ends as `incomplete`, soon after the limit and with little more
memory. Each input here needs far more than its limit."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "kit")]
import tool  # noqa: E402

BUSY = 4.0  # seconds that a busy machine may add to the allowed 0.5
MIB = 1 << 20


def many_variables(n):
    return ("var\n" + "".join(f"v{i}: boolean;\n" for i in range(n)) + "startstate\n"
            + "".join(f"v{i} := false;\n" for i in range(n)) + "end;\nrule v0 = false ==> v1 := !v1; end;\n")


def counters(n, top):
    return (f"type I: scalarset({n}); var x: array[I] of 0..{top}; startstate for i: I do x[i] := 0; end; end;\n"
            f"ruleset i: I do rule x[i] < {top} ==> x[i] := x[i] + 1; end; rule x[i] > 0 ==> x[i] := x[i] - 1; end; end;\n"
            "invariant forall i: I do x[i] >= 0 end;\n")


def chain(top):
    return (f"var x: 0..{top}; y: array[0..30] of 0..1000000;\nstartstate x := 0; for i: 0..30 do y[i] := 0; end; end;\n"
            f"rule x < {top} ==> x := x + 1; end;\ninvariant x < {top};\n")


def rules(n): # much machine code, and too many states for any of these limits
    return (f"var x: 0..{n}; y: array[0..9] of 0..99; z: 0..99999;\n"
            "startstate x := 0; z := 0; for i: 0..9 do y[i] := i; end; end;\nrule z < 99999 ==> z := z + 1; end;\n"
            + "".join(f"rule x = {i} ==> x := {i} + 1; for i: 0..9 do y[i] := (y[i] * 7 + {i}) % 100; end; end;\n"
                      for i in range(n)))


def twins(n):  # no declared symmetry, a group to be detected
    return (f"type I: 0..{n - 1}; var x: array[I] of 0..1;\nstartstate for i: I do x[i] := 0; end; end;\n"
            "ruleset i: I do rule true ==> x[i] := 1 - x[i]; end; end;\n")


def diagrams(n):  # products have large diagrams
    return (f"const N: {n}; var a: 0..N; b: 0..N; c: 0..N;\nstartstate a := 1; b := 1; c := 1; end;\n"
            "rule true ==> a := (a * 7 + b * c) % N; end;\nrule true ==> b := (b * b + a) % N; end;\n"
            "rule true ==> c := (c * a + b + 1) % N; end;\n")


def statements(n):
    return "int x;\nactive proctype P() {\n" + "".join(f"  x = {i};\n" for i in range(n)) + "}\n"


def macros(depth, n): # each call is as long as the preprocessor takes
    return ("#define A0 x = x + 1;\n" + "".join(f"#define A{i} A{i-1} A{i-1}\n" for i in range(1, depth + 1))
            + "int x;\nactive proctype P() {\n" + f"A{depth}\n" * n + "}\n")


# name, text, ending, options; the limit is the first option. A verb other than check comes first.
CASES = [
    ("read", many_variables(200000), "m", ["--time=200ms"]),
    ("read, memory", many_variables(60000), "m", ["--memory=60M"]),
    ("statements", statements(150000), "pml", ["--time=200ms"]),
    ("statements, memory", statements(150000), "pml", ["--memory=60M"]),
    ("preprocessed", macros(11, 2000), "pml", ["--time=200ms"]),
    ("search", counters(12, 9), "m", ["--time=200ms", "--symmetry=off"]),
    ("search, memory", counters(12, 9), "m", ["--memory=80M", "--symmetry=off"]),
    ("depth", counters(12, 9), "m", ["--time=200ms", "--symmetry=off", "--search=dfs"]),
    ("depth, memory", counters(12, 9), "m", ["--memory=80M", "--symmetry=off", "--search=dfs"]),
    ("representatives", counters(40, 9), "m", ["--time=200ms"]),
    ("detection", twins(3000), "m", ["--time=200ms", "--symmetry=detect"]),
    ("detection, memory", twins(3000), "m", ["--memory=60M", "--symmetry=detect"]),
    ("told", twins(3000), "m", ["symmetry", "--time=200ms"]),
    ("audit", counters(30, 3), "m", ["--time=200ms", "--audit=1000000"]),
    ("machine code", rules(9000), "m", ["--time=1s", "--code=native"]),
    ("diagrams", diagrams(400), "m", ["--time=300ms", "--engine=symbolic"]),
    ("diagrams, memory", diagrams(400), "m", ["--memory=80M", "--engine=symbolic"]),
    ("order of diagrams", (HERE / "large_diagrams.pml").read_text(), "pml", ["--time=3s", "--engine=symbolic", "--ended=spin"]),
    ("trace", chain(1000000), "m", ["--time=1s"]),
]
BEFORE = ("read", "statements", "preprocessed") # then the judged properties are not known
# Long inputs, each part of which must not cost as much as the whole: they end within the limit, by another one.
LONG = [
    ("long formula", "var x: array[0..0] of 0..3; startstate x[0] := 0; end; rule x[0] := (x[0] + 1) % 4; end;", "m",
     ["--memory=300M", "--max-states=2", "--ctl=@FORMULA"]),
    ("long process", statements(20000), "pml", ["--memory=300M", "--max-states=2", "--code=interp"]),
]
FORMULA = "AG (" + " | ".join(f"x[0] = {i % 4}" for i in range(18000)) + ")"


def limit_of(options):
    """(seconds, bytes); 0: none"""
    value = next(o for o in options if o.startswith(("--time", "--memory"))).split("=")[1]
    if value.endswith("M"):
        return 0, int(value[:-1]) * MIB
    return (int(value[:-2]) / 1000 if value.endswith("ms") else int(value[:-1])), 0


def measured(command):
    """(exit status, output, seconds, bytes)"""
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        p = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        out.seek(0)
        return p.returncode, out.read().decode(errors="replace"), seconds, usage.ru_maxrss * 1024


def wrong_with(coset, case, folder):
    name, text, ending, options = case
    path = pathlib.Path(folder) / f"model.{ending}"
    path.write_text(text)
    verb, rest = (options[0], options[1:]) if not options[0].startswith("-") else ("check", options)
    json_wanted = ["--json"] if verb == "check" else []
    rc, out, seconds, held = measured([coset, verb, *json_wanted, *rest, str(path)])
    most_seconds, most_bytes = limit_of(rest)
    if rc != tool.EXIT_INCOMPLETE:
        return f"exit {rc} after {seconds:.1f} s: {out[-300:]}"
    if most_seconds and seconds > most_seconds + 0.5 + BUSY:
        return f"{seconds:.2f} s"
    if most_bytes and held > most_bytes + max(most_bytes // 20, 10 * MIB):
        return f"{held // MIB} MiB"
    if json_wanted:
        told = json.loads(out)
        if told["verdict"] != "incomplete" or not (told.get("reason") or told.get("stopped")):
            return f"it says {told['verdict']}"
        if not name.startswith(BEFORE) and not told.get("properties"):
            return f"it does not list the properties: {told.get('reason')}"
    elif "limit" not in out:
        return f"it does not say why: {out[-300:]}"
    return None


def wrong_with_long(coset, case, folder):
    _, text, ending, options = case
    path, formula = (pathlib.Path(folder) / name for name in (f"long.{ending}", "formula"))
    path.write_text(text)
    formula.write_text(FORMULA)
    command = [coset, "check", "--json", *(o.replace("FORMULA", str(formula)) for o in options), str(path)]
    rc, out, _, held = measured(command)
    if rc != tool.EXIT_INCOMPLETE or "2 states" not in (json.loads(out).get("stopped") or ""):
        return f"exit {rc}, {held // MIB} MiB: {out[:300]}"
    return None


def wrong_with_trace(coset, folder):
    """A long trace is written within the memory limit."""
    path = pathlib.Path(folder) / "chain.m"
    path.write_text(chain(150000))
    rc, out, _, held = measured([coset, "check", "--json", "--memory=70M", str(path)])
    if rc != 12 or out.count('"action"') < 150000 or held > 80 * MIB:
        return f"exit {rc}, {held // MIB} MiB"
    return None


def wrong_with_replay(coset, folder):
    """Replays of counterexamples on the operators leave time for the other assertions."""
    text = (tool.ROOT / "test" / "conform" / "cspm" / "needham_schroeder.csp").read_text()
    path = pathlib.Path(folder) / "spy.csp"
    path.write_text(text.replace("Na | Nb | Nc", "Na | Nb | Nc | Nd | Ne").replace("Alice | Bob | Cameron --",
                                                                                 "Alice | Bob | Cameron | Dave --"))
    rc, out, seconds, _ = measured([coset, "check", "--json", "-k", "--time=45s", str(path)])
    verdicts = [p["verdict"] for p in json.loads(out)["properties"]]
    return None if verdicts == ["fails", "fails", "holds"] else f"exit {rc} after {seconds:.1f} s: {verdicts}"


def main():
    args, bad = tool.parser(__doc__).parse_args(), []
    coset = tool.program(args)
    if tool.is_sanitized(coset):
        print("limits mean nothing for a program with sanitizers: skipped")
        return tool.SKIP
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            wrong = wrong_with(coset, case, folder)
            bad += [f"{case[0]} ({' '.join(case[3])}): {wrong}"] if wrong else []
        for case in LONG:
            wrong = wrong_with_long(coset, case, folder)
            bad += [f"{case[0]}: {wrong}"] if wrong else []
        for name, what in (("trace", wrong_with_trace), ("replay", wrong_with_replay)):
            wrong = what(coset, folder)
            bad += [f"{name}: {wrong}"] if wrong else []
    for text in bad:
        print(text)
    print(f"{len(CASES) + len(LONG) + 2} phases, {len(bad)} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
