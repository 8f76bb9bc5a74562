"""Formulas of CTL, fair CTL and the mu-calculus on small graphs, by brute force.

Shares nothing with the program: CTL by its meaning on graphs (paths as breadth-first search, EG by strongly connected
components), the mu-calculus by plain iteration from the start. A graph is (n, edges, starts): edges are (from, action,
to). A formula is a tuple: ("ap", name), ("true",), ("not", f), ("and", f, g), ("or", f, g), ("imp", f, g), ("iff", f,
g), ("EX" .. "AG", f), ("EU", f, g) .. ("AV", f, g), ("var", X), ("mu", X, f), ("nu", X, f), ("dia", actions, f),
("box", actions, f); actions is a tuple of names, () for all.
"""


class Graph:
    def __init__(self, n, edges, labels):
        self.n = n
        self.everything = frozenset(range(n))
        self.edges = set(edges)
        self.happy = None  # states in which some fair path starts, for the one list of constraints in use
        self.labels = labels
        self.total = {s: set() for s in range(n)}
        for s, _, t in self.edges:
            self.total[s].add(t)
        self.dead = {s for s in range(n) if not self.total[s]}
        for s in self.dead:
            self.total[s].add(s)


def components(nodes, next_of):
    """Strongly connected components that contain a cycle, by mutual reachability."""
    reach = {}
    for s in nodes:
        seen, pending = set(), [s]
        while pending:
            for t in next_of(pending.pop()):
                if t in nodes and t not in seen:
                    seen.add(t)
                    pending.append(t)
        reach[s] = seen
    return [{t for t in reach[s] if s in reach[t]} for s in nodes if s in reach[s]]


def can_reach(g, within, goal):
    """States of goal, and of within with a path through within to goal."""
    found = set(goal)
    changed = True
    while changed:
        more = {s for s in within if s not in found and g.total[s] & found}
        found |= more
        changed = bool(more)
    return found


def fair_cycles(g, inside, fair):
    """States of `inside` with an infinite path inside it that visits each set of `fair` infinitely often."""
    good = set()
    for c in components(inside, lambda s: g.total[s]):
        if all(c & h for h in fair):
            good |= c
    return can_reach(g, inside, good)


LITERALS = {"ap": lambda g, f: set(g.labels[f[1]]), "true": lambda g, f: set(g.everything), "false": lambda g, f: set()}


def ctl(g, f, fair):
    """The states with f; f has no operators of the mu-calculus."""
    op = f[0]
    if op in LITERALS:
        return LITERALS[op](g, f)
    parts = [ctl(g, x, fair) for x in f[1:]]
    no = lambda s: g.everything - s
    if g.happy is None:
        g.happy = fair_cycles(g, g.everything, fair)
    happy = g.happy

    def until(a, b):
        return can_reach(g, a, b & happy)

    def always(a):
        return fair_cycles(g, a, fair)

    def release(a, b):
        return until(b, a & b) | always(b)

    if op == "not":
        return no(parts[0])
    if op == "and":
        return parts[0] & parts[1]
    if op == "or":
        return parts[0] | parts[1]
    if op == "imp":
        return no(parts[0]) | parts[1]
    if op == "iff":
        return (parts[0] & parts[1]) | (no(parts[0]) & no(parts[1]))
    a = parts[0]
    if op == "EX":
        return {s for s in g.everything if g.total[s] & a & happy}
    if op == "AX":
        return {s for s in g.everything if (g.total[s] & happy) <= a}
    if op == "EF":
        return until(g.everything, a)
    if op == "AG":
        return no(until(g.everything, no(a)))
    if op == "EG":
        return always(a)
    if op == "AF":
        return no(always(no(a)))
    b = parts[1]
    if op == "EU":
        return until(a, b)
    if op == "EV":
        return release(a, b)
    if op == "AU":
        return no(release(no(a), no(b)))
    if op == "AV":
        return no(until(no(a), no(b)))
    raise ValueError(op)


def mu(g, f, env):
    """The states with f, any operators but those of CTL."""
    op = f[0]
    if op in LITERALS:
        return LITERALS[op](g, f)
    if op == "var":
        return set(env[f[1]])
    if op in ("mu", "nu"):
        now = set() if op == "mu" else set(g.everything)
        while True:
            then = mu(g, f[2], {**env, f[1]: now})
            if then == now:
                return now
            now = then
    if op in ("dia", "box"):
        inner = mu(g, f[2], env)
        steps = [(s, t) for s, a, t in g.edges if not f[1] or a in f[1]]
        if op == "dia":
            return {s for s, t in steps if t in inner}
        return g.everything - {s for s, t in steps if t not in inner}
    parts = [mu(g, x, env) for x in f[1:]]
    if op == "not":
        return g.everything - parts[0]
    return {"and": lambda: parts[0] & parts[1], "or": lambda: parts[0] | parts[1],
            "imp": lambda: (g.everything - parts[0]) | parts[1]}[op]()
