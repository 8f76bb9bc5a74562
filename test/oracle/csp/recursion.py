"""Systems of guarded equations X0 = B0, X1 = B1, ...: the value of X0, by the residuals of the bodies.

Bodies: ("val", value), ("var", i), ("prefix", event, body), ("ichoice" | "echoice" | "slide", body, body), ("seqto",
value, body). A variable occurs under a prefix, or after a value that cannot end at once: so an event precedes every
unfolding, the equations have one solution, and the residuals are finitely many."""

from value import TICK, TICK_ONLY, build


def seqto(value, row, body, initial):
    d, acc, nxt = value.rows[row]
    follow = {e: [("after", value, j, body)] for e, j in nxt.items() if e != TICK}
    acc = [a for a in acc if TICK not in a]
    if TICK in nxt:
        db, ab, nb = initial(body)
        d, acc, follow = d or db, acc + list(ab), merged(follow, nb)
    return d, acc, follow


def merged(one, two):
    out = {e: list(r) for e, r in one.items()}
    for e, r in two.items():
        out.setdefault(e, []).extend(r)
    return out


def solve(bodies):

    def initial(body):
        kind = body[0]
        if kind == "val":
            d, acc, nxt = body[1].rows[0]
            return d, list(acc), {e: [("row", body[1], j)] for e, j in nxt.items()}
        if kind == "row":
            d, acc, nxt = body[1].rows[body[2]]
            return d, list(acc), {e: [("row", body[1], j)] for e, j in nxt.items()}
        if kind == "var":
            return initial(bodies[body[1]])
        if kind == "prefix":
            return False, [frozenset([body[1]])], {body[1]: [body[2]]}
        if kind == "seqto":
            return seqto(body[1], 0, body[2], initial)
        if kind == "after":
            return seqto(body[1], body[2], body[3], initial)
        (dp, ap, np), (dq, aq, nq) = initial(body[1]), initial(body[2])
        follow = merged(np, nq)
        if kind == "ichoice":
            acc = ap + aq
        elif kind == "slide":
            acc = list(aq)
        else:
            acc = [x | y for x in ap for y in aq]
        return dp or dq, acc + ([TICK_ONLY] if TICK in follow else []), follow

    return build([("var", 0)], lambda residual: (*initial(residual), []))
