#!/usr/bin/env python3
"""Random variants of the scripts in csp/: with symmetry, and compiled as one machine, the verdicts of the unreduced
search, and its counts if the system is the same and the strategy exact.

A variant changes some places of a script: a variable becomes a number or another variable, a set another set, an
operator another one, a guard is negated, a number is computed. Variants that are no valid scripts, or too large, are
counted, but not compared.

  csp_variants.py --variants 1000 --seed 3"""

import pathlib
import random
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

WAYS = [["--symmetry=search"], ["--symmetry=label", "--compile=explicit"], ["--symmetry=refine"]] # the first: counts
SETS = ("Client|PHIL|FORK|Thread|Node|Cpu|Id|ID|Worker|Reader|Writer|Data|Process|Person|Server|Item|Resource|Customer|Member|User"
        "|Player|Rider|Phil|Cell")
SWAPS = [("==", "!="), ("[]", "|~|"), ("|||", "[]"), ("union", "diff"), ("diff", "inter"), (" < ", " <= "), (" and ", " or "),
         ("True", "False"), (" -> STOP", " -> SKIP"), ("card(s)", "card(diff(s, {0}))"), ("?", "$")]


def places(pattern, lines):
    """(line, match) of the pattern in definitions; declarations and assertions stay."""
    found = []
    for n, line in enumerate(lines):
        if not re.match(r"--|assert|channel|datatype|\s*$", line):
            found += [(n, m) for m in re.finditer(pattern, line)]
    return found


def replace(lines, place, text):
    n, m = place
    lines[n] = lines[n][:m.start()] + text + lines[n][m.end():]


def change(rng, lines):
    kind = rng.randrange(6)
    if kind == 0: # a variable
        found = places(r"(?<=[.!(, ])[ijkntu](?=[.,)} ])", lines)
        new = rng.choice(["0", "1", "2", "i", "j", "((i + 1) % 3)", "(if i == 1 then 2 else i)"])
    elif kind == 1: # a set
        found = places(rf"\b(?:{SETS})\b(?!\s*=)", lines)
        new = rng.choice(["{0..1}", "{1..2}", "{0, 2}", "{1}", "{x | x <- {0..2}, x != 1}", "diff({0..2}, {2})"])
    elif kind == 2: # the set of a replication or an input
        found = places(r"\bdiff\((\w+), ", lines)
        new = rng.choice(["union({}, ", "inter({0..2}, "])
        found = found and [rng.choice(found)]
        new = f"{new[:new.index('(')]}({found[0][1][1]}, " if found else ""
    elif kind == 3:
        found = places(r"(?<=[ (])\d(?=[ ,.)])", lines)
        new = str(rng.randrange(4))
    else:
        a, b = rng.choice(SWAPS)
        if rng.random() < 0.5 and b != "$":
            a, b = b, a
        found, new = places(re.escape(a), lines), b
    if found:
        replace(lines, rng.choice(found), new)


def variant(seed):
    rng = random.Random(seed)
    path = rng.choice(sorted(HERE.glob("csp/*.csp")))
    lines = path.read_text().split("\n")
    for _ in range(rng.choice([1, 1, 2, 3])):
        change(rng, lines)
    return path.stem, "\n".join(lines)


def answers(run):
    """What is to be compared; None: not a valid script, or cut short."""
    if run.json is None or "properties" not in run.json:
        return None
    out = []
    for p in run.json["properties"]:
        verdict = p["verdict"] if p["verdict"] in ("holds", "fails") else None
        finished = verdict == "holds" and not p["name"].startswith("not ")
        out.append((p["name"], verdict, p["counts"]["states"] if finished else None))
    return out


def compare(coset, seed, folder):
    tally, wrong = Counter(), []
    name, text = variant(seed)
    path = folder / f"{seed}.csp"
    path.write_text(text)
    options = ["-k", "--threads=1", "--max-states=20000", "--time=20s"]
    plain = answers(tool.check(coset, path, *options, "--symmetry=off"))
    if plain is None:
        return Counter(["no script"]), []
    tally["compared"] += 1
    for way in WAYS:
        run = tool.check(coset, path, *options, *way)
        other = answers(run)
        tally["reduced"] += way is WAYS[0] and bool(other) and run.json["symmetry"].get("order", "1") != "1"
        if other is not None and [a[0] for a in plain] != [b[0] for b in other]:
            wrong.append(f"seed {seed} ({name}) {' '.join(way)}: other assertions: {other}, not {plain}")
        for a, b in zip(plain, other or []):
            if None in (a[1], b[1]):
                tally["cut short"] += 1
            elif a[1] != b[1] or (way is WAYS[0] and None not in (a[2], b[2]) and a[2] != b[2]):
                wrong.append(f"seed {seed} ({name}) {' '.join(way)}: {b}, not {a}")
        if other is None and run.rc != 20:
            wrong.append(f"seed {seed} ({name}) {' '.join(way)}: exit {run.rc}: {run.err[:200]}")
    if wrong:
        keep = pathlib.Path("csp-variant-failures")
        keep.mkdir(exist_ok=True)
        (keep / path.name).write_text(text)
    path.unlink()
    return tally, wrong


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--variants", type=int, default=5000 if tool.long_run() else 20, help="(%(default)s)")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset = tool.program(args)
    seeds = [args.seed * 1000000 + i for i in range(args.variants)]
    tally, n_wrong = Counter(), 0
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        for one, wrong in pool.map(lambda s: compare(coset, s, pathlib.Path(name)), seeds):
            tally += one
            n_wrong += len(wrong)
            for w in wrong:
                print(w, flush=True)
    print(f"{len(seeds)} variants: {dict(tally)}, {n_wrong} differences")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
