#!/usr/bin/env python3
"""Compares two builds of coset on the models of the benchmark: wall time of each, ratios, their median. Runs
alternate; the minimum of N runs counts, because other load on the machine only adds time. Reports counts that differ.
Never a test.

  git worktree add /tmp/before COMMIT && cmake -S /tmp/before -B /tmp/before/build -DCMAKE_BUILD_TYPE=Release &&
    cmake --build /tmp/before/build
  bench/before.py /tmp/before/build/src/coset --runs 7 --threads 1"""

import argparse
import os
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit"))

import measure # noqa: E402
import peers # noqa: E402
import run # noqa: E402
import tool # noqa: E402


def least(programs, peer, model, args):
    """For each program (least seconds, counts), or None if a run reached the limit."""
    best = [None] * len(programs)
    for _ in range(args.runs):
        for k, program in enumerate(programs):
            got = measure.run(peer.command(peer, model, None, program)[0], args.limit)
            if got is None:
                return None
            if best[k] is None or got[0] < best[k][0]:
                best[k] = got[0], peer.counts(got[3])
    return best


def cells(args, shared, programs):
    """(what ran, seconds before, seconds now, counts before, counts now); None for all four at the limit."""
    own = [p for p in peers.ROWS if p.tool == "coset" and p.threads in args.threads]
    for name in args.models or (list(peers.PROMELA) if args.promela else run.MODELS):
        model = peers.find(shared, name)
        for peer in own:
            if peer.language == peers.language(model) and not (args.promela and peer.symmetry):
                what = f"{name}, symmetry {'on' if peer.symmetry else 'off'}, {peer.threads} threads"
                got = least(programs, peer, model, args)
                yield (what, got[0][0], got[1][0], got[0][1], got[1][1]) if got else (what, None, None, None, None)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("before", help="the other build's program")
    p.add_argument("models", nargs="*")
    p.add_argument("--promela", action="store_true", help="the Promela models of the benchmark, without symmetry")
    p.add_argument("--coset", default=os.environ.get("COSET"))
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--limit", type=float, default=60, help="seconds for one run")
    p.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED)")
        return tool.SKIP
    ratios, unlike = [], []
    print(f"{measure.machine()}; least of {args.runs} alternating runs\n\n| | before s | now s | now / before |\n|---|---|---|---|")
    for what, before, now, old, new in cells(args, shared, [args.before, tool.program(args)]):
        if before is None:
            print(f"| {what} | time limit | | |", flush=True)
            continue
        ratios.append(now / before)
        unlike += [f"{what}: {old} before, {new} now"] if old != new else []
        print(f"| {what} | {before:.3f} | {now:.3f} | {now / before:.2f} |", flush=True)
    if ratios:
        print(f"\nmedian {statistics.median(ratios):.3f} [{min(ratios):.2f}-{max(ratios):.2f}] over {len(ratios)}")
    print("".join(f"\nUNLIKE: {x}" for x in unlike))
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main())
