#!/usr/bin/env python3
"""Automata compared with those that `spin -f` and `lbt` generate for random formulas, and with pairs of a formula and
an automaton (in ../shared). Each automaton of theirs is written as HOA and compared by omega_compare: it has no word in
common with ours for the negation, and agrees with ours on random words. A tool that is not installed is skipped, with a
message."""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))
import tool
from notation import from_spot

ATOMS = ["p0", "p1", "p2"]


def formula(rng, size, next_too):
    """As a tree: an atom, or (operator, operands)."""
    if size == 0:
        return rng.choice(ATOMS)
    kind = rng.randrange(10)
    if kind < 4:
        return (["!", "<>", "[]", "X" if next_too else "!"][kind], formula(rng, size - 1, next_too))
    left = rng.randrange(size)
    parts = (formula(rng, left, next_too), formula(rng, size - 1 - left, next_too))
    return (rng.choice(["&&", "||", "->", "U", "U", "V"]), *parts)


def infix(f):
    if isinstance(f, str):
        return f
    return f"{f[0]} ({infix(f[1])})" if len(f) == 2 else f"(({infix(f[1])}) {f[0]} ({infix(f[2])}))"


def prefix(f):
    words = {"&&": "&", "||": "|", "->": "i", "<>": "F", "[]": "G"}
    return f if isinstance(f, str) else " ".join([words.get(f[0], f[0]), *map(prefix, f[1:])])


def hoa(states, start, edges, sets, text):
    """`edges`: (from, label, marks, to)."""
    lines = ["HOA: v1", f"States: {states}", f"AP: {len(ATOMS)} " + " ".join(f'"{a}"' for a in ATOMS),
             *(f"Start: {q}" for q in start),
             f"Acceptance: {sets} " + ("&".join(f"Inf({i})" for i in range(sets)) or "t"), f"/* {text} */", "--BODY--"]
    for q in range(states):
        lines.append(f"State: {q}")
        lines += [f"[{label}] {to} {{{' '.join(map(str, marks))}}}" for source, label, marks, to in edges if source == q]
    return "\n".join(lines + ["--END--", ""])


def from_never(text):
    """A never claim as spin -f writes it: a state has one or more labels, and is accepting if one of them starts with
    accept. A step that ends the claim is written as an assertion that fails; accept_all follows."""
    text = re.sub(r":: atomic \{ (.*) -> assert\(.*\}", r":: \1 -> goto accept_all", text)
    states = re.findall(r"^((?:\w+:\s*)+)(.*?)(?=^\w+:|^\})", text, re.M | re.S)
    number = {label: i for i, (labels, _) in enumerate(states) for label in re.findall(r"\w+", labels)}
    edges = []
    for source, (labels, body) in enumerate(states):
        steps = [(c, number[to]) for c, to in re.findall(r":: (.*) -> goto (\w+)", body)]
        if body.startswith("skip"):
            steps.append(("(1)", source))
        for condition, to in steps:
            label = re.sub(r"\bfalse\b", "f", re.sub(r"\(1\)|\btrue\b", "t", condition))
            label = re.sub(r"\bp(\d)\b", r"\1", label.replace("&&", "&").replace("||", "|"))
            edges.append((source, label, [0] if "accept" in labels else [], to))
    return hoa(len(states), [0], edges, 1, "never claim")


def label_of(words):
    """A condition of LBT, in prefix form, as a label."""
    word = words.pop(0)
    if word == "!":
        return f"!({label_of(words)})"
    if word in "&|":
        one, other = label_of(words), label_of(words)
        return f"({one}) {word} ({other})"
    return word[1:] if word.startswith("p") else word


def from_lbt(text):
    """LBT's automata: marks of states, then edges to a state with a condition, up to -1."""
    words = text.split()
    n, sets = int(words.pop(0)), int(words.pop(0).rstrip("s"))
    start, edges, names = [], [], {}
    body = []
    for _ in range(n):
        name, initial, marks = words.pop(0), words.pop(0), []
        while (word := words.pop(0)) != "-1":
            marks.append(int(word))
        names[name] = len(names)
        if initial == "1":
            start.append(names[name])
        while (word := words.pop(0)) != "-1":
            body.append((names[name], label_of(words), marks, word))
    numbers = {}
    for source, label, marks, to in body:
        edges.append((source, label, [numbers.setdefault(m, len(numbers)) for m in marks], names[to]))
    return hoa(n, start, edges, sets, "lbt")


def by_spin(f):
    p = subprocess.run(["spin", "-f", infix(f)], capture_output=True, text=True, timeout=20)
    return from_never(p.stdout) if p.stdout.startswith("never") else None


def by_lbt(f):
    p = subprocess.run(["lbt"], input=prefix(f) + "\n", capture_output=True, text=True, timeout=20)
    return from_lbt(p.stdout) if p.returncode == 0 else None


def random_pairs(folder, name, translate, count, next_too):
    rng, lines = random.Random(name), []
    for i in range(count):
        f = formula(rng, 1 + i % 6, next_too)
        files = []
        for negated, g in enumerate((f, ("!", f))):
            try:
                text = translate(g)
            except subprocess.TimeoutExpired:
                text = None
            path = folder / f"{name}{i}.{negated}"
            path.write_text(text or "")
            files.append(str(path) if text else "-")
        lines.append("\t".join([infix(f), *files]))
    return lines


def stored_pairs(shared):
    """NAME_lN.hoa is an automaton of line N of NAME.ltl, in the notation of Spot."""
    lines = []
    for path in sorted((shared / "corpus" / "ltl" / "hoa-pairs" / "hoa").glob("*_l*.hoa")):
        name, _, number = path.stem.rpartition("_l")
        text = (path.parents[1] / "ltl" / f"{name}.ltl").read_text().splitlines()[int(number) - 1].split("#")[0].strip()
        lines.append("\t".join([from_spot(text), str(path), "-"]))
    return lines


def our_claims(folder, coset, count):
    """Never claims that coset writes, read back; Spin reads the last one."""
    rng, lines, claim = random.Random("own"), [], ""
    for i in range(count):
        f, files = formula(rng, 1 + i % 8, True), []
        for negated in ([], ["--negate"]):
            claim = subprocess.run([coset, "automaton", "--output=never", *negated, infix(f)], capture_output=True,
                                   text=True, check=True).stdout
            path = folder / f"own{i}.{len(negated)}"
            path.write_text(from_never(claim))
            files.append(str(path))
        lines.append("\t".join([infix(f), *files]))
    return lines, claim


def spin_reads(folder, claim):
    (folder / "claim.pml").write_text(f"bool {', '.join(ATOMS)};\nactive proctype P() {{ do :: p0 = !p0 od }}\n{claim}")
    p = subprocess.run(["spin", "-a", "claim.pml"], cwd=folder, capture_output=True, text=True)
    if p.returncode:
        print(f"spin: does not read\n{claim}{p.stdout}")
    return p.returncode == 0


def compare(program, name, lines):
    p = subprocess.run([program], input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    print(f"{name}: {p.stdout}{p.stderr}", end="")
    return p.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--coset", required=True)
    args, failed = parser.parse_args(), False
    with tempfile.TemporaryDirectory() as name:
        folder, count = pathlib.Path(name), 4000 if tool.long_run() else 100
        lines, claim = our_claims(folder, args.coset, count // 4)
        failed |= not compare(args.compare, "never claims", lines)
        if shutil.which("spin"):
            failed |= not spin_reads(folder, claim)
        for other, translate, next_too in (("spin", by_spin, False), ("lbt", by_lbt, True)):
            if not shutil.which(other):
                print(f"{other}: not installed, left out")
                continue
            failed |= not compare(args.compare, other, random_pairs(folder, other, translate, count, next_too))
    if tool.shared():
        failed |= not compare(args.compare, "pairs", stored_pairs(tool.shared()))
    else:
        print("pairs: ../shared is absent, left out")
    return failed


if __name__ == "__main__":
    sys.exit(main())
