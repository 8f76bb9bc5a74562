#!/usr/bin/env python3
"""Tables 1 and 2 of Emerson and Wahl, "Dynamic symmetry reduction" (2005), by the models of examples/symbolic: peak nodes
and processor seconds with each way to find representatives, side by side. Never a test: prints a Markdown table and
writes JSON.

  bench/symbolic.py --limit 60 mslock ccp

The models are written after the descriptions in the paper, and searched forward; the paper's own numbers stand beside
(nodes and time of dynamic reduction, on a processor of 2001). A row that does not end within the limits says so."""

import argparse
import json
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import jha # noqa: E402
import tool # noqa: E402

MODELS = tool.ROOT / "examples" / "symbolic"
METHODS = ["none", "multiple", "orbit", "dynamic"]
ROWS = [("mslock", 10, "24,092 15s"), ("mslock", 20, "139,990 9:35m"), ("mslock", 30, "375,649 1:23h"),
        ("ccp", 3, "14,088 1s"), ("ccp", 5, "74,754 14s"), ("ccp", 10, "1,075,206 26:35m"),
        ("ccp", 15, "4,947,726 6:17h"),
        ("compareswap", 3, ""), ("compareswap", 4, ""), ("compareswap", 5, ""),
        ("fetchstore", 3, ""), ("fetchstore", 4, "")]


def one(coset, args, name, n, method):
    run = tool.check(coset, MODELS / f"{name}.m", "--engine=symbolic", f"--symbolic-symmetry={method}", f"-DN={n}",
                     "--deadlock=off", f"--time={args.limit}", f"--max-nodes={args.nodes}", "--trace=off",
                     limit=args.limit * 2 + 30)
    if run.json is None:
        return {"why": "too long" if run.rc is None or run.rc < 0 else f"exit {run.rc}"}
    out = {k: run.json.get(k) for k in ("verdict", "exhaustive", "stopped", "peak_nodes", "seconds")}
    out.update({k: run.json["counts"][k] for k in ("representatives", "states", "depth")})
    if out["verdict"] == "incomplete":
        out["why"] = "limit"
    return out


def cell(r):
    return f"({r['why']})" if "why" in r else f"{int(r['peak_nodes']):,} {r['seconds']:.1f}s"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*", help="models (default: all)")
    p.add_argument("--coset", default=str(tool.ROOT / "build/src/coset"))
    p.add_argument("--limit", type=int, default=60, help="seconds for each run")
    p.add_argument("--nodes", default="20M", help="nodes for each run")
    p.add_argument("--methods", default=",".join(METHODS))
    p.add_argument("--largest", type=int, default=1000, help="processes, at most")
    p.add_argument("--json", help="file for the numbers")
    p.add_argument("--table", choices=["ew", "jha"], default="ew", help="Emerson and Wahl's tables, or Jha's")
    args = p.parse_args()
    if args.table == "jha":
        rows = jha.tables(args.coset, args)
        if args.json:
            pathlib.Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")
        return 0
    methods, all_rows = args.methods.split(","), []
    print(f"| model | {' | '.join(methods)} | orbits | verdict | paper (dynamic) |")
    print("|" + "---|" * (len(methods) + 4))
    for name, n, paper in ROWS:
        if (args.names and name not in args.names) or n > args.largest:
            continue
        results = {m: one(args.coset, args, name, n, m) for m in methods}
        last = results[methods[-1]]
        print(f"| {name} {n} | " + " | ".join(cell(results[m]) for m in methods)
              + f" | {last.get('representatives', '')} | {last.get('verdict', '')}"
              + (f" at depth {last['depth']}" if last.get("verdict") == "fails" else "") + f" | {paper} |", flush=True)
        all_rows.append({"model": name, "n": n, "results": results})
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(all_rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
