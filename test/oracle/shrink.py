"""Shrinks a failing model while it still fails."""

import time

from model import BOOL, Model

TRUTHS = {"not", "and", "or", "imp", "eq", "ne", "lt", "le", "gt", "ge", "forall", "exists", "forallr", "existsr",
          "isundef", "ismember", "same", "differs"}


def bodies(s):
    """Statement lists inside a statement."""
    lists = [x for x in s if isinstance(x, list)]
    return [x for x in lists if x and isinstance(x[0], tuple) and isinstance(x[0][0], str)] + \
        [c[-1] for x in lists for c in x if isinstance(c, tuple) and isinstance(c[-1], list)]


def variants(x):
    """Everything that differs from x by one simplification."""
    if isinstance(x, list):
        for i in range(len(x)):
            yield x[:i] + x[i + 1:]
        for i, s in enumerate(x):
            if isinstance(s, tuple):
                for b in bodies(s):
                    yield x[:i] + list(b) + x[i + 1:]
        for i, s in enumerate(x):
            for v in variants(s):
                yield x[:i] + [v] + x[i + 1:]
    elif isinstance(x, tuple) and x:
        if x[0] in TRUTHS:
            for v in (0, 1):
                yield ("const", BOOL, v)
        if x[0] in ("and", "or", "imp", "not", "cond"):
            yield from (y for y in x[1:])
        if x[0] in ("forall", "exists"):
            yield x[3]
        if x[0] == "if" and x[2] is not None:
            yield (x[0], x[1], None)
        if x[0] not in ("const",):
            for i, y in enumerate(x):
                if isinstance(y, (tuple, list)):
                    for v in variants(y):
                        yield x[:i] + (v,) + x[i + 1:]


def copy(m):
    n = Model()
    n.types, n.variables, n.functions = list(m.types), list(m.variables), [dict(f) for f in m.functions]
    n.rules, n.props, n.risky = [dict(r) for r in m.rules], [dict(p) for p in m.props], m.risky
    return n


def candidates(m):
    for part in ("rules", "props", "functions", "variables", "types"):
        for i in range(len(getattr(m, part))):
            n = copy(m)
            del getattr(n, part)[i]
            yield n
    for part, keys in (("rules", ("body", "params", "aliases", "locals", "guard")), ("functions", ("body", "locals")),
                       ("props", ("expr", "params"))):
        for i, owner in enumerate(getattr(m, part)):
            for key in keys:
                if owner[key] is None:
                    continue
                if key == "guard":
                    n = copy(m)
                    getattr(n, part)[i][key] = None
                    yield n
                for v in variants(owner[key]):
                    n = copy(m)
                    getattr(n, part)[i][key] = v
                    yield n


def shrink(m, fails, seconds=60):
    """fails(model): the model still shows the mismatch (an exception means no)."""
    end = time.monotonic() + seconds
    again = True
    while again and time.monotonic() < end:
        again = False
        for n in candidates(m):
            if time.monotonic() > end:
                break
            try:
                if fails(n):
                    m, again = n, True
                    break
            except Exception: # an invalid candidate
                continue
    return m
