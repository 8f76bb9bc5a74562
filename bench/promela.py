#!/usr/bin/env python3
"""The tables of chapter 6 of Bosnacki's thesis (SymmSpin): stored states of Peterson, the Data Base Manager, the
Initialization Protocol and the Base Station, without symmetry, with canonical representatives, and with the
strategies sorted and pc-sorted; compared with the thesis's numbers (without partial-order reduction). Never a test:
prints Markdown tables and writes JSON.

  bench/promela.py --cpu --limit 60 --memory 8G peterson base_station_2

For each table it reports how many cells equal the thesis's, which do not, and whether the sizes of the orbits sum up
to the states of the unreduced run if both finished.

Peterson and the Data Base Manager are models of the corpus (../shared); the others are in examples/promela, written after
the descriptions in the thesis, which does not print their programs."""

import argparse
import json
import pathlib
import platform
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                *(str(pathlib.Path(__file__).resolve().parents[1] / "test" / x) for x in ("kit", "corpus"))]

import measure # noqa: E402
import tool # noqa: E402
from promela_shown import with_all_flags # noqa: E402

EXAMPLES = tool.ROOT / "examples" / "promela"
STRATEGIES = {"no symmetry": ["--symmetry=off"], "canonical": [], "sorted": ["--symmetry=sorted", "--search=dfs"],
              "pc-sorted": ["--symmetry=pc-sorted", "--search=dfs"]}


class Example:
    """told: for each row of the table the thesis's states by strategy; text if it has none, or a rounded number."""

    def __init__(self, title, name, rows, told, why):
        self.title, self.name, self.rows, self.told, self.why = title, name, rows, told, why

    def model(self, row):
        """The file and the options that make it the model of this row; None if it is not available."""
        own = EXAMPLES / f"{self.name}.pml"
        if own.exists():
            return own, [x for name, n in row.items() for x in ("-D", f"{name}={n}")]
        shared = tool.shared()
        return (shared / "corpus" / "bosnacki" / f"{self.name}{row['N']}.pml", []) if shared else None


OWN = ("The thesis does not print this program. Ours has fewer or more control states and other variables, so numbers "
       "differ; what can be compared is the gain of the strategies.")

TABLES = [
    Example("Table 1: Peterson", "peterson", [{"N": n} for n in (2, 3, 4, 5, 6)],
            {"no symmetry": ["263", "11318", "542921", "o.m.", "o.m."],
             "canonical": ["134", "1976", "24383", "262749", "2534774"],
             "sorted": ["160", "3967", "88489", "1831298", "o.m."],
             "pc-sorted": ["137", "2396", "46804", "942786", "o.m."]},
            "Equal. (Strategies with several representatives depend on the order of the search: --search=dfs.)"),
    Example("Table 2: Data Base Manager", "dbm", [{"N": n} for n in (7, 8, 9, 10, 11, 12)],
            {"no symmetry": ["5112", "17506", "59060", "196842", "649552", "2.1M"],
             "canonical": ["31", "39", "48", "58", "69", "-"],
             "sorted": ["250", "505", "1016", "2039", "4086", "8181"],
             "pc-sorted": ["58", "91", "155", "245", "415", "659"]},
            "Equal. For sorted the model is the one whose counts are the thesis's: a manager sets the flags of all, its own "
            "one too (the thesis does not print the program)."),
    Example("Table 3: Initialization Protocol", "initialization", [{"N": n} for n in (2, 3, 4, 5)],
            {"no symmetry": ["2578", "131484", "7.0M", "o.m."], "canonical": ["1521", "26399", "386536", "o.m."],
             "sorted": ["2344", "98602", "4.2M", "o.m."], "pc-sorted": ["1607", "40395", "987830", "o.m."]},
            OWN + " Ours takes back the flags of all others in one step and lets nobody begin before all flags have their "
            "arbitrary values."),
    Example("Table 4: Base Station, first model", "base_station_1", [{"N": n} for n in (2, 3)],
            {"no symmetry": ["15621", "o.m."], "canonical": ["7812", "3.4M"], "sorted": ["7860", "3.9M"],
             "pc-sorted": ["8286", "5.1M"]},
            OWN + " Ours has one request at a time at the base station."),
    Example("Table 5: Base Station, second model", "base_station_2",
            [{"NS": 2, "NR": 2}, {"NS": 3, "NR": 2}, {"NS": 2, "NR": 3}],
            {"no symmetry": ["9.0M", "o.m.", "o.m."], "canonical": ["2.3M", "o.m.", "o.m."],
             "sorted": ["-", "-", "-"], "pc-sorted": ["3.5M", "o.m.", "o.m."]},
            OWN + " The thesis had no main array for sorted here; coset sorts by all that processes own then."),
]


def as_told(cell, told):
    """Whether a number is the thesis's, which may be rounded (9.0M); None if one of the two is missing."""
    if "counts" not in cell or cell["verdict"] == "incomplete" or not told[0].isdigit():
        return None
    got = tool.number(cell["counts"]["representatives"])
    return f"{got / 1e6:.1f}M" == told if told.endswith("M") else got == int(told)


def compared(cells):
    """A paragraph: the equal and the different cells."""
    judged = [(c, as_told(c, c["thesis"])) for c in cells]
    equal, other = [c for c, j in judged if j], [c for c, j in judged if j is False]
    alone = len(judged) - len(equal) - len(other)
    out = f"{len(equal)} numbers are the thesis's, {len(other)} are not, {alone} have no counterpart."
    full = {name_of(c["row"]): c for c in cells if c["strategy"] == "no symmetry" and c.get("verdict") == "holds"}
    pairs = [(full[name_of(c["row"])], c) for c in cells if c["strategy"] == "canonical" and c.get("verdict") == "holds"
             and name_of(c["row"]) in full]
    bad = [name_of(a["row"]) for a, b in pairs if a["counts"]["states"] != b["counts"]["states"] or
           a["counts"]["full_transitions"] != b["counts"]["full_transitions"]]
    sums = f"Orbits sum up to the unreduced states and transitions in {len(pairs) - len(bad)} of {len(pairs)} columns"
    return f"{out} {sums}{': not in ' + '; '.join(bad) if bad else ''}."


def name_of(row):
    return ", ".join(f"{k}={v}" for k, v in row.items())


def cell(coset, example, row, strategy, args):
    """One run: a dictionary for JSON, with `text` for the table."""
    found = example.model(row)
    if not found or not found[0].exists():
        return {"text": "no model"}
    model, more = found
    if example.name == "dbm" and strategy == "sorted":
        text = with_all_flags(model.read_text(), row["N"])
        model = pathlib.Path(args.folder) / model.name
        model.write_text(text)
    command = [coset, "check", "--json", "--progress=none", f"--memory={args.memory}", "--por=off", *STRATEGIES[strategy], *more,
               str(model)]
    done = measure.run(command, args.limit, args.cpu)
    if done is None:
        return {"text": "o.t."}
    seconds, kilobytes, out = done[1 if args.cpu else 0], done[2], done[3]
    try:
        result = json.loads(out)
    except ValueError:
        return {"text": "error"}
    if "counts" not in result:
        return {"text": "refused"}
    out = {"verdict": result["verdict"], "counts": result["counts"], "symmetry": result["symmetry"], "seconds": seconds,
           "kilobytes": kilobytes}
    if result["verdict"] == "incomplete":
        return {**out, "text": "o.m."}
    mark = "" if result["verdict"] == "holds" else f" {result['verdict'].upper()}"
    return {**out, "text": f"{tool.number(result['counts']['representatives'])}{mark} ({seconds:.1f} s)"}


def table(coset, example, args):
    rows = example.rows[:args.rows]
    names = [name_of(row) for row in rows]
    print(f"\n{example.title}\n\n| | " + " | ".join(f"{n} | thesis" for n in names) + " |")
    print("|---" * (2 * len(rows) + 1) + "|", flush=True)
    out = []
    for strategy in STRATEGIES:
        cells = []
        for row in rows: # of growing size: if one takes too long, the next ones are skipped
            late = cells and cells[-1]["text"] == "o.t."
            told = example.told[strategy][len(cells)]
            if args.told and not told[0].isdigit():
                cells.append({"text": "not run"})
            else:
                cells.append({"text": "o.t."} if late else cell(coset, example, row, strategy, args))
        print(f"| {strategy} | " + " | ".join(f"{c['text']} | {example.told[strategy][i]}" for i, c in enumerate(cells)) +
              " |", flush=True)
        out += [{"row": row, "strategy": strategy, "thesis": example.told[strategy][i], **c}
                for i, (row, c) in enumerate(zip(rows, cells))]
    gains = [[c["counts"] for c in out if c["row"] == row and c["strategy"] == "canonical" and "counts" in c]
             for row in rows]
    print("| gain of canonical | " + " | ".join(
        (f"{tool.number(g[0]['states']) / tool.number(g[0]['representatives']):.2f}" if g and g[0]["states"] else "-") +
        " | " for g in gains) + "|")
    told = compared(out)
    print(f"\n{told} {example.why}", flush=True)
    return {"title": example.title, "cells": out, "compared": told}


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("examples", nargs="*", help="names of models (default: all)")
    p.add_argument("--coset", help="the program (default: build/src/coset)")
    p.add_argument("--limit", type=float, default=120, help="seconds for one cell (%(default)s)")
    p.add_argument("--cpu", action="store_true", help="seconds are those of all processors together: for machines that "
                   "do other work besides")
    p.add_argument("--memory", default="16G", help="for one cell (%(default)s)")
    p.add_argument("--told", action="store_true", help="only cells for which the thesis has a number")
    p.add_argument("--rows", type=int, default=99, help="at most so many columns of each table")
    p.add_argument("--json", type=pathlib.Path, help="write all numbers here")
    args = p.parse_args()
    coset = tool.program(args)
    clock = "CPU" if args.cpu else "wall"
    print(f"coset on {platform.machine()}, {args.limit:g} s and {args.memory} for each cell; stored states ({clock} time); "
          "o.m.: out of memory, o.t.: out of time")
    with tempfile.TemporaryDirectory() as args.folder:
        found = [table(coset, e, args) for e in TABLES if not args.examples or e.name in args.examples]
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
