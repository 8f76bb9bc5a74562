#!/usr/bin/env python3
"""What is published of models by others: orbits of Peterson's algorithm and of the Data Base Manager as in Bosnacki's
thesis (tables 1 and 2, canonical strategies without partial order), of TopSPIN's mutual exclusion; each exact strategy
finds them without any annotation, and their sizes sum up to the unreduced states. With COSET_LONG also the larger
ones."""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

ROWS = [ # model, orbits, unreduced states (None: not published), only in the long run
    ("bosnacki/peterson2.pml", 134, 263, False),
    ("bosnacki/peterson3.pml", 1976, 11318, False),
    ("bosnacki/peterson4.pml", 24383, 542921, False),
    ("bosnacki/peterson5.pml", 262749, None, True),
    ("bosnacki/peterson6.pml", 2534774, None, True),
    ("bosnacki/dbm7.pml", 31, 5112, False),
    ("bosnacki/dbm8.pml", 39, 17506, True),
    ("bosnacki/dbm9.pml", 48, 59060, True),
    ("bosnacki/dbm10.pml", 58, 196842, True),
    ("bosnacki/dbm11.pml", 69, 649552, True),
    ("bosnacki/dbm12.pml", 81, 2125778, True),
    ("promela/topspin/reduced/mutex5.p", 12, 113, False),
]
EXACT = ["auto", "full", "segmented", "search", "label"]


def judge(coset, path, orbits, states, long):
    out = []
    for strategy in EXACT if not long else ["auto"]:
        run = tool.check(coset, path, f"--symmetry={strategy}", limit=3600)
        if run.json is None or run.rc != 0:
            out.append(f"{run.shell()}: exit {run.rc} {run.err[:300]}")
            continue
        c = {k: tool.number(v) for k, v in run.json["counts"].items()}
        if c["representatives"] != orbits or (states is not None and c["states"] != states):
            out.append(f"{run.shell()}: {c['representatives']} orbits, {c['states']} states, expected {orbits}, {states}")
    return out


def main():
    args = tool.parser(__doc__).parse_args()
    coset, folder, bad = tool.program(args), tool.shared(), 0
    if not folder:
        print("skipped: no corpus")
        return tool.SKIP
    for model, orbits, states, long in ROWS:
        if long and not tool.long_run():
            continue
        out = judge(coset, folder / "corpus" / model, orbits, states, long)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} {model}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
