"""Traces, failures and divergences as plain sets, by the textbook's formulas: slow, only for terms without recursion,
RUN and CHAOS, where every trace is short. It checks the automata of `operators`.

A process is (traces, failures, divergences): traces are tuples, failures pairs (trace, refusal), divergences traces
after which it may diverge at once (no closure). Refusals are subsets of the alphabet with TICK."""

import itertools

from value import TICK

SIGMA = ("a", "b", "c")
ALL = frozenset(SIGMA + (TICK,))
VISIBLE = frozenset(SIGMA)


def subsets(s):
    s = sorted(s)
    return [frozenset(c) for n in range(len(s) + 1) for c in itertools.combinations(s, n)]


EVERY = subsets(ALL)


def made(traces, failures, divergences):
    """With the failures of a signalled end: all but TICK before it, everything after it."""
    failures = set(failures)
    for t in traces:
        if t and t[-1] == TICK:
            failures |= {(t[:-1], x) for x in subsets(VISIBLE)} | {(t, x) for x in EVERY}
    return frozenset(traces), frozenset(failures), frozenset(divergences)


STOP = made([()], [((), x) for x in EVERY], [])
SKIP = made([(), (TICK,)], [((), x) for x in subsets(VISIBLE)], [])
DIV = made([()], [], [()])


def prefix(e, p):
    return made({()} | {(e,) + t for t in p[0]},
                {((), x) for x in EVERY if e not in x} | {((e,) + t, x) for t, x in p[1]}, {(e,) + t for t in p[2]})


def union(p, q):
    return made(p[0] | q[0], p[1] | q[1], p[2] | q[2])


def first(p):
    return {x for t, x in p[1] if t == ()}


def later(p):
    return {(t, x) for t, x in p[1] if t}


def external(p, q):
    return made(p[0] | q[0], {((), x) for x in first(p) & first(q)} | later(p) | later(q), p[2] | q[2])


def sliding(p, q):
    return made(p[0] | q[0], {((), x) for x in first(q)} | later(p) | later(q), p[2] | q[2])


def running(p):
    return [t for t in p[0] if TICK not in t]


def ended(p):
    return [t[:-1] for t in p[0] if t and t[-1] == TICK]


def sequence(p, q):
    go_on = [(s, part) for s in ended(p) for part in (0,)]
    traces = set(running(p)) | {s + t for s, _ in go_on for t in q[0]}
    failures = {(s, x) for s, x in p[1] if TICK not in s and (s, x | {TICK}) in p[1]}
    failures |= {(s + t, x) for s, _ in go_on for t, x in q[1]}
    return made(traces, failures, set(p[2]) | {s + t for s, _ in go_on for t in q[2]})


def interrupt(p, q):
    begun = running(p)
    traces = set(p[0]) | {s + t for s in begun for t in q[0]}
    failures = {(s, x) for s, x in p[1] if TICK not in s and x in first(q)}
    failures |= {(s + t, x) for s in begun for t, x in later(q)}
    return made(traces, failures, set(p[2]) | {s + t for s in begun for t in q[2]})


def throw(p, events, q):

    def cut(t):
        for i, e in enumerate(t):
            if e in events:
                return t[:i + 1]
        return None

    caught = {cut(t) for t in p[0]} - {None}
    return made({t for t in p[0] if cut(t) is None} | {s + t for s in caught for t in q[0]},
                {(t, x) for t, x in p[1] if cut(t) is None} | {(s + t, x) for s in caught for t, x in q[1]},
                {t for t in p[2] if cut(t) is None} | {s + t for s in caught for t in q[2]})


def shuffles(s, t, shared):
    if not s and not t:
        return {()}
    out = set()
    if s and s[0] not in shared:
        out |= {(s[0],) + r for r in shuffles(s[1:], t, shared)}
    if t and t[0] not in shared:
        out |= {(t[0],) + r for r in shuffles(s, t[1:], shared)}
    if s and t and s[0] == t[0] and s[0] in shared:
        out |= {(s[0],) + r for r in shuffles(s[1:], t[1:], shared)}
    return out


def parallel(p, q, shared):
    shared = frozenset(shared) | {TICK}
    traces = {u for s in p[0] for t in q[0] for u in shuffles(s, t, shared)}
    failures = set()
    by_trace = [{}, {}]
    for side, process in enumerate((p, q)):
        for s, x in process[1]:
            by_trace[side].setdefault(s, []).append(x)
    for s, xs in by_trace[0].items():
        for t, ys in by_trace[1].items():
            mixed = shuffles(s, t, shared)
            if mixed:
                refusals = {x | y for x in xs for y in ys if x - shared == y - shared}
                failures |= {(u, z) for u in mixed for z in refusals}
    divergences = {u for s in p[2] for t in running(q) for u in shuffles(s, t, shared)}
    divergences |= {u for s in running(p) for t in q[2] for u in shuffles(s, t, shared)}
    return made(traces, failures, divergences)


def hide(p, events):

    def without(t):
        return tuple(e for e in t if e not in events)

    failures = {(without(s), x) for s, x in p[1] if (s, x | events) in p[1]}
    return made({without(t) for t in p[0]}, failures, {without(t) for t in p[2]})


def rename(p, relation):

    def images(t):
        return set(itertools.product(*[sorted(relation.get(e, [e])) for e in t]))

    def before(x):
        return frozenset(e for e in ALL if set(relation.get(e, [e])) & x)

    failures = {(u, x) for s in {t for t, _ in p[1]} for x in EVERY if (s, before(x)) in p[1] for u in images(s)}
    return made({u for t in p[0] for u in images(t)}, failures, {u for t in p[2] for u in images(t)})


def of_value(value):
    """The same sets, read from an automaton with finitely many traces."""
    traces, failures, divergences = set(), set(), set()
    waiting = [((), 0)]
    while waiting:
        t, row = waiting.pop()
        d, acc, nxt = value.rows[row]
        traces.add(t)
        divergences |= {t} if d else set()
        failures |= {(t, x) for x in EVERY if any(not a & x for a in acc)}
        waiting += [(t + (e,), j) for e, j in nxt.items()]
    return frozenset(traces), frozenset(failures), frozenset(divergences)
