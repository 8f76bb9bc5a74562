#!/usr/bin/env python3
"""The oracle checks itself, without the program under test:

  - small terms without recursion: automata of `operators` against the textbook's formulas on plain sets (`sets`);
  - random terms by the rules of `operational`, determinised, against `operators`;
  - laws of the operators on random values, as equality of minimised automata;
  - refinement is reflexive, transitive, and satisfies the laws of nondeterminism."""

import argparse
import random
import sys

import operational
import operators as ops
import sets
import term
import value

SETS = [frozenset(s) for s in ("", "a", "b", "ab", "ac", "abc")]


def small(rng, size):
    """(value, sets) of one random term, by both semantics."""
    if size <= 0:
        return rng.choice([(ops.STOP, sets.STOP), (ops.SKIP, sets.SKIP), (ops.SKIP, sets.SKIP), (ops.DIV, sets.DIV)])
    kind = rng.choice(["prefix"] * 4 + ["ichoice", "echoice", "slide", "seq", "interrupt", "throw", "par", "hide",
                                        "rename"])
    left = rng.randint(0, size - 1)
    (p, s), (q, t) = small(rng, left), small(rng, size - 1 - left)
    events = rng.choice(SETS)
    if kind == "prefix":
        e = rng.choice(sets.SIGMA)
        p, s = small(rng, size - 1)
        return ops.menu([(e, p)]), sets.prefix(e, s)
    if kind == "hide":
        return ops.hide(p, events), sets.hide(s, events)
    if kind == "rename":
        relation = {"a": {"b", "c"}, "b": {rng.choice("abc")}} if rng.random() < 0.5 else {"c": {"a"}}
        return ops.rename(p, relation), sets.rename(s, relation)
    if kind == "throw":
        return ops.throw(p, events, q), sets.throw(s, events, t)
    if kind == "par":
        return ops.parallel(p, q, events), sets.parallel(s, t, events)
    by_value = {"ichoice": lambda: ops.internal([p, q]), "echoice": lambda: ops.external(p, q),
                "slide": lambda: ops.sliding(p, q), "seq": lambda: ops.sequence(p, q),
                "interrupt": lambda: ops.interrupt(p, q)}
    by_sets = {"ichoice": sets.union, "echoice": sets.external, "slide": sets.sliding, "seq": sets.sequence,
               "interrupt": sets.interrupt}
    return by_value[kind](), by_sets[kind](s, t)


def against_sets(rng, count):
    bad = 0
    for _ in range(count):
        v, s = small(rng, rng.randint(1, 6))
        for name, one, two in zip(("traces", "failures", "divergences"), sets.of_value(v), s):
            if one != two:
                bad += 1
                print(f"{name} differ: only automaton {sorted(map(str, one - two))[:3]}, "
                      f"only sets {sorted(map(str, two - one))[:3]}")
    return bad


# ---- operational semantics --------------------------------------------------------------------------------------


def against_operational(rng, count):
    maker, bad, done = term.Maker(rng), 0, 0
    while done < count:
        t = maker.term(rng.randint(1, 7))
        try:
            one, two = term.value(t), operational.value_of(t)
        except value.TooBig:
            continue
        done += 1
        if one != two:
            bad += 1
            print(f"values differ: {t}")
    return bad


# ---- laws -------------------------------------------------------------------------------------------------------

S, K, D = ops.STOP, ops.SKIP, ops.DIV
N = frozenset()
A, B, ALL = frozenset("ab"), frozenset(["b", "d.0"]), term.SIGMA

LAWS = {
    "[] commutes": lambda p, q, r: (ops.external(p, q), ops.external(q, p)),
    "[] associates": lambda p, q, r: (ops.external(p, ops.external(q, r)), ops.external(ops.external(p, q), r)),
    "[] unit": lambda p, q, r: (ops.external(p, S), p),
    "[] idempotent on |~|": lambda p, q, r: (ops.external(p, ops.internal([q, r])),
                                            ops.internal([ops.external(p, q), ops.external(p, r)])),
    "|~| over []": lambda p, q, r: (ops.internal([p, ops.external(q, r)]),
                                    ops.external(ops.internal([p, q]), ops.internal([p, r]))),
    "[] SKIP": lambda p, q, r: (ops.external(p, K), ops.sliding(p, K)),
    "[> by []": lambda p, q, r: (ops.sliding(p, q), ops.external(ops.internal([p, S]), q)),
    "[> associates": lambda p, q, r: (ops.sliding(p, ops.sliding(q, r)), ops.sliding(ops.sliding(p, q), r)),
    "; associates": lambda p, q, r: (ops.sequence(p, ops.sequence(q, r)), ops.sequence(ops.sequence(p, q), r)),
    "; units": lambda p, q, r: (ops.sequence(K, ops.sequence(p, K)), p),
    "; STOP": lambda p, q, r: (ops.sequence(S, p), S),
    "; over |~|": lambda p, q, r: (ops.sequence(ops.internal([p, q]), r),
                                   ops.internal([ops.sequence(p, r), ops.sequence(q, r)])),
    "||| commutes": lambda p, q, r: (ops.parallel(p, q, N), ops.parallel(q, p, N)),
    "||| associates": lambda p, q, r: (ops.parallel(p, ops.parallel(q, r, N), N),
                                       ops.parallel(ops.parallel(p, q, N), r, N)),
    "||| unit": lambda p, q, r: (ops.parallel(p, K, N), p),
    "[|A|] associates": lambda p, q, r: (ops.parallel(p, ops.parallel(q, r, A), A),
                                         ops.parallel(ops.parallel(p, q, A), r, A)),
    "[|A|] over |~|": lambda p, q, r: (ops.parallel(p, ops.internal([q, r]), A),
                                       ops.internal([ops.parallel(p, q, A), ops.parallel(p, r, A)])),
    "[|all|] RUN": lambda p, q, r: (ops.parallel(p, ops.run(ALL), ALL), ops.sequence(p, S)),
    "[A||B] commutes": lambda p, q, r: (ops.alphabetised(p, A, B, q), ops.alphabetised(q, B, A, p)),
    "[all||all]": lambda p, q, r: (ops.alphabetised(p, ALL, ALL, q), ops.parallel(p, q, ALL)),
    "hide twice": lambda p, q, r: (ops.hide(ops.hide(p, A), B), ops.hide(p, A | B)),
    "hide nothing": lambda p, q, r: (ops.hide(p, N), p),
    "hide over |~|": lambda p, q, r: (ops.hide(ops.internal([p, q]), A), ops.internal([ops.hide(p, A),
                                                                                      ops.hide(q, A)])),
    "hide over [|A|]": lambda p, q, r: (ops.hide(ops.parallel(p, q, N), A),
                                        ops.parallel(ops.hide(p, A), ops.hide(q, A), N)),
    "rename |~|": lambda p, q, r: (ops.rename(ops.internal([p, q]), {"a": {"b", "c"}}),
                                   ops.internal([ops.rename(p, {"a": {"b", "c"}}), ops.rename(q, {"a": {"b", "c"}})])),
    "rename []": lambda p, q, r: (ops.rename(ops.external(p, q), {"a": {"b", "c"}}),
                                  ops.external(ops.rename(p, {"a": {"b", "c"}}), ops.rename(q, {"a": {"b", "c"}}))),
    "rename swap": lambda p, q, r: (ops.rename(ops.rename(p, {"a": {"b"}, "b": {"a"}}), {"a": {"b"}, "b": {"a"}}), p),
    "rename of hidden": lambda p, q, r: (ops.hide(ops.rename(p, {"a": {"b"}}), frozenset("b")), ops.hide(p, A)),
    "/\\ STOP": lambda p, q, r: (ops.interrupt(p, S), p),
    "/\\ after STOP": lambda p, q, r: (ops.interrupt(S, p), p),
    "/\\ associates": lambda p, q, r: (ops.interrupt(p, ops.interrupt(q, r)), ops.interrupt(ops.interrupt(p, q), r)),
    "/\\ over |~|": lambda p, q, r: (ops.interrupt(ops.internal([p, q]), r),
                                     ops.internal([ops.interrupt(p, r), ops.interrupt(q, r)])),
    "throw nothing": lambda p, q, r: (ops.throw(p, N, q), p),
    "throw over |~|": lambda p, q, r: (ops.throw(ops.internal([p, q]), A, r),
                                       ops.internal([ops.throw(p, A, r), ops.throw(q, A, r)])),
    "[+{}+] is []": lambda p, q, r: (ops.sync_external(p, q, N), ops.external(p, q)),
    "[+A+] commutes": lambda p, q, r: (ops.sync_external(p, q, A), ops.sync_external(q, p, A)),
    "[+all+]": lambda p, q, r: (ops.sync_external(p, ops.run(ALL), ALL), p),
    "/+{}+\\ is /\\": lambda p, q, r: (ops.sync_interrupt(p, q, N), ops.interrupt(p, q)),
    "/+all+\\ RUN": lambda p, q, r: (ops.sync_interrupt(p, ops.run(ALL), ALL), p),
    "link commutes": lambda p, q, r: (ops.linked(p, [("a", "b")], q), ops.linked(q, [("b", "a")], p)),
    "link is hidden [|A|]": lambda p, q, r: (ops.linked(p, [("a", "a"), ("b", "b")], q),
                                             ops.hide(ops.parallel(p, q, A), A)),
}


def random_value(rng):
    maker = term.Maker(rng)
    while True:
        try:
            v = term.value(maker.term(rng.randint(1, 7)))
        except value.TooBig:
            continue
        if len(v) > 1 or rng.random() < 0.1:
            return v


def law_failures(rng, count):
    bad = 0
    for _ in range(count):
        p, q, r = (random_value(rng) for _ in range(3))
        for name, law in LAWS.items():
            try:
                left, right = law(p, q, r)
            except value.TooBig:
                continue
            if left != right:
                bad += 1
                print(f"law {name} fails")
    return bad


def order_failures(rng, count):
    bad = 0
    for _ in range(count):
        p, q, r = (random_value(rng) for _ in range(3))
        below = ops.internal([p, q])
        for model in ("T", "F", "FD"):
            ok = value.refines(p, p, model) and value.refines(below, p, model) and value.refines(below, q, model)
            ok = ok and value.refines(ops.internal([below, r]), p, model)
            ok = ok and (value.refines(p, q, model) == (model == "T" and value.refines(p, below, model) or
                                                        model != "T" and value.refines(p, below, model)))
            bad += not ok
        if value.refines(p, q, "F") and not value.refines(p, q, "T"):
            bad += 1
    return bad


def main():
    args = argparse.ArgumentParser(description="The oracle of process terms against itself.")
    args.add_argument("--terms", type=int, default=400)
    args.add_argument("--seed", type=int, default=1)
    args = args.parse_args()
    rng = random.Random(args.seed)
    bad = against_sets(rng, args.terms) + against_operational(rng, args.terms) + law_failures(rng, args.terms) + order_failures(rng, args.terms)
    print(f"{args.terms} terms and {len(LAWS)} laws on {args.terms} triples: {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
