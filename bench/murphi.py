#!/usr/bin/env python3
"""coset beside Rumur on the models of corpus/murphi/bench: wall time, memory, states per second, and ratios; CMurphi's
published figures of research/peers.md stand beside. Runs alternate; medians of N with smallest and largest. Never a
test: prints a Markdown table and writes JSON.

  bench/murphi.py --runs 3 --limit 60 german3 german4 adash"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit"))

import tool # noqa: E402

MODELS = ["german3", "german4", "german5", "mcslock1", "mcslock2", "n_peterson5", "n_peterson", "list6", "cache3",
          "adash", "ldash3", "sci"]


def high_water(pid):
    """Peak of the running program alone, in kilobytes (what wait4 tells counts the forking parent's memory too)."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    m = re.search(r"VmHWM:\s*(\d+)", text)
    return int(m[1]) if m else 0


def measure(command, limit):
    """(seconds, peak kilobytes, output), or None where the time limit struck."""
    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        p = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        peak = 0
        while True:
            peak = max(peak, high_water(p.pid))
            try:
                p.wait(0.01)
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() - began > limit:
                    p.kill()
                    p.wait()
                    return None
        seconds = time.monotonic() - began
        out.seek(0)
        return seconds, peak, out.read().decode(errors="replace")


def rumur(model, symmetry, threads, folder):
    """A compiled verifier as a command."""
    exe = folder / f"{model.stem}-{symmetry}-{threads}"
    if not exe.exists():
        options = ["--symmetry-reduction", symmetry, "--deadlock-detection", "off", "--threads", str(threads)]
        subprocess.run(["rumur", *options, "-o", f"{exe}.c", str(model)], check=True, capture_output=True)
        subprocess.run(["cc", "-w", "-O2", "-march=native", "-o", str(exe), f"{exe}.c", "-lpthread"], check=True)
    return [str(exe)]


def counts_of(tool_name, text):
    if tool_name == "rumur":
        m = re.search(r"(\d+) states?, (\d+) rules fired", text)
        return (int(m[1]), int(m[2])) if m else (None, None)
    try:
        c = json.loads(text)["counts"]
    except ValueError:
        return None, None
    return tool.number(c["representatives"]), tool.number(c["transitions"])


def contestants(coset, model, folder, threads):
    for symmetry in ("off", "on"):
        for j in threads:
            how = [f"--symmetry={'auto' if symmetry == 'on' else 'off'}", f"--threads={j}", str(model)]
            yield "coset", symmetry, j, [coset, "check", "--json", "--progress=none", "--deadlock=off", *how]
            try:
                yield "rumur", symmetry, j, rumur(model, "heuristic" if symmetry == "on" else "off", j, folder)
            except (OSError, subprocess.CalledProcessError):
                pass # not installed, or it does not read the model


def published(peers):
    """(model, symmetry) -> (states, seconds) of CMurphi: its fastest exact or normalising option, from peers.md."""
    out = {}
    for line in peers.read_text().splitlines() if peers.is_file() else []:
        cells = [c.strip() for c in line.split("|")]
        if len(cells) < 8 or not cells[1].startswith("cmurphi") or cells[4] == "-":
            continue
        symmetry = "off" if "-nosym" in cells[3] else "on"
        seconds = float(cells[6].split()[0])
        best = out.get((cells[2], symmetry))
        if not best or seconds < best[1]:
            out[cells[2], symmetry] = (int(cells[4].replace(",", "")), seconds)
    return out


def bench_model(coset, model, folder, args):
    lines, samples = list(contestants(coset, model, folder, args.threads)), {}
    for _ in range(args.runs):
        for name, symmetry, j, command in lines: # alternating
            key = (name, symmetry, j)
            if samples.get(key, 0) is None:
                continue
            got = measure(command, args.limit)
            samples[key] = None if got is None else samples.get(key, []) + [got]
    out = []
    for (name, symmetry, j), runs in samples.items():
        row = {"model": model.stem, "tool": name, "symmetry": symmetry, "threads": j}
        if runs:
            wall = [r[0] for r in runs]
            states, rules = counts_of(name, runs[0][2])
            row.update(seconds=statistics.median(wall), fastest=min(wall), slowest=max(wall), states=states,
                       rules=rules, megabytes=max(r[1] for r in runs) / 1024)
        out.append(row)
    return out


def table(rows, peers):
    by = {(r["model"], r["tool"], r["symmetry"], r["threads"]): r for r in rows}
    yield ("| model | symmetry | threads | tool | states | wall s [min-max] | MB | states/s | time, rumur = 1 | "
           "CMurphi s (1 thread) |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        head = f"| {r['model']} | {r['symmetry']} | {r['threads']} | {r['tool']} |"
        if "seconds" not in r:
            yield head + " time limit | | | | | |"
            continue
        other = by.get((r["model"], "rumur", r["symmetry"], r["threads"]), {})
        ratio = f"{r['seconds'] / other['seconds']:.2f}" if "seconds" in other else ""
        seen = peers.get((r["model"], r["symmetry"]))
        cmurphi = f"{seen[1]:.2f}" if seen else ""
        rate = f"{r['states'] / r['seconds']:,.0f}" if r["states"] else ""
        yield (f"{head} {r['states'] or 0:,} | {r['seconds']:.2f} [{r['fastest']:.2f}-{r['slowest']:.2f}] | "
               f"{r['megabytes']:.0f} | {rate} | {ratio} | {cmurphi} |")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("models", nargs="*", default=MODELS)
    p.add_argument("--coset", default=os.environ.get("COSET"))
    p.add_argument("--runs", type=int, default=3)
    p.add_argument("--limit", type=float, default=60, help="seconds for one run")
    p.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    p.add_argument("--json", default="murphi-bench.json", help="file for the figures")
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED)")
        return tool.SKIP
    coset, rows = tool.program(args), []
    peers = published(shared / "research/peers.md")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models:
            rows += bench_model(coset, shared / "corpus/murphi/bench" / f"{name}.m", pathlib.Path(folder), args)
            print("\r" + name, file=sys.stderr, flush=True)
    git = ["git", "-C", str(tool.ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True)
    about = {"date": datetime.date.today().isoformat(), "machine": f"{platform.machine()}, {os.cpu_count()} cores",
             "commit": commit.stdout.strip(), "runs": args.runs, "limit": args.limit}
    pathlib.Path(args.json).write_text(json.dumps({"about": about, "rows": rows}, indent=1) + "\n")
    print(f"{about['date']}, {about['machine']}, commit {about['commit']}, medians of {args.runs}; deadlock detection "
          "off; memory is the peak of the process; CMurphi as measured in peers.md on another run of such a machine\n")
    print("\n".join(table(rows, peers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
