#!/usr/bin/env python3
"""Checks under fairness that every request is granted: with symmetry, compared with the unreduced run. Never a test:
prints a Markdown table.

  bench/fair.py --limit 120 [model ...]

Spin's verifier multiplies the states by the number of processes for weak fairness and has neither strong fairness nor
symmetry, so it has no column. Searched: states of the product of the model with the automaton of violations, in the run
with symmetry for one process of each orbit of processes; without, for each. A run that exceeds --limit seconds has no
result."""

import argparse
import json
import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import tool # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
GRANTED = "forall n: node do [] ({requests[n] = ask_write} -> <> {cache[n].has = to_write}) end"
ENTERS = "forall i: pid do [] ({P[i] != L0} -> <> {P[i] = L0}) end"
# Name, model, replacements in it, formula, fairness.
ROWS = [(f"Peterson's lock, {n}", f"bosnacki/peterson{n}.pml", (), "[] (flag[0] > 0 -> <> (flag[0] == 0))", "weak")
        for n in (3, 4, 5, 6)]
ROWS += [(f"Data Base Manager, {n}", f"bosnacki/dbm{n}.pml", (), "[] (msg[1] -> <> !msg[1])", "weak") for n in (8, 10, 12)]
ROWS += [(f"German's protocol, {n}", ROOT / "examples/murphi/german.m", (("NODES: 4;", f"NODES: {n};"),), GRANTED, "strong")
         for n in (3, 4, 5, 6)]
ROWS += [(f"MCS lock, {n}", "murphi/bench/mcslock1.m", (("N: 4;", f"N: {n};"),), ENTERS, "weak") for n in (3, 4, 5)]


def cells(coset, model, formula, fairness, symmetry, limit):
    command = [coset, "check", "--json", "--progress=none", "--trace=off", "--deadlock=off", "--por=off", f"--symmetry={symmetry}",
               f"--ltl={formula}", f"--fair={fairness}", f"--time={limit}s", str(model)]
    r = measure.run(command, limit + 60)
    try:
        out = json.loads(r[3])
        row = next(p for p in out["properties"] if p["kind"] == "temporal")
    except (TypeError, ValueError, KeyError, StopIteration):
        return ["-", "-", "-"]
    if row["verdict"] == "incomplete":
        return [f"over {limit} s", "-", "-"]
    return [row["verdict"], f"{int(row['searched']):,}", f"{r[0]:.1f}"]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--limit", type=int, default=120, help="seconds for a run")
    p.add_argument("--coset")
    p.add_argument("only", nargs="*", help="rows whose name has one of these texts in it")
    args = p.parse_args()
    coset, shared = tool.program(args), tool.shared()
    print(f"{measure.machine()}\n\n| model | fairness | with symmetry | searched | s | without | searched | s |\n|---" + "|---" * 7 + "|")
    for name, file, changes, formula, fairness in ROWS:
        source = shared / "corpus" / file if shared else pathlib.Path(file)
        if args.only and not any(o in name for o in args.only) or not source.is_file():
            continue
        text = source.read_text()
        for old, new in changes:
            text = text.replace(old, new)
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, source.name)
            model.write_text(text)
            both = [cells(coset, model, formula, fairness, s, args.limit) for s in ("auto", "off")]
        print(f"| {name} | {fairness} | {' | '.join(both[0])} | {' | '.join(both[1])} |", flush=True)


if __name__ == "__main__":
    main()
