#!/usr/bin/env python3
"""coset group: random groups of at most seven points against all their elements, shapes that are known, bad input.

usage: groups.py [--coset=FILE]
"""

import json
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


SHAPES = [("degree 5; (1 2 3 4 5);", "C5", 5), ("degree 5; (1 2 3 4 5); (1 2);", "S5", 120),
          ("degree 5; (1 2 3 4 5); (2 5)(3 4);", "D5", 10), ("degree 3;", "trivial", 1),
          ("degree 6; (1 2); (1 3)(2 4); (1 3 5)(2 4 6);", "S2 wr S3", 48),
          ("degree 7; (1 2 3); (1 2); (4 5 6 7);", "S3 x C4", 24)]
BAD = [("", "G006"), ("degree 0;", "G001"), ("degree 3", "G004"), ("degree 3; (1 4);", "1:14"), ("degree 3; (1 1);", "G002"),
       ("degree 3; (1 2", "G001"), ("degree 3; what;", "G005"), ("degree 3; least 1 2;", "G001"), ("degree 3; member;", "G003"),
       ("degree 3; fix 9;", "G001"), ("degree 99999999999999999999;", "G001"), ("degree 3; least 1 2 3 4;", "G004"),
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
    for seed in range(n):
        compare(coset, seed, expect)
    print(f"{n} random groups, {len(bad)} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
