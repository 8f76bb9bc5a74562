#!/usr/bin/env python3
"""The group that is proved for a model, and the line that is blamed. The model's first comments have the expectations:

  -- group: pid=S3 qid=none           of the transitions: how many elements of each scalarset move
  -- refused: pid line 6 fixed 1      each expected refusal, and no others; 0 lines = none
  -- starts: pid=S2                   the part that preserves the start states, if it differs
  -- start refused: pid line 6 fixed 1   refusals of the start states
  -- property NAME: pid=S2            the group of a property if it differs
  -- used: pid=S3                     the group of a search, if loops are checked
  -- checked: 1                       how many loops the search checks; `coset symmetry` names the same number
  -- exit: 12                         of `coset check`; default 0. Of Promela models in a comment of several lines
  -- args: --simplify=on              more options

Every model then runs without symmetry and with every strategy: the same verdict of each property, and the same counts
of states and fired rules, which a reduced run derives from orbit sizes."""

import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


def factors(group):
    return {f["type"]: f["size"] for f in group["factors"]}


def wanted(text):
    return {t: int(k.lstrip("S")) if k != "none" else 0 for t, k in (w.split("=") for w in text.split())}


def differs(seen, expected):
    return any(seen.get(t, 0) != n for t, n in expected.items())


def options(text):
    args = re.search(r"^-- args: (.*)$", text, re.M)
    return args[1].split() if args else []


def refusals(group):
    return {(r["type"], r["line"], r["fixed"]) for r in group["refused"]}


def wanted_refusals(text, word):
    lines = re.findall(rf"^-- {word}: (\w+) line (\d+) fixed (\d+)$", text, re.M)
    return {(t, int(l), int(n)) for t, l, n in lines}


def check_starts(whole, text):
    group = whole["symmetry"]
    starts = whole.get("start_states", group)
    expected = re.search(r"^-- starts: (.*)$", text, re.M)
    own, refused = refusals(starts) - refusals(group), wanted_refusals(text, "start refused")
    out = []
    if (expected and differs(factors(starts), wanted(expected[1]))) or (not expected and starts is not group):
        out.append(f"group of the start states {factors(starts)}, expected {expected and expected[1]}")
    if own != refused:
        out.append(f"refused by the start states {sorted(own)}, expected {sorted(refused)}")
    return out


def check_group(coset, path, text):
    run = tool.Run([coset, "symmetry", "--json", *options(text), str(path)], 60)
    if run.json is None:
        return [f"no result: exit {run.rc}: {run.err.strip()[:200]}"]
    out, group = [], run.json["symmetry"]
    expected = re.search(r"^-- group: (.*)$", text, re.M)[1]
    if differs(factors(group), wanted(expected)):
        out.append(f"group {factors(group)}, expected {expected}")
    if refusals(group) != wanted_refusals(text, "refused"):
        out.append(f"refused {sorted(refusals(group))}, expected {sorted(wanted_refusals(text, 'refused'))}")
    out += check_starts(run.json, text)
    checked = re.search(r"^-- checked: (\d+)$", text, re.M)
    loops = run.json.get("searched", {}).get("loops", [])
    if checked and len(loops) != int(checked[1]):
        out.append(f"loops that a search would check: {loops}, expected {checked[1]}")
    groups = {p["name"]: factors(p) for p in run.json["properties"]}
    for name, own in re.findall(r"^-- property (.+?): (.*)$", text, re.M):
        if name not in groups or differs(groups[name], wanted(own)):
            out.append(f"group of {name}: {groups.get(name)}, expected {own}")
    return out


def summary(run):
    verdicts = {p["name"]: p["verdict"] for p in run.json["properties"]}
    counts = run.json["counts"]
    return {"exit": run.rc, "verdicts": verdicts, "states": tool.number(counts["states"]),
            "rules": tool.number(counts["full_transitions"])}


def check_used(run, text):
    """The group that a search used, and the loops that it checked for that."""
    used, symmetry = re.search(r"^-- used: (.*)$", text, re.M), run.json["symmetry"]
    checked = re.search(r"^-- checked: (\d+)$", text, re.M)
    out = []
    if used and differs(factors(symmetry), wanted(used[1])):
        out.append(f"used {factors(symmetry)}, expected {used[1]}")
    if used and symmetry["checked_loops"] != int(checked[1] if checked else 0):
        out.append(f"{symmetry['checked_loops']} loops checked, expected {checked and checked[1]}")
    return out


def check_runs(coset, path, text):
    code = re.search(r"^-- exit: (\d+)$", text, re.M)
    out, reference = [], None
    ways = [(s,) for s in ["off", "auto"] + tool.STRATEGIES]
    if path.suffix == ".pml":
        ways += [("pc-sorted",), ("pc-segmented",)]
    if "liveness" not in text: # which a depth-first search does not decide
        ways += [(s, "--search=dfs") for s in ("off", "auto", "sorted")]
    for strategy, *order in ways:
        run = tool.check(coset, path, "-k", "--deadlock=off", "--por=off", f"--symmetry={strategy}", *order, *options(text))
        if run.json is None:
            if strategy == "off" or ("cannot" not in run.err and "'pc'" not in run.err):
                out.append(f"{strategy}: no result: exit {run.rc}: {run.err.strip()[:200]}")
            continue
        if strategy == "auto":
            out += check_used(run, text)
        seen = summary(run)
        if reference is None:
            reference = seen
            if run.rc != (int(code[1]) if code else 0):
                out.append(f"exit {run.rc}, expected {code[1] if code else 0}")
        for key, value in reference.items():
            if seen[key] != value and not (key in ("states", "rules") and seen[key] is None):
                out.append(f"{strategy}: {key} {seen[key]}, without symmetry {value}")
    return out


def check(coset, path):
    text = path.read_text()
    return [f"{path.name}: {d}" for d in check_group(coset, path, text) + check_runs(coset, path, text)]


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset = tool.program(args)
    models = tool.share(sorted([*HERE.glob("*/*.m"), *HERE.glob("*/*.pml")]))
    with ThreadPoolExecutor(args.jobs) as pool:
        problems = [p for ps in pool.map(lambda m: check(coset, m), models) for p in ps]
    print("\n".join(problems) or f"{len(models)} models as expected")
    return 1 if problems or not models else 0


if __name__ == "__main__":
    sys.exit(main())
