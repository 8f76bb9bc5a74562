#!/usr/bin/env python3
"""Tables 1 and 2 of Emerson and Wahl, "Dynamic symmetry reduction" (2005), by the models of examples/symbolic: peak
nodes and processor seconds with each method for representatives, side by side, and the paper's figures below. Never a
test: prints a Markdown table and writes JSON.

  bench/symbolic.py --limit 60 mslock ccp         only these models
  bench/symbolic.py --rows mslock-10,ccp-3        only these rows
  bench/symbolic.py --list                        names of rows

The models are written after the descriptions in the paper, whose own are not published. The sizes of the second table
are printed there as 40, 50 and 60 (30, 40 and 50), and read here as 04, 05 and 06 (03, 04 and 05), as 03 and 05 are
printed in the first one; doc/reproduced.md says why. Nodes are those in use until the search and the paths of
violations were complete; orbits are counted afterwards, which the paper does not do. "incomplete": the run reached a
limit; "refused": the method does not support the model. The last columns divide the peak of each method by that of
dynamic reduction, here and in the paper (processor of 2001, 256 MB).
"largest set" are the nodes of the largest set of states that dynamic reduction computes, "levels" those of all levels
and the reached states together, which are stored for paths. "needed" is the peak of dynamic reduction at which each
other method would lose by the paper's factor: a peak below that set (!) is impossible, and one below the levels (~)
is impossible if they are stored.
A run that finds a violation stops at its depth: CCP at 15 steps."""

import argparse
import collections
import json
import pathlib
import resource
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import jha # noqa: E402
import tool # noqa: E402

MODELS = tool.ROOT / "examples" / "symbolic"
METHODS = ["none", "orbit", "relation", "multiple", "counter", "dynamic"]

Row = collections.namedtuple("Row", "table model n paper") # paper: method -> the printed figure

def best(row, method):
    """As in the paper, each method gets its best order of variables and of steps."""
    if (row.model, method) == ("mslock", "dynamic"):
        return ["--order=concatenated", "--chaining"]
    if (row.model, row.n, method) == ("ccp", 5, "dynamic"):
        return ["--order=interleaved", "--reorder"]
    together = {("ccp", 10), ("ccp", 15), ("fetchstore", 4)}
    return ["--order=concatenated"] if method == "dynamic" and (row.model, row.n) in together else []


ROWS = [
    Row(1, "mslock", 10, {"multiple": "369,239 1:15m", "counter": "68,154 29s", "dynamic": "24,092 15s"}),
    Row(1, "mslock", 20, {"multiple": "4,407,127 4:05h", "counter": "325,325 7:06m", "dynamic": "139,990 9:35m"}),
    Row(1, "mslock", 30, {"multiple": "(>13M) (>28h)", "counter": "725,672 24:26m", "dynamic": "375,649 1:23h"}),
    Row(1, "ccp", 3, {"multiple": "16,522,710 13:12h", "counter": "1,988,991 7:55m", "dynamic": "14,088 1s"}),
    Row(1, "ccp", 5, {"multiple": "(>12M) (>35h)", "counter": "4,001,573 1:49h", "dynamic": "74,754 14s"}),
    Row(1, "ccp", 10, {"counter": "(>14M) (>18h)", "dynamic": "1,075,206 26:35m"}),
    Row(1, "ccp", 15, {"dynamic": "4,947,726 6:17h"}),
    Row(2, "compareswap", 4, {"none": "376,681 1m", "multiple": "157,470 25s", "dynamic": "48,433 10s"}),
    Row(2, "compareswap", 5, {"none": "(>14M) (>24h)", "multiple": "4,259,627 37:34m", "dynamic": "419,529 4:03m"}),
    Row(2, "compareswap", 6, {"multiple": "(>10M) (>24h)", "dynamic": "6,246,717 2:10h"}),
    Row(2, "fetchstore", 4, {"none": "1,083,830 4:12m", "multiple": "413,036 2:02m", "dynamic": "160,628 40s"}),
    Row(2, "fetchstore", 5, {"none": "(>12M) (>24h)", "multiple": "(>11M) (>24h)", "dynamic": "2,017,634 29:43m"}),
    Row(2, "fetchstore", 6, {"dynamic": "(>12M) (>24h)"}),
    Row(2, "distlist", 3, {"none": "861,158 28s", "multiple": "708,339 20s", "dynamic": "60,394 2s"}),
    Row(2, "distlist", 4, {"none": "6,380,209 4:35m", "multiple": "2,963,024 2:37m", "dynamic": "213,448 5s"}),
    Row(2, "distlist", 5, {"none": "(>15M) (>24h)", "multiple": "13,580,042 29:30m", "dynamic": "271,366 11s"}),
]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def name_of(row):
    return f"{row.model}-{row.n}"


def one(coset, args, row, method):
    before = processor_seconds()
    run = tool.check(coset, MODELS / f"{row.model}.m", "--engine=symbolic", f"--symbolic-symmetry={method}",
                     f"-DN={row.n}", "--direction=forward", *best(row, method), "--deadlock=off", f"--time={args.limit}",
                     f"--max-nodes={args.nodes}", f"--memory={args.memory}", "--trace=off",
                     limit=args.limit * 4 + 60)
    seconds = round(processor_seconds() - before, 2)
    if run.json is None or "counts" not in run.json:
        timed_out = run.rc is None or run.rc < 0
        return {"why": "incomplete" if timed_out else "refused", "seconds": seconds, "exit": run.rc}
    out = {k: run.json.get(k) for k in ("verdict", "exhaustive", "stopped", "peak_nodes", "search_nodes", "set_nodes",
                                         "level_nodes")}
    out.update({k: run.json["counts"][k] for k in ("representatives", "states", "depth")})
    out["seconds"] = seconds
    if out["verdict"] == "incomplete":
        out["why"] = "incomplete"
    return out


def cell(r):
    return f"({r['why']})" if "why" in r else f"{int(r['search_nodes']):,} {r['seconds']:.1f}s"


def nodes_of(text):
    """Parses '(>13M) (>28h)' or '24,092 15s': nodes, and whether they are only a lower bound."""
    word = text.split()[0].strip("()")
    if word.startswith(">"):
        return float(word[1:].rstrip("M")) * 1e6, True
    return float(word.replace(",", "")), False


def factors(row, results):
    """The peaks of the other methods divided by that of dynamic reduction, here and in the paper."""
    here, there = [], []
    own = results.get("dynamic", {"why": ""})
    for m in METHODS[:-1]:
        r = results.get(m)
        if r and "why" not in r and "why" not in own:
            here.append(f"{m} {int(r['search_nodes']) / int(own['search_nodes']):.1f}")
        if m in row.paper and "dynamic" in row.paper:
            nodes, bound = nodes_of(row.paper[m])
            there.append(f"{m} {'>' if bound else ''}{nodes / nodes_of(row.paper['dynamic'])[0]:.1f}")
    return ", ".join(here), ", ".join(there)


def needed(row, results):
    """The peak of dynamic reduction at which the others would have the paper's factors."""
    own, out = results.get("dynamic", {"why": ""}), []
    for m in METHODS[:-1]:
        r = results.get(m)
        if m not in row.paper or "dynamic" not in row.paper or not r or "why" in r or "why" in own:
            continue
        factor = nodes_of(row.paper[m])[0] / nodes_of(row.paper["dynamic"])[0]
        nodes = int(int(r["search_nodes"]) / factor)
        mark = "!" if nodes < int(own["set_nodes"]) else "~" if nodes < int(own["level_nodes"]) else ""
        out.append(f"{m} {nodes:,}{mark}")
    return ", ".join(out)


def show(row, methods, results):
    own = results.get("dynamic", {})
    verdict = own.get("verdict", "")
    if verdict == "fails":
        verdict += f" at depth {own['depth']}"
    here, there = factors(row, results)
    print(f"| {row.model} {row.n} | " + " | ".join(cell(results[m]) for m in methods)
          + f" | {own.get('representatives', '')} | {verdict} | {here} | {there} "
          + f"| {int(own.get('set_nodes') or 0):,} | {int(own.get('level_nodes') or 0):,} | {needed(row, results)} |")
    print("| paper | " + " | ".join(row.paper.get(m, "") for m in methods) + " | | | | | | | |")
    sys.stdout.flush()


def choose(args):
    rows = [r for r in ROWS if (not args.names or r.model in args.names) and r.n <= args.largest]
    if args.rows:
        wanted = args.rows.split(",")
        unknown = set(wanted) - {name_of(r) for r in ROWS}
        if unknown:
            sys.exit(f"there is no row {', '.join(sorted(unknown))}; see --list")
        rows = [r for r in rows if name_of(r) in wanted]
    return rows


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*", help="models (default: all); Jha: futurebus, arbiter, bisimulation, or rows")
    p.add_argument("--rows", help="names of rows, with commas")
    p.add_argument("--list", action="store_true", help="print the names of rows")
    p.add_argument("--coset", default=str(tool.ROOT / "build/src/coset"))
    p.add_argument("--limit", type=int, default=60, help="seconds for each run")
    p.add_argument("--beyond", type=int, default=60, help="Jha: seconds where the thesis has no figure")
    p.add_argument("--nodes", default="20M", help="nodes for each run")
    p.add_argument("--memory", default="4G", help="bytes for each run")
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
    rows, methods, all_rows = choose(args), args.methods.split(","), []
    if args.list:
        print("\n".join(name_of(r) for r in rows))
        return 0
    for row in rows:
        if not all_rows or all_rows[-1]["table"] != row.table:
            print(f"\nTable {row.table}\n\n| model | {' | '.join(methods)} | representatives | verdict | factors here "
                  "| factors in the paper | largest set | levels | needed |")
            print("|" + "---|" * (len(methods) + 8))
        results = {m: one(args.coset, args, row, m) for m in methods}
        show(row, methods, results)
        all_rows.append({"table": row.table, "model": row.model, "n": row.n, "results": results, "paper": row.paper})
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(all_rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
