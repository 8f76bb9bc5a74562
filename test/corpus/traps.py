#!/usr/bin/env python3
"""Small models on which known tools give a wrong answer."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

# The line of the assignment that makes the outcome depend on the order of the elements.
UNSOUND = {"scalarset_loop_unsound.m": 6, "scalarset_loop_unsound_cmurphi.m": 6}


def runs():
    for s in ["off", "auto"] + tool.STRATEGIES:
        for j in (1, 2, 8):
            yield s, [f"--symmetry={s}", f"--threads={j}", "--share=all"]


def unsound(coset, folder, name, line):
    for s, o in runs():
        run = tool.check(coset, folder / name, *o)
        if run.rc != 12:
            yield f"{name} {o}: exit {run.rc}, expected 12"
        elif s != "off" and line not in [r["line"] for r in run.json["symmetry"]["refused"]]:
            yield f"{name} {o}: refused {run.json['symmetry']['refused']}, expected line {line} to be named"
    text = tool.Run([coset, "symmetry", str(folder / name)], 20)
    if f":{line}:" not in text.out:
        yield f"coset symmetry {name} does not name line {line}: {text.out}"


def cover(coset, folder):
    """The dead end with all set is a true deadlock: not searched for here."""
    for _, o in runs():
        run = tool.check(coset, folder / "cover_skew.m", "--deadlock=off", *o)
        if run.rc != 0:
            yield f"cover_skew.m {o}: exit {run.rc}, expected 0: {run.err[:200]}"
            continue
        hits = next(tool.number(p["hits"]) for p in run.json["properties"] if p["name"] == "two")
        if not run.json["symmetry"]["exact"]: # then only representatives can be counted, and the report says so
            if not 1 <= hits <= 3 or run.json["counts"]["states"] is not None:
                yield f"cover_skew.m {o}: {hits} hits, {run.json['counts']}"
        elif hits != 3 or tool.number(run.json["counts"]["states"]) != 8:
            yield f"cover_skew.m {o}: {hits} hits, {run.json['counts']}, expected 3 hits and 8 states"


def main():
    args, shared = tool.parser(__doc__).parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    coset, folder = tool.program(args), shared / "corpus/traps"
    out = [t for name, line in UNSOUND.items() for t in unsound(coset, folder, name, line)] + list(cover(coset, folder))
    print("\n".join(out) or "all traps avoided")
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main())
