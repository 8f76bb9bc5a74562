#!/usr/bin/env python3
"""Tables I to III of Zhang and others, "Constraint-based automatic symmetry detection" (2013), by the models of
examples/detect, which declare no symmetry: the detected groups, compared with the paper's; then the searches without
symmetry, with one representative for each orbit, and with several. Prints Markdown tables and writes JSON; with
--check it runs only the small rows of Table I, prints the differences, and fails if there are any.

  bench/detect.py --limit 60

With --overall: the cost of symmetry detection for a user who did not request it. All models without declared symmetry,
of examples/detect and the corpus, are run with off, --symmetry=auto and off again in alternation. The table has the
least processor times, their ratio (the difference between the two columns of off is the noise), and the share of the
run that was spent on looks and trials, as measured by the run itself. If the limit of states cuts a run, the time for
each state of the model counts; a representative counts for all states of its orbit. The script counts the models for
which auto takes more than 5 % longer: by the ratio if a group is used; by the share if none is, because then nothing
else differs.

The table also has medians of the clock (for off those of both columns); their sums are printed at the end.

  bench/detect.py --overall --runs 5 --realtime

Times of the paper are of another machine (Intel 2.8 GHz, 2013); the models are ours, written after its descriptions."""

import argparse
import json
import pathlib
import platform
import statistics
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import tool # noqa: E402

EXAMPLES = tool.ROOT / "examples" / "detect"

# title, model, constants, the paper's order, size of its graph, seconds to make it, seconds of its search
GROUPS = [
    ("Reader-writer 3", "readerwriter", {}, 2, 120, 0.127, 0.004),
    ("Peterson 9", "peterson", {"PROCESSES": 9}, 362880, 2311, 0.695, 0.018),
    ("Peterson 12", "peterson", {"PROCESSES": 12}, 479001600, 4207, 1.037, 0.030),
    ("Resource allocator 2-2-3", "allocator", {}, 24, 393, 0.553, 0.004),
    ("Resource allocator 3-3-4", "allocator", {"LOW": 3, "MIDDLE": 3, "HIGH": 4}, 864, 534, 0.902, 0.005),
    ("Three tiers 3-3-2", "threetiered", {}, 144, 419, 0.480, 0.005),
    ("Three tiers 3-3-3", "threetiered", {"C": 3}, 1296, 452, 0.515, 0.006),
    ("Three tiers 4-4-3", "threetiered", {"A": 4, "B": 4, "C": 3}, 6912, 518, 0.508, 0.006),
    ("Hypercube 5", "hypercube", {"DIMENSION": 5, "NODES": 32}, 3840, 3586, 1.447, 0.026),
    ("Hypercube 6", "hypercube", {"DIMENSION": 6, "NODES": 64}, 46080, 11555, 3.317, 0.066),
    ("Dining philosophers 10", "philosophers", {"PHILOSOPHERS": 10}, 10, 556, 0.492, 0.005),
    ("Dining philosophers 20", "philosophers", {"PHILOSOPHERS": 20}, 20, 1086, 1.033, 0.007),
    ("Milner's scheduler 10", "scheduler", {}, 1, 487, 2.665, 0.001),
    ("Two-hop colouring, ring 9", "colouring", {"NODES": 9}, 216, 2013, 0.788, 0.012),
    ("Two-hop colouring, ring 12", "colouring", {"NODES": 12}, 288, 3105, 1.282, 0.013),
    ("Leader, complete graph 12", "complete", {"AGENTS": 12}, 479001600, 21155, 2.684, 0.394),
    ("Leader, complete graph 15", "complete", {"AGENTS": 15}, 1307674368000, 164809, 15.783, 8.326),
    ("Leader, rooted tree 15", "tree", {"NODES": 15, "CHAIN": 4}, 16, 466, 3.954, 0.275),
    ("Leader, rooted tree 19", "tree", {"NODES": 19, "CHAIN": 4}, 128, 580, 7.404, 0.005),
    ("Leader, ring 9", "ring", {"AGENTS": 9}, 9, 21378, 4.781, 0.093),
    ("Leader, ring 12", "ring", {"AGENTS": 12}, 12, 214169, 51.265, 1.266),
    ("Hanoi 3", "hanoi", {}, 2, 891, 0.523, 0.003),
    ("Hanoi 6", "hanoi", {"DISCS": 6}, 2, 6520, 1.636, 0.023),
    ("Social golfers 3-3-4", "golfers", {}, 725760, 1542, 1.374, 0.009),
    ("Token circulation 3", "token", {}, 6, None, None, None),
]

# title, model, constants, the paper's states: without, one representative, several; its seconds likewise
SEARCHES = [
    ("Dining philosophers 10", "philosophers", {"PHILOSOPHERS": 10}, (154450, 15489, 106819), (15.3, 14.2, 23.2)),
    ("Dining philosophers 12", "philosophers", {"PHILOSOPHERS": 12}, (1684801, 140536, 1149178), (212, 242, 341)),
    ("Dining philosophers 14", "philosophers", {"PHILOSOPHERS": 14}, ("o.m.", 1313052, "o.m."), (None, 3563, None)),
    ("Three tiers 3-3-2", "threetiered", {}, (7840, 462, 966), (1.1, 8.4, 1.0)),
    ("Three tiers 3-3-3", "threetiered", {"C": 3}, (21952, 286, 2290), (3.6, 60.4, 5.1)),
    ("Three tiers 4-4-3", "threetiered", {"A": 4, "B": 4, "C": 3}, (188272, "o.t.", 35524), (42.3, None, 103)),
    ("Two-hop colouring, ring 3", "colouring", {"NODES": 3}, (13824, 442, 1567), (10.3, 15.4, 4.6)),
    ("Two-hop colouring, ring 4", "colouring", {"NODES": 4}, (331776, 8058, 33415), (511, 668, 160)),
    ("Two-hop colouring, ring 5", "colouring", {"NODES": 5}, ("o.m.", "o.t.", 661454), (None, None, 5718)),
]
MODES = {"no symmetry": "off", "one for each orbit": "detect", "several": "detect-local"}


# model, constants: the sizes at which auto is compared with off
OVERALL = [
    ("readerwriter", {}), ("peterson", {"PROCESSES": 5}), ("peterson", {"PROCESSES": 6}),
    ("allocator", {"LOW": 3, "MIDDLE": 3, "HIGH": 4}), ("threetiered", {"A": 4, "B": 4, "C": 3}),
    ("hypercube", {"DIMENSION": 4, "NODES": 16}), ("philosophers", {"PHILOSOPHERS": 10}),
    ("philosophers", {"PHILOSOPHERS": 12}), ("scheduler", {}), ("colouring", {"NODES": 4}), ("complete", {"AGENTS": 15}),
    ("tree", {"NODES": 15, "CHAIN": 4}), ("ring", {"AGENTS": 9}), ("hanoi", {"DISCS": 6}), ("golfers", {}), ("token", {}),
]
LOOKED_AT = 20000 # states, as in run/auto_symmetry.c
SLOWER = 1.05


def constants(values):
    return [x for name, n in values.items() for x in ("-D", f"{name}={n}")]


def detect(args, name, values):
    """The JSON result of `coset symmetry`, with the processor time of the whole program as `processor`; or None at
    the time limit."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "symmetry.json"
        ran = measure.run([*args.under, args.coset, "symmetry", str(EXAMPLES / f"{name}.m"), *constants(values),
                           f"--json={out}"], args.limit)
        return {**json.loads(out.read_text())["detected"], "processor": ran[1]} if ran and out.exists() else None


def search(args, name, values, mode):
    """(stored states, CPU seconds), or None. Deadlocks are ignored, so that the searches are complete."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "result.json"
        ran = measure.run([args.coset, "check", str(EXAMPLES / f"{name}.m"), *constants(values), f"--symmetry={mode}",
                           "--deadlock=off", "--por=off", "--threads=1", "--progress=none", f"--json={out}"], args.limit, cpu=True)
        if not ran or not out.exists():
            return None
        return int(json.loads(out.read_text())["counts"]["representatives"]), ran[1]


def number(n):
    return f"{n:,}" if isinstance(n, int) else n or "-"


def seconds(s):
    return "-" if s is None else f"{s:.3g} s"


def table_groups(args):
    print("| system | group | group (paper) | graph | graph (paper) | time | time (paper) |\n|---|---|---|---|---|---|---|")
    rows = []
    for title, name, values, order, size, making, finding in GROUPS:
        found = detect(args, name, values)
        rows.append({"system": title, "paper": order, "found": found})
        got = (number(int(found["order"])), number(found["vertices"]), seconds(found["processor"])) if found else ("-",) * 3
        paper = None if making is None else making + finding
        print(f"| {title} | {got[0]} | {number(order)} | {got[1]} | {number(size)} | {got[2]} | {seconds(paper)} |",
              flush=True)
    return rows


def faster(args, without, reduced):
    if not reduced:
        return "-"
    return f"{without / reduced:.1f} times as fast" if without else f"more than {args.limit / reduced:.0f} times as fast"


def table_searches(args):
    print(f"\n| system | {' | '.join(f'{m}: states, time | (paper)' for m in MODES)} | one for each orbit is |\n|{'---|' * 8}")
    rows = []
    for title, name, values, states, times in SEARCHES:
        cells, times_of = [], []
        for i, mode in enumerate(MODES.values()):
            got = search(args, name, values, mode)
            times_of.append(got[1] if got else None)
            rows.append({"system": title, "symmetry": mode, "states, seconds": got, "paper": [states[i], times[i]]})
            cells += [f"{number(got[0])}, {seconds(got[1])}" if got else "time is over",
                      f"{number(states[i])}, {seconds(times[i])}"]
        print(f"| {title} | {' | '.join(cells)} | {faster(args, *times_of[:2])} |", flush=True)
    return rows


def without_symmetry(shared):
    """Title, model and options of all rows of --overall."""
    for name, values in OVERALL:
        title = f"{name} {' '.join(str(n) for n in values.values())}".strip()
        yield title, EXAMPLES / f"{name}.m", constants(values)
    if not shared:
        return
    corpus = shared / "corpus"
    murphi = [f for part in ("cmurphi", "cubicle", "bench") for f in sorted((corpus / "murphi" / part).rglob("*.m"))
              if "scalarset" not in f.read_text(errors="replace").lower()]
    promela = [f for part in ("promela/topspin", "promela/beem", "promela/spin-examples", "bosnacki")
               for f in sorted((corpus / part).rglob("*")) if f.suffix in (".p", ".pm", ".pml")]
    for f in murphi + promela:
        yield f"{f.parent.name}/{f.stem}", f, ["--keep-going"]


def one_run(args, command, mode):
    """Processor seconds, the JSON result and seconds of the clock, or None."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "result.json"
        ran = measure.run([*args.under, *command, f"--symmetry={mode}", f"--json={out}"], args.limit)
        got = json.loads(out.read_text()) if ran and out.exists() else None
    return (ran[1], got, ran[0]) if got and "counts" in got else None


def alternate(args, model, options):
    """Least processor times of off, auto and off again, results of off and auto, medians of the clock for them; or
    the reason of a failure."""
    command = [args.coset, "check", str(model), *options, "--deadlock=off", "--por=off", "--threads=1", "--progress=none",
               f"--max-states={args.states}", "--quiet"]
    rounds = []
    for _ in range(args.runs):
        row = []
        for mode in ("off", "auto", "off"):
            got = one_run(args, command, mode)
            if not got:
                return "not read, or over the time limit"
            if got[1]["symmetry"]["factors"]:
                return "symmetry is declared or seen in the text"
            if int(got[1]["counts"]["states"]) < LOOKED_AT:
                return f"less than {LOOKED_AT} states: auto never looks"
            row.append(got)
        rounds.append(row)
    least = [min(row[i][0] for row in rounds) for i in range(3)]
    clock = [statistics.median(row[i][2] for row in rounds for i in of) for of in ((0, 2), (1,))]
    return *least, rounds[0][0][1], min((row[1] for row in rounds), key=lambda x: x[0])[1], clock


def ratio(off, auto, plain, reduced):
    """Time of auto for a state of the model, relative to off."""
    return auto / int(reduced["counts"]["states"]) / (off / int(plain["counts"]["states"]))


def judged(off, auto, again, plain, reduced, clock):
    """The entry of the table. If no group was used, both runs differ only in the looks, whose time the run itself
    measured: that share is exact in spite of the noise."""
    found, counts = reduced["symmetry"], reduced["counts"]
    used = found["strategy"] != "off"
    looks = found.get("detection_seconds", 0)
    share = looks / auto
    times = ratio(min(off, again), auto, plain, reduced)
    return {"states": int(plain["counts"]["states"]), "off": off, "again": again, "auto": auto,
            "stored": int(counts["representatives"]), "stand for": int(counts["states"]), "used": used, "looks": looks,
            "share": share, "ratio": times, "group": found.get("detected") or "not looked for", "clock": clock,
            "slower": times > SLOWER if used else share > 1 - 1 / SLOWER}


def overall(args):
    rows, skipped = [], {}
    print("| model | states | off | off again | stored | states | auto | ratio | clock: off, auto | looks | symmetry |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for title, model, options in without_symmetry(tool.shared()):
        if args.only and args.only not in title:
            continue
        got = alternate(args, model, options)
        if isinstance(got, str):
            skipped.setdefault(got, []).append(title)
            continue
        r = {"model": title, **judged(*got)}
        rows.append(r)
        print(f"| {title} | {number(r['states'])} | {seconds(r['off'])} | {seconds(r['again'])} | {number(r['stored'])} | "
              f"{number(r['stand for'])} | {seconds(r['auto'])} | {r['ratio']:.2f} | {seconds(r['clock'][0])}, {seconds(r['clock'][1])} | {100 * r['share']:.1f} % | "
              f"{'' if not r['slower'] else '**slower** '}{r['group'][:60]} |", flush=True)
    slower = sum(r["slower"] for r in rows)
    print(f"\n{len(rows)} models, {slower} of them more than 5 % slower with auto; together "
          f"{seconds(sum(r['off'] for r in rows))} without, {seconds(sum(r['auto'] for r in rows))} with.")
    alike = [r["clock"] for r in rows if not r["used"]]
    print(f"By the clock, {len(alike)} models for which no group was used: {seconds(sum(c[0] for c in alike))} without, "
          f"{seconds(sum(c[1] for c in alike))} with.")
    for why, titles in skipped.items():
        print(f"\n{len(titles)} others: {why}: {', '.join(titles)}")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")
    return 1 if slower else 0


def check(args):
    wrong = 0
    for title, name, values, order, *_ in GROUPS:
        found = detect(args, name, values)
        if not found or int(found["order"]) != order:
            print(f"{title}: {found['order'] if found else 'nothing'}, the paper has {order}")
            wrong += 1
    print(f"{len(GROUPS)} systems, {wrong} differ")
    return 1 if wrong else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--coset", default=str(tool.ROOT / "build" / "src" / "coset"))
    p.add_argument("--limit", type=float, default=60, help="seconds for one cell; of searches: of the processor")
    p.add_argument("--json", help="write the figures to this file")
    p.add_argument("--check", action="store_true", help="only compare the orders of the groups")
    p.add_argument("--overall", action="store_true", help="compare --symmetry=auto with off")
    p.add_argument("--runs", type=int, default=3, help="with --overall: runs of each, in alternation")
    p.add_argument("--states", type=int, default=3000000, help="with --overall: at most so many states")
    p.add_argument("--realtime", action="store_true", help="before other work (chrt -f 40)")
    p.add_argument("--only", help="with --overall: only models with this in their name")
    args = p.parse_args()
    args.under = ["chrt", "-f", "40"] if args.realtime else []
    if args.overall:
        return overall(args)
    if args.check:
        return check(args)
    print(f"Machine: {measure.machine()}, {platform.python_version()}. Times are processor time of whole runs, one thread.\n")
    figures = {"machine": measure.machine(), "groups": table_groups(args), "searches": table_searches(args)}
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
