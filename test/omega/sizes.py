#!/usr/bin/env python3
"""Sizes of automata of formulas from the literature, compared with those of Spot (../shared/corpus/ltl/spot_sizes.tsv):
prints the mean of the ratios; at most a fifth more states are allowed. COSET_LONG=1: of never claims, too."""

import argparse
import csv
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))
import tool
from notation import from_spot

SETS = {"dac-patterns": "dwyer-avrunin-corbett-1998", "eh-patterns": "etessami-holzmann-2000",
        "sb-patterns": "somenzi-bloem-2000", "hkrss-patterns": "holecek-et-al-liberouter-2004",
        "p-patterns": "pelanek-2007-beem"}
MOST = 1.2


def rows(path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def states(coset, formula, negated, output):
    p = subprocess.run([coset, "automaton", f"--output={output}", *(["--negate"] if negated else []), formula],
                       capture_output=True, text=True, timeout=60, check=True)
    if output == "hoa":
        return int(re.search(r"^States: (\d+)$", p.stdout, re.M)[1])
    return len(re.findall(r"^\w+:$", p.stdout, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coset", required=True)
    coset, shared = parser.parse_args().coset, tool.shared()
    if not shared:
        print("../shared is absent: nothing to compare with")
        return tool.SKIP
    formulas = {(r["set"], r["no"]): from_spot(r["formula"]) for r in rows(shared / "corpus/ltl/formulas.tsv")}
    sizes = tool.share(rows(shared / "corpus/ltl/spot_sizes.tsv"))
    failed = False
    for output, column in [("hoa", "tgba_states"), ("never", "ba_states")][:1 + tool.long_run()]:
        ratios, ours, theirs = [], 0, 0
        for r in sizes:
            n = states(coset, formulas[SETS[r["set"]], r["no"]], r["negated"] != "no", output)
            ours, theirs = ours + n, theirs + int(r[column])
            ratios.append(n / int(r[column]))
        mean = sum(ratios) / len(ratios)
        print(f"{output}: {len(ratios)} formulas, {ours} states, Spot {theirs}, mean ratio {mean:.3f}")
        failed |= output == "hoa" and mean > MOST
    return failed


if __name__ == "__main__":
    sys.exit(main())
