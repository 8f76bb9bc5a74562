#!/usr/bin/env python3
"""Promela models side by side with Spin: states, transitions and verdict are those of Spin's verifier without any
reduction (spin -o1 -o2 -o3 -a; gcc -DNOREDUCE -DSAFETY; claims are left out). Models whose verifier needs long are run
where COSET_LONG is set. Skipped where Spin is not installed."""

import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import spin # noqa: E402
import tool # noqa: E402

KINDS = {"assertion violated": ("assertion", 14), "invalid end state": ("deadlock", 11)}


def kind_of(error):
    for text, kind in KINDS.items():
        if error and error.startswith(text):
            return kind[0]
    return "fault" if error else None


def compare_counts(run, pan, out):
    if run.json is None:
        out.append(f"not accepted: exit {run.rc}: {run.err[:1500]}")
        return
    c = {k: tool.number(v) for k, v in run.json["counts"].items()}
    got = (c["states"], c["full_transitions"] + 1)  # Spin counts the start state as a transition
    want = (pan.states, pan.transitions)
    if got[0] != want[0] or (got[1] != want[1] and not pan.rounded):
        out.append(f"{run.shell()}: states, transitions {got}, Spin {want}")


def compare_reduced(run, pan, out):
    """With symmetry: the same verdict, and orbits that sum up to Spin's states."""
    if run.json is None or run.rc not in (0, 20) or failures(run):
        out.append(f"{run.shell()}: exit {run.rc} {run.err[:500]}, Spin finds no error")
    elif run.json["symmetry"]["exact"] and tool.number(run.json["counts"]["states"]) != pan.states:
        out.append(f"{run.shell()}: states {run.json['counts']['states']} by orbits, Spin {pan.states}")


def failures(run):
    return sorted({p["kind"] for p in run.json["properties"] if p["verdict"] == "fails"})


# What a model does wrong can be left out of the search on both sides, to compare all of its states.
LEFT_OUT = [(["-E"], ["--deadlock=off"]), (["-E", "-A"], ["--deadlock=off", "--assertions=off"])]


def without_errors(verifier):
    """A run of Spin's verifier without error and our options for the same; (None, ()) where there is none."""
    for flags, options in LEFT_OUT:
        try:
            free = verifier.run(*flags)
        except subprocess.TimeoutExpired:
            break
        if free.errors == 0 and not free.incomplete:
            return free, options
    return None, ()


def compare(coset, model, limit, options=(), keep=spin.PLAIN, only=None, symmetries=((),)):
    """A list of differences, or a text: why nothing was compared. `keep`: options of Spin that change its states. `only`: a
    list that gets the error where no more than the verdict could be compared. `symmetries`: options of each run with
    symmetry."""
    try:
        with spin.Pan(model, limit=limit, keep=keep) as p:
            pan = p.run()
            free, left_out = without_errors(p) if pan.errors else (None, ())
    except spin.Refused as e:
        return "Spin refuses: " + str(e).strip().replace("\n", " ")[-150:]
    except subprocess.TimeoutExpired:
        return "takes Spin too long"
    if pan.states is None or pan.incomplete:
        return "Spin does not finish: " + str(pan.error or "")
    out = []
    run = tool.check(coset, model, "--symmetry=off", *options, limit=20 * limit)
    if "[E190]" in run.err:
        return "not supported yet: " + run.err.splitlines()[0]
    if run.rc is None and pan.errors:
        return "Spin finds an error at great depth"
    if run.json is None or "properties" not in run.json:
        return [f"not accepted: exit {run.rc}: {run.err[:1500]}"]
    if not pan.errors:
        if run.rc not in (0, 20) or failures(run):
            out.append(f"{run.shell()}: exit {run.rc} {failures(run)}, Spin finds no error")
        compare_counts(run, pan, out)
        for symmetry in symmetries:
            compare_reduced(tool.check(coset, model, *symmetry, *options, limit=20 * limit), pan, out)
        return out
    want = kind_of(pan.error)
    if not failures(run):
        out.append(f"{run.shell()}: exit {run.rc}, Spin says: {pan.error}")
    elif left_out == LEFT_OUT[0][1] and failures(run) != ["deadlock"]:
        out.append(f"{run.shell()}: fails {failures(run)}, Spin only {want}")
    if free:
        run = tool.check(coset, model, "--symmetry=off", *left_out, *options, limit=20 * limit)
        if run.json and failures(run) == ["fault"] and left_out == LEFT_OUT[1][1]:
            free = None # its -A leaves out indices outside of arrays, too
        else:
            compare_counts(run, free, out)
    if not free and only is not None:
        only.append(pan.error)
    for symmetry in symmetries:
        reduced = tool.check(coset, model, *symmetry, *options, limit=20 * limit)
        if reduced.json is None or not failures(reduced):
            out.append(f"{reduced.shell()}: exit {reduced.rc}, Spin says: {pan.error}")
        if free:
            compare_reduced(tool.check(coset, model, *symmetry, *left_out, *options, limit=20 * limit), free, out)
    return out


def models(folder):
    for sub in ("bosnacki", "promela/spin-examples", "promela/beem", "promela/topspin", "traps"):
        for f in sorted((folder / sub).rglob("*")):
            if f.suffix in (".pml", ".pm", ".p") and f.is_file():
                yield f


# Of the models that are not compared: why, as it was found by runs of Spin's verifier with 3 GB and 100 s of the processor.
KNOWN = {
    "Book_1991/App.F.pftp.pml": "more than 14,060,212 states: 3 GB are full",
    "Book_1991/p108.pml": "Ackermann's function: thousands of processes at once, Spin has room for 255 (VECTORSZ, MAXPROC)",
    "Exercises/ex_6.pml": "more than 33,235,707 states: 3 GB are full",
    "LTL/ltl_gen.pml": "more than 17,494,333 states: 3 GB are full",
    "LTL/patterns.pml": "formulas with X, which Spin only reads where it was built with NXT",
    "LTL/petersonN.pml": "more than 100 s",
    "spin-examples/life.pml": "a deadlock at depth 558; all of it is more than 6,357,999 states: 3 GB are full",
    "spin-examples/priorities.pml": "it counts up without end: 2^32 states and more, by its text; not run",
}


def side_by_side(chosen, judge, jobs):
    """Judges models (a list of differences, or a text: why not) and prints; (compared, with differences)."""
    compared = bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        for m, result in zip(chosen, pool.map(judge, chosen)):
            name = f"{m.parent.name}/{m.name}"
            if isinstance(result, str):
                print(f"  - {name}: {result}" + (f" ({KNOWN[name]})" if name in KNOWN else ""), flush=True)
                continue
            compared += 1
            bad += bool(result)
            print(f"{'FAIL' if result else '  ok'} {name}" + "".join(f"\n       {r}" for r in result), flush=True)
    return compared, bad


def main():
    p = tool.parser(__doc__)
    p.add_argument("--limit", type=float, help="seconds for one run of Spin's verifier")
    p.add_argument("models", nargs="*", help="the fast run takes only models whose path has one of these in it")
    args = p.parse_args()
    coset, folder = tool.program(args), tool.shared()
    if spin.missing() or not folder:
        print(f"skipped: no {spin.missing() or 'corpus'}")
        return tool.SKIP
    limit = args.limit or (120 if tool.long_run() else 5)
    some = [] if tool.long_run() else args.models
    chosen = [m for m in models(folder / "corpus") if not some or any(x in str(m) for x in some)]
    verdicts = {m: [] for m in chosen}
    compared, bad = side_by_side(chosen, lambda m: compare(coset, m, limit, only=verdicts[m]), args.jobs)
    verdicts = {m: v[0] for m, v in verdicts.items() if v}
    print(f"{compared} models compared, {bad} differ; of {len(verdicts)} only the verdict:")
    for m, error in verdicts.items():
        print(f"  . {m.parent.name}/{m.name}: {error}")
    return 1 if bad or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
