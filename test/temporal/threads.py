#!/usr/bin/env python3
"""Several threads report what one reports: verdicts, runs, counts. Models with formulas, claims, labels and fairness,
and random ones; all threads search from the start (--share=all). A few; 2,000 random models if COSET_LONG is set."""

import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import models # noqa: E402
import random_ltl # noqa: E402
import tool # noqa: E402

CLOCK = {"threads", "seconds", "detection_seconds", "peak_bytes", "bytes_per_state", "memory", "arguments", "command"} # may differ


def told(value):
    if isinstance(value, dict):
        return {k: told(v) for k, v in value.items() if k not in CLOCK}
    return [told(v) for v in value] if isinstance(value, list) else value


def differences(coset, model, *options):
    alone = tool.check(coset, model, "--threads=1", "--share=all", *options) # so that formulas are not checked before
    for threads in (2, 3):
        shared = tool.check(coset, model, f"--threads={threads}", "--share=all", *options)
        if alone.rc != shared.rc:
            yield f"{options}, {threads} threads: exit {shared.rc}, not {alone.rc}: {shared.err.strip()[:300]}"
        elif alone.json is None or told(alone.json) != told(shared.json):
            a, b = told(alone.json or {}), told(shared.json or {})
            yield f"{options}, {threads} threads: other than one: {[k for k in a if a[k] != b.get(k)]}"


def runs(result):
    """Verdicts and loops. Of two searches the first may be ahead, so counts differ; and of the shortest runs to a bad
    state threads that search breadth first with an inexact store may show any."""
    def loop(p):
        trace = p.get("trace") or {}
        return trace if "loop" in trace else None
    return [(p["name"], p["verdict"], loop(p)) for p in result.json["properties"]] if result.json else result.err


def inexact_differences(coset, model, *options):
    """With an inexact store there are two threads at most."""
    options = ["--store=compact", "--share=all", *options]
    alone, pair = (tool.check(coset, model, f"--threads={n}", *options) for n in (1, 2))
    if alone.rc != pair.rc or runs(alone) != runs(pair):
        yield f"{options}: exit {pair.rc}, not {alone.rc}, or another run"


def random_models(folder, n):
    for seed in range(1, n + 1):
        model = pathlib.Path(folder) / f"random_{seed}.pml"
        model.write_text(random_ltl.Maker(seed).model())
        yield model


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--models", type=int, default=2000 if tool.long_run() else 30)
    args = p.parse_args()
    coset, bad, made = tool.program(args), 0, 0
    with tempfile.TemporaryDirectory(prefix="coset_threads_") as folder:
        tasks = [(m, options) for m in tool.share(sorted(HERE.glob("models/*"))) for options, _ in models.expectations(m)
                 if "--engine=symbolic" not in options # that one has one thread
                 and "all" in models.shares(m)]
        for model in random_models(folder, args.models):
            tasks += [(model, ["--claim=c"]), (model, ["--claim=c", "--fair=weak"])]
        for model, options in tasks:
            out = list(differences(coset, model, *options))
            if not any("--fair" in o for o in options): # that needs an exact store
                out += inexact_differences(coset, model, *options)
            made += 1
            bad += bool(out)
            if out:
                print(f"FAIL {model.name}" + "".join(f"\n       {x}" for x in out), flush=True)
    print(f"{made} runs compared, {bad} differ")
    return 1 if bad or not made else 0


if __name__ == "__main__":
    sys.exit(main())
