#!/usr/bin/env python3
"""CSP scripts as people write them, most with numbers as identities: the group in use against the true one.

For each script: verdicts, and counts if they are exact, equal those of --symmetry=off, and the group in use is within
the true group. The first comments of a script state the truth:

  -- true: Client=4             sizes of the classes of numbers that may be exchanged; 1: none
  -- inner: Node=2              .. of numbers that no event of System shows (not compared by brute force)
  -- numbers: Client=0..3       the numbers of each type; A,B,C: the constants of a datatype
  -- events: grant.Client       which fields of the events of System hold them (A+B: numbers of either)

By brute force two numbers may be exchanged if System, and each specification, refines in FD its image under the
exchange in all events: that is then an equivalence, because an exchange is its own inverse. At least LEAST scripts keep
all symmetry. --table prints the table of doc/natural.md."""

import itertools
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import run # noqa: E402
import tool # noqa: E402

LEAST = 37


def spans(text):
    """{type: its numbers or constants}"""
    parts = [w.split("=") for w in run.line_of(text, "numbers").split()]
    return {t: range(int(r.split("..")[0]), int(r.split("..")[1]) + 1) if ".." in r else r.split(",") for t, r in parts}


def exchange(text, kind, x, y, process):
    """The assertion that the process equals its image under the exchange."""
    clauses, shown = [], []
    for event in run.line_of(text, "events").split():
        channel, *fields = event.split(".")
        names = [f"at_{i}" for i in range(len(fields))]
        images = [f"swap({n})" if kind in f.split("+") else n for n, f in zip(names, fields)]
        sets = [f if "+" not in f else f"union({f.replace('+', ', ')})" for f in fields]
        over = ", ".join(f"{n} <- {s}" for n, s in zip(names, sets))
        clauses.append(f"image({'.'.join([channel] + names)}) = {'.'.join([channel] + images)}\n")
        shown.append("{%s | %s}" % (".".join([channel] + names), over))
    return (f"\nswap(it_) = if it_ == {x} then {y} else if it_ == {y} then {x} else it_\n{''.join(clauses)}"
            f"assert {process} [FD= ({process})[[ e <- image(e) | e <- Union({{{', '.join(shown)}}}) ]]\n")


def processes(text):
    """System and the specifications; hiding in an assertion does not matter."""
    found = re.findall(r"^assert (?:not )?(\w+(?:\([^[]*\))?) \[", text, re.M)
    return list(dict.fromkeys(["System"] + found))


def brute(coset, path, folder):
    """What is wrong with the comments of the script."""
    text = path.read_text()
    bare = re.sub(r"^assert.*\n?", "", text, flags=re.M)
    true = {}
    for kind, numbers in spans(text).items():
        leader = {n: n for n in numbers}
        for x, y in itertools.combinations(numbers, 2):
            if leader[y] != y or leader[x] != x:
                continue
            holds = True
            for process in processes(text):
                script = folder / f"{path.stem}.csp"
                script.write_text(bare + exchange(text, kind, x, y, process))
                answer = tool.check(coset, script, "--symmetry=off")
                if answer.rc not in (0, 10, 11, 12, 13, 14, 15):
                    return [f"{path.name}: brute force: exit {answer.rc}: {answer.err[:300]}"]
                holds = holds and answer.rc == 0
            if holds:
                leader[y] = x
        counts = sorted((list(leader.values()).count(n) for n in numbers), reverse=True)
        true[kind] = [c for c in counts if c > 1]
    true = {t: c for t, c in true.items() if c}
    said = run.sizes(run.line_of(text, "true"))
    return [] if true == said else [f"{path.name}: brute force finds {true}, not {said}"]


def used(factors, kinds):
    """{type: sizes of the moving classes}; for an unnamed part, {0..2}, the type that has its numbers."""
    group = {}
    for f in factors:
        name, part = f["type"], re.match(r"\{(\d+)", f["type"])
        if part:
            name = next(t for t, numbers in kinds.items() if int(part[1]) in numbers)
        if f["size"] > 1:
            group[name] = sorted([*group.get(name, []), f["size"]], reverse=True)
    return group


class Row:
    def __init__(self, coset, path):
        text = path.read_text()
        self.path, self.wrong = path, []
        self.true = run.sizes(run.line_of(text, "true") + " " + run.line_of(text, "inner"))
        off, on = (tool.check(coset, path, "-k", f"--symmetry={s}") for s in ("off", "search"))
        plain, reduced = (r.json["properties"] for r in (off, on))
        for p, q in zip(plain, reduced, strict=True):
            if p["verdict"] != q["verdict"] or p["verdict"] not in ("holds",):
                self.wrong.append(f"{p['name']}: {q['verdict']}, without symmetry {p['verdict']}")
            if p["counts"]["states"] != q["counts"]["states"] and "not" not in p["name"]:
                self.wrong.append(f"{p['name']}: {q['counts']['states']} states, without symmetry {p['counts']['states']}")
        groups = [used(q["symmetry"]["factors"], spans(text)) for q in reduced]
        self.used = max(groups, key=lambda g: sum(sum(c) for c in g.values()))
        self.lost = [f"line {r['line']}" for r in on.json["symmetry"]["refused"]]
        found = {f["found"] for q in reduced for f in q["symmetry"]["factors"] if f["size"] > 1}
        self.by = "compiled system" if "system" in found else "proof" if found else ""
        self.keeps = self.used == self.true
        for group in groups:
            if any(n > m for t, c in group.items() for n, m in itertools.zip_longest(c, self.true.get(t, []), fillvalue=1)):
                self.wrong.append(f"{group} is used, but true is {self.true}")
        self.states = max(tool.number(p["counts"]["states"]) for p in plain)
        self.orbits = max(tool.number(q["counts"]["representatives"]) for q in reduced)

    def cells(self):
        def words(group):
            return ", ".join(f"{t} " + " x ".join(f"S{k}" for k in c) for t, c in sorted(group.items())) or "none"
        return [self.path.stem, f"{self.states:,}", f"{self.orbits:,}", words(self.true), words(self.used),
                self.by, "" if self.keeps else ", ".join(dict.fromkeys(self.lost))]


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--table", action="store_true")
    args = p.parse_args()
    coset, paths = tool.program(args), sorted(HERE.glob("csp/*.csp"))
    rows = [Row(coset, path) for path in paths]
    if args.table:
        print("\n".join("| " + " | ".join(r.cells()) + " |" for r in rows))
        return 0
    wrong = [f"{r.path.name}: {w}" for r in rows for w in r.wrong]
    with tempfile.TemporaryDirectory() as folder:
        for path in paths if tool.long_run() else tool.share(paths)[:4]:
            wrong += brute(coset, path, pathlib.Path(folder))
    keep = sum(r.keeps for r in rows)
    if keep < LEAST:
        wrong.append(f"{keep} scripts keep all symmetry, {LEAST} did: "
                     + ", ".join(f"{r.path.stem} {r.used}" for r in rows if not r.keeps))
    print("\n".join(wrong) or f"{len(rows)} scripts, {keep} keep all symmetry")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
