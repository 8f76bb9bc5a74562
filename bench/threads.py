#!/usr/bin/env python3
"""The gain of a second thread, compared with that of a second process. Each model is checked by one process of one
thread; by the same pinned to one processor (else the other one generates its machine code for free); by two such
processes in parallel, which share only the machine; and by one process of two threads. Gain is the work done, divided
by the work of one thread alone in that time; "all": divided by the work of one processor alone. Idle is the share of
both processors that the two threads did not use. Exchange: nanoseconds for a word from one processor to the other and
back, before each run of two threads, least and largest (exchange.c). Medians of alternating runs; never a test.

  bench/threads.py --runs 7 german4 dbm12 german6:auto

A model is searched without symmetry, or with the strategy after its name."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit"))

import measure # noqa: E402
import peers # noqa: E402
import tool # noqa: E402

MODELS = ["german4", "n_peterson5", "mcslock2", "list6", *peers.PROMELA, "german6:auto", "n_peterson8:auto", "ldash:auto"]
WAYS = [(1, 1, 1), (1, 1, 2), (2, 1, 2), (1, 2, 2)] # processes, threads, processors


def seconds(coset, model, symmetry, processes, threads, processors):
    command = [coset, "check", "--json", "--progress=none", "--deadlock=off", "--por=off", f"--symmetry={symmetry}",
               f"--threads={threads}", str(model)]
    only = sorted(os.sched_getaffinity(0))[:processors]
    began, before = time.monotonic(), os.times()
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, only))
            for _ in range(processes)]
    told = [p.communicate()[0] for p in runs] # all of them: none may overlap with the next run
    took, after = time.monotonic() - began, os.times()
    if not all(json.loads(text).get("exhaustive") for text in told): # it is incomplete if a formula is not checked
        raise SystemExit(f"{model.name}: exit {[p.returncode for p in runs]}; only searches of all states can be compared")
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return took, busy


def exchange_program(folder):
    program = pathlib.Path(folder) / "exchange"
    source = pathlib.Path(__file__).with_name("exchange.c")
    subprocess.run(["cc", "-O2", "-pthread", "-o", str(program), str(source)], check=True)
    return program


def exchange(program):
    return int(subprocess.run([program], capture_output=True, text=True, check=True).stdout)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("models", nargs="*")
    p.add_argument("--coset", default=os.environ.get("COSET"))
    p.add_argument("--runs", type=int, default=5)
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED)")
        return tool.SKIP
    with tempfile.TemporaryDirectory() as folder:
        table(args, shared, tool.program(args), exchange_program(folder))
    return 0


def table(args, shared, coset, swap):
    print(f"{measure.machine()}; medians of {args.runs}\n\n| model | one processor, s | one thread, s | two processes, s | gain | "
          "two threads, s | gain | all | idle | threads by processes | exchange, ns |\n" + 11 * "|---" + "|")
    for name in args.models or MODELS:
        short, _, symmetry = name.partition(":")
        model = peers.find(shared, short)
        runs, waits = [], []
        for _ in range(args.runs):
            runs.append([seconds(coset, model, symmetry or "off", *way) for way in WAYS[:-1]])
            waits.append(exchange(swap))
            runs[-1].append(seconds(coset, model, symmetry or "off", *WAYS[-1]))
        pinned, alone, beside, two = (statistics.median(took for took, _ in column) for column in zip(*runs))
        apart, gain = 2 * alone / beside, alone / two
        idle = statistics.median(1 - busy / (2 * took) for *_, (took, busy) in runs)
        print(f"| {name} | {pinned:.2f} | {alone:.2f} | {beside:.2f} | {apart:.2f} | {two:.2f} | {gain:.2f} | {pinned / two:.2f} | "
              f"{100 * idle:.0f} % | {gain / apart:.2f} | {min(waits)}-{max(waits)} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
