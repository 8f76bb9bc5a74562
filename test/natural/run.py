#!/usr/bin/env python3
"""Models as people write them: the group in use against the true one, which `truth` finds by brute force.

For each model: the group in use is within the true group; verdicts of each property and, if they are exact, counts
equal those of --symmetry=off; the model's first comments state the truth:

  -- true: proc=3 value=2      sizes of the classes of elements that may be exchanged; 1: none
  -- exit: 12                  of `coset check -k --deadlock=off`; default 0

or, in Promela, /* true: ... */.

At least LEAST models must keep all of it. --table prints the table of doc/natural.md; --brute finds the true groups again
(always with COSET_LONG)."""

import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

LEAST = 103
OPTIONS = ["-k", "--deadlock=off", "--trace=off"]


def sizes(text):
    """{type: sizes of classes, largest first}; without those that cannot move."""
    parts = (w.split("=") for w in text.split())
    classes = {t: sorted((int(k) for k in n.split("+")), reverse=True) for t, n in parts}
    return {t: c for t, c in classes.items() if c != [1]}


def line_of(text, word, default=""):
    found = re.search(rf"^(?:--|/\*) {word}: (.*?)(?: \*/)?$", text, re.M)
    return found[1].strip() if found else default


def used(symmetry):
    return {f["type"]: [f["size"]] for f in symmetry["factors"] if f["size"] > 1}


def summary(run):
    out = {p["name"] + p["kind"]: p["verdict"] for p in run.json["properties"]}
    out["exit"] = run.rc
    if run.json["symmetry"].get("exact", True) and run.json["exhaustive"]:
        out["states"] = tool.number(run.json["counts"]["states"])
        out["rules"] = tool.number(run.json["counts"]["full_transitions"])
    return out


class Row:
    """One model: the true group, the group in use, what is wrong."""

    def __init__(self, coset, path):
        text = path.read_text()
        self.path, self.wrong = path, []
        self.true = sizes(line_of(text, "true"))
        off = tool.check(coset, path, *OPTIONS, "--symmetry=off")
        auto = tool.check(coset, path, *OPTIONS)
        if off.json is None or auto.json is None:
            self.wrong.append(f"no result: {off.rc} {auto.rc} {(off.err + auto.err)[:300]}")
            self.used, self.keeps, self.states, self.orbits, self.lost = {}, False, 0, 0, []
            return
        if auto.json["exhaustive"] and not auto.json["symmetry"].get("exact", True) and not auto.json.get("variant"):
            self.wrong.append("the number of states is not known")
        self.used = used(auto.json["symmetry"])
        self.lost = [f"{r['type']} line {r['line']}" for r in auto.json["symmetry"]["refused"]]
        self.means = "proof, checked loops" if auto.json["symmetry"].get("checked_loops") else "proof"
        if any(p["name"].startswith("room for") for p in auto.json["properties"]):
            self.means += ", checked room"
        self.keeps = all(self.used.get(t) == c for t, c in self.true.items())
        self.states = tool.number(off.json["counts"]["states"])
        self.orbits = tool.number(auto.json["counts"]["representatives"])
        for t, c in self.used.items():
            if t not in self.true or c[0] > self.true[t][0]:
                self.wrong.append(f"{t}: S{c[0]} is used, but true is {self.true.get(t, 'none')}")
        a, b = summary(off), summary(auto)
        self.wrong += [f"{k}: {a[k]} without symmetry, {b[k]} with" for k in a if k in b and a[k] != b[k]]
        if off.rc != int(line_of(text, "exit", "0")):
            self.wrong.append(f"exit {off.rc}")

    def cells(self):
        def words(group):
            return ", ".join(f"{t} " + "·".join(f"S{n}" for n in c) for t, c in sorted(group.items())) or "none"
        means = self.means if self.used else ""
        return [self.path.stem, f"{self.states:,}", f"{self.orbits:,}", words(self.true), words(self.used), means,
                "" if self.keeps else "; ".join(dict.fromkeys(self.lost))]


def brute(program, paths):
    """Compares the comments with the result of brute force."""
    wrong = []
    for path in paths:
        p = subprocess.run([program, str(path)], capture_output=True, text=True)
        line = p.stdout.strip().split("\n")[-1]
        found = re.search(r"states ?(.*)$", line)
        if p.returncode or not found or "cut" in line or sizes(found[1]) != sizes(line_of(path.read_text(), "true")):
            wrong.append(f"{path.name}: brute force: {p.stdout.strip() or p.stderr[:200]}")
    return wrong


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--truth", help="the program that finds true groups")
    p.add_argument("--brute", action="store_true")
    p.add_argument("--table", action="store_true")
    args = p.parse_args()
    coset, paths = tool.program(args), [*sorted(HERE.glob("murphi/*.m")), *sorted(HERE.glob("promela/*.pml"))]
    with ThreadPoolExecutor(args.jobs) as pool:
        rows = list(pool.map(lambda m: Row(coset, m), paths))
    if args.table:
        print("| model | states | orbits | true group | used | by | loses by |\n|---|---|---|---|---|---|---|")
        print("\n".join("| " + " | ".join(r.cells()) + " |" for r in rows))
        return 0
    wrong = [f"{r.path.name}: {w}" for r in rows for w in r.wrong]
    if args.truth and (args.brute or tool.long_run()):
        wrong += brute(args.truth, paths)
    keep = sum(r.keeps for r in rows)
    if keep < LEAST:
        wrong.append(f"{keep} of {len(rows)} models keep all symmetry, {LEAST} did before: "
                     + ", ".join(r.path.stem for r in rows if not r.keeps))
    print("\n".join(wrong) or f"{len(rows)} models, {keep} keep all symmetry")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
