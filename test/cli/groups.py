#!/usr/bin/env python3
"""coset group: random groups of at most seven points against all their elements, known shapes, bad input.

usage: groups.py [--coset=FILE]
"""

import json
import math
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
import schema
import tool

SCHEMA = schema.load("coset-group-1")


def ask(coset, text, *options):
    p = subprocess.run([coset, "group", "--json", *options, "-"], input=text, capture_output=True, text=True, timeout=60)
    return p.returncode, json.loads(p.stdout) if p.stdout.startswith("{") else {}, p.stderr


def cycles(p):
    text, done = "", set()
    for i in range(len(p)):
        if i in done or p[i] == i:
            continue
        ring = [i]
        while p[ring[-1]] != i:
            ring.append(p[ring[-1]])
        done.update(ring)
        text += "(" + " ".join(str(x + 1) for x in ring) + ")"
    return text or "()"


def perm_of(text, n):
    p = list(range(n))
    for ring in text.strip("()").split(")(") if text != "()" else []:
        points = [int(x) - 1 for x in ring.split()]
        for a, b in zip(points, points[1:] + points[:1]):
            p[a] = b
    return tuple(p)


def closure(n, generators):
    one = tuple(range(n))
    seen, queue = {one}, [one]
    for p in queue:
        for g in generators:
            q = tuple(g[x] for x in p)
            if q not in seen:
                seen.add(q)
                queue.append(q)
    return seen


def moved(p, x):
    y = [0] * len(x)
    for i, v in enumerate(x):
        y[p[i]] = v
    return y


def random_generators(rng, n):
    out = []
    for _ in range(rng.randrange(4)):
        p, q = list(range(n)), rng.sample(range(n), min(n, rng.choice([2, 2, 3, 4, n])))
        for a, b in zip(q, q[1:] + q[:1]):
            p[a] = b
        out.append(tuple(p))
    return out


def compare(coset, seed, expect):
    rng = random.Random(seed)
    n = rng.randrange(1, 8)
    generators = random_generators(rng, n)
    group = closure(n, generators)
    members = [tuple(rng.sample(range(n), n)) for _ in range(4)] + rng.sample(sorted(group), min(3, len(group)))
    fixes = [rng.sample(range(n), rng.randrange(n + 1)) for _ in range(3)]
    vectors = [[rng.randrange(rng.choice([1, 2, 3, n])) for _ in range(n)] for _ in range(8)]
    text = f"degree {n};\n" + "".join(f"{cycles(g)};\n" for g in generators)
    text += "".join(f"member {cycles(p)};" for p in members)
    text += "".join(f"fix {' '.join(str(x + 1) for x in f)};" for f in fixes)
    text += "".join(f"keep {' '.join(str(x + 1) for x in f)};" for f in fixes)
    text += "".join(f"least {' '.join(map(str, v))};" for v in vectors)
    width = rng.randrange(1, n + 1)
    pairs = [(v, moved(rng.choice(members), v) if rng.random() < 0.7 else rng.sample(v, n)) for v in vectors[:3]]
    text += "".join(f"same {' '.join(map(str, v + w))};" for v, w in pairs)
    text += f"window {width};transpositions;"
    firsts = [f[:2] for f in fixes]
    text += "".join(f"cosets {' '.join(str(x + 1) for x in f)};" for f in firsts)
    rc, out, err = ask(coset, text)
    expect(rc == 0 and int(out["order"]) == len(group), seed, text, out, err)
    expect(schema.is_valid(out, SCHEMA), seed, "schema")
    orbits = sorted({tuple(sorted({p[x] + 1 for p in group})) for x in range(n)})
    expect([list(o) for o in orbits] == sorted(out["orbits"]), seed, "orbits", out["orbits"])
    answers = iter(out["answers"])
    for p in members:
        expect(next(answers)["member"] == (p in group), seed, "member", p)
    for f in fixes:
        a, want = next(answers), {p for p in group if all(p[x] == x for x in f)}
        expect(closure(n, [perm_of(g, n) for g in a["generators"]]) == want and int(a["order"]) == len(want), seed, "fix", f)
    for f in fixes:
        a, want = next(answers), {p for p in group if {p[x] for x in f} == set(f)}
        expect(closure(n, [perm_of(g, n) for g in a["generators"]]) == want and int(a["order"]) == len(want), seed, "keep", f)
    for v in vectors:
        a, least = next(answers), min(moved(p, v) for p in group)
        by = perm_of(a["by"], n)
        expect(a["least"] == least and by in group and moved(by, v) == least, seed, "least", v, a)
    for v, w in pairs:
        a, same = next(answers), any(moved(p, v) == w for p in group)
        expect(a["same"] == same, seed, "same", v, w, a)
        if same and a["by"]:
            expect(perm_of(a["by"], n) in group and moved(perm_of(a["by"], n), v) == w, seed, "same by", v, w, a)
    inside = lambda p, i: all(p[x] == x for x in range(n) if x // width != i)
    is_swap = lambda p: sum(p[x] != x for x in range(n)) == 2
    order = math.prod(sum(inside(p, i) for p in group) for i in range((n + width - 1) // width))
    parts = [sum(1 for y in range(n) if x == y or any(p[x] == y and is_swap(p) for p in group)) for x in range(n)]
    swaps = round(math.prod(math.factorial(k) ** (1 / k) for k in parts)) # a part of k points is visited k times
    for fits, want in ((lambda p: any(inside(p, i) for i in range(n)), order), (is_swap, swaps)):
        a = next(answers)
        easy = [perm_of(g, n) for g in a["generators"]]
        expect(all(p in group and fits(p) for p in easy) and len(closure(n, easy)) == want == int(a["order"]), seed, "easy", a)
    for f in firsts:
        reps, sub = [perm_of(g, n) for g in next(answers)["traversal"]], [p for p in group if all(p[x] == x for x in f)]
        cosets = [frozenset(tuple(h[r[x]] for x in range(n)) for h in sub) for r in reps]
        expect(len(set(cosets)) == len(reps) and set().union(*cosets) == group, seed, "cosets", f, reps)


def wreath_order(coset, expect):
    """For a wreath product the blocks are made canonical first, then their sequence. In the other order, as the proof
    of Jha's lemma 4.6.2 is printed, 6 of 81 vectors of S2 wr S2 are not least. This test would detect that."""
    vectors = [[a, b, c, d] for a in range(3) for b in range(3) for c in range(3) for d in range(3)]
    text = "degree 4; (1 2); (1 3)(2 4);" + "".join(f"least {' '.join(map(str, v))};" for v in vectors)
    rc, out, err = ask(coset, text)
    printed = 0
    for v, a in zip(vectors, out["answers"]):
        right = sum(sorted([sorted(v[:2]), sorted(v[2:])]), [])
        wrong = sum([sorted(b) for b in sorted([v[:2], v[2:]])], [])
        printed += wrong != right
        expect(a["least"] == right, "wreath", v, a)
    expect(rc == 0 and printed == 6, "the printed order is wrong for", printed, "of 81")


def of_model(coset, expect):
    """The group of a model's variables as a group of permutations: processes that share variables with their neighbours."""
    ring = tool.ROOT / "test/cli/ring.m"
    p = subprocess.run([coset, "symmetry", "--generators=-", "--json", str(ring)], capture_output=True, text=True, timeout=60)
    told, text = json.JSONDecoder().raw_decode(p.stdout)
    rc, out, err = ask(coset, p.stdout[text:])
    expect(p.returncode == 0 and rc == 0 and out["order"] == "4" and out["shape"] == "C4", "ring", told, out, err)


SHAPES = [("degree 5; (1 2 3 4 5);", "C5", 5), ("degree 5; (1 2 3 4 5); (1 2);", "S5", 120),
          ("degree 5; (1 2 3 4 5); (2 5)(3 4);", "D5", 10), ("degree 3;", "trivial", 1),
          ("degree 6; (1 2); (1 3)(2 4); (1 3 5)(2 4 6);", "S2 wr S3", 48),
          ("degree 7; (1 2 3); (1 2); (4 5 6 7);", "S3 x C4", 24)]
BAD = [("", "G006"), ("degree 0;", "G001"), ("degree 3", "G004"), ("degree 3; (1 4);", "1:14"), ("degree 3; (1 1);", "G002"),
       ("degree 3; (1 2", "G001"), ("degree 3; what;", "G005"), ("degree 3; least 1 2;", "G001"), ("degree 3; member;", "G003"),
       ("degree 3; fix 9;", "G001"), ("degree 3; window 4;", "G001"), ("degree 3; window;", "G001"),
       ("degree 2; same 0 1 1;", "G001"), ("degree 3; cosets 4;", "G001"), ("degree 3; transpositions 1;", "G004"), ("degree 99999999999999999999;", "G001"), ("degree 3; least 1 2 3 4;", "G004"),
       ("degree 2;\n# a word\n(1 2)(2 1);", "3:7")]


def main():
    args = tool.parser(__doc__).parse_args()
    coset, bad = tool.program(args), []

    def expect(ok, *words):
        if not ok:
            bad.append(words)
            print("FAILED:", *words)

    for text, shape, order in SHAPES:
        rc, out, err = ask(coset, text)
        expect(rc == 0 and sorted(out["shape"].split(" x ")) == sorted(shape.split(" x ")) and int(out["order"]) == order,
               text, out.get("shape"), err)
    for text, word in BAD:
        rc, out, err = ask(coset, text)
        expect(rc == 65 and word in err, text, rc, err)
    n = 2000 if tool.long_run() else 20
    wreath_order(coset, expect)
    of_model(coset, expect)
    for seed in range(n):
        compare(coset, seed, expect)
    print(f"{n} random groups, {len(bad)} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
