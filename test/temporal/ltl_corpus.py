#!/usr/bin/env python3
"""Promela models by others with a formula, a claim or labels each, against Spin's verdicts (corpus/promela/ltl),
without and with weak fairness, each without and with symmetry. Spin replays the trail of each violation. A sample that
takes seconds; all of them if COSET_LONG is set."""

import csv
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
import pathlib

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402
from random_ltl import replays, spin_overlooks # noqa: E402

SMALL = 20_000  # states of Spin's product, of those that are in the sample
LIMIT, LONG_LIMIT = 20, 900


def rows(folder):
    with open(folder / "expected.tsv", encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def options(row):
    if row["kind"] == "np":
        return ["--nonprogress"]
    return [f"--claim={row['property']}"] if row["property"] else []


def verdict(run):
    if run.rc is None:
        return "timeout"
    if run.json is None and run.rc != 20:
        return f"exit {run.rc}: {run.err.strip().splitlines()[-1] if run.err.strip() else ''}"
    return {0: "holds", 20: "incomplete"}.get(run.rc, "violated" if 10 <= run.rc < 20 else f"exit {run.rc}")


def is_small(row):
    states = row["states_unfair_noreduce"]
    return bool(states) and int(states) < SMALL or (not states and row["unfair"] == "violated" and "giop" not in row["model"])


def copied(model, folder):
    """The model next to the files that it may include."""
    for f in model.parent.iterdir():
        if f.is_file() and f.stat().st_size < 1_000_000:
            shutil.copy(f, folder)
    return pathlib.Path(folder, model.name)


def judge(coset, folder, row, args):
    with tempfile.TemporaryDirectory(prefix="coset_ltl_") as place:
        return compare(coset, copied(folder / row["model"], place), row, args)


def compare(coset, model, row, args):
    out, trail = [], model.parent / "c.trail"
    limit = LONG_LIMIT if tool.long_run() else args.limit
    for column, fair in (("unfair", []), ("weak_fair", ["--fair=weak"])):
        want = row[column]
        if want not in ("holds", "violated"):
            continue
        for symmetry in ("off", "auto"):
            trail.unlink(missing_ok=True)
            run = tool.check(coset, model, *options(row), *fair, f"--symmetry={symmetry}", f"--trail={trail}",
                             "--deadlock=off", f"--time={limit}s", limit=2 * limit + 20)
            got = verdict(run)
            if fair and want == "holds" and got == "violated" and row["unfair"] == "violated" and spin_overlooks(run):
                continue
            if got != want:
                out.append(f"{column}, --symmetry={symmetry}: {got}, expected {want}")
            elif got == "violated" and not (trail.exists() and replays(model.parent, model, of_assertion=run.rc == 14)):
                out.append(f"{column}, --symmetry={symmetry}: Spin does not replay the trail")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--all", action="store_true", help="all rows, as with COSET_LONG")
    p.add_argument("--limit", type=int, default=LIMIT, help="seconds for one run")
    p.add_argument("only", nargs="*", help="rows whose model:property has one of these texts in it")
    args = p.parse_args()
    coset, shared = tool.program(args), tool.shared()
    folder = shared and shared / "corpus" / "promela" / "ltl"
    if not folder or not folder.is_dir():
        print("skipped: no corpus/promela/ltl in $COSET_SHARED or ../shared")
        return tool.SKIP
    chosen = [r for r in rows(folder) if args.all or tool.long_run() or args.only or is_small(r)]
    chosen = [r for r in chosen if not args.only or any(o in f"{r['model']}:{r['property']}" for o in args.only)]
    if not (args.all or tool.long_run() or args.only):
        chosen = chosen[::6]
    bad = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        pending = tool.share(chosen)
        for row, out in zip(pending, pool.map(lambda r: judge(coset, folder, r, args), pending)):
            bad += bool(out)
            print(f"{'FAIL' if out else '  ok'} {row['model']}:{row['property']}" + "".join(f"\n       {x}" for x in out),
                  flush=True)
    print(f"{len(pending)} rows, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
