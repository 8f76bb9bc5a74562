#!/usr/bin/env python3
"""How the cost of a state grows with the length of the model, compared with Spin and Rumur. Never a test: prints
Markdown tables.

  bench/pace.py --most 10000 --repeat 3

Promela: three processes that repeat K statements, plain, as an atomic sequence, as a d_step. Murphi: R rules, each enabled
in the states of one value. One thread, no symmetry; runs alternate, the least of --repeat counts, in CPU seconds.
Spin's verifier and Rumur's are compiled with -O2, without counting the compilation; coset's time is that of the whole
run. A peer that fails (too deep, refused by its compiler, over the time limit) is not tried with longer models."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import peers # noqa: E402
import tool # noqa: E402

SIZES = [10, 100, 1000, 4000, 10000]
LIMIT = 120
STACK = "-m30000000" # depth of Spin's stack if the usual one is too small; allocating it takes over a second


def statements(k, how):
    body = "; ".join(f"l = {i % 7}; y[_pid] = (y[_pid] + {i % 3}) % 5" for i in range(k // 2))
    if how != "plain":
        body = f"{how} {{ z = (z + 1) % 3000; {body} }}"
    return f"byte x; byte y[3]; short z;\nactive [3] proctype P() {{ byte l; do :: {body} od }}\n"


def rules(r):
    head = f"var pc: 0..{r - 1}; a: 0..50; b: 0..50;\nstartstate pc := 0; a := 0; b := 0; end;\n"
    return head + "".join(f'rule "r{i}" pc = {i} ==> pc := {(i + 1) % r}; a := (a + {i % 3}) % 51; b := (b + {i % 2}) % 51; end;\n'
                          for i in range(r))


def peer(name):
    variant = {"coset": "off", "rumur": "off", "spin": peers.MEMORY}[name]
    return peers.row(name, variant, "", False, 1)


def timed(p, model, folder, coset, more):
    """(CPU seconds, transitions), or None."""
    try:
        command, _ = p.command(p, model, folder, coset)
    except (OSError, subprocess.SubprocessError):
        return None # not installed, or refused by its compiler
    deep = [STACK if x.startswith("-m") else x for x in command]
    for attempt in [command] if deep == command else [command, deep]:
        r = measure.run([*attempt, *more], LIMIT, cpu=True)
        counts = r and p.counts(r[3])
        if counts:
            return r[1], counts[1]
    return None


def compare(text, ending, who, coset, repeat, more):
    """The least of each."""
    runs = {"coset": [], who: []}
    with tempfile.TemporaryDirectory() as name:
        model = pathlib.Path(name, f"pace.{ending}")
        model.write_text(text)
        for _ in range(repeat):
            runs["coset"].append(timed(peer("coset"), model, model.parent, coset, more))
            if who:
                runs[who].append(timed(peer(who), model, model.parent, coset, []))
    return [min((r for r in runs[x] if r), default=None) for x in ("coset", who)]


def cell(x):
    return "-" if x is None else f"{x[0]:.2f} s ({1e9 * x[0] / max(x[1], 1):.0f} ns)"


def table(title, who, ending, texts, args, coset):
    print(f"\n### {title}\n\n| length | coset (for each transition) | {who or '-'} |\n|---|---|---|")
    for n, text, more in texts:
        ours, theirs = compare(text, ending, who, coset, args.repeat, more)
        print(f"| {n:,} | {cell(ours)} | {cell(theirs) if who else '-'} |", flush=True)
        who = who if theirs else None # if it fails, it also fails with a longer model


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--most", type=int, default=1000, help="longest text")
    p.add_argument("--repeat", type=int, default=2)
    p.add_argument("--coset")
    args = p.parse_args()
    coset, sizes = tool.program(args), [n for n in SIZES if n <= args.most]
    print(measure.machine())
    for how in ("plain", "atomic", "d_step"):
        few = [n for n in sizes if how != "plain" or n <= 10] # K^3 states
        table(f"three processes, {how}", "spin", "pml", [(k, statements(k, how), []) for k in few], args, coset)
    long = [(k, statements(k, "plain"), ["--max-states=4M"]) for k in sizes if k > 10]
    table("three processes, plain, the first four million states (coset only)", None, "pml", long, args, coset)
    table("rules", "rumur", "m", [(r, rules(r), []) for r in sizes], args, coset)


if __name__ == "__main__":
    main()
