#!/usr/bin/env python3
"""Rumur's own regression models, judged by the expectations in their first comment lines.

rumur_exit_code 1 (the text is refused) must be exit 65 here, checker_exit_code 1 (an error is found) one of 10..16, and
neither: 0. If a file expects words in Rumur's output, CHECKS says what that means for our result. EXCEPTIONS lists the
files on which we differ on purpose; each must differ as stated."""

import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

# ---- what a file expects -------------------------------------------------------------------------------------------

KEYS = ("rumur_exit_code", "checker_exit_code", "checker_output", "rumur_flags", "skip_reason")
NAMES = {"re": re, "xml": False, "debug": False, "multithreaded": True, "smt_args": lambda: SMT,
         "smt_bv_args": lambda: SMT, "has_sandbox": lambda: True}
SMT = ["--smt-simplification", "on"]


def expectations(path):
    """The leading comment lines `-- key: Python expression`."""
    out = {"rumur_exit_code": 0, "checker_exit_code": 0, "checker_output": None, "rumur_flags": []}
    for line in path.read_text(errors="replace").splitlines():
        m = re.match(r"--\s*(\w+):\s*(.*)$", line)
        if not m or m[1] not in KEYS:
            break
        out[m[1]] = eval(m[2], dict(NAMES))
    return out


def options(flags):
    """Rumur's options in our words. Options about the generated program (its value type, its packing, its sandbox)
    have no counterpart."""
    flags = [g for f in flags for g in f.split("=", 1)] if isinstance(flags, list) else []
    out, i = [], 0
    while i < len(flags):
        word, value = flags[i], flags[i + 1] if i + 1 < len(flags) else ""
        if word == "--bound":
            out.append(f"--bound-depth={value}")
        elif word == "--deadlock-detection":
            out.append(f"--deadlock={value}")
        elif word == "--threads":
            out.append(f"--threads={value}")
        elif word == "--smt-simplification":
            out.append(f"--simplify={value}")
        elif word == "--max-errors":
            out.append("--keep-going")
        elif word == "--counterexample-trace" and value == "off":
            out.append("--trace=off")
        i += 2
    return out


# ---- what Rumur's words mean for us --------------------------------------------------------------------------------

def actions(p):
    return [s.get("action", "") for s in p["trace"]["steps"]]


def failed(run):
    return [p for p in run.json["properties"] if p["verdict"] == "fails"]


def fails(kind, name=None):
    return lambda run, text: any(p["kind"] == kind and name in (None, p["name"]) for p in failed(run))


def hits(name, n):
    return lambda run, text: [tool.number(p["hits"]) for p in run.json["properties"] if p["name"] == name] == [n]


def acts(pattern):
    """Some step of a trace matches."""
    return lambda run, text: any(re.search(pattern, a) for p in failed(run) for a in actions(p))


def states(n):
    return lambda run, text: run.json["counts"]["states"] == n


def says(pattern):
    return lambda run, text: re.search(pattern, text.out, re.MULTILINE) is not None


def changed_once(slot):
    """No step of a trace claims again a change that an earlier one made."""
    def check(run, text):
        for p in failed(run):
            seen = [s["changes"][slot] for s in p["trace"]["steps"] if slot in s.get("changes", {})]
            if any(a == b for a, b in zip(seen, seen[1:])):
                return False
        return bool(failed(run))
    return check


def one_name(run, text):
    """One element has one name in the whole trace: a sets x[e], c stores e in y."""
    for p in failed(run):
        steps = p["trace"]["steps"]
        for a in steps:
            m = re.search(r"z\W+(t_\d+)", a["action"])
            if m and a["changes"].get(f"x[{m[1]}]") == "true":
                return any(c["changes"].get("y") == m[1] and m[1] in c["action"] for c in steps)
    return False


PARAMETERS = r"y\W+1\b.*z\W+8\b.*w\W+-32\b"
CHECKS = {
    "bad-enum-print.m": fails("assertion"),
    "bad-invariant-number.m": fails("invariant", "invariant 1"),
    "cex-boolean-startstate.m": acts(r"y\W+(true|false)\b"),
    "cex-boolean.m": acts(r"y\W+(true|false)\b"),
    "cex-enum-startstate.m": acts(r"y\W+[AB]\b"),
    "cex-enum.m": acts(r"y\W+[AB]\b"),
    "cover-basic2.m": hits("x was false", 2),
    "cover-miss.m": hits("x was 2", 0),
    "cover-multiple.m": hits("x was 2", 0),
    "cover-stmt-miss.m": hits("x was 2", 0),
    "cover-stmt.m": hits("x was true", 1),
    "cover-trivial.m": hits("dummy", 2),
    "diff-trace-arrays.m": changed_once("s[D]"),
    "invariant-failure-message.m": fails("invariant", "hello world"),
    "liveness-in-ruleset2.m": fails("liveness", "x is y"),
    "liveness-miss1.m": fails("liveness", "x is 10"),
    "liveness-miss2.m": fails("liveness", "x is 10"),
    "liveness-miss3.m": fails("liveness", "x is 7"),
    # Rumur prints one trace for each deadlock; we print one for the property, the least of the nearest ones.
    "multiple-deadlocks.m": lambda run, text: fails("deadlock")(run, text) and acts(r"foo|bar")(run, text),
    "put-stmt4.m": says(r"z\[6\]:false"),
    "quantifier-signed-range.m": states(3),
    "ruleset-trace.m": acts(PARAMETERS),
    "ruleset-trace2.m": acts(PARAMETERS),
    "ruleset-trace3.m": acts(PARAMETERS),
    "scalarset-cex.m": one_name,
    # Rumur counts elements from 0, we from 1.
    "scalarset-put.m": says(r"^y:\s*Undefined$(.|\n)*?^y:\s*t_10$"),
    # Rumur's option replaces names of elements by numbers; we always have names.
    "scalarset-schedules-off.m": fails("invariant"),
    "scalarset-schedules-off-2.m": fails("invariant"),
    "smart-quotes.m": acts("foo"),
    "state-reorder.m": None, # about the packing that Rumur prints
    "xml-escape-increment.m": fails("invariant"),
}

EXCEPTIONS = {}
try:
    for line in (pathlib.Path(__file__).parent / "rumur_exceptions.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, code, reason = line.split("\t")
            EXCEPTIONS[name] = (int(code), reason)
except FileNotFoundError:
    pass


# ---- the runs ------------------------------------------------------------------------------------------------------

def allowed(path, want):
    """Exit codes that agree with the expectation."""
    if path.name in EXCEPTIONS:
        return [EXCEPTIONS[path.name][0]]
    if want["rumur_exit_code"]:
        return [64] if any("foobar" in o for o in options(want["rumur_flags"])) else [65]
    if want["checker_exit_code"]:
        return list(range(10, 17))
    # What is beyond a bound is not known: never a pass.
    return [0, 20] if any(o.startswith("--bound") for o in options(want["rumur_flags"])) else [0]


def says_why(run):
    if run.json is None:
        return run.err[:400]
    return "; ".join(f"{p['kind']} {p['name']} fails: {p['reason']}" for p in failed(run))


def judge(coset, path, symmetry="auto"):
    """Differences as texts."""
    want = expectations(path)
    chosen = options(want["rumur_flags"]) + [f"--symmetry={symmetry}"]
    run = tool.check(coset, path, *chosen, limit=60)
    codes = allowed(path, want)
    if run.crashed:
        return [f"crash: exit {run.rc}: {run.err[:400]}"]
    if run.rc not in codes:
        return [f"exit {run.rc}, expected {codes}: {says_why(run)}"]
    if run.rc in (64, 65):
        return [] if run.err.strip() else ["refused without a word"]
    if path.name in EXCEPTIONS:
        return []
    if run.json is None:
        return ["no JSON result"]
    check = CHECKS.get(path.name)
    if check:
        if re.search(r"^\s*put ", path.read_text(errors="replace"), re.MULTILINE):
            chosen = [o for o in chosen if not o.startswith("--symmetry")] + ["--put"]
        text = tool.Run([coset, "check", "--progress=none", *chosen, str(path)], 60)
        if not check(run, text):
            return [f"{path.name}: the result lacks what {want['checker_output']} stands for"]
    return []


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="part of the file name")
    args = p.parse_args()
    shared = tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    coset, bad = tool.program(args), 0
    paths = sorted((shared / "corpus/murphi/rumur-tests").glob("*.m"))
    if args.only:
        paths = [q for q in paths if args.only in q.name]
    for name in sorted(f.name for f in paths):
        if re.search(r"checker_output:", (paths[0].parent / name).read_text(errors="replace")) and name not in CHECKS:
            print(f"{name}: expects an output that no check covers")
            bad += 1
    with ThreadPoolExecutor(args.jobs) as pool:
        for q, out in zip(paths, pool.map(lambda q: judge(coset, q), paths)):
            for text in out:
                bad += 1
                print(f"{q.name}: {text}")
    used = sum(q.name in EXCEPTIONS for q in paths)
    print(f"{len(paths)} files, {bad} failures, {used} exceptions")
    simplified = sum(expectations(q)["rumur_flags"] is SMT for q in paths)
    print(f"  {simplified} of them run with --simplify=on, as Rumur's with --smt-simplification=on")
    for name, (code, reason) in EXCEPTIONS.items():
        print(f"  exception {name}: exit {code}: {reason}")
    if len(EXCEPTIONS) > 15:
        print("too many exceptions")
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
