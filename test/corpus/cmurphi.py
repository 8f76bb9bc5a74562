#!/usr/bin/env python3
"""The models of CMurphi's example set, of the bench set and of Cubicle, against expect.tsv (figures of CMurphi and
Rumur, deadlock detection off): accepted; unreduced states, fired rules and verdict equal the reference; with each exact
strategy (full: if orbits times permutations are few) representatives equal the reference's orbits and orbit sums the
unreduced counts. CMurphi's own models have the same verdict and counts when read in its dialect. With deadlock
detection, which counts a state whose steps all lead back to it, verdicts are those of first_error.tsv.

Models whose unreduced run is long are then run with symmetry only, unless COSET_LONG is set."""

import json
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import expect # noqa: E402
import tool # noqa: E402

SHORT = 110_000        # states of an unreduced run of the fast suite
SHORT_AUTO = 200_000   # representatives of a run with the default strategy
SHORT_ORBITS = 24_000  # representatives of a run with each exact strategy
SHORT_FULL = 5_000_000 # orbits times group order: full computes every permutation of every state
EXACT = ["refine", "search", "label"]
LIMIT = 7200           # seconds of a run
SHORT_DEFAULT = 5_000_000 # states of a run that checks for deadlocks, if the orbits are not known
SEARCHED = 8_000_000   # states of a plain search
VIOLATED = (11, 12, 13, 14, 16)


def judge_exit(row, run):
    if run.crashed:
        return [f"crash: exit {run.rc}: {run.err[:300]}"]
    if row.verdict == "refused":
        return [] if run.rc == 65 and run.err else [f"exit {run.rc}, expected a refusal"]
    if run.json is None:
        return [f"not accepted: exit {run.rc}: {run.err[:600]}"]
    if row.verdict == "ok" and run.rc != 0 or row.verdict == "violation" and run.rc not in VIOLATED:
        named = [(p["name"], p["reason"]) for p in run.json["properties"] if p["verdict"] == "fails"]
        return [f"exit {run.rc} {named}, expected {row.verdict}"]
    return []


def same(run, what, got, want):
    return [f"{run.shell()}: {what} {got}, expected {want}"] if want is not None and got != want else []


def unreduced(row, coset, path):
    run = tool.check(coset, path, "--symmetry=off", "--por=off", "--deadlock=off", limit=LIMIT)
    out = judge_exit(row, run)
    if not out and row.verdict == "ok":
        c = {k: tool.number(v) for k, v in run.json["counts"].items()}
        out += same(run, "states", c["states"], row.states) + same(run, "fired rules", c["full_transitions"], row.rules)
        out += same(run, "representatives", c["representatives"], row.states)
    return out


def reduced(row, coset, path, strategy, *options):
    run = tool.check(coset, path, f"--symmetry={strategy}", "--por=off", "--deadlock=off", *options, limit=LIMIT)
    if strategy != "auto" and run.json is None and not run.crashed and run.rc == 64:
        return [] # declines: the group is too large for it
    out = judge_exit(row, run)
    if out or row.verdict != "ok":
        return out
    c, s = {k: tool.number(v) for k, v in run.json["counts"].items()}, run.json["symmetry"]
    if s["exact"]:
        out += same(run, "states", c["states"], row.states) + same(run, "fired rules", c["full_transitions"], row.rules)
    if s["exact"] and s["strategy"] != "off" and not s["refused"]:
        out += same(run, "representatives", c["representatives"], row.orbits)
        out += same(run, "transitions", c["transitions"], row.orbit_rules)
    return out


def search_plainly(tool_path, path, most):
    """(kind, depth) of the first error that an independent search finds; kind is cut if there are more states."""
    run = tool.Run([tool_path, "--most", str(most), str(path)], LIMIT)
    words = run.out.split()
    if run.rc != 0:
        return f"exit {run.rc}", None
    return words[1], int(words[2]) if len(words) > 2 else None


def default_mode(row, args, path, first, long):
    """With a check for deadlocks: the table, the plain search, and the program with and without symmetry agree."""
    if first is None:
        return ["no line in first_error.tsv"]
    if first.kind == "unknown":
        return []
    plain = "first_error" in first.source and (first.states <= SHORT or long)
    out = []
    if args.first_error and plain:
        kind, depth = search_plainly(args.first_error, path, SEARCHED)
        if (kind, depth) != (first.kind, first.depth):
            out.append(f"{args.first_error}: {kind} {depth}, expected {first.kind} {first.depth}")
    takes_long = not row.orbits and first.states > SHORT_DEFAULT and not long
    for symmetry in (["off"] if plain else []) + ([] if takes_long else ["auto"]):
        run = tool.check(args.coset, path, "--dialect=cmurphi", f"--symmetry={symmetry}", limit=LIMIT)
        if run.json is None:
            out.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
            continue
        failed = {"deadlock" if p["kind"] == "deadlock" else "error" for p in run.json["properties"]
                  if p["verdict"] == "fails"}
        wanted = set() if first.kind == "none" else set(first.kind.split(","))
        if bool(failed) != bool(wanted) or not wanted <= failed:
            out.append(f"{run.shell()}: {failed}, expected {first.kind}")
    return out


def full_is_short(row, coset, path, long):
    run = tool.Run([coset, "symmetry", "--json", str(path)], LIMIT)
    return row.orbits * int(json.loads(run.out)["symmetry"]["order"]) <= SHORT_FULL * (10 if long else 1)


def one(row, args, folder, first, long):
    path, coset = folder / row.model, args.coset
    out = [] if row.verdict == "refused" else default_mode(row, args, path, first, long)
    if row.verdict == "refused" or (row.states or 0) <= SHORT and row.states is not None or long and row.states:
        out += unreduced(row, coset, path)
    if row.verdict == "refused":
        return out
    if row.verdict == "unknown":
        run = tool.Run([coset, "check", "--typecheck", str(path)], 60)
        return [] if run.rc == 0 else [f"not accepted: {run.err[:600]}"]
    strategies = ["auto"] + (EXACT if row.orbits is not None and (long or row.orbits <= SHORT_ORBITS) else [])
    if row.orbits is not None and full_is_short(row, coset, path, long):
        strategies.append("full")
    if (row.orbits or row.states or 0) > SHORT_AUTO and not long:
        strategies = []
    for s in strategies:
        out += reduced(row, coset, path, s)
    if strategies and row.model.startswith("cmurphi/"):
        out += reduced(row, coset, path, "auto", "--dialect=cmurphi")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="part of the path")
    p.add_argument("--long", action="store_true", help="whole models (also: COSET_LONG=1)")
    p.add_argument("--first-error", help="the program that searches plainly")
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    args.coset, folder, bad = tool.program(args), shared / "corpus/murphi", 0
    firsts = expect.firsts()
    rows = [r for r in expect.rows() if not args.only or args.only in r.model]
    missing = {str(p.relative_to(folder)) for d in ("cmurphi", "bench", "cubicle") for p in (folder / d).rglob("*.m")}
    for model in sorted(missing - {r.model for r in rows}) if not args.only else []:
        bad += 1
        print(f"{model}: no line in expect.tsv")
    long = args.long or tool.long_run()
    texts = {} # equal files under several names are run once
    for r in rows:
        texts.setdefault((folder / r.model).read_bytes(), r)
    rows = list(texts.values())
    with ThreadPoolExecutor(1 if long else args.jobs) as pool:
        for row, out in zip(rows, pool.map(lambda r: one(r, args, folder, firsts.get(r.model), long), rows)):
            for text in out:
                bad += 1
                print(f"{row.model}: {text}", flush=True)
    print(f"{len(rows)} different models, {bad} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
