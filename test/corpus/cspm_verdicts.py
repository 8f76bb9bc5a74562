#!/usr/bin/env python3
"""CSPM scripts by others: the verdicts that the scripts themselves state, and on all of them one verdict for two ways of
compiling (components and rules, or one explicit machine)."""

import csv
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

# By line: h holds, f fails. What the comments in the script say, or the purpose of a puzzle (a counterexample solves
# it).
STATED = {
    "inline/papers-we-love/04-coffee-refinement.csp": "29f",
    "inline/papers-we-love/05-beer-refinement.csp": "33h",
    "inline/papers-we-love/06-internal-choice.csp": "29h 34f",
    "inline/concurrency-models/read-atomic.csp": "43f 50h",
    "frontend/crossing.fdr2": "51f 58f 69h 71h 84f 86h",
    "frontend/livecrossing.fdr2": "62f 79h 89h 91h 97h 99h",
    "frontend/scheduler.fdr2": "35h 36h 49h 50h 54h 55h",
    "frontend/frogs2.csp": "61f",
    "frontend/hanoi.fix.csp": "74f",
    "frontend/mbuff.csp": "85h",
    "frontend/newmbuff.fix.csp": "101h",
    "frontend/simple.csp": "27h 31h",
    "frontend/spec1.fdr2": "14h 16f",
    "frontend/phils.fix.csp": "34f 35f 36f 37f",
    "frontend/abp.csp": "146f 197h 198h 199h 221h 223h 230h 231h 258h 259h 335h 336f 372h",
    "rova/lockBasedStack.csp": "174h",
    "rova/lockBasedQueue.csp": "219h",
    "rova/lockBasedStackErr1.csp": "175f",
}

# Not in FDR4's dialect: each has errors with a place. normalise is no function of FDR4; the others lack or mistake
# types.
REFUSED = ["frontend/Andrew.csp", "frontend/SequentialRouter.csp", "frontend/crossing.csp", "frontend/oopseq.csp",
           "frontend/oopsla.csp", "frontend/protocol.fix.csp", "frontend/t1.csp"]

# Larger than a quick test: these run in the long one only.
LARGE = ["rova/TreiberStack.csp", "rova/lazySetNoJoined.csp", "rova/test-file.csp"]

WORDS = {"h": "holds", "f": "fails"}


def manifest(shared):
    """Verdicts as comments next to the assertions of the inline scripts."""
    out = {}
    with open(shared / "corpus/manifests/cspm_inline_verdicts.tsv", encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            name = "inline/" + row["file"].split("/", 1)[1]
            if row["state"] == "active":
                out.setdefault(name, {})[int(row["line"])] = {"pass": "holds", "fail": "fails"}[row["expected"]]
    return out


def stated(shared):
    out = {n: {int(w[:-1]): WORDS[w[-1]] for w in text.split()} for n, text in STATED.items()}
    for name, lines in manifest(shared).items():
        out.setdefault(name, {}).update(lines)
    return out


def by_line(run):
    return {p["at"]["line"]: p["verdict"] for p in run.json["properties"]} if run.json else {}


def script(coset, folder, name, expected):
    limit = 300 if tool.long_run() else 80 if expected else 12 # without stated verdicts many may stay open
    options = ["--threads=1", "--memory=2G", f"--time={limit // 4}s"]
    run = tool.check(coset, folder / name, *options, limit=limit)
    if name in REFUSED:
        located = f"{pathlib.Path(name).name}:" in run.err
        return [] if run.rc == 65 and located else [f"{name}: exit {run.rc}, expected located errors and 65"]
    if run.json is None or "properties" not in run.json:
        return [f"{name}: exit {run.rc}, no result: {run.err[:300]}"]
    one = by_line(run)
    out = [f"{name}:{line}: {one.get(line)}, expected {v}" for line, v in expected.items() if one.get(line) != v]
    other = by_line(tool.check(coset, folder / name, *options, "--compile=explicit", "--symmetry=off", limit=limit))
    done = ("holds", "fails")
    out += [f"{name}:{line}: {v}, but {other[line]} as one machine" for line, v in one.items()
            if v in done and other.get(line) in done and other[line] != v]
    return out


def main():
    args, shared = tool.parser(__doc__).parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    coset, folder, known = tool.program(args), shared / "corpus/cspm", stated(shared)
    names = [str(p.relative_to(folder)) for part in ("rova", "frontend", "inline") for p in (folder / part).rglob("*")
             if p.suffix in (".csp", ".fdr2") and "assert" in p.read_text(errors="replace")]
    names = sorted(n for n in names if tool.long_run() or n not in LARGE)
    with ThreadPoolExecutor(args.jobs) as pool:
        out = [t for found in pool.map(lambda n: script(coset, folder, n, known.get(n, {})), names) for t in found]
    missing = [n for n in known if n not in names]
    out += [f"{n}: not found" for n in missing]
    print("\n".join(out) or f"{len(names)} scripts, {sum(len(v) for v in known.values())} stated verdicts: all agree")
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main())
