#!/usr/bin/env python3
"""Compares coset with other tools on the same models: wall time, memory, states per second, bytes per state, and
ratios. Runs alternate; medians of N with smallest and largest. coset's time includes machine code generation.
peers.py lists the tools. Never a test: prints a Markdown table (or writes it) and writes JSON with the machine,
versions and commands.

  bench/run.py --runs 5 --limit 60 german4 adash
  bench/run.py --promela --runs 5 --limit 30

--promela: the models of peers.PROMELA, without symmetry, compared with Spin; then the ratios of each model and their
medians."""

import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit"))

import beside # noqa: E402
import measure # noqa: E402
import peers # noqa: E402
import tool # noqa: E402

MODELS = ["german4", "german5", "german6", "mcslock1", "mcslock2", "list6", "n_peterson5", "n_peterson", "n_peterson8",
          "cache3", "adash", "ldash3", "ldash", "sci"]


def contestants(model, folder, coset, args):
    """(peer, command, what was run to make it) of the installed peers that can read the model."""
    for peer in peers.ROWS:
        if peer.language != peers.language(model) or peer.threads not in args.threads:
            continue
        if args.promela and peer.symmetry:
            continue
        try:
            command, made = peer.command(peer, model, folder, coset)
        except (OSError, subprocess.CalledProcessError):
            continue
        yield peer, command, made


def bench_model(model, folder, coset, args):
    rows = []
    for peer, command, made in contestants(model, folder, coset, args):
        rows.append({"model": model.stem, "symmetry": peer.symmetry, "tool": peer.tool, "variant": peer.variant,
                     "threads": peer.threads, "peer": peer, "commands": [*made, " ".join(command)],
                     "command": command, "runs": []})
    for _ in range(args.runs):
        for r in rows: # alternating
            if r["runs"] is None:
                continue
            got = measure.run(r["command"], args.limit)
            r["runs"] = None if got is None else r["runs"] + [got]
            print(f"\r{r['model']} {r['tool']} {r['variant']}    ", end="", file=sys.stderr, flush=True)
    return [finish(r) for r in rows]


def finish(r):
    """Replaces the runs by medians."""
    runs, counts, memory = r.pop("runs"), r["peer"].counts, r.pop("peer").memory
    del r["command"]
    found = counts(runs[0][3]) if runs else None
    if runs and found:
        wall, peak = [x[0] for x in runs], statistics.median(x[2] for x in runs) * 1024
        median = statistics.median(wall)
        r.update(seconds=median, fastest=min(wall), slowest=max(wall), cpu=statistics.median(x[1] for x in runs),
                 states=found[0], transitions=found[1], bytes=peak, states_per_second=found[0] / median,
                 bytes_per_state=peak / found[0], **memory(runs[0][3], found[0]))
    else:
        r["failed"] = "no result" if runs else "time limit"
    return r


def ratios(rows):
    """For each model, table and number of threads: how many times slower than coset."""
    own = {(r["model"], r["symmetry"], r["threads"]): r for r in rows if r["tool"] == "coset"}
    for r in rows:
        base = own.get((r["model"], r["symmetry"], r["threads"]), {})
        if "seconds" in r and "seconds" in base:
            r["times_coset"] = r["seconds"] / base["seconds"]


def beside_cmurphi(rows, cmurphi, slower):
    """Adds CMurphi's figures to coset's rows of one thread: as published, and scaled to this machine."""
    for r in rows:
        if r["tool"] != "coset" or r["threads"] != 1 or "seconds" not in r:
            continue
        seen = cmurphi.get((r["model"], r["symmetry"], r["states"]))
        if seen is not None:
            r["cmurphi_published"] = seen
        if seen is not None and slower:
            r.update(cmurphi_scaled=seen * slower, cmurphi_times=seen * slower / r["seconds"])


def table(rows):
    yield ("| model | symmetry | tool | threads | states | wall s [min-max] | CPU s | times coset | states/s | peak MB | "
           "store bytes/state | CMurphi s, published | scaled | times coset |")
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    for r in sorted(rows, key=lambda r: (MODELS.index(r["model"]) if r["model"] in MODELS else 99, r["model"],
                                         r["symmetry"], r["threads"])):
        head = f"| {r['model']} | {'on' if r['symmetry'] else 'off'} | {r['tool']} {r['variant']} | {r['threads']} |"
        if "failed" in r:
            yield head + f" {r['failed']} | | | | | | | | | |"
            continue
        published, scaled, times = (f"{r[k]:.2f}" if k in r else "" for k in
                                    ("cmurphi_published", "cmurphi_scaled", "cmurphi_times"))
        yield (f"{head} {r['states']:,} | {r['seconds']:.2f} [{r['fastest']:.2f}-{r['slowest']:.2f}] | {r['cpu']:.2f} | "
               f"{r.get('times_coset', 0):.2f} | {r['states_per_second']:,.0f} | {r['bytes'] / 1e6:.0f} | "
               f"{r.get('store_bytes_per_state', r['bytes_per_state']):.1f} | {published} | {scaled} | {times} |")


def about(coset, args, rows):
    git = ["git", "-C", str(tool.ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    versions = {t: peers.version(t, coset) for t in sorted({r["tool"] for r in rows})}
    return {"date": datetime.date.today().isoformat(), "machine": measure.machine(), "commit": commit,
            "load": os.getloadavg()[0], "runs": args.runs, "limit": args.limit, "versions": versions}


def text(info, rows):
    yield (f"{info['date']}, {info['machine']}, load {info['load']:.1f} at the end; commit {info['commit']}; "
           f"{', '.join(info['versions'].values())}. Medians of {info['runs']} alternating runs of at most "
           f"{info['limit']:g} s, without the time to compile a peer's program, with the time to make coset's machine "
           "code.\n")
    yield ("Deadlock detection is off. Peak is the memory of the whole process; store bytes are what coset's tables "
           "take for each state, Spin's states and hash table, for others the peak divided by the states. CMurphi: figures "
           "of peers.md for as many states, another run of such a machine; scaled by what Rumur takes longer here"
           f"{', ' + format(info['slowdown'], '.2f') + ' times' if info['slowdown'] else ''}.\n")
    yield from table(rows)
    yield from beside.table(rows)
    yield from (f"\nUNLIKE: {x}" for x in beside.unlike(rows))
    yield "\nCommands of the first model:\n"
    for r in rows:
        if r["model"] == rows[0]["model"]:
            yield "    " + "; ".join(r["commands"])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("models", nargs="*")
    p.add_argument("--promela", action="store_true", help="Promela models, without symmetry, beside Spin")
    p.add_argument("--coset", default=os.environ.get("COSET"))
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--limit", type=float, default=60, help="seconds for one run")
    p.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    p.add_argument("--json", default="bench.json", help="file for the figures")
    p.add_argument("--markdown", help="file for the table (default: standard output)")
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED)")
        return tool.SKIP
    coset, rows = tool.program(args), []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.models or (peers.PROMELA if args.promela else MODELS):
            rows += bench_model(peers.find(shared, name), pathlib.Path(folder), coset, args)
    print(file=sys.stderr)
    ratios(rows)
    info = about(coset, args, rows)
    known = shared / "research/peers.md"
    info["slowdown"] = peers.slowdown(known, rows)
    beside_cmurphi(rows, peers.published(known), info["slowdown"])
    found = {"about": info, "rows": rows, "beside_spin": list(beside.pairs(rows)), "unlike": beside.unlike(rows)}
    pathlib.Path(args.json).write_text(json.dumps(found, indent=1) + "\n")
    out = "\n".join(text(info, rows)) + "\n"
    if args.markdown:
        pathlib.Path(args.markdown).write_text(out)
    else:
        print(out, end="")
    return 1 if found["unlike"] else 0


if __name__ == "__main__":
    sys.exit(main())
