#!/usr/bin/env python3
"""Temporal properties of Promela, compared with Spin's verifier. Never a test: prints a Markdown table.

  bench/ltl.py --repeat 3 [--fair] [--least SECONDS] [model:property ...]

Pairs of corpus/promela/ltl that hold, so that the whole product is searched, and for which pan takes at least --least
seconds; with --fair under weak fairness. No symmetry, no reduction (-O2 -DNOREDUCE); runs alternate, the least of
--repeat runs counts, in seconds of the clock; coset's time is that of the whole run, pan's without its
compilation."""

import argparse
import csv
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import tool # noqa: E402

LIMIT = 300
STACKS = [100_000, 10_000_000] # steps; allocating a large one takes a second


def rows(folder, fair):
    column = "weak_fair" if fair else "unfair"
    with open(folder / "expected.tsv", encoding="utf-8") as f:
        return [r for r in csv.DictReader(f, delimiter="\t") if r[column] == "holds" and r["kind"] in ("ltl", "claim")]


def verifier(folder, row, place, fair):
    """The compiled verifier of a model, or None."""
    model, limit = folder / row["model"], ["-DNFAIR=4"] if fair else []
    try:
        subprocess.run(["spin", "-o1", "-o2", "-o3", "-a", str(model)], check=True, capture_output=True, cwd=place)
        subprocess.run(["cc", "-w", "-O2", "-DNOREDUCE", "-DMEMLIM=12000", *limit, "-o", "pan", "pan.c"], check=True,
                       capture_output=True, cwd=place)
    except (OSError, subprocess.CalledProcessError):
        return None
    named = ["-N", row["property"]] if row["property"] else []
    return [str(place / "pan"), "-a", *(["-f"] if fair else []), *named]


def ours(coset, folder, row, fair, threads):
    named = [f"--claim={row['property']}"] if row["property"] else []
    return [coset, "check", "--json", "--progress=none", "--deadlock=off", "--symmetry=off", "--por=off", f"--threads={threads}", *named,
            *(["--fair=weak"] if fair else []), str(folder / row["model"])]


def spin_states(text):
    done = "errors: 0" in text and "max search depth too small" not in text
    states = re.search(r"^\s*([0-9.e+]+) states, stored", text, re.M)
    bytes_ = [float(x) for x in re.findall(r"([0-9.]+)\s+(?:actual )?memory usage for states|([0-9.]+)\s+memory used for hash",
                                           text) for x in x if x]
    return (int(float(states[1])), sum(bytes_) * 2**20 / float(states[1])) if states and done else None


def coset_states(text):
    try:
        out = json.loads(text)
        rows = [p for p in out["properties"] if p["kind"] == "temporal"]
        all_states = int(out["counts"]["representatives"]) # includes a store kept for a formula's search
        bytes_ = max((float(p["peak_bytes"]) / (p["searched"] + all_states) for p in rows if p["searched"]), default=0)
        return (int(out["counts"]["representatives"]), bytes_ or float(out["bytes_per_state"])) if out["exit_code"] == 0 else None
    except (ValueError, KeyError, TypeError):
        return None


def fastest(command, repeat, counts):
    """(seconds, states, bytes for each), or None."""
    best = None
    for _ in range(repeat):
        r = measure.run(command, LIMIT)
        found = r and counts(r[3])
        if not found:
            return None
        best = min(best or (r[0], *found), (r[0], *found))
    return best


def compare(coset, folder, row, args):
    with tempfile.TemporaryDirectory() as name:
        verify = verifier(folder, row, pathlib.Path(name), args.fair)
        theirs = None
        for stack in STACKS if verify else []:
            if not theirs:
                pan = [*verify, f"-m{stack}"]
                theirs = fastest(pan, 1, spin_states)
        if not theirs or theirs[0] < args.least:
            return None
        found = {}
        for _ in range(args.repeat):
            for key, command, counts in (("spin", pan, spin_states), (1, ours(coset, folder, row, args.fair, 1), coset_states),
                                         (2, ours(coset, folder, row, args.fair, 2), coset_states)):
                r = fastest(command, 1, counts)
                found[key] = min(filter(None, [found.get(key), r]), default=None)
        return found


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--fair", action="store_true", help="under weak fairness (pan -f)")
    p.add_argument("--least", type=float, default=1, help="seconds that pan takes at least")
    p.add_argument("--repeat", type=int, default=2)
    p.add_argument("--coset")
    p.add_argument("only", nargs="*", help="pairs whose model:property has one of these texts in it")
    args = p.parse_args()
    coset, shared = tool.program(args), tool.shared()
    folder = shared and shared / "corpus" / "promela" / "ltl"
    if not folder or not folder.is_dir():
        raise SystemExit("no corpus/promela/ltl in $COSET_SHARED or ../shared")
    print(f"{measure.machine()}\n\n| model:property | Spin states | s | coset states | 1 thread s | 2 threads s | "
          "ratio, 1 thread | 2 threads | bytes/state, coset : Spin |\n|---|---|---|---|---|---|---|---|---|")
    ratios = {1: [], 2: [], "bytes": []}
    for row in rows(folder, args.fair):
        name = f"{row['model']}:{row['property']}"
        if args.only and not any(o in name for o in args.only):
            continue
        found = compare(coset, folder, row, args)
        if not found:
            continue
        spin, one, two = found["spin"], found[1], found[2]
        if not (spin and one and two):
            print(f"| {name} | {spin and spin[1]} | {spin and spin[0]} | {one and one[1]} | {one and one[0]} | - | - | - | - |", flush=True)
            continue
        for key, r in ((1, one), (2, two)):
            ratios[key].append(spin[0] / r[0])
        ratios["bytes"].append(one[2] / spin[2])
        print(f"| {name} | {spin[1]:,} | {spin[0]:.2f} | {one[1]:,} | {one[0]:.2f} | {two[0]:.2f} | {spin[0] / one[0]:.2f} | "
              f"{spin[0] / two[0]:.2f} | {one[2]:.0f} : {spin[2]:.0f} |", flush=True)
    if ratios[1]:
        print(f"| median | | | | | | {statistics.median(ratios[1]):.2f} | {statistics.median(ratios[2]):.2f} | "
              f"{statistics.median(ratios['bytes']):.2f} |")


if __name__ == "__main__":
    main()
