"""Terms as labelled transition systems, by the rules of the structured operational semantics (Roscoe, "Understanding
Concurrent Systems", chapters 9, 11 and 20). The meaning of prioritise and chase depends on internal steps, which a
value does not have: they are computed here, and the value of the result is used in `operators`. Written independently
of the program.

Terms are those of `term`; states add ("omega",), ("body", bodies, body), ("n-ary", ...) and ("dog", ...)."""

import value

TAU, TICK = "tau", value.TICK
OMEGA, STOP = ("omega",), ("stop",)
MOST = 400 # states


class Ambiguous(value.TooBig):
    """The term has no unique value: the behaviour of a chase depends on its choice, or an operator's condition does not
    hold."""


# ---- steps ------------------------------------------------------------------------------------------------------


def resolved(p):
    """The state that the internal steps of a chase reach, if every path reaches it; divergence if every path is
    infinite."""
    seen, pending, ends, inner = {p}, [p], set(), {}
    while pending:
        here = pending.pop()
        inner[here] = [q for e, q in steps(here) if e == TAU]
        if not inner[here]:
            ends.add(here)
        for q in inner[here]:
            if q not in seen:
                if len(seen) > MOST:
                    raise value.TooBig
                seen.add(q)
                pending.append(q)
    if len(ends) > 1 or (ends and has_cycle(inner)):
        raise Ambiguous
    return ends.pop() if ends else None


def has_cycle(inner):
    mark = {}

    def visit(s):
        mark[s] = 1
        if any(mark.get(t) == 1 or (t not in mark and visit(t)) for t in inner[s]):
            return True
        mark[s] = 2
        return False

    return any(s not in mark and visit(s) for s in inner)


def chased(p):
    q = resolved(p)
    return [(TAU, ("div",))] if q is None else [(e, OMEGA if e == TICK else ("chase", x)) for e, x in steps(q)]


def level(levels, event):
    if event in (TAU, TICK):
        return 0
    return next((i for i, s in enumerate(levels) if event in s), None)


def above(pairs):
    """The transitive closure of (higher, lower)."""
    out = set(pairs)
    while True:
        more = {(a, d) for a, b in out for c, d in out if b == c} - out
        if not more:
            return out
        out |= more


def blocked(t, event, offered):
    if t[0] != "prioritisepo":
        mine = level(t[2], event)
        return mine is not None and any((o := level(t[2], other)) is not None and o < mine for other in offered)
    _, _, events, pairs, greatest = t
    if event not in events:
        return False
    return any((other, event) in above(pairs) or (other in (TAU, TICK) and event not in greatest) for other in offered)


def meetings(ps, event):
    """All ways in which all of ps perform the event."""
    ways = [()]
    for p in ps:
        ways = [w + (q,) for w in ways for e, q in steps(p) if e == event]
    return ways


def parallel(t):
    """("n-ary", alphabets or None, shared, parts): with alphabets, a part is blocked on events outside of its own."""
    _, alphabets, shared, parts = t
    out = []

    def after(i, q):
        return ("n-ary", alphabets, shared, parts[:i] + (q,) + parts[i + 1:])

    for i, p in enumerate(parts):
        for e, q in steps(p):
            if e in (TAU, TICK):
                out.append((TAU, after(i, OMEGA if e == TICK else q)))
            elif alphabets is None and e not in shared:
                out.append((e, after(i, q)))
    together = shared if alphabets is None else frozenset().union(*alphabets)
    for e in sorted(together):
        joins = [i for i in range(len(parts)) if alphabets is None or e in alphabets[i]]
        for way in meetings([parts[i] for i in joins], e):
            new = list(parts)
            for i, q in zip(joins, way):
                new[i] = q
            out.append((e, ("n-ary", alphabets, shared, tuple(new))))
    if all(p == OMEGA for p in parts):
        out.append((TICK, OMEGA))
    return out


def choice(t):
    """("choice", shared, parts): [] and [+A+] of any number."""
    _, shared, parts = t
    out = []
    for i, p in enumerate(parts):
        for e, q in steps(p):
            if e == TAU:
                out.append((e, ("choice", shared, parts[:i] + (q,) + parts[i + 1:])))
            elif e == TICK or e not in shared:
                out.append((e, q))
    for e in sorted(shared):
        out += [(e, ("choice", shared, way)) for way in meetings(parts, e)]
    return out


def interrupt(p, q, shared):
    out = [(e, OMEGA if e == TICK else ("syncint", x, shared, q)) for e, x in steps(p) if e not in shared]
    out += [(e, ("syncint", p, shared, y) if e == TAU else y) for e, y in steps(q) if e not in shared]
    for e in sorted(shared):
        out += [(e, ("syncint", x, shared, y)) for x, y in meetings((p, q), e)]
    return out


def linked(p, links, q):
    left, right = {a for a, _ in links}, {b for _, b in links}
    out = []
    for e, x in steps(p):
        if e not in left:
            out.append((TAU if e == TICK else e, ("link", OMEGA if e == TICK else x, links, q)))
    for e, y in steps(q):
        if e not in right:
            out.append((TAU if e == TICK else e, ("link", p, links, OMEGA if e == TICK else y)))
    for a, b in links:
        out += [(TAU, ("link", x, links, y)) for e, x in steps(p) if e == a for f, y in steps(q) if f == b]
    return out + [(TICK, OMEGA)] * (p == OMEGA and q == OMEGA)


def replicated(t):
    _, kind, extra, parts = t
    if kind == "ichoice":
        return [(TAU, p) for p in parts]
    if kind == "seq":
        return steps(parts[0] if len(parts) == 1 else ("seq", parts[0], ("rep", kind, extra, parts[1:])))
    if kind == "alpha":
        return parallel(("n-ary", extra, None, parts))
    if len(parts) == 1:
        return steps(parts[0])
    if kind in ("ilv", "par"):
        return parallel(("n-ary", None, extra if kind == "par" else frozenset(), parts))
    return choice(("choice", extra if kind == "syncext" else frozenset(), parts))


def body(bodies, b):
    kind = b[0]
    if kind == "val":
        return steps(b[1])
    if kind == "var":
        return steps(("body", bodies, bodies[b[1]]))
    if kind == "prefix":
        return [(b[1], ("body", bodies, b[2]))]
    if kind == "seqto":
        return steps(("seq", b[1], ("body", bodies, b[2])))
    return steps((kind, ("body", bodies, b[1]), ("body", bodies, b[2])))


def buffer_steps(t):
    _, capacity, pairs, held = t
    out = [(a, ("buffer", capacity, pairs, held + (b,))) for a, b in pairs if len(held) < capacity]
    return out + ([(held[0], ("buffer", capacity, pairs, held[1:]))] if held else [])


def dog_steps(t):
    """("dog", value, row, alphabet, bark): it barks at what the value cannot perform. Termination is ignored."""
    _, v, row, alphabet, bark = t
    follow = v.rows[row][2]
    return [(e, ("dog", v, follow[e], alphabet, bark) if e in follow else ("prefix", bark, STOP))
            for e in sorted(alphabet)]


def watched(t, v):
    """The value of the watched process, if the watchdog's conditions hold."""
    if t[3] in t[2] or any(e != TICK and e not in t[2] for _, _, follow in v.rows for e in follow):
        raise Ambiguous
    return v


def determined(v):
    if not value.deterministic(v, "FD"):
        raise Ambiguous
    return v


def row_steps(t):
    """("row", value, row): a deterministic value as it is."""
    return [(e, OMEGA if e == TICK else ("row", t[1], j)) for e, j in sorted(t[1].rows[t[2]][2].items())]


RULES = {
    "stop": lambda t: [],
    "omega": lambda t: [],
    "skip": lambda t: [(TICK, OMEGA)],
    "div": lambda t: [(TAU, t)],
    "run": lambda t: [(e, t) for e in sorted(t[1])],
    "chaos": lambda t: [(TAU, STOP)] + [(e, t) for e in sorted(t[1])],
    "prefix": lambda t: [(t[1], t[2])],
    "input": lambda t: [(f"d.{i}", p) for i, p in t[1]],
    "some": lambda t: [(TAU, ("prefix", f"d.{i}", p)) for i, p in t[1]],
    "ichoice": lambda t: [(TAU, t[1]), (TAU, t[2])],
    "echoice": lambda t: choice(("choice", frozenset(), t[1:])),
    "syncext": lambda t: choice(("choice", t[2], (t[1], t[3]))),
    "choice": choice,
    "slide": lambda t: [(e, ("slide", q, t[2]) if e == TAU else q) for e, q in steps(t[1])] + [(TAU, t[2])],
    "seq": lambda t: [(TAU, t[2]) if e == TICK else (e, ("seq", q, t[2])) for e, q in steps(t[1])],
    "interrupt": lambda t: interrupt(t[1], t[2], frozenset()),
    "syncint": lambda t: interrupt(t[1], t[3], t[2]),
    "throw": lambda t: [(e, t[3] if e in t[2] else OMEGA if e == TICK else ("throw", q, t[2], t[3]))
                        for e, q in steps(t[1])],
    "ilv": lambda t: parallel(("n-ary", None, frozenset(), t[1:])),
    "par": lambda t: parallel(("n-ary", None, t[2], (t[1], t[3]))),
    "alpha": lambda t: parallel(("n-ary", (t[2], t[3]), None, (t[1], t[4]))),
    "n-ary": parallel,
    "hide": lambda t: relabelled(t, lambda e: [TAU if e in t[2] else e]),
    "project": lambda t: relabelled(t, lambda e: [e if e in t[2] else TAU]),
    "rename": lambda t: relabelled(t, lambda e: [b for a, b in t[2] if a == e] or [e]),
    "link": lambda t: linked(t[1], t[2], t[3]),
    "guard": lambda t: steps(t[2]) if t[1] else [],
    "if": lambda t: steps(t[2] if t[1] else t[3]),
    "rec": lambda t: body(t[1], t[1][0]),
    "body": lambda t: body(t[1], t[2]),
    "rep": replicated,
    "prioritise": lambda t: prioritised(t),
    "prioritise_nocache": lambda t: prioritised(t),
    "prioritisepo": lambda t: prioritised(t),
    "chase": lambda t: chased(t[1]),
    "chase_nocache": lambda t: chased(t[1]),
    "deter": lambda t: row_steps(("row", determined(value_of(t[1])), 0)),
    "row": lambda t: row_steps(t),
    "watchdog": lambda t: dog_steps(("dog", watched(t, value_of(t[1])), 0, t[2], t[3])),
    "loop": lambda t: steps(("seq", t[1], t)),
    "buffer": buffer_steps,
    "dog": dog_steps,
}


def relabelled(t, image):
    return [(f, OMEGA if e == TICK else (t[0], q, t[2])) for e, q in steps(t[1])
            for f in ([e] if e in (TAU, TICK) else image(e))]


def prioritised(t):
    all_steps = steps(t[1])
    offered = {e for e, _ in all_steps}
    return [(e, OMEGA if e == TICK else (t[0], q, *t[2:])) for e, q in all_steps if not blocked(t, e, offered)]


KNOWN = {}


def steps(t):
    if t not in KNOWN:
        if len(KNOWN) > 200000:
            KNOWN.clear()
        KNOWN[t] = sorted(set(RULES[t[0]](t)), key=repr)
    return KNOWN[t]


# ---- systems ----------------------------------------------------------------------------------------------------


def system(t):
    """[[(event, state)]]: state 0 is the term."""
    number, order, rows = {t: 0}, [t], []
    for s in order:
        row = []
        for e, q in steps(s):
            if q not in number:
                if len(number) >= MOST:
                    raise value.TooBig
                number[q] = len(number)
                order.append(q)
            row.append((e, number[q]))
        rows.append(row)
    return rows


def diverging(rows):
    """States in which an infinite run of internal steps starts."""
    alive = set(range(len(rows)))
    while True:
        dead = {s for s in alive if not any(e == TAU and q in alive for e, q in rows[s])}
        if not dead:
            return alive
        alive -= dead


def value_of(t):
    rows = system(t)
    forever = diverging(rows)

    def step(s):
        follow, inner = {}, [q for e, q in rows[s] if e == TAU]
        for e, q in rows[s]:
            if e != TAU:
                follow.setdefault(e, []).append(q)
        return s in forever, [] if inner else [frozenset(follow)], follow, inner

    return value.build([0], step)
