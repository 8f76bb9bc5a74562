#!/usr/bin/env python3
"""The tables of Gibson-Robinson and Lowe, "Symmetry reduction in CSP model checking" (section 8), by the scripts of
examples/csp: each row without symmetry reduction, with it, and with the strategies sorted and segmented; and the counts
of ListStack, which are known exactly. Never a test: prints a Markdown table and writes JSON.

  bench/csp.py --limit 60 --memory 8G liststack peterson

The scripts are written after the descriptions in the paper, so only ListStack has the paper's counts. The numbers of
the paper's tables 1 and 2 are pictures that our copy lacks: it has the sizes of their rows in brackets, which are used
below, but no times; numbers from its text are printed next to ours. The rows of TreeBroadcast are nodes besides the
sender; those of DiningPhilosophers, Peterson and Database have lost their sizes too (the text mentions n = 12
philosophers)."""

import argparse
import datetime
import json
import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import sizes # noqa: E402
import tool # noqa: E402

SCRIPTS = tool.ROOT / "examples" / "csp"
NODES = "diff(NodeIDType, {| Null |})"
LINKED = "diff(NodeIDType, {| Null, First |})"


class Example:
    """names: the meanings of the numbers of a row; ids: the types that index processes, for sorted and segmented;
    assertion: the number of the assertion in the script, and of the one without symmetry."""

    def __init__(self, title, script, names, rows, ids, assertion=1, without=None):
        self.title, self.script, self.names, self.rows, self.ids = title, script, names, rows, ids
        self.assertion, self.without = assertion, without or assertion

    def sizes(self, row):
        out = {}
        for names, n in zip(self.names, row):
            out.update({name: n for name in names.split("=")})
        return out


EXAMPLES = [
    Example("ListStack", "liststack", ["nodes", "threads", "data"],
            [(6, 3, 4), (6, 4, 3), (7, 4, 2), (8, 4, 2), (8, 4, 4), (10, 4, 2), (12, 4, 2), (19, 4, 2)],
            f"ThreadID, {NODES}"),
    Example("TreeBroadcast", "treebroadcast", ["nodes", "data"], [(5, 2), (6, 2)], "diff(NodeIDType, {| Sender |})"),
    Example("DiningPhilosophers", "philosophers", ["philosophers"], [(6,), (7,), (8,), (9,), (10,), (12,)], "ID",
            without=3),
    Example("LockFreeQueue", "lockfreequeue", ["nodes", "threads", "data"],
            [(4, 3, 3), (5, 2, 3), (5, 3, 3), (6, 2, 2), (6, 3, 2), (7, 2, 2), (11, 2, 2)], f"ThreadID, {NODES}"),
    Example("CoarseGrainedListSet", "coarselistset", ["nodes=data", "threads"], [(4, 3), (5, 3), (6, 3), (7, 3)],
            f"ThreadID, {LINKED}"),
    Example("FineGrainedListSet", "finelistset", ["nodes=data", "threads"], [(3, 3), (4, 3), (5, 3), (6, 3)],
            f"ThreadID, {LINKED}"),
    Example("ArrayQueue", "arrayqueue", ["threads", "data", "reftags", "slottags"], [(2, 2, 4, 2), (3, 2, 6, 3)],
            "ThreadID, RefTag, SlotTag"),
    Example("Peterson", "peterson", ["processes"], [(3,), (4,), (5,), (6,)], "ID"),
    Example("Database", "database", ["managers"], [(6,), (8,), (10,), (12,)], "ID"),
]

# From the text of the paper: FDR's states with and without symmetry.
TOLD = {("ListStack", (6, 3, 4)): "FDR: 99 thousand of 7.8e9", ("ListStack", (19, 4, 2)): "FDR: of 3.8e26 or more"}

# (nodes, data, threads): representatives, states, transitions; from an enumeration based on the structure of the
# stack.
EXACT = {
    (6, 4, 3): (99429, 7770400092, 21402680904),
    (6, 3, 4): (108900, 5951795125, 20877065800),
    (7, 2, 4): (37566, 3812023296, 12865578560),
    (8, 2, 4): (75326, 60992399360, 205849347776),
    (12, 2, 4): (1208126, 11593435602139136, 39127845157219520),
}

COLUMNS = ["without", "with", "with, ids", "sorted", "segmented"]


def options(column, example):
    """(number of the assertion, text appended to it, the program's options)"""
    all_types, ids = " :[symmetry reduce]", f" :[symmetry reduce]: {example.ids}"
    return {"without": (example.without, "", ["--symmetry=off"]),
            "with": (example.assertion, all_types, []),
            "with, ids": (example.assertion, ids, []),
            "sorted": (example.assertion, ids, ["--symmetry=sorted"]),
            "segmented": (example.assertion, ids, ["--symmetry=segmented"])}[column]


def cell(coset, example, row, column, args, folder):
    """One run: a dictionary for JSON, with `text` for the table."""
    number, symmetry, more = options(column, example)
    text = sizes.resized((SCRIPTS / f"{example.script}.csp").read_text(), example.sizes(row))
    path = folder / f"{example.script}.csp"
    path.write_text(sizes.only_assertion(text, number, symmetry))
    command = [coset, "check", "--json", "--progress=none", f"--memory={args.memory}", *more, str(path)]
    done = measure.run(command, args.limit, args.cpu)
    if done is None:
        return {"text": "t/o"}
    seconds, kilobytes, out = done[1 if args.cpu else 0], done[2], done[3]
    try:
        result = json.loads(out)
    except ValueError:
        return {"text": "error"}
    counts, verdict = result["counts"], result["properties"][0]["verdict"]
    found = {"verdict": verdict, "counts": counts, "seconds": seconds, "kilobytes": kilobytes}
    if verdict == "incomplete":
        return {**found, "text": "o/m"}
    mark = "" if verdict == "holds" else f" {verdict.upper()}"
    return {**found, "text": f"{tool.number(counts['representatives']):,} {seconds:.1f} s "
                             f"{kilobytes / 1024:.0f} MB{mark}"}


def rows(args):
    for example in EXAMPLES:
        if args.examples and example.script not in args.examples and example.title.lower() not in args.examples:
            continue
        for row in example.rows[:args.rows]:
            yield example, row


def table(coset, args, folder):
    print("| example | sizes | " + " | ".join(COLUMNS) + " | told |")
    print("|---" * (len(COLUMNS) + 3) + "|", flush=True)
    out = []
    for example, row in rows(args):
        cells = {c: cell(coset, example, row, c, args, folder) for c in COLUMNS if c in args.columns}
        shown = " | ".join(cells[c]["text"] if c in cells else "" for c in COLUMNS)
        told = TOLD.get((example.title, row), "")
        print(f"| {example.title} | {', '.join(map(str, row))} | {shown} | {told} |", flush=True)
        out.append({"example": example.title, "sizes": example.sizes(row), "cells": cells})
    return out


def exact(coset, args, folder):
    """Compares ListStack with the exact numbers."""
    example, out = EXAMPLES[0], []
    print("\n| ListStack: nodes, data, threads | representatives | states | transitions | seconds | |")
    print("|---|---|---|---|---|---|", flush=True)
    for (nodes, data, threads), known in EXACT.items():
        found = cell(coset, example, (nodes, threads, data), "with", args, folder)
        counts = found.get("counts")
        seen = tuple(tool.number(counts[k] or 0) for k in ("representatives", "states", "full_transitions")) \
            if counts else ()
        word = "as known" if seen == known else f"KNOWN: {known}"
        print(f"| {nodes}, {data}, {threads} | " + " | ".join(f"{n:,}" for n in seen or (0, 0, 0)) +
              f" | {found.get('seconds', 0):.1f} | {word if counts else found['text']} |", flush=True)
        out.append({"sizes": [nodes, data, threads], "found": found, "known": known})
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("examples", nargs="*", help="names of scripts (default: all)")
    p.add_argument("--coset", help="the program (default: build/src/coset)")
    p.add_argument("--limit", type=float, default=120, help="seconds for one cell (%(default)s)")
    p.add_argument("--cpu", action="store_true", help="seconds are those of all processors together: for machines that "
                                                      "have other work to do")
    p.add_argument("--memory", default="16G", help="for one cell (%(default)s)")
    p.add_argument("--rows", type=int, default=99, help="at most so many rows of each example")
    p.add_argument("--columns", nargs="+", default=COLUMNS, choices=COLUMNS)
    p.add_argument("--json", type=pathlib.Path, help="write all numbers here")
    args = p.parse_args()
    coset = tool.program(args)
    clock = "processor time" if args.cpu else "wall time"
    print(f"{measure.machine()}, {datetime.date.today()}; {args.limit:g} s and {args.memory} for each cell; states, "
          f"{clock}, peak of memory; t/o: out of time, o/m: out of memory; ids: without symmetry in data, like sorted "
          "and segmented\n")
    with tempfile.TemporaryDirectory() as name:
        found = {"table": table(coset, args, pathlib.Path(name))}
        if not args.examples or "liststack" in args.examples:
            found["exact"] = exact(coset, args, pathlib.Path(name))
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
