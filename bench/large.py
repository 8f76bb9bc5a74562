#!/usr/bin/env python3
"""Time for each edge while the store fills, compared with the latency of memory. Never a test: prints a Markdown
table.

  bench/large.py [MODEL [OPTION...]]

One thread, no symmetry; German's protocol with 6 nodes (443 million states, 10 GB, most of an hour) unless a model is
given. A row is an interval: CPU time of the process for each edge, memory at its end, and the time of one dependent
read in that much memory (chase.c), measured afterwards."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "test" / "kit")]

import measure # noqa: E402
import tool # noqa: E402

ENDS = [5, 10, 20, 40, 80, 150, 220, 300, 400, 1000] # millions of states
GERMAN = [str(HERE.parent / "examples/murphi/german.m"), "-DNODES=6"]


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def latency(memory):
    """Nanoseconds of a dependent read."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cc", "-O2", str(HERE / "chase.c"), "-o", f"{folder}/chase"], check=True)
        return subprocess.run([f"{folder}/chase", str(memory)], check=True, capture_output=True, text=True).stdout.strip()


def curve(command):
    """[(states, edges, CPU seconds, bytes)] at the ends of intervals and at the end of the run."""
    points, ends = [(0, 0, 0.0, 0)], [1000000 * n for n in ENDS]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as p:
        for line in p.stderr:
            if not line.startswith("{"):
                continue
            now, spent = json.loads(line), cpu_seconds(p.pid)
            point = (now["representatives"], now["transitions"], spent, now["memory"])
            if point[0] >= ends[0]:
                points.append(point)
                ends = [n for n in ends if n > point[0]] or [sys.maxsize]
    return points, p.returncode


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--coset")
    p.add_argument("model", nargs="*")
    args, more = p.parse_known_args()
    command = [tool.program(args), "check", *(args.model or GERMAN), *more, "--symmetry=off", "--por=off", "--threads=1", "--trace=off",
               "--progress=json"]
    print(f"{measure.machine()}\n`{' '.join(map(str, command[1:]))}`\n")
    points, status = curve(command)
    print("| million states | ns for each edge | MiB | a read, ns |\n|---|---|---|---|")
    for (_, edges, spent, _), (states, e, s, memory) in zip(points, points[1:]):
        print(f"| to {states / 1e6:.0f} | {1e9 * (s - spent) / (e - edges):.0f} | {memory >> 20} | {latency(memory)} |", flush=True)
    print(f"\nexit status {status}")


if __name__ == "__main__":
    main()
