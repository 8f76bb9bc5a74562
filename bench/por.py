#!/usr/bin/env python3
"""Partial order reduction of Promela, compared with Spin's verifier. Never a test: prints a Markdown table.

  bench/por.py --repeat 3 [--least STATES] [model ...]
  bench/por.py --murphi [--least STATES] [model ...]
  bench/por.py --csp [--least STATES] [script ...]

Models of the corpus in which Spin's own reduction saves at least a tenth of the states. Spin with its defaults
(reduction, merged statements, dead variables; -O2 -DSAFETY, and without it -a); coset with --por=stubborn alone, with
--merge=on --dead=reset, as Spin, and with --por-chains=on --dead=reset; --claim=none, no symmetry, one thread, all
errors (-k, pan -c0). Runs alternate, the least of --repeat runs counts, in CPU seconds of the whole run; pan's without
its compilation. A run of coset that reaches the limit counts as the limit.
--murphi: models of the corpus without reduction, with symmetry, with --por=stubborn, and with both, and --por=auto
(with symmetry), if their search without reduction ends within the limit. --csp: the same for scripts, whose
assertions of one line get `:[partial order reduce]`; states are the sum over assertions."""

import argparse
import itertools
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import tool # noqa: E402

FOLDERS = ["promela/spin-examples", "promela/spin-examples/Exercises", "promela/spin-examples/Book_1991", "promela/beem", "bosnacki"]
SPIN = ["--por=stubborn", "--merge=on", "--dead=reset"] # Spin's default: the same states without reduction
OURS = {"off": ["--por=off"], "stubborn": ["--por=stubborn"], "as Spin": SPIN, "chains": ["--por=stubborn", "--por-chains=on", "--dead=reset"]}
BOTH = {"none": ["--symmetry=off", "--por=off"], "symmetry": ["--por=off"], "partial order": ["--symmetry=off", "--por=stubborn"],
        "both": ["--por=stubborn"], "auto": ["--por=auto"]}
REDUCE = ":[partial order reduce]"
SCRIPTS = {"none": (False, ["--symmetry=off"]), "symmetry": (False, []), "partial order": (True, ["--symmetry=off"]), "both": (True, [])}
SHORTEST = 0.05 # seconds; shorter runs give no meaningful ratios
STACKS = [100_000, 10_000_000] # steps; allocating a large one takes seconds


def build(model, folder, *flags, run=()):
    """The compiled verifier with its arguments, or None."""
    for f in model.parent.iterdir(): # includes
        if f.is_file() and f.stat().st_size < 1_000_000:
            shutil.copy(f, folder)
    try:
        subprocess.run(["spin", "-a", model.name], check=True, capture_output=True, cwd=folder, timeout=60)
        subprocess.run(["cc", "-w", "-O2", "-DNOCLAIM", "-DMEMLIM=4000", *flags, "-o", "pan", "pan.c"], check=True,
                       capture_output=True, cwd=folder, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    return [str(folder / "pan"), "-c0", *run]


def spin_states(text):
    states = re.search(r"^\s*([0-9.e+]+) states, stored", text, re.M)
    return int(float(states[1])) if states and "max search depth too small" not in text else None


def coset_states(text):
    try:
        out = json.loads(text)
        return int(out["counts"]["representatives"]) if out["exit_code"] != 20 else None
    except (ValueError, KeyError, TypeError):
        return None


def one(command, states, limit):
    """(CPU seconds, states), or None."""
    r = measure.run(command, limit, cpu=True)
    n = r and states(r[3])
    return (r[1], n) if n else None


def first(command, limit):
    """The same, and the command, with the smallest stack that is large enough."""
    for stack in STACKS:
        done = one([*command, f"-m{stack}"], spin_states, limit)
        if done:
            return done, [*command, f"-m{stack}"]
    return None, command


def compare(coset, model, args):
    """{what: (seconds, states)}, or None: Spin's reduction saves too little."""
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b, tempfile.TemporaryDirectory() as c:
        spin, full = build(model, pathlib.Path(a), "-DSAFETY"), build(model, pathlib.Path(b), "-DSAFETY", "-DNOREDUCE")
        cycles = build(model, pathlib.Path(c), run=["-a"])
        if not spin or not full or not cycles:
            return None
        (reduced, spin), (whole, _) = first(spin, args.limit), first(full, args.limit)
        if not reduced or (whole and (whole[1] < args.least or reduced[1] > 0.9 * whole[1])):
            return None
        found = {"spin": reduced, "whole": whole}
        found["-a"], cycles = first(cycles, args.limit)
        for _ in range(args.repeat):
            found["spin"] = min(found["spin"], one(spin, spin_states, args.limit) or found["spin"])
            found["-a"] = found["-a"] and min(found["-a"], one(cycles, spin_states, args.limit) or found["-a"])
            for name, options in OURS.items():
                r = one([coset, "check", "--json", "--progress=none", "--trace=off", "--symmetry=off", "-j1", "-k", "--claim=none", *options,
                         str(model)], coset_states, args.limit)
                found[name] = min(filter(None, [found.get(name), r]), default=None)
        return found


def ratio(a, b):
    return a[0] / b[0] if a and b and b[0] > SHORTEST else None


def murphi(coset, shared, args):
    """States and seconds of each model with each setting; then the cost of both and `auto` relative to the better of
    the others."""
    costs, chosen = [], []
    print("| model | " + " | s | ".join(BOTH) + " | s |\n|---" + "|---" * (2 * len(BOTH)) + "|")
    for model in sorted((shared / "corpus" / "murphi").rglob("*.m")):
        if args.only and not any(o in str(model) for o in args.only):
            continue
        found = {}
        for _ in range(args.repeat):
            for name, options in BOTH.items():
                if "none" in found and (not found["none"] or found["none"][1] < args.least):
                    continue # too small, or too large
                r = one([coset, "check", "--json", "--progress=none", "--trace=off", "-j1", "-k", *options, str(model)], coset_states, args.limit)
                found[name] = min(filter(None, [found.get(name), r]), default=None)
        if not found.get("none") or found["none"][1] < args.least:
            continue
        print(f"| {model.stem} | " + " | ".join(text(found[k]) for k in BOTH) + " |", flush=True)
        better = min(filter(None, [found["symmetry"], found["partial order"]]), default=None)
        costs.append(ratio(found["both"], better))
        chosen.append(ratio(found["auto"], found["symmetry"]))
    for what, values in (("both by the better of the two", costs), ("auto by symmetry alone", chosen)):
        known = [v for v in values if v]
        if known:
            print(f"\n{what}, seconds: median {statistics.median(known):.2f}, most {max(known):.2f}, {len(known)} models")


def script_states(text):
    """Sums over all assertions; None if one was not decided."""
    try:
        counts = [p.get("counts") for p in json.loads(text)["properties"]]
        return sum(int(c["representatives"]) for c in counts) if all(counts) else None
    except (ValueError, KeyError, TypeError):
        return None


def reduced_copy(script, folder):
    """The script in a copy of its folder, with partial order reduction requested; None: no assertion can have it."""
    text = script.read_text(errors="replace")
    changed = re.sub(rf"^(assert [^\n]*(?:\[(?:T|F|FD)=|:\[(?:deadlock|divergence) free)(?:(?!{re.escape(REDUCE)})[^\n])*?)[ \t]*(--[^\n]*)?$",
                     rf"\1 {REDUCE}", text, flags=re.M)
    if changed == text:
        return None
    shutil.copytree(script.parent, folder / "copy")
    (folder / "copy" / script.name).write_text(changed)
    return folder / "copy" / script.name


def csp(coset, shared, args):
    costs = []
    print("| script | " + " | s | ".join(SCRIPTS) + " | s |\n|---" + "|---" * (2 * len(SCRIPTS)) + "|")
    for script in [f for d in ("frontend", "rova", "inline", "libcspm-symmetry") for f in sorted((shared / "corpus/cspm" / d).rglob("*.csp"))]:
        if args.only and not any(o in str(script) for o in args.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            other, found = reduced_copy(script, pathlib.Path(folder)), {}
            for name, (reduces, options) in SCRIPTS.items() if other else ():
                if "none" in found and (not found["none"] or found["none"][1] < args.least):
                    break # too small, or too large, or refused
                found[name] = min(filter(None, [one([coset, "check", "--json", "--progress=none", "--trace=off", "-j1", *options,
                                                     str(other if reduces else script)], script_states, args.limit)
                                                for _ in range(args.repeat)]), default=None)
        if len(found) < len(SCRIPTS):
            continue
        print(f"| {script.stem} | " + " | ".join(text(found[k]) for k in SCRIPTS) + " |", flush=True)
        costs.append(ratio(found["both"], min(filter(None, [found["symmetry"], found["partial order"]]), default=None)))
    known = [c for c in costs if c]
    if known:
        print(f"\nboth by the better of the two, seconds: median {statistics.median(known):.2f}, most {max(known):.2f}, {len(known)} scripts")


def text(cell):
    return f"{cell[1]:,} | {cell[0]:.3f}" if cell else "- | -"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--least", type=int, default=1000, help="states without reduction, at least")
    p.add_argument("--limit", type=float, default=60, help="CPU seconds for a run")
    p.add_argument("--repeat", type=int, default=2)
    p.add_argument("--murphi", action="store_true", help="models of Murphi, with symmetry and without")
    p.add_argument("--csp", action="store_true", help="scripts of CSP, with symmetry and without")
    p.add_argument("--coset")
    p.add_argument("only", nargs="*", help="models whose path has one of these texts in it")
    args = p.parse_args()
    coset, shared = tool.program(args), tool.shared()
    if not shared:
        raise SystemExit("no corpus in $COSET_SHARED or ../shared")
    if args.murphi:
        print(f"{measure.machine()}\n")
        return murphi(coset, shared, args)
    if args.csp:
        print(f"{measure.machine()}\n")
        return csp(coset, shared, args)
    print(f"{measure.machine()}\n\n| model | Spin, all | s | Spin, reduced | s | Spin, -a | s | coset, all | s | stubborn | s | as Spin | s | chains | s |\n|---"
          + "|---" * 14 + "|")
    rows = {name: [] for name in OURS if name != "off"}
    for model in [f for d in FOLDERS for f in sorted((shared / "corpus" / d).glob("*.p*ml"))]:
        if args.only and not any(o in str(model) for o in args.only):
            continue
        found = compare(coset, model, args)
        if not found:
            continue
        print(f"| {model.stem} | " + " | ".join(text(found[k]) for k in ("whole", "spin", "-a", *OURS)) + " |", flush=True)
        for name, some in rows.items():
            some.append(found | {"coset": found[name]})
    for peer, (name, some) in itertools.product(("spin", "-a"), rows.items()):
        both = [(x[peer], x["coset"]) for x in some if x[peer]]
        ratios = [a[0] / (b[0] if b else args.limit) for a, b in both]
        fewer = sum(bool(b) and b[1] <= a[1] for a, b in both)
        if both:
            print(f"\n{name}, Spin {'-DSAFETY' if peer == 'spin' else '-a'}: at most Spin's states in {fewer} of {len(both)} models; "
                  f"Spin's seconds by coset's, median {statistics.median(ratios):.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
