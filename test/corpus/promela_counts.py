#!/usr/bin/env python3
"""Published counts of Promela models that Spin optimises by default: statements merged (--merge=on), dead variables
reset (--dead=reset). The models of TopSPIN's tests (manifests/topspin.tsv: plain spin -a; orbits if all processes that
may be permuted are of one proctype) and of BEEM (manifests/spin.tsv: spin -a -o3, pan -E). Long ones only if COSET_LONG
is set."""

import csv
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

LONG = 60000 # states
MOVING_CHANNELS = {"2s3cs.p", "email3.p"} # names of channels are permuted, too


def table(path):
    """Rows of a table whose comments start with #, as dictionaries."""
    lines = [x for x in path.read_text().splitlines() if x and not x.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def counts(run):
    c = run.json and run.json["counts"]
    return c and (tool.number(c["states"]), tool.number(c["full_transitions"]) + 1)


def judge(coset, path, options, want):
    run = tool.check(coset, path, "--symmetry=off", "--por=off", *options, limit=3600)
    if run.json is None or counts(run) != want:
        return [f"{run.shell()}: {counts(run)} {run.err[:300]}, expected {want}"]
    return []


def judge_orbits(coset, path, options, row):
    run = tool.check(coset, path, "--por=off", *options, limit=3600)
    if run.json is None:
        return [f"{run.shell()}: {run.err[:300]}"]
    c = run.json["counts"]
    got = [tool.number(c["representatives"]), tool.number(c["transitions"]) + 1, int(run.json["symmetry"]["order"])]
    want = [int(row[x]) for x in ("orbits", "reduced_transitions", "group_order")]
    return [] if got == want else [f"{run.shell()}: orbits, transitions, group {got}, expected {want}"]


def cases(folder):
    """Name, path, options, states and transitions, row with orbits or None."""
    for row in table(folder / "manifests" / "topspin.tsv"):
        if row["kind"] == "orbits":
            path = folder / "promela" / "topspin" / "reduced" / row["model"]
            yield (path, ["--merge=on", "--dead=reset"],
                   (int(row["unreduced_states"]), int(row["unreduced_transitions"])), row)
    for row in table(folder / "manifests" / "spin.tsv"):
        if row["set"].startswith("beem"):
            yield (folder / "promela" / "beem" / row["model"], ["--dead=reset", "--deadlock=off"],
                   (int(row["states_stored"]), int(row["transitions"])), None)


def work(coset, path, options, want, row):
    out = judge(coset, path, options, want)
    if row and path.name not in MOVING_CHANNELS:
        out += judge_orbits(coset, path, options, row)
    return out


def main():
    args = tool.parser(__doc__).parse_args()
    coset, folder = tool.program(args), tool.shared()
    if not folder:
        print("skipped: no corpus")
        return tool.SKIP
    chosen = [c for c in cases(folder / "corpus") if tool.long_run() or c[2][0] <= LONG or c[0].name == "peterson4.p"]
    bad = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for case, out in zip(chosen, pool.map(lambda c: work(coset, *c), chosen)):
            bad += bool(out)
            print(f"{'FAIL' if out else '  ok'} {case[0].name}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
