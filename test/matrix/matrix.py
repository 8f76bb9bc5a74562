#!/usr/bin/env python3
"""All strategies agree on every verdict and on the length of every shortest trace; any number of threads, machine code
as well as interpretation, and any exact state store, with parents or without, give exactly the same result (counts,
verdicts, traces). Over the models of Rumur's tests and the small ones of CMurphi's."""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE.parent / "corpus")]

import expect # noqa: E402
import rumur_tests # noqa: E402
import tool # noqa: E402


def stable(run):
    """The result without its cost, and without the reason why there was no symmetry detection: a given store is such a reason."""
    out = {k: v for k, v in run.json.items() if k not in ("threads", "seconds", "peak_bytes", "bytes_per_state", "store")}
    out["symmetry"] = {k: v for k, v in (out["symmetry"] or {}).items() if k != "not_looked"}
    return out


def words(text):
    """The text report without its figures of time and memory."""
    drop = (" s", "states/s", "MB", "GB", "KB", "bytes", "thread")
    return [line for line in text.splitlines() if not any(d in line for d in drop)]


def verdicts(run):
    """Cover traces may differ in length if the hit is inside a step; failures may not."""
    return {(p["kind"], p["name"]): (p["verdict"], p.get("depth") if p["verdict"] == "fails" else None)
            for p in run.json["properties"]}


def refused(runs):
    """Without a result only if all runs refuse the text."""
    if all(r.rc == tool.EXIT_INPUT for r in runs):
        return []
    return [f"exits {[r.rc for r in runs]}: {runs[-1].err[:300]}"]


def threads_agree(coset, path, options, native):
    """The runs also differ in how rules are computed and states stored: that must not be visible either."""
    ways = [(1, "interp", ["--store=packed"]), (2, native, ["--store=tree"]), (8, "auto", []),
            (2, "auto", ["--store=collapse", "--no-trace"])]
    runs = [tool.check(coset, path, f"--threads={j}", "--share=all", f"--code={code}", *store, *options) for j, code, store in ways]
    if any(r.json is None for r in runs):
        return refused(runs)
    out = [f"{r.shell()}: differs from one thread" for r in runs[1:] if stable(r) != stable(runs[0])]
    texts = [words(tool.Run([coset, "check", "--progress=none", f"--threads={j}", *options, str(path)], 120).out)
             for j in (1, 2)]
    return out + ([] if texts[0] == texts[1] else [f"{path}: the text for 2 threads differs from that for one"])


def strategies_agree(coset, path, options):
    base = tool.check(coset, path, "--symmetry=off", "--por=off", "--threads=1", *options)
    auto = tool.check(coset, path, "--symmetry=auto", "--por=off", "--threads=1", *options)
    if base.json is None or auto.json is None:
        return refused([base, auto])
    runs = [auto]
    if auto.json["symmetry"]["order"] != "1":
        small = int(auto.json["symmetry"]["order"]) <= 5040 # full computes every permutation of every state
        runs += [tool.check(coset, path, f"--symmetry={s}", "--por=off", "--threads=1", *options) for s in tool.STRATEGIES
                 if small or s != "full"]
    out = []
    for r in runs:
        if r.json is None:
            out.append(f"{r.shell()}: exit {r.rc}: {r.err[:300]}")
        elif r.rc != base.rc or verdicts(r) != verdicts(base):
            out.append(f"{r.shell()}: exit {r.rc} {verdicts(r)}, off: exit {base.rc} {verdicts(base)}")
        elif base.json["exhaustive"] and r.json["symmetry"]["exact"]:
            for k in ("states", "full_transitions"):
                if r.json["counts"][k] != base.json["counts"][k] and not base.rc:
                    out.append(f"{r.shell()}: {k} {r.json['counts'][k]}, off: {base.json['counts'][k]}")
    return out


def one(coset, native, job):
    path, options = job
    return threads_agree(coset, path, options, native) + strategies_agree(coset, path, options)


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="part of the file name")
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    coset, jobs, bad = tool.program(args), [], 0
    for path in sorted((shared / "corpus/murphi/rumur-tests").glob("*.m")):
        want = rumur_tests.expectations(path)
        if not want["rumur_exit_code"]:
            chosen = rumur_tests.options(want["rumur_flags"])
            jobs.append((path, [o for o in chosen if not o.startswith("--threads")]))
    limit = 3_000_000 if tool.long_run() else 20_000
    for row in expect.rows():
        if row.states is not None and row.states <= limit:
            jobs.append((shared / "corpus/murphi" / row.model, ["--deadlock=off"]))
    if not tool.long_run():
        jobs = jobs[::2]
    if args.only:
        jobs = [j for j in jobs if args.only in str(j[0])]
    native = "native" if tool.has_machine_code(coset) else "interp"
    with ThreadPoolExecutor(args.jobs) as pool:
        for (path, _), out in zip(jobs, pool.map(lambda j: one(coset, native, j), jobs)):
            for text in out:
                bad += 1
                print(f"{path.name}: {text}")
    print(f"{len(jobs)} models, {bad} disagreements")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
