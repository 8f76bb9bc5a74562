"""Brute force: how renamings of scalarset elements act on the states that the search found, and whether they are
symmetries of the graph and of its properties."""

from collections import Counter


def slots(t, at, path, out):
    """out[at] = (tuple of (scalarset or enum value) indices, type) of every slot of a value of type t."""
    if t.simple:
        out.append((path, t))
    elif t.kind == "array":
        for v in t.index.domain:
            slots(t.elem, at, path + (v,), out)
    elif t.kind == "record":
        for n, f in t.fields:
            slots(f, at, path + (n,), out)
    else:
        for k in range(t.cap):
            out.append((path + (("entry", k, "present"),), None))
            slots(t.elem, at, path + (("entry", k),), out)


def swap(model, compiler, a, b):
    """The action of the transposition of the scalarset values a and b on states."""
    where = []
    for n, t in model.variables:
        slots(t, 0, (n,), where)
    move = {a: b, b: a}
    number = {path: i for i, (path, _) in enumerate(where)}
    assert len(number) == len(where)
    source = [number[tuple(move.get(x, x) if isinstance(x, int) else x for x in path)] for path, _ in where]
    # An index or value that is an integer below the first atom is a range and never equals a or b.
    moves = [t is not None and (a in t.domain or b in t.domain) for _, t in where]
    order = list(zip(source, moves))

    def act(s):
        return compiler.normal([move.get(s[i], s[i]) if m else s[i] for i, m in order])

    return act


def transpositions(moved):
    """moved: lists of values that may be permuted freely (one list for each scalarset)."""
    return [(a, b) for values in moved for a, b in zip(values, values[1:])]


def renamings(model, moved):
    """For semantics.search."""
    return lambda compiler: [swap(model, compiler, a, b) for a, b in transpositions(moved)]


def orbits(model, result, moved):
    """Number of orbits and the orbit number of each state; None if the set of states is not closed."""
    parent = list(range(len(result.states)))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b in transpositions(moved):
        act = swap(model, result.compiler, a, b)
        for i, s in enumerate(result.states):
            j = result.index.get(act(s), -1)
            if j is None or j < 0:
                return None, None
            parent[find(i)] = find(j)
    return len({find(i) for i in range(len(parent))}), [find(i) for i in range(len(parent))]


def is_symmetric(model, result, moved, props=()):
    """The renamings of `moved` map starts to starts, steps to steps, and preserve the value of the properties numbered
    in `props` (counted over their instances)."""
    for a, b in transpositions(moved):
        act = swap(model, result.compiler, a, b)
        image = [result.index.get(act(s)) for s in result.states]
        if None in image:
            return False
        starts = {s for _, s in result.starts}
        if {act(s) for s in starts} != starts:
            return False
        for i, j in enumerate(image):
            if Counter((k, image[t] if t is not None and t >= 0 else t, f) for k, t, f, _ in result.out[i]) != \
                    Counter((k, t, f) for k, t, f, _ in result.out[j]):
                return False
            for p in props:
                if Counter(result.values[i][p]) != Counter(result.values[j][p]):
                    return False
    return True
