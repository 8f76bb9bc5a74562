"""The operators of CSP on values. Each returns the value of the whole from those of its operands, by defining what a
residual (what is left of the operands after a trace) accepts and how it continues; `build` makes the sets of residuals
deterministic. The clauses are those of Roscoe, "Understanding Concurrent Systems"."""

from value import TICK, TICK_ONLY, Value, build

NOTHING = frozenset()


def lift(tag, value):
    """How a residual that is one row of a value continues alone."""

    def step(row):
        d, acc, nxt = value.rows[row]
        return d, acc, {e: [(tag, j)] for e, j in nxt.items()}, []

    return step


def tables(**steps):
    """One step function from one for each tag; residuals are (tag, data...)."""
    return lambda residual: steps[residual[0]](*residual[1:])


STOP = Value([(False, frozenset([NOTHING]), {})])
DIV = Value([(True, frozenset(), {})])
END = STOP
SKIP = Value([(False, frozenset([TICK_ONLY]), {TICK: 1}), (False, frozenset([NOTHING]), {})])


def run(events):
    return Value([(False, frozenset([frozenset(events)]), {e: 0 for e in sorted(events)})])


def chaos(events):
    return Value([(False, frozenset([NOTHING]), {e: 0 for e in sorted(events)})])


def menu(branches):
    """External choice of prefixes: [(event, value)]; an event that occurs twice is a nondeterministic choice."""
    steps = {f"p{i}": lift(f"p{i}", v) for i, (_, v) in enumerate(branches)}
    follow = {}
    for i, (e, _) in enumerate(branches):
        follow.setdefault(e, []).append((f"p{i}", 0))
    steps["root"] = lambda: (False, [frozenset(follow)], follow, [])
    return build([("root",)], tables(**steps))


def internal(values):
    steps = {f"p{i}": lift(f"p{i}", v) for i, v in enumerate(values)}
    return build([(f"p{i}", 0) for i in range(len(values))], tables(**steps))


def together(nxts):
    """Continuations of several tagged rows: [(tag, {event: row})]."""
    follow = {}
    for tag, nxt in nxts:
        for e, j in nxt.items():
            follow.setdefault(e, []).append((tag, j))
    return follow


def external(p, q):
    (dp, ap, np), (dq, aq, nq) = p.rows[0], q.rows[0]
    root = (dp or dq, [x | y for x in ap for y in aq], together([("l", np), ("r", nq)]), [])
    return build([("root",)], tables(root=lambda: root, l=lift("l", p), r=lift("r", q)))


def sliding(p, q):
    """The stable states before the first event are those of q alone; p offers its events for a moment."""
    (dp, _, np), (dq, aq, nq) = p.rows[0], q.rows[0]
    root = (dp or dq, aq, together([("l", np), ("r", nq)]), [])
    return build([("root",)], tables(root=lambda: root, l=lift("l", p), r=lift("r", q)))


def sequence(p, q):

    def left(row):
        d, acc, nxt = p.rows[row]
        follow = {e: [("l", j)] for e, j in nxt.items() if e != TICK}
        return d, [a for a in acc if TICK not in a], follow, [("r", 0)] if TICK in nxt else []

    return build([("l", 0)], tables(l=left, r=lift("r", q)))


def sync_acceptances(ap, aq, shared):
    return [(x - shared) | (y - shared) | (x & y) for x in ap for y in aq]


def interrupt(p, q):
    """Any first event of q ends p; the end of p ends both."""
    return sync_interrupt(p, q, NOTHING)


def sync_interrupt(p, q, shared):
    """Events of `shared` need both and interrupt nothing."""

    def both(i, j):
        (dp, ap, np), (dq, aq, nq) = p.rows[i], q.rows[j]
        follow = {}
        for e, k in np.items():
            if e == TICK:
                follow.setdefault(e, []).append(("l", k))
            elif e not in shared:
                follow.setdefault(e, []).append(("b", k, j))
            elif e in nq:
                follow.setdefault(e, []).append(("b", k, nq[e]))
        for e, k in nq.items():
            if e not in shared:
                follow.setdefault(e, []).append(("r", k))
        return dp or dq, sync_acceptances(ap, aq, shared), follow, []

    return build([("b", 0, 0)], tables(b=both, l=lift("l", p), r=lift("r", q)))


def sync_external(p, q, shared):
    """Events of `shared` need both and leave the choice open."""

    def both(i, j):
        (dp, ap, np), (dq, aq, nq) = p.rows[i], q.rows[j]
        follow = together([("l", {e: k for e, k in np.items() if e not in shared}),
                           ("r", {e: k for e, k in nq.items() if e not in shared})])
        for e in shared & set(np) & set(nq):
            follow[e] = [("b", np[e], nq[e])]
        return dp or dq, sync_acceptances(ap, aq, shared), follow, []

    return build([("b", 0, 0)], tables(b=both, l=lift("l", p), r=lift("r", q)))


def throw(p, events, q):

    def left(row):
        d, acc, nxt = p.rows[row]
        return d, acc, {e: [("r", 0) if e in events else ("l", j)] for e, j in nxt.items()}, []

    return build([("l", 0)], tables(l=left, r=lift("r", q)))


def parallel(p, q, shared, left_may=None, right_may=None):
    """[| shared |], and with the alphabets of both sides [ left_may || right_may ]: events outside are blocked. Both
    end together."""
    shared = frozenset(shared) | TICK_ONLY

    def allowed(acc, alphabet):
        return acc if alphabet is None else [a & (alphabet | TICK_ONLY) for a in acc]

    def may(e, alphabet):
        return alphabet is None or e in alphabet or e == TICK

    def both(i, j):
        (dp, ap, np), (dq, aq, nq) = p.rows[i], q.rows[j]
        follow = {}
        for e, k in np.items():
            if may(e, left_may):
                if e not in shared:
                    follow.setdefault(e, []).append(("b", k, j))
                elif e in nq and may(e, right_may):
                    follow.setdefault(e, []).append(("b", k, nq[e]))
        for e, k in nq.items():
            if e not in shared and may(e, right_may):
                follow.setdefault(e, []).append(("b", i, k))
        return dp or dq, sync_acceptances(allowed(ap, left_may), allowed(aq, right_may), shared), follow, []

    return build([("b", 0, 0)], tables(b=both))


def alphabetised(p, a, b, q):
    return parallel(p, q, a & b, a, b)


def hidden_cycle(value, row, events):
    """Infinitely many hidden events from this row on: a cycle of them is reachable (0 new, 1 on the path, 2 done)."""
    mark = {}

    def visit(r):
        mark[r] = 1
        for e, j in value.rows[r][2].items():
            if e in events and (mark.get(j) == 1 or (j not in mark and visit(j))):
                return True
        mark[r] = 2
        return False

    return visit(row)


def hide(p, events):

    def step(_, row):
        d, acc, nxt = p.rows[row]
        follow = {e: [("h", j)] for e, j in nxt.items() if e not in events}
        at_once = [("h", j) for e, j in nxt.items() if e in events]
        return d or hidden_cycle(p, row, events), [a for a in acc if not a & events], follow, at_once

    return build([("h", 0)], lambda residual: step(*residual))


def rename(p, relation):
    """relation: {event: set of events}; other events stay."""

    def image(e):
        return relation.get(e, [e])

    def step(_, row):
        d, acc, nxt = p.rows[row]
        follow = {}
        for e, j in nxt.items():
            for f in image(e):
                follow.setdefault(f, []).append(("n", j))
        return d, [frozenset(f for e in a for f in image(e)) for a in acc], follow, []

    return build([("n", 0)], lambda residual: step(*residual))


def linked(p, links, q):
    """P [a <-> b, ...] Q: the linked events become one fresh event, which both share and which is hidden."""
    middle = [f"link{i}" for i in range(len(links))]
    left, right = {}, {}
    for m, (a, b) in zip(middle, links):
        left.setdefault(a, set()).add(m)
        right.setdefault(b, set()).add(m)
    return hide(parallel(rename(p, left), rename(q, right), frozenset(middle)), frozenset(middle))
