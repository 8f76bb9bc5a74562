#!/usr/bin/env python3
"""The symbolic engine ended by the clock at many places, in the middle of operations too: its result is that of a
complete run, or `incomplete`; and no run that was cut is called exhaustive."""

import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "kit")]
import tool # noqa: E402

CUTS = 25 if tool.long_run() else 6
CASES = [["examples/symbolic/mslock.m"], ["examples/symbolic/mslock.m", "--symbolic-symmetry=dynamic"],
         ["examples/symbolic/mslock.m", "--symbolic-symmetry=multiple"], ["examples/symbolic/futurebus.m", "--chaining"],
         ["examples/symbolic/mslock.m", "--direction=backward"], ["examples/symbolic/compareswap.m"],
         ["test/conform/promela/atomic_blocks.pml"], ["examples/csp/philosophers.csp"], ["examples/csp/peterson.csp"]]


def verdicts(run):
    return [p["verdict"] for p in run.json["properties"]]


def cut(coset, case, whole, milliseconds):
    """(whether the run was cut, what is wrong)"""
    path, *options = case
    run = tool.check(coset, tool.ROOT / path, "--engine=symbolic", *options, f"--time={milliseconds}ms", limit=120)
    if run.rc == 20 and run.json is None and '"verdict": "incomplete"' in run.out:
        return True, None # ended by the watchdog: it did not stop in time
    if run.json is None or "properties" not in run.json:
        return False, f"{run.shell()}: exit {run.rc} {run.err[:300]}"
    told = verdicts(run)
    if any(b not in (a, "incomplete") for a, b in zip(verdicts(whole), told)):
        return False, f"{run.shell()}: {told}, to its end: {verdicts(whole)}"
    ended_early = "fails" in told # of a script: a violated assertion ends, and the others continue
    if run.json["exhaustive"] and (told != verdicts(whole)
                                   or run.json["counts"] != whole.json["counts"] and not ended_early):
        return False, f"{run.shell()}: exhaustive with {told} {run.json['counts']}, to its end: {whole.json['counts']}"
    return not run.json["exhaustive"], None


def main():
    args, bad, n_cut = tool.parser(__doc__).parse_args(), [], 0
    coset = tool.program(args)
    for case in CASES:
        whole = tool.check(coset, tool.ROOT / case[0], "--engine=symbolic", *case[1:], limit=120)
        if whole.json is None:
            bad.append(f"{whole.shell()}: exit {whole.rc} {whole.err[:300]}")
            continue
        length = max(1, whole.json["seconds"] * 1000)
        for k in range(1, CUTS + 1):
            was_cut, wrong = cut(coset, case, whole, max(1, int(length * k / CUTS)))
            n_cut += was_cut
            bad += [wrong] if wrong else []
    for text in bad:
        print(text)
    print(f"{len(CASES) * CUTS} runs, {n_cut} cut, {len(bad)} wrong")
    return 1 if bad or not n_cut else 0


if __name__ == "__main__":
    sys.exit(main())
