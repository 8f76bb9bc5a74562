#!/usr/bin/env python3
"""Published figures of models by others: orbits of Peterson's algorithm and of the Data Base Manager as in Bosnacki's
thesis (tables 1 and 2, canonical strategies without partial order), of TopSPIN's mutual exclusion (all of TopSPIN:
promela_topspin.py); each exact strategy finds them without any annotation, and their sizes sum up to the unreduced
states. States stored by the approximate strategies in a depth-first search. With COSET_LONG also the larger ones."""

import pathlib
import sys
import tempfile

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
EXACT = ["auto", "full", "segmented", "pc-segmented", "search", "label"]
INEXACT = [ # the same tables: model, states stored by sorted and pc-sorted (None: another model), only in the long run
    ("bosnacki/peterson2.pml", 160, 137, False),
    ("bosnacki/peterson3.pml", 3967, 2396, False),
    ("bosnacki/peterson4.pml", 88489, 46804, False),
    ("bosnacki/peterson5.pml", 1831298, 942786, True),
    ("bosnacki/dbm7.pml", None, 58, False),
    ("bosnacki/dbm8.pml", None, 91, False),
    ("bosnacki/dbm9.pml", None, 155, False),
    ("bosnacki/dbm10.pml", None, 245, True),
    ("bosnacki/dbm11.pml", None, 415, True),
    ("bosnacki/dbm12.pml", None, 659, True),
]
# The thesis's Data Base Manager sets the flags of all managers, including that of the reserving one.
FLAGS = {7: 250, 8: 505, 9: 1016, 10: 2039, 11: 4086, 12: 8181}


def judge(coset, path, orbits, states, long):
    out = []
    for strategy in EXACT if not long else ["auto"]:
        run = tool.check(coset, path, f"--symmetry={strategy}", "--por=off", limit=3600)
        if run.json is None or run.rc != 0:
            out.append(f"{run.shell()}: exit {run.rc} {run.err[:300]}")
            continue
        c = {k: tool.number(v) for k, v in run.json["counts"].items()}
        if c["representatives"] != orbits or (states is not None and c["states"] != states):
            out.append(f"{run.shell()}: {c['representatives']} orbits, {c['states']} states, expected {orbits}, {states}")
    return out


def stored(coset, path, strategy):
    run = tool.check(coset, path, f"--symmetry={strategy}", "--search=dfs", limit=3600)
    return run.json and tool.number(run.json["counts"]["representatives"])


def judge_inexact(coset, path, by_main, by_control):
    pairs = [("sorted", by_main), ("pc-sorted", by_control)]
    return [f"{s}: {got} states, expected {n}" for s, n in pairs if n and (got := stored(coset, path, s)) != n]


def with_all_flags(text, n):
    """The model of the corpus, but each manager's flag is set and cleared, its own flag by the last step."""
    for k in range(n):
        text = text.replace(f"if :: i!={k} -> msg[{k}]=1 :: else fi", f"msg[{k}]=1")
    return text.replace("ack[0]=0;", "msg[i]=0; ack[0]=0;")


def judge_flags(coset, folder, temporary, n):
    model = pathlib.Path(temporary) / f"flags{n}.pml"
    model.write_text(with_all_flags((folder / "corpus" / "bosnacki" / f"dbm{n}.pml").read_text(), n))
    got = stored(coset, model, "sorted")
    return [] if got == FLAGS[n] else [f"sorted: {got} states, expected {FLAGS[n]}"]


def show(name, out):
    print(f"{'FAIL' if out else '  ok'} {name}" + "".join(f"\n       {x}" for x in out), flush=True)
    return bool(out)


def main():
    args = tool.parser(__doc__).parse_args()
    coset, folder, bad = tool.program(args), tool.shared(), 0
    if not folder:
        print("skipped: no corpus")
        return tool.SKIP
    for model, orbits, states, long in ROWS:
        if not long or tool.long_run():
            bad += show(model, judge(coset, folder / "corpus" / model, orbits, states, long))
    for model, by_main, by_control, long in INEXACT:
        if not long or tool.long_run():
            bad += show(f"{model}, in depth", judge_inexact(coset, folder / "corpus" / model, by_main, by_control))
    with tempfile.TemporaryDirectory() as temporary:
        for n in FLAGS if tool.long_run() else [7, 8]:
            bad += show(f"dbm{n} with all flags, in depth", judge_flags(coset, folder, temporary, n))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
