#!/usr/bin/env python3
"""The symbolic engine agrees with the explicit one: verdict of every property, lengths of shortest paths, and, where the
search is complete, states, transitions, hits and fired rules. Over the models of the tests, of Rumur's tests and the small
ones of CMurphi's. A model that the symbolic engine declines must be declined with a message; they are counted."""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import expect # noqa: E402
import rumur_tests # noqa: E402
import tool # noqa: E402

SHORT, LONG = 20_000, 3_000_000 # states
MOST_DECLINED = 0.15            # of all models: those with multisets or large ranges
EXIT_USAGE = 64


def verdicts(run):
    return {(p["kind"], p["name"]): (p["verdict"], p.get("depth") if p["verdict"] == "fails" else None)
            for p in run.json["properties"]}


def whole(run):
    """What must agree where everything was explored and nothing failed."""
    c = run.json["counts"]
    return {"counts": {k: c[k] for k in ("states", "full_transitions", "depth")},
            "rules": [(r["name"], r["fired"]) for r in run.json["rules"]],
            "hits": [p["hits"] for p in run.json["properties"] if "hits" in p]}


def one(coset, job):
    path, options = job
    runs = [tool.check(coset, path, f"--engine={e}", "--symmetry=off", "--threads=1", *options, limit=600)
            for e in ("explore", "symbolic")]
    explore, symbolic = runs
    if explore.json is None and symbolic.rc == explore.rc: # both refuse the text
        return "same", []
    if symbolic.rc == EXIT_USAGE and "symbolic engine" in symbolic.err:
        return "declined", []
    if symbolic.json is None:
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc}: {symbolic.err[:300]}"]
    if symbolic.rc != explore.rc or verdicts(symbolic) != verdicts(explore):
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc} {verdicts(symbolic)}, "
                       f"explore: {explore.rc} {verdicts(explore)}"]
    if explore.json["exhaustive"] and explore.rc == 0 and whole(symbolic) != whole(explore):
        return "bad", [f"{symbolic.shell()}: {whole(symbolic)}, explore: {whole(explore)}"]
    return "same", []


def jobs(shared, limit):
    for path in sorted((HERE.parent / "conform/murphi").glob("*.m")):
        yield path, []
    if not shared:
        return
    for path in sorted((shared / "corpus/murphi/rumur-tests").glob("*.m")):
        want = rumur_tests.expectations(path)
        if not want["rumur_exit_code"]:
            yield path, [o for o in rumur_tests.options(want["rumur_flags"]) if not o.startswith("--threads")]
    for row in expect.rows():
        if row.states is not None and row.states <= limit:
            yield shared / "corpus/murphi" / row.model, ["--deadlock=off"]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="part of the path")
    args, shared = p.parse_args(), tool.shared()
    coset, counts, bad = tool.program(args), {"same": 0, "declined": 0, "bad": 0}, 0
    chosen = [j for j in jobs(shared, LONG if tool.long_run() else SHORT) if not args.only or args.only in str(j[0])]
    with ThreadPoolExecutor(args.jobs) as pool:
        for what, out in pool.map(lambda j: one(coset, j), chosen):
            counts[what] += 1
            for text in out:
                print(text, flush=True)
    print(f"{len(chosen)} models: {counts['same']} agree, {counts['declined']} declined, {counts['bad']} disagree")
    return 1 if counts["bad"] or counts["declined"] > MOST_DECLINED * len(chosen) and not args.only else 0


if __name__ == "__main__":
    sys.exit(main())
