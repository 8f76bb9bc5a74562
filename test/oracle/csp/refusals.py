#!/usr/bin/env python3
"""Random transition systems: refinement in the models of revivals and refusal testing against their definitions.

Systems have taus (a hidden event), ticks and sometimes divergence; else they have no cycles, so all behaviours are
listed. A behaviour of the implementation is (V) a trace, a deadlock or a revival (trace, refusal, event), (R) a
sequence of refusals, or none observed, and events; the specification has it if it can perform it step by step. Refusals
are all subsets of what a stable state refuses. The program normalises instead; nothing is shared.

  refusals.py --pairs 2000 --seed 7"""

import itertools
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "kit"))

import tool # noqa: E402

EVENTS = ["a", "b", "c"]
TICK, TAU = "tick", "t"
ALL = frozenset(EVENTS + [TICK])
BATCH = 25
MODELS = ["V", "VD", "R", "RD"]


class System:
    """State k: [(event, target)]; the last state is that after a tick."""

    def __init__(self, rng):
        n = rng.randint(2, 5)
        self.steps = [[] for _ in range(n + 1)]
        self.diverges = [False] * (n + 1)
        for s in range(n):
            for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
                event = rng.choice(EVENTS * 2 + [TAU, TAU, TAU] + [TICK])
                if event == TICK:
                    self.steps[s].append((TICK, n))
                elif s + 1 < n:
                    self.steps[s].append((event, rng.randint(s + 1, n - 1)))
            self.diverges[s] = rng.random() < 0.08

    def changed(self, rng):
        """A similar one."""
        new = System(rng)
        new.steps = [list(x) for x in self.steps]
        new.diverges = list(self.diverges)
        n = len(new.steps) - 1
        for _ in range(rng.randint(1, 2)):
            s = rng.randrange(n)
            if new.steps[s] and rng.random() < 0.4:
                new.steps[s].pop(rng.randrange(len(new.steps[s])))
            elif s + 1 < n:
                new.steps[s].append((rng.choice(EVENTS + [TAU, TAU]), rng.randint(s + 1, n - 1)))
            if rng.random() < 0.1:
                new.diverges[s] = not new.diverges[s]
        return new

    def text(self, name):
        lines = []
        for s in range(len(self.steps) - 1):
            options = ["SKIP" if e == TICK else f"{e} -> {name}{d}" for e, d in self.steps[s]]
            options += [f"{TAU} -> {name}{s}"] if self.diverges[s] else []
            lines.append(f"{name}{s} = " + (" [] ".join(options) or "STOP"))
        return "\n".join(lines + [f"{name} = {name}0 \\ {{{TAU}}}"])

    def closed(self, states):
        pending, seen = list(states), set(states)
        while pending:
            for e, d in self.steps[pending.pop()]:
                if e == TAU and d not in seen:
                    seen.add(d)
                    pending.append(d)
        return frozenset(seen)

    def offers(self, s):
        """Offers of a stable state; one that can tick becomes one that offers only tick. None: not stable."""
        own = {e for e, _ in self.steps[s]}
        if TICK in own:
            return frozenset([TICK])
        return None if TAU in own or self.diverges[s] else frozenset(own)

    def after(self, states, event):
        return self.closed({d for s in states for e, d in self.steps[s] if e == event})

    def refusing(self, states, refusal):
        return frozenset(s for s in states if self.offers(s) is not None and not self.offers(s) & refusal)


def subsets(s):
    return [frozenset(c) for n in range(len(s) + 1) for c in itertools.combinations(sorted(s), n)]


def has_revivals(spec, impl, strict):
    """V, VD."""
    def walk(i, s):
        """i: the state of the implementation; s: the specification's states after the same trace."""
        if strict and any(spec.diverges[x] for x in s):
            return True
        if strict and impl.diverges[i]:
            return False
        offers = impl.offers(i)
        if offers is not None:
            if not offers and not any(spec.offers(x) == frozenset() for x in s):
                return False
            for x in subsets(ALL - offers) if offers else []:
                if any(not any(e in spec.offers(y) for y in spec.refusing(s, x)) for e in offers):
                    return False
        for e, d in impl.steps[i]:
            if e == TAU:
                ok = walk(d, s)
            else:
                to = spec.after(s, e)
                ok = bool(to) and walk(d, to)
            if not ok:
                return False
        return True
    return walk(0, spec.closed({0}))


def has_refusals(spec, impl, strict):
    """R, RD."""
    def walk(i, s):
        if strict and any(spec.diverges[x] for x in s):
            return True
        if strict and impl.diverges[i]:
            return False
        offers = impl.offers(i)
        for e, d in impl.steps[i]:
            if e == TAU:
                if not walk(d, s):
                    return False
                continue
            to = spec.after(s, e)
            if not to or not walk(d, to):
                return False
        for x in subsets(ALL - offers) if offers is not None else []:
            left = spec.refusing(s, x)
            if not left:
                return False
            for e, d in impl.steps[i]:
                if e in offers:
                    to = spec.after({y for y in left if e in spec.offers(y)}, e)
                    if not to or not walk(d, to):
                        return False
        return True
    return walk(0, spec.closed({0}))


def holds(model, spec, impl):
    strict = model.endswith("D")
    return has_revivals(spec, impl, strict) if model[0] == "V" else has_refusals(spec, impl, strict)


def batch(coset, folder, seed):
    rng, lines, wanted = random.Random(seed), [f"channel {', '.join(EVENTS)}, {TAU}"], []
    for k in range(BATCH):
        p = System(rng)
        q = p.changed(rng) if rng.random() < 0.8 else System(rng)
        lines += [p.text(f"P{k}_"), q.text(f"Q{k}_")]
        for m in MODELS:
            lines += [f"assert P{k}_ [{m}= Q{k}_", f"assert Q{k}_ [{m}= P{k}_"]
            wanted += [(k, m, p, q, holds(m, p, q)), (k, m, q, p, holds(m, q, p))]
    path = pathlib.Path(folder) / f"m{seed}.csp"
    path.write_text("\n".join(lines) + "\n")
    run = tool.check(coset, path, "-k")
    if run.json is None or len(run.json["properties"]) != len(wanted):
        return [f"seed {seed}: exit {run.rc}: {run.err[:300]}"], 0, 0
    wrong = []
    for row, (k, m, spec, impl, want) in zip(run.json["properties"], wanted):
        if {"holds": True, "fails": False}.get(row["verdict"]) != want:
            wrong.append(f"seed {seed} {row['name']}: {row['verdict']} {row.get('reason')}, by definition {want}\n"
                         f"{spec.text('S')}\n{impl.text('I')}")
    return wrong, len(wanted), sum(1 for w in wanted if not w[4])


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--pairs", type=int, default=20000 if tool.long_run() else 250)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    wrong, n, fails = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(args.pairs // BATCH):
            w, m, f = batch(tool.program(args), folder, args.seed * 100000 + k)
            wrong, n, fails = wrong + w, n + m, fails + f
    print("\n\n".join(wrong[:4]) or f"{n} refinements agree, {fails} of them fail")
    return 1 if wrong or not 0.1 * n < fails < 0.9 * n else 0


if __name__ == "__main__":
    sys.exit(main())
