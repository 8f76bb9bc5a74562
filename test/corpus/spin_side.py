#!/usr/bin/env python3
"""Promela models side by side with Spin: states, transitions and verdict are those of Spin's verifier without any
reduction (spin -o1 -o2 -o3 -a; gcc or tcc, -DNOREDUCE -DSAFETY; claims are omitted). Models whose verifier needs long
are run if COSET_LONG is set. Skipped if Spin is not installed."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import spin # noqa: E402
import tool # noqa: E402

# Runs with symmetry; the same if processes do not vanish at once; and if they do, without symmetry.
REDUCED = ((), ("--ended=spin",), ("--symmetry=off", "--ended=vanish"))
GOOD = (0, 13, 20) # 13: an acceptance cycle, which is not compared here
PATIENCE = 20 # the factor by which Spin's verifier may take longer
KINDS = {"assertion violated": ("assertion", 14), "invalid end state": ("deadlock", 11),
         "event_trace error": ("assertion", 14)}


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
    if run.json is None or run.rc not in GOOD or failures(run):
        out.append(f"{run.shell()}: exit {run.rc} {run.err[:500]}, Spin finds no error")
    elif run.json["symmetry"]["exact"] and tool.number(run.json["counts"]["states"]) != pan.states:
        out.append(f"{run.shell()}: states {run.json['counts']['states']} by orbits, Spin {pan.states}")


def failures(run):
    """Without accept labels and claims, which Spin's verifier ignores with -DSAFETY."""
    return sorted({p["kind"] for p in run.json["properties"] if p["verdict"] == "fails"} - {"temporal"})


# Errors of a model can be ignored on both sides, to compare all of its states.
LEFT_OUT = [(["-E"], ["--deadlock=off"]), (["-E", "-A"], ["--deadlock=off", "--assertions=off"])]


def without_errors(verifier):
    """A run of Spin's verifier without error and our options for the same; (None, ()) if there is none."""
    for flags, options in LEFT_OUT:
        try:
            free = verifier.run(*flags)
        except subprocess.TimeoutExpired:
            break
        if free.errors == 0 and not free.incomplete:
            return free, options
    return None, ()


class Told:
    """Spin's result for a model: its states and transitions, its error, whether only the verdict could be compared."""

    def __init__(self):
        self.counts, self.error, self.verdict_only = None, None, False

    def __str__(self):
        counts = f"{self.counts.states} states, {self.counts.transitions} transitions" if self.counts else "not all states"
        return f"{counts}, {self.error or 'no error'}"


def too_long(e):
    """The progress of Spin's verifier; empty if it is not the verifier."""
    return f"takes Spin more than {e.timeout:g} s" + (f": {spin.came_to(e.output)}" if "./pan" in e.cmd else "")


def not_finished(pan):
    counts = f"{pan.states} states" if pan.states else "no count"
    return f"Spin does not finish: {pan.error or ('memory is full' if pan.full else 'ended')}, {counts}"


def compare(coset, model, limit, options=(), keep=spin.PLAIN, told=None, symmetries=REDUCED):
    """A list of differences, or a text: why nothing was compared. `keep`: options of Spin that change its states.
    `told`: gets Spin's result. `symmetries`: options of each run with symmetry."""
    told, patience = told or Told(), PATIENCE * max(limit, 20)
    try:
        with spin.Pan(model, limit=limit, keep=keep, crowded=name_of(model) in HUGE) as p:
            pan = p.run()
            free, left_out = without_errors(p) if pan.errors else (None, ())
    except spin.Refused as e:
        return "Spin refuses: " + str(e).strip().replace("\n", " ")[-150:]
    except subprocess.TimeoutExpired as e:
        return too_long(e)
    if pan.states is None or pan.incomplete:
        return not_finished(pan)
    told.error, told.counts = pan.error, free if pan.errors else pan
    out = []
    alike = ["--deadlock=stuck", "--por=off"] # also of a model with a claim, which Spin's verifier ignores
    if pan.errors and not free:
        alike += ["--search=dfs"] # the error may be deep, as Spin searches
    run = tool.check(coset, model, "--symmetry=off", *alike, *options, limit=patience)
    if "[E190]" in run.err:
        return "not supported yet: " + run.err.splitlines()[0]
    if run.rc is None and pan.errors:
        return "Spin finds an error at great depth"
    if run.json is None or "properties" not in run.json:
        return [f"not accepted: exit {run.rc}: {run.err[:1500]}"]
    if not pan.errors:
        if run.rc not in GOOD or failures(run):
            out.append(f"{run.shell()}: exit {run.rc} {failures(run)}, Spin finds no error")
        compare_counts(run, pan, out)
        for symmetry in symmetries:
            compare_reduced(tool.check(coset, model, *symmetry, *alike, *options, limit=patience), pan, out)
        return out
    want = kind_of(pan.error)
    if not failures(run):
        out.append(f"{run.shell()}: exit {run.rc}, Spin says: {pan.error}")
    elif left_out == LEFT_OUT[0][1] and failures(run) != ["deadlock"]:
        out.append(f"{run.shell()}: fails {failures(run)}, Spin only {want}")
    if free:
        run = tool.check(coset, model, "--symmetry=off", "--por=off", *left_out, *options, limit=patience)
        if run.json and failures(run) == ["fault"] and left_out == LEFT_OUT[1][1]:
            free = told.counts = None # its -A ignores indices outside of arrays, too
        else:
            compare_counts(run, free, out)
    told.verdict_only = not free
    for symmetry in symmetries:
        reduced = tool.check(coset, model, *symmetry, *alike, *options, limit=patience)
        if reduced.json is None or not failures(reduced):
            out.append(f"{reduced.shell()}: exit {reduced.rc}, Spin says: {pan.error}")
        if free:
            compare_reduced(tool.check(coset, model, *symmetry, "--por=off", *left_out, *options, limit=patience), free, out)
    return out


def models(folder):
    for sub in ("bosnacki", "promela/spin-examples", "promela/beem", "promela/topspin", "traps"):
        for f in sorted((folder / sub).rglob("*")):
            if f.suffix in (".pml", ".pm", ".p") and f.is_file():
                yield f


# Models that are not compared unchanged: a place in one of their files, and what a smaller model has there. Spin's
# verifier does not finish them in 120 s of the processor, or not with 255 processes (p108 starts thousands); it does
# not read X in formulas (patterns); priorities counts to 2^32 four times.
SMALLER = {
    "Book_1991/App.F.pftp.pml": ("App.F.pftp.pml", "run session(1);", ""),
    "Book_1991/p108.pml": ("p108.pml", "run ack(3, 3, ch)", "run ack(2, 1, ch)"),
    "Exercises/ex_6.pml": ("ex_6.pml", "MaxSeq\t3", "MaxSeq\t1"),
    "LTL/ltl_gen.pml": ("ltl_gen.pml", "DEPTH_LIMIT\t4", "DEPTH_LIMIT\t2"),
    "LTL/patterns.pml": ("patterns.pml", re.compile(r"ltl \w+ \{.*\bX\s*[(<].*\}"), ""),
    "LTL/petersonN.pml": ("petersonN.pml", "N\t5", "N\t3"),
    "spin-examples/life.pml": ("life.pml", "MAX\t5", "MAX\t3"),
    "spin-examples/priorities.pml": ("priorities.pml", "int a[5]", "bit a[5]"),
}
# Not finished in 120 s of the processor and 3 GB.
HUGE = {"bosnacki/peterson5.pml", "bosnacki/peterson6.pml", "bosnacki/peterson7.pml", *SMALLER}
LARGE = re.compile("peterson4|dbm1[012]|beem/|topspin/")


def by_size(model):
    """Roughly: the longest come last."""
    return name_of(model) in HUGE, bool(LARGE.search(str(model)))


def compare_smaller(coset, model, limit, told):
    """As compare, for a copy of the model that is smaller in one place."""
    name, old, new = SMALLER[name_of(model)]
    with tempfile.TemporaryDirectory(prefix="coset_small_") as folder:
        for f in model.parent.iterdir():
            if f.is_file():
                shutil.copyfile(f, pathlib.Path(folder) / f.name)
        path = pathlib.Path(folder) / name
        before = path.read_text()
        after = old.sub(new, before) if isinstance(old, re.Pattern) else before.replace(old, new)
        if before == after:
            return [f"{name} has no {old}"]
        path.write_text(after)
        return compare(coset, pathlib.Path(folder) / model.name, limit, told=told)


def name_of(model):
    return f"{model.parent.name}/{model.name}"


def side_by_side(chosen, judge, jobs, told=()):
    """Judges models (a list of differences, or a text: why not) and prints, with what is `told` of them; (compared,
    with differences)."""
    compared = bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        for m, result in zip(chosen, pool.map(judge, chosen)):
            if isinstance(result, str):
                print(f"  - {name_of(m)}: {result}", flush=True)
                continue
            compared += 1
            bad += bool(result)
            about = f": {told[m]}" if m in told else ""
            print(f"{'FAIL' if result else '  ok'} {name_of(m)}{about}" + "".join(f"\n       {r}" for r in result), flush=True)
    return compared, bad


def main():
    p = tool.parser(__doc__)
    p.add_argument("--limit", type=float, help="seconds for one run of Spin's verifier")
    p.add_argument("--only", action="store_true", help="only these models in the long run, too")
    p.add_argument("models", nargs="*", help="the fast run takes only models whose path has one of these in it")
    args = p.parse_args()
    coset, folder = tool.program(args), tool.shared()
    if spin.missing() or not folder:
        print(f"skipped: no {spin.missing() or 'corpus'}")
        return tool.SKIP
    limit = args.limit or (120 if tool.long_run() else 5)
    some = [] if tool.long_run() and not args.only else args.models
    chosen = sorted((m for m in models(folder / "corpus") if not some or any(x in str(m) for x in some)), key=by_size)
    small = [m for m in chosen if name_of(m) in SMALLER]
    if not tool.long_run():
        chosen = [m for m in chosen if name_of(m) not in HUGE]
    told = {m: Told() for m in chosen}
    compared, bad = side_by_side(chosen, lambda m: compare(coset, m, limit, told=told[m]), args.jobs, told)
    alone = [name_of(m) for m in chosen if told[m].verdict_only]
    print(f"{compared} of {len(chosen)} models compared, {bad} differ; of {len(alone)} only the verdict: {' '.join(alone)}")
    told = {m: Told() for m in small}
    print("smaller copies:")
    done, differ = side_by_side(small, lambda m: compare_smaller(coset, m, limit, told[m]), args.jobs, told)
    print(f"{done} of {len(small)} smaller copies compared, {differ} differ")
    return 1 if bad or differ or not compared + done else 0


if __name__ == "__main__":
    sys.exit(main())
