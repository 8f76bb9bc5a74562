#!/usr/bin/env python3
"""Weak fairness stores no copies of a state: its search takes at most |s| + N + 1 bits for each state of the product, where
|s| is Spin's state vector and N the number of processes (checklist, row 50). Spin stores N + 2 copies of each state."""

import pathlib
import re
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / "kit"), str(pathlib.Path(__file__).parent)]

import spin # noqa: E402
import tool # noqa: E402

LOCK = """byte flag[{n}]; byte turn[{n}] = {n}; byte inside;
proctype user(byte i) {{
  byte k, other; bool ok;
  do
  :: k = 1;
     do
     :: k < {n} -> flag[i] = k; turn[k] = i;
again:  atomic {{ ok = true; other = 0;
          do :: other < {n} -> ok = ok && (other == i || flag[other] < k); other++ :: else -> break od;
          if :: ok || turn[k] != i :: else -> goto again fi }};
        k++
     :: else -> break
     od;
     inside++; inside--; flag[i] = 0
  od
}}
init {{ atomic {{ {runs} }} }}
"""
RING = """byte token; bit waits[{n}];
proctype node(byte i) {{ do :: waits[i] = 1; token == i; waits[i] = 0; token = (i + 1) % {n} od }}
init {{ atomic {{ {runs} }} }}
"""
ROWS = [("lock", LOCK, "user", 4, "[] (flag[0] > 0 -> <> (flag[0] == 0))"), ("ring", RING, "node", 12, "[]<> (token == 0)")]


def vector(folder):
    """Bits of Spin's state."""
    subprocess.run(["spin", "-a", "m.pml"], cwd=folder, capture_output=True, check=True)
    subprocess.run(["cc", "-w", "-O1", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], cwd=folder, check=True)
    said = subprocess.run(["./pan", "-m1000"], cwd=folder, capture_output=True, text=True, check=False).stdout
    return 8 * int(re.search(r"State-vector (\d+) byte", said)[1])


def judge(coset, folder, name, text, process, n, formula):
    model = pathlib.Path(folder, "m.pml")
    model.write_text(text.format(n=n, runs=" ".join(f"run {process}({i});" for i in range(n))))
    run = tool.check(coset, model, "--symmetry=off", "--por=off", "--threads=1", "--fair=weak", f"--ltl={formula}")
    row = next(p for p in run.json["properties"] if p["kind"] == "temporal")
    bits, most = 8 * int(row["peak_bytes"]) / row["searched"], vector(folder) + n + 1
    print(f"{name} {n}: {row['verdict']}, {row['searched']:,} states, {bits:.0f} bits for each, at most {most}")
    return row["verdict"] == "holds" and bits <= most


def main():
    args = tool.parser(__doc__).parse_args()
    if spin.missing():
        print(f"skipped: {spin.missing()} is not installed")
        return tool.SKIP
    coset = tool.program(args)
    with tempfile.TemporaryDirectory(prefix="coset_memory_") as folder:
        return 0 if all([judge(coset, folder, *row) for row in ROWS]) else 1


if __name__ == "__main__":
    sys.exit(main())
