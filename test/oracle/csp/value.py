"""Values of processes: what a process may do after each trace, as a finite deterministic automaton.

After each trace a value says: whether the process may diverge, the smallest sets of events that a stable state accepts
(the failures are the refusals disjoint from one of them), and which events may follow. That is the triple (traces,
stable failures, divergences) of a finite-state process, stored without the closure under divergence; the closure is
computed when two values are compared in FD.

Termination is the event TICK, a signal: a process that can terminate may refuse everything else (Roscoe, "Understanding
Concurrent Systems", chapters 10 and 11), which means that it has the acceptance {TICK}. After TICK: the value END.

Equal values are equal objects up to `key`, because automata are minimised and numbered in one way."""

from collections import deque

TICK = "tick"
TICK_ONLY = frozenset([TICK])


class TooBig(Exception):
    """The value has more states than the caller allows."""


def smallest(sets):
    """The antichain of the least sets."""
    out = []
    for s in sorted(set(sets), key=len):
        if not any(t <= s for t in out):
            out.append(s)
    return frozenset(out)


class Value:
    """rows[i] = (diverges, acceptances, {event: row}); row 0 is the start."""

    def __init__(self, rows):
        self.rows = rows
        self.key = tuple((d, tuple(sorted(tuple(sorted(a)) for a in acc)), tuple(sorted(nxt.items())))
                         for d, acc, nxt in rows)

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __len__(self):
        return len(self.rows)


def classes(rows):
    """Partition refinement: for each row the number of its class."""
    of = [repr((d, sorted(map(sorted, acc)))) for d, acc, _ in rows]
    count = len(set(of))
    while True:
        signature = [(of[i], tuple(sorted((e, of[j]) for e, j in nxt.items()))) for i, (_, _, nxt) in enumerate(rows)]
        names = {}
        of = [names.setdefault(s, len(names)) for s in signature]
        if len(names) == count:
            return of
        count = len(names)


def minimised(rows):
    of = classes(rows)
    member = {}
    for i, c in enumerate(of):
        member.setdefault(c, i)
    order, queue = {of[0]: 0}, deque([of[0]])
    out = []
    while queue:
        d, acc, nxt = rows[member[queue.popleft()]]
        row = {}
        for e in sorted(nxt):
            c = of[nxt[e]]
            if c not in order:
                order[c] = len(order)
                queue.append(c)
            row[e] = order[c]
        out.append((d, acc, row))
    return Value(out)


def build(start, step, limit=600):
    """The value of a union of residuals. step(residual) = (diverges, acceptances, {event: residuals}, residuals that
    are reached at once too); residuals are hashable."""

    def closed(residuals):
        seen, pending = set(residuals), list(residuals)
        while pending:
            for more in step(pending.pop())[3]:
                if more not in seen:
                    seen.add(more)
                    pending.append(more)
        return frozenset(seen)

    first = closed(start)
    number, queue, rows = {first: 0}, deque([first]), []
    while queue:
        diverges, acceptances, follow = False, set(), {}
        for residual in queue.popleft():
            d, acc, nxt, _ = step(residual)
            diverges |= d
            acceptances |= set(acc)
            for e, more in nxt.items():
                follow.setdefault(e, set()).update(more)
        if TICK in follow:
            acceptances.add(TICK_ONLY)
        row = {}
        for e, more in follow.items():
            target = closed(more)
            if target not in number:
                if len(number) >= limit:
                    raise TooBig
                number[target] = len(number)
                queue.append(target)
            row[e] = number[target]
        rows.append((diverges, smallest(acceptances), row))
    return minimised(rows)


# ---- comparison and properties ----------------------------------------------------------------------------------


def pairs(spec, impl):
    """(row of spec, row of impl) after each common trace, shortest first; the consumer may stop the search at one."""
    seen, queue = {(0, 0)}, deque([(0, 0)])
    while queue:
        pair = queue.popleft()
        if (yield pair):
            continue
        s, i = pair
        for e, j in impl.rows[i][2].items():
            k = spec.rows[s][2].get(e)
            if k is not None and (k, j) not in seen:
                seen.add((k, j))
                queue.append((k, j))


def refines(spec, impl, model):
    """spec [model= impl."""
    walk = pairs(spec, impl)
    pair = next(walk, None)
    while pair is not None:
        ds, accs, ns = spec.rows[pair[0]]
        di, acci, ni = impl.rows[pair[1]]
        chaos = model == "FD" and ds
        if not chaos:
            if model == "FD" and di:
                return False
            if not set(ni) <= set(ns):
                return False
            if model != "T" and not all(any(a <= b for a in accs) for b in acci):
                return False
        try:
            pair = walk.send(chaos)
        except StopIteration:
            pair = None
    return True


def before_end(value):
    """Rows reached by a trace without TICK."""
    seen, pending = {0}, [0]
    while pending:
        for e, j in value.rows[pending.pop()][2].items():
            if e != TICK and j not in seen:
                seen.add(j)
                pending.append(j)
    return [value.rows[i] for i in sorted(seen)]


def divergence_free(value):
    return not any(d for d, _, _ in before_end(value))


def deadlock_free(value, model):
    """[F]: no stable state refuses everything; [FD]: nor does the process diverge, because a divergent one may do
    anything."""
    if model == "FD" and not divergence_free(value):
        return False
    return not any(frozenset() in acc for _, acc, _ in before_end(value))


def deterministic(value, model):
    """No event may be both done and refused after the same trace."""
    if model == "FD" and not divergence_free(value):
        return False
    return all(e in a for _, acc, nxt in value.rows for a in acc for e in nxt)


def has_trace(value, trace):
    row = 0
    for e in trace:
        row = value.rows[row][2].get(e)
        if row is None:
            return False
    return True


def may_do_otherwise(value, trace, model, can):
    """It can diverge on the way (FD), or, if it can perform the trace, refuse an event of it."""
    row = 0
    for e in list(trace) + [None]:
        diverges, acceptances, follow = value.rows[row]
        if model == "FD" and diverges:
            return True
        if can and e is not None and any(e not in a for a in acceptances):
            return True
        if e not in follow:
            return False
        row = follow[e]
    return False
