#!/usr/bin/env python3
"""Random models: the program against an independent enumeration.

Each model is checked unreduced, with --symmetry=auto and with each strategy, with 1, 2 and sometimes 8 threads, by
interpretation and by machine code, and by the symbolic engine if it does not decline, and must give the oracle's
verdicts, depths, exit status, cover hits and counts: unreduced states and fired rules (with an exact strategy as sums
over orbits) and, for representatives, the number of orbits under the reported group by brute force. The reported group
itself must be a symmetry of the state graph."""

import itertools
import os
import pathlib
import random
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "kit")]

import generate # noqa: E402
import model as language # noqa: E402
import semantics # noqa: E402
import shrink # noqa: E402
import symmetry # noqa: E402
import tool # noqa: E402

EXIT_USAGE, EXIT_INCOMPLETE, EXIT_NO_START = 64, 20, 10
EXITS = [("assumption", 10), ("invariant", 12), ("fault", 12), ("assertion", 14), ("deadlock", 11), ("liveness", 13),
         ("cover", 16)] # the first that fails decides


def dialect_of(seed, flavour):
    if flavour.startswith("lab"): # the oracle does not follow CMurphi completely for undefined values
        return ["rumur", "strict"][seed // 5 % 2]
    return ["cmurphi", "rumur", "strict"][seed % 5 % 3]


def enumerate_model(m, dialect, limit=2500, renamings=None):
    """An assignment from a plain variable passes "undefined" on; in Rumur's dialect it is a fault."""
    return semantics.search(m, copies_undefined=dialect != "rumur", limit=limit, edge_limit=limit * 16,
                            identities=dialect == "cmurphi", renamings=renamings)


def make(seed, flavour):
    limit = 400 if flavour.startswith("lab") else 2500
    return generate.sized(seed, flavour, lambda m: enumerate_model(m, dialect_of(seed, flavour), limit), semantics.TooBig)


def expected_failures(m, r, deadlock, keep_going):
    """(kind, name) -> depth, of everything that a run reports as failed."""
    kinds = {p["name"]: p["kind"] for p in m.props}
    fails, level = {}, {}
    for label, depth in r.fails.items():
        kind = "fault" if label == "fault" else kinds.get(label, "assertion")
        fails[kind, label], level[kind, label] = depth, r.level[label]
    at = {"off": None, "stuck": r.stuck, "stuttering": r.stutters}[deadlock]
    if at is not None:
        fails["deadlock", "deadlock"] = level["deadlock", "deadlock"] = at
    if fails and not keep_going:
        first = min(level.values())
        fails = {k: d for k, d in fails.items() if level[k] == first}
        if first < r.depth: # states of the next level are not expanded any more
            return fails, False
    if r.live_fault is not None:
        fails.setdefault(("fault", "fault"), r.live_fault)
    for label, depth in r.live.items():
        if depth is not None:
            fails["liveness", label] = depth
    for label, hits in r.hits.items():
        if not hits:
            fails["cover", label] = None
    return fails, True


def exit_code(fails):
    kinds = {k for k, _ in fails}
    return next((code for kind, code in EXITS if kind in kinds), 0)


def reported_failures(run):
    out = {}
    for p in run.json["properties"]:
        if p["verdict"] == "fails":
            name = p["name"] if p["kind"] not in ("deadlock", "fault") else p["kind"]
            out[p["kind"], name] = p.get("depth")
    return out


def groups(m, run):
    """Possible readings of the reported factors: for each scalarset the values that move."""
    choices = []
    for t in m.scalars():
        f = next((f for f in run.json["symmetry"]["factors"] if f["type"] == t.name), None)
        size = f["size"] if f and t.n > 1 else 0
        choices.append([list(c) for c in itertools.combinations(t.domain, size)])
    return itertools.product(*choices)


def readings(m, r, run, dialect, cache):
    """For each reading of the reported group that consists of symmetries: the graph from all renamings of the start
    states, how many orbits it has, and how many steps leave one state of each. Empty: it is no symmetry."""
    ways = cache.setdefault(str(run.json["symmetry"]["factors"]), [])
    for moved in groups(m, run) if not ways else ():
        g = r if symmetry.is_symmetric(m, r, moved) else enumerate_model(m, dialect, 200000, symmetry.renamings(m, moved))
        if symmetry.is_symmetric(m, g, moved):
            n, orbit = symmetry.orbits(m, g, moved)
            first = {}
            for i, o in enumerate(orbit):
                first.setdefault(o, i)
            ways.append((g, n, sum(len(g.out[i]) for i in first.values())))
    return ways


def differences(g, run):
    """Differences of exact counts from those of a graph."""
    c = run.json["counts"]
    got = {"depth": tool.number(c["depth"]), "states": tool.number(c["states"]),
           "fired rules": tool.number(c["full_transitions"]),
           "cover hits": {p["name"]: tool.number(p["hits"]) for p in run.json["properties"] if p["kind"] == "cover"}}
    want = {"depth": g.depth, "states": len(g.states), "fired rules": g.transitions, "cover hits": g.hits}
    return [f"{k}: {got[k]}, expected {want[k]}" for k in got if got[k] != want[k]]


def compare_counts(m, r, run, dialect, cache):
    """Differences of a complete search."""
    s, number = run.json["symmetry"], {k: tool.number(v) for k, v in run.json["counts"].items()}
    seen = number["representatives"], number["transitions"]
    if s["strategy"] == "off":
        wrong = seen != (len(r.states), r.transitions)
        return differences(r, run) + ([f"representatives, transitions: {seen}"] if wrong else [])
    ways = readings(m, r, run, dialect, cache)
    if not ways:
        return [f"UNSOUND: the group {s['factors']} is no symmetry of the graph"]
    if s["exact"]:
        out = min((differences(g, run) for g in ([w[0] for w in ways] if s.get("renamed_starts") else [r])), key=len)
        if seen not in [w[1:] for w in ways]:
            out.append(f"representatives, transitions: {seen}, expected {[w[1:] for w in ways]}")
        return out
    out = []
    depth = min(g.depth for g, _, _ in ways)
    if number["depth"] < depth: # further representatives of an orbit may be deeper than the first
        out.append(f"depth: {number['depth']}, expected at least {depth}")
    if not any(n <= seen[0] <= len(g.states) for g, n, _ in ways):
        out.append(f"representatives: {seen[0]}, expected between {[(n, len(g.states)) for g, n, _ in ways]}")
    return out


def compare_verdicts(m, r, run, options):
    """For a run that counts differently: what failed, at which depth (not with chaining), and the exit status."""
    how = options["how"]
    want, _ = expected_failures(m, r, options["deadlock"], True)
    got, out = reported_failures(run), []
    open_kinds = ("cover", "liveness") if how == "--direction=backward" else ()
    want = {k: d for k, d in want.items() if k[0] not in open_kinds}
    if open_kinds and r.live_fault is not None: # forward searches check for these faults at the end
        want["fault", "fault"] = min(want["fault", "fault"], r.live_fault)
    if r.unsure:
        want = {k: d for k, d in want.items() if k[1] not in r.unsure and k[0] != "fault"}
        got = {k: d for k, d in got.items() if k[1] not in r.unsure and k[0] != "fault"}
    if how == "--chaining":
        want, got = dict.fromkeys(want), dict.fromkeys(got)
    if got != want:
        out.append(f"failed (with depth): {got}, expected {want}")
    code = exit_code(want)
    if not code and not all(p["verdict"] != "incomplete" or p["kind"] == "deadlock" for p in run.json["properties"]):
        code = tool.EXIT_INCOMPLETE
    if not r.states: # none satisfies the assumptions
        code = EXIT_NO_START
    if not r.unsure and run.rc != code:
        out.append(f"exit {run.rc}, expected {code}")
    if not open_kinds and run.json["symmetry"]["exact"] and tool.number(run.json["counts"]["states"]) != len(r.states):
        out.append(f"states: {run.json['counts']['states']}, expected {len(r.states)}")
    return out


def compare(m, r, run, options, cache):
    if "how" in options and run.json is not None and not run.crashed:
        return compare_verdicts(m, r, run, options)
    deadlock, keep_going, strategy = options["deadlock"], options["keep"], options["symmetry"]
    if run.crashed or run.json is None:
        return [f"no result: exit {run.rc}: {run.err[:600]}"]
    # From all renamings of the start states the search may be complete with the level of the first violation.
    at_end = run.json["exhaustive"] and run.json["symmetry"].get("renamed_starts", False)
    want, complete = expected_failures(m, r, deadlock, keep_going or at_end)
    got, out = reported_failures(run), []
    if r.unsure: # one instance false, another one faults: either may be named
        want = {k: d for k, d in want.items() if k[1] not in r.unsure and k[0] != "fault"}
        got = {k: d for k, d in got.items() if k[1] not in r.unsure and k[0] != "fault"}
    elif run.rc != exit_code(want):
        out.append(f"exit {run.rc}, expected {exit_code(want)}")
    if got != want:
        out.append(f"failed (with depth): {got}, expected {want}")
    if run.json["exit_code"] != run.rc:
        out.append(f"exit_code {run.json['exit_code']} in the JSON result of a run that ends with {run.rc}")
    if strategy == "off" and run.json["symmetry"]["strategy"] != "off":
        out.append("symmetry is on")
    for p in run.json["properties"]:
        if p["verdict"] == "fails" and p["kind"] != "cover" and not (p["trace"] and p["trace"]["replayed"]):
            out.append(f"{p['kind']} {p['name']} fails without a trace")
    if complete:
        if not run.json["exhaustive"]:
            out.append("not exhaustive")
        out += compare_counts(m, r, run, options.get("dialect"), cache)
    if not m.risky and run.json["symmetry"]["refused"] and strategy != "off":
        out.append(f"a legal model is refused: {run.json['symmetry']['refused']}")
    return out


SYMBOLIC = ["--symbolic-symmetry=dynamic", "--symbolic-symmetry=orbit", "--symbolic-symmetry=multiple",
            "--symbolic-symmetry=relation", "--symbolic-symmetry=counter", "--chaining", "--direction=backward",
            "--order=concatenated"]


def lab_plan(seed, flavour, native):
    """Fewer runs of more models: only the evaluation of expressions differs."""
    r = random.Random(f"lab plan:{seed}")
    deadlock = r.choice(["stuttering", "off", "stuck"])
    out = [dict(symmetry="off", threads=1, keep=True), dict(symmetry="auto", threads=2, keep=True),
           dict(symmetry=r.choice(tool.STRATEGIES), threads=r.choice([1, 2]), keep=r.random() < 0.5)]
    out += [dict(symmetry="off", threads=2, keep=True, code="native")] if native else []
    out.append(dict(symmetry="off", threads=1, keep=r.random() < 0.5, store=r.choice(["packed", "tree", "collapse"])))
    out += [dict(symmetry="off", threads=1, keep=k, engine="symbolic") for k in (True, False)]
    out.append(dict(symmetry="off", threads=1, keep=True, engine="symbolic", how=r.choice(SYMBOLIC)))
    return [dict(o, deadlock=deadlock, dialect=dialect_of(seed, flavour)) for o in out]


def plan(seed, flavour, native):
    """The runs of one model. native: some of them by machine code, the others by interpretation."""
    if flavour.startswith("lab"):
        return lab_plan(seed, flavour, native)
    r = random.Random(f"plan:{flavour}:{seed}")
    deadlock = r.choice(["stuttering", "stuttering", "stuttering", "off", "stuck"])
    out = [dict(symmetry="off", threads=1, keep=True), dict(symmetry="off", threads=2, keep=True),
           dict(symmetry="auto", threads=2, keep=False), dict(symmetry="off", threads=1, keep=False)]
    out += [dict(symmetry=s, threads=1, keep=True) for s in tool.STRATEGIES]
    out.append(dict(symmetry=r.choice(tool.STRATEGIES + ["auto"]), threads=r.choice([2, 2, 8]), keep=r.random() < 0.7))
    for o in [out[0], out[2], out[-1]] if native else []:
        o["code"] = "native"
    out += [dict(symmetry="off", threads=1, keep=k, engine="symbolic") for k in (True, False)]
    return [dict(o, deadlock=deadlock, dialect=dialect_of(seed, flavour)) for o in out]


def command_options(o):
    out = [f"--symmetry={o['symmetry']}", f"--threads={o['threads']}", f"--deadlock={o['deadlock']}"]
    out += ["--share=all"] if o["threads"] > 1 else []
    out += ["--audit=10"] if o["symmetry"] == "auto" else []
    out += [f"--dialect={o['dialect']}"] if o["dialect"] else []
    out += [f"--code={o.get('code', 'interp')}"] if "engine" not in o else [f"--engine={o['engine']}", "--time=20s"]
    out += [o["how"]] if "how" in o else []
    out += [f"--store={o['store']}"] if "store" in o else []
    return out + (["--keep-going"] if o["keep"] else [])


def stable(run):
    """The result without parts that may differ between equal runs."""
    return {k: v for k, v in run.json.items() if k not in ("threads", "seconds", "peak_bytes", "bytes_per_state", "store")}


def declines(run, o):
    """The symbolic engine in general, or a way that does not support the model."""
    return "symbolic engine" in run.err or ("how" in o and "internal error" not in run.err and bool(run.err))


MOST_TOO_LONG = 0.02 # runs of the symbolic engine for each model; one more in a few


def too_long(run, o):
    """Decision diagrams of a small model may be large: then there is no result, and nothing is compared."""
    return "engine" in o and run.rc == EXIT_INCOMPLETE and "the time limit of 20 seconds was reached" in run.out


def check_model(coset, m, r, runs, folder):
    """Differences, as (options, text)."""
    path = os.path.join(folder, "model.m")
    with open(path, "w") as f:
        f.write(language.murphi(m))
    cache, alike, out, stats = {}, {}, [], Counter()
    for o in runs:
        run = tool.check(coset, path, *command_options(o))
        if "engine" in o and run.rc == EXIT_USAGE and declines(run, o):
            stats["declined"] += 1
            continue
        if too_long(run, o):
            stats["too long"] += 1
            continue
        for text in compare(m, r, run, o, cache):
            out.append((o, text))
        if run.json is None:
            continue
        key = (o["symmetry"], o["keep"], "engine" in o, o.get("how"))
        first = alike.setdefault(key, (o, stable(run)))
        if first[1] != stable(run):
            out.append((o, f"differs from the run with {' '.join(command_options(first[0]))}"))
        s = run.json["symmetry"]
        if o["symmetry"] == "auto":
            stats["refused"] += bool(s["refused"])
            stats["trivial"] += s["order"] == "1"
            stats["stabiliser"] += any(f["kind"] == "stabiliser" for f in s["factors"])
    return out, stats


class Tester:
    def __init__(self, coset, save, seconds):
        self.coset, self.save, self.seconds = coset, pathlib.Path(save), seconds
        self.native = tool.has_machine_code(coset)

    def one(self, job):
        seed, flavour = job
        m, r = make(seed, flavour)
        if m is None:
            return job, None, [], Counter()
        with tempfile.TemporaryDirectory() as folder:
            out, stats = check_model(self.coset, m, r, plan(seed, flavour, self.native), folder)
        stats["states"] += len(r.states)
        moved = [t.domain for t in m.scalars()]
        if m.risky and stats["refused"] and r.states and symmetry.is_symmetric(m, r, moved, range(len(m.props))):
            stats["lost"] += 1
        return job, m, out, stats

    def report(self, job, m, out):
        seed, flavour = job
        o, text = out[0]
        print(f"MISMATCH seed {seed} flavour {flavour}: {text}\n  coset check {' '.join(command_options(o))}")
        for p, more in out[1:6]:
            print(f"  also {' '.join(command_options(p))}: {more}")

        def sort(t):
            if t.startswith("no result"):
                return t.split("\n")[0]
            return re.sub(r"\d+", "", t) if t.startswith("failed") else t.split(":")[0]

        def fails(n):
            if not any(rule["kind"] == "start" for rule in n.rules):
                return False
            r = enumerate_model(n, o["dialect"])
            with tempfile.TemporaryDirectory() as folder:
                again, _ = check_model(self.coset, n, r, [o] if "differs from" not in text else
                                       [dict(o, threads=1, code="interp"), o], folder)
            return any(sort(t) == sort(text) for _, t in again)

        small = shrink.shrink(m, fails, self.seconds)
        self.save.mkdir(parents=True, exist_ok=True)
        path = self.save / f"{flavour}-{seed}.m"
        path.write_text("".join(f"-- {line}\n" for line in text.splitlines()) +
                        f"-- seed {seed}, {flavour}; coset check {' '.join(command_options(o))}\n" +
                        language.murphi(small))
        print(f"  saved {path}", flush=True)


def jobs(args):
    if args.only:
        seed, flavour = args.only.split(":")
        return [(int(seed), flavour)]
    return [(args.seed + i, args.flavours[i % len(args.flavours)]) for i in range(args.models)]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=5000 if tool.long_run() else 50)
    p.add_argument("--long", action="store_true", help="5,000 models")
    p.add_argument("--seed", type=int, default=1, help="of the first model")
    p.add_argument("--only", metavar="SEED:FLAVOUR", help="one model")
    p.add_argument("--flavours", nargs="*", default=["plain", "lab", "legal", "lab-plain", "wild"], help="kinds of models")
    p.add_argument("--print", action="store_true", help="only print the models")
    p.add_argument("--save", default="oracle-failures", help="folder for shrunk models")
    p.add_argument("--shrink", type=float, default=30, help="seconds spent on shrinking one model")
    p.add_argument("--most", type=int, default=5, help="stop after so many mismatches")
    args = p.parse_args()
    if args.long:
        args.models = 5000
    if args.print:
        for seed, flavour in jobs(args):
            m, _ = make(seed, flavour)
            print(language.murphi(m))
        return 0
    tester = Tester(tool.program(args), args.save, args.shrink)
    bad, total, began = 0, Counter(), time.monotonic()
    with ThreadPoolExecutor(args.jobs) as pool:
        for job, m, out, stats in pool.map(tester.one, jobs(args)):
            total["models"] += m is not None
            total.update(stats)
            if out:
                bad += 1
                tester.report(job, m, out)
                if bad >= args.most:
                    print("enough mismatches")
                    os._exit(1)
    print(f"{total['models']} models, {total['states']} states, {bad} mismatches, {time.monotonic() - began:.0f} s; "
          f"refused {total['refused']}, of these symmetric by brute force {total['lost']}; "
          f"stabilisers {total['stabiliser']}; not compared: {total['declined']} symbolic runs declined, {total['too long']} too long")
    return 1 if bad or total["too long"] > MOST_TOO_LONG * total["models"] + 1 else 0


if __name__ == "__main__":
    sys.exit(main())
