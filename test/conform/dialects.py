#!/usr/bin/env python3
"""How each dialect of Murphi treats an undefined value: a small model for each statement and each type of the table,
with both machines, the symbolic engine, symmetry and detection. An operand is a variable, an element with a computed
index, or one whose index calls a function. Also: which dialect is chosen for a model, and what the message of a fault
says about it."""

import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

TYPES = ["P", "U", "E", "R", "boolean"]
CONSTANT = {"P": None, "U": "A", "E": "A", "R": "1", "boolean": "true"}

# statement -> CMurphi's result for each of TYPES: the value of `seen`, or "fault"; None: the text is refused
TABLE = {
    "seen := X = CONST;": [None, False, "fault", "fault", "fault"],
    "seen := X != CONST;": [None, True, "fault", "fault", "fault"],
    "seen := CONST = X;": [None, False, "fault", "fault", "fault"],
    "seen := X = z;": [False, False, "fault", "fault", "fault"],
    "seen := z != X;": [True, True, "fault", "fault", "fault"],
    "seen := X = y;": [True, True, "fault", "fault", "fault"],
    "seen := X != y;": [False, False, "fault", "fault", "fault"],
    "for i: T do seen := seen | X = i; end;": [False, False, "fault", "fault", "fault"],
    "z := X; seen := isundefined(z);": [True] * 5,
    "take(X);": [True] * 5,
    "seen := used[X];": ["fault"] * 5,
    "switch X case CONST: seen := false; else seen := true; end;": [None, True, "fault", "fault", "fault"],
    "seen := X = z ? true : false;": [False, False, "fault", "fault", "fault"],
    "seen := (seen ? z : X) = z;": [False, False, "fault", "fault", "fault"],
    "seen := ismember(X, P);": [None, False, None, None, None],
    "seen := multisetcount(i: m, m[i] = X) > 0;": [False] * 5,
    "multisetadd(X, m); seen := multisetcount(i: m, isundefined(m[i])) = 1;": [True, True, True, "fault", "fault"],
    "multisetadd(X, m); seen := multisetcount(i: m, m[i] = X) = 1;": [True, True, "fault", "fault", "fault"],
}
# of these a scalarset and a union that contains it
MIXED = {"seen := X = w;": False, "seen := w != X;": True, "seen := X = v;": True,
         "multisetadd(X, n); seen := multisetcount(i: n, isundefined(n[i])) = 1;": True}

MODEL = """type P: scalarset(2); E: enum {{ A, B }}; U: union {{ P, E }}; R: 0..2; T: {type};
var x, y, z: T; a: array [0..1] of T; used: array [T] of boolean; m: multiset [2] of T; n: multiset [2] of U; w, v: U;
    seen, done: boolean; at: 0..1; calls: 0..2;
procedure take(q: T); begin seen := isundefined(q); end;
function next(): 0..1; begin calls := calls + 1; return at; end;
startstate begin
  undefine x; undefine y; undefine a; undefine m; undefine n; undefine v; seen := false; done := false; at := 1; calls := 0;
  for i: T do used[i] := false; z := i; end;
  for i: U do w := i; end;
end;
rule "go" !done ==> begin done := true; {body} end;
invariant "seen" done -> seen;
invariant "once" calls <= 1;
"""

EXPLICIT = MODEL.replace("m: multiset [2] of T; n: multiset [2] of U; ", "").replace("undefine m; undefine n; ", "")


def outcome(run):
    if run.json is None:
        return run.err.strip()[:200] or f"exit {run.rc}"
    verdicts = {p["name"]: p["verdict"] for p in run.json["properties"]}
    if verdicts["once"] == "fails":
        return "an index is evaluated more than once"
    return "fault" if verdicts["no fault"] == "fails" else verdicts["seen"] == "holds"


def ways(body):
    out = [("--code=interp",), ("--code=native",), ("--symmetry=off",), ("--symmetry=detect",)]
    return out if "multiset" in body else out + [("--engine=symbolic",)]


def cells():
    operands = ["x", "a[at]", "a[next()]"]
    for body, row in TABLE.items():
        for kind, want in zip(TYPES, row):
            if want is not None:
                for x in operands if body.count("X") == 1 and "for" not in body else operands[:2]:
                    yield kind, body.replace("CONST", str(CONSTANT[kind])).replace("X", x), want
    for body, want in MIXED.items():
        for x in operands if body.count("X") == 1 else operands[:2]:
            yield "P", body.replace("X", x), want


def check_cell(coset, folder, number, cell):
    kind, body, want = cell
    path = folder / f"cell{number}.m"
    path.write_text((MODEL if "multiset" in body else EXPLICIT).format(type=kind, body=body))
    out = []
    for way in ways(body):
        run = tool.check(coset, path, "-k", "--deadlock=off", "--dialect=cmurphi", *way)
        if (got := outcome(run)) != want:
            out.append(f"{kind}: {body} with {way[0]}: {got}, expected {want}")
    strict = outcome(tool.check(coset, path, "-k", "--deadlock=off", "--dialect=strict"))
    tells = "X" if want == "fault" or strict == want else "fault"
    if strict != (want if tells == "X" else "fault"):
        out.append(f"{kind}: {body} with --dialect=strict: {strict}")
    if tells == "fault":
        run = tool.check(coset, path, "--deadlock=off", "--dialect=strict")
        if "--dialect=cmurphi" not in run.out:
            out.append(f"{kind}: {body}: the fault does not name the dialect")
    return out


CHOSEN = {
    "var x: multiset [2] of 0..1; startstate begin undefine x; end; rule begin undefine x; end;": "cmurphi",
    "type e: enum { A }; s: scalarset(2); u: union { e, s }; var x: u;"
    "startstate begin undefine x; end; rule begin undefine x; end;": "cmurphi",
    "-- union { } multiset [2] of\nvar x: 0..1; startstate begin x := 0; end; rule begin x := 1; end;": None,
    "var multiset: array [0..1] of 0..1; startstate begin multiset[0] := 0; multiset[1] := 0; end;"
    "rule begin multiset[0] := multiset[1]; end;": None,
}


def check_chosen(coset, folder):
    out = []
    for i, (text, want) in enumerate(CHOSEN.items()):
        path = folder / f"chosen{i}.m"
        path.write_text(text)
        for option, expected in [((), want), (("--dialect=strict",), None), (("--dialect=rumur",), "rumur")]:
            run = tool.check(coset, path, *option)
            if run.json is None or run.json.get("dialect") != expected:
                out.append(f"{text}\n  with {option}: dialect {run.json and run.json.get('dialect')}, not {expected}")
        head = tool.Run([coset, str(path)], 60).out.split("\n")[0]
        if ("(dialect cmurphi)" in head) != (want == "cmurphi"):
            out.append(f"{text}\n  first line of the report: {head}")
    path.write_text("var x, y: 0..1; startstate begin undefine x; undefine y; end; rule begin y := x; end;")
    run = tool.check(coset, path, "--dialect=rumur")
    return out if "--dialect=strict" in run.out else out + ["a fault of Rumur's dialect does not name the others"]


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset = tool.program(args)
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        every = list(cells())
        some = tool.share(every if tool.long_run() else every[::4])
        problems = check_chosen(coset, folder)
        problems += [p for ps in pool.map(lambda c: check_cell(coset, folder, *c), enumerate(some)) for p in ps]
    print("\n".join(problems) or f"{len(some)} of {len(every)} cells as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
