"""Random process terms: their generation, their value, and their text in CSPM.

A term is a tuple (operator, operands...). Small alphabet: three plain events and a channel of two. Sets are frozensets
of event texts. The meaning of prioritise and chase is computed by `operational`, everything else by `operators`. Some
sub-terms become named definitions, so that naming is tested too."""

import operational
import operators as ops
import recursion
from value import TooBig

PLAIN = ["a", "b", "c"]
EVENTS = PLAIN + ["d.0", "d.1"]
HEADER = "channel a, b, c\nchannel d : {0..1}\n"
SIGMA = frozenset(EVENTS)

BINARY = {
    "ichoice": "|~|",
    "echoice": "[]",
    "slide": "[>",
    "seq": ";",
    "interrupt": "/\\",
    "ilv": "|||"
}
WITH_SET = {"par": ("[|", "|]"), "throw": ("[|", "|>"), "syncext": ("[+", "+]"), "syncint": ("/+", "+\\")}
# Operators that are written as functions: of a process, and built-in processes.
EXTERNAL = ["chase", "chase_nocache", "prioritise", "prioritise_nocache", "prioritisepo", "loop", "deter", "watchdog"]
STRICT = {"chase", "chase_nocache", "prioritise", "prioritise_nocache", "prioritisepo"} # see internal steps
FUNCTIONS = "external " + ", ".join(["trace_watchdog" if k == "watchdog" else k for k in EXTERNAL]) + "\n"
REPLICATED = {"ichoice": "|~|", "echoice": "[]", "ilv": "|||", "par": "[|", "seq": ";", "syncext": "[+", "alpha": "||"}


# ---- values -----------------------------------------------------------------------------------------------------


def fold(kind, values, extra):
    if kind == "ichoice":
        return ops.internal(values)
    if kind == "alpha":
        value, alphabet = values[0], extra[0]
        if len(values) == 1:
            return ops.parallel(value, ops.SKIP, SIGMA - alphabet) # events outside are blocked
        for v, a in zip(values[1:], extra[1:]):
            value, alphabet = ops.alphabetised(value, alphabet, a, v), alphabet | a
        return value
    value = values[-1]
    for v in reversed(values[:-1]):
        value = binary(kind, v, value, extra)
    return value


def binary(kind, p, q, events=frozenset()):
    if kind in ("par", "syncext", "syncint", "throw"):
        return {"par": lambda: ops.parallel(p, q, events), "syncext": lambda: ops.sync_external(p, q, events),
                "syncint": lambda: ops.sync_interrupt(p, q, events), "throw": lambda: ops.throw(p, events, q)}[kind]()
    return {"ichoice": lambda: ops.internal([p, q]), "echoice": lambda: ops.external(p, q),
            "slide": lambda: ops.sliding(p, q), "seq": lambda: ops.sequence(p, q),
            "interrupt": lambda: ops.interrupt(p, q), "ilv": lambda: ops.parallel(p, q, [])}[kind]()


def body_value(body):
    kind = body[0]
    if kind == "val":
        return ("val", value(body[1]))
    if kind == "var":
        return body
    if kind == "prefix":
        return (kind, body[1], body_value(body[2]))
    if kind == "seqto":
        return (kind, value(body[1]), body_value(body[2]))
    return (kind, body_value(body[1]), body_value(body[2]))


def value(t):
    kind = t[0]
    if kind in ("stop", "skip", "div"):
        return {"stop": ops.STOP, "skip": ops.SKIP, "div": ops.DIV}[kind]
    if kind in ("run", "chaos"):
        return (ops.run if kind == "run" else ops.chaos)(t[1])
    if kind == "prefix":
        return ops.menu([(t[1], value(t[2]))])
    if kind == "input":
        return ops.menu([(f"d.{i}", value(p)) for i, p in t[1]])
    if kind == "some":
        return ops.internal([ops.menu([(f"d.{i}", value(p))]) for i, p in t[1]])
    if kind in BINARY:
        return binary(kind, value(t[1]), value(t[2]))
    if kind in WITH_SET:
        return binary(kind, value(t[1]), value(t[3]), t[2])
    if kind == "alpha":
        return ops.alphabetised(value(t[1]), t[2], t[3], value(t[4]))
    if kind == "hide":
        return ops.hide(value(t[1]), t[2])
    if kind == "project":
        return ops.hide(value(t[1]), SIGMA - t[2])
    if kind == "rename":
        relation = {}
        for a, b in t[2]:
            relation.setdefault(a, set()).add(b)
        return ops.rename(value(t[1]), relation)
    if kind == "link":
        return ops.linked(value(t[1]), t[2], value(t[3]))
    if kind == "guard":
        return value(t[2]) if t[1] else ops.STOP
    if kind == "if":
        return value(t[2] if t[1] else t[3])
    if kind == "rec":
        return recursion.solve([body_value(b) for b in t[1]])
    if kind == "rep":
        return fold(t[1], [value(p) for p in t[3]], t[2])
    if kind == "deter":
        return operational.determined(value(t[1]))
    if kind in STRICT or kind in ("buffer", "loop", "watchdog"):
        return operational.value_of(t)
    raise AssertionError(kind)


# ---- text -------------------------------------------------------------------------------------------------------


def event_set(events):
    events = sorted(events)
    if {"d.0", "d.1"} <= set(events):
        rest = [e for e in events if not e.startswith("d.")]
        return "{| " + ", ".join(rest + ["d"]) + " |}"
    return "{" + ", ".join(events) + "}"


class Text:
    """Definitions of a script, and expressions that use them. `wrap` may put a compression around a sub-term: any, or
    inside an operator that depends on internal steps one that preserves them."""

    def __init__(self, rng, named=0.15, wrap=None):
        self.rng, self.named, self.wrap, self.strict = rng, named, wrap, 0
        self.lines, self.count = [], 0

    def fresh(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def define(self, name, text):
        self.lines.append(f"{name} = {text}")

    def term(self, t):
        text = self.plain(t)
        if self.wrap:
            text = self.wrap(text, self.strict > 0)
        if self.rng.random() < self.named:
            name = self.fresh("P")
            self.define(name, text)
            return name
        return text

    def plain(self, t):
        kind = t[0]
        if kind in ("stop", "skip", "div"):
            return kind.upper()
        if kind in ("run", "chaos"):
            return f"{kind.upper()}({event_set(t[1])})"
        if kind == "prefix":
            return f"({t[1]} -> {self.term(t[2])})"
        if kind in ("input", "some"):
            return self.fields(kind, t[1])
        if kind in BINARY:
            return f"({self.term(t[1])} {BINARY[kind]} {self.term(t[2])})"
        if kind in WITH_SET:
            left, right = WITH_SET[kind]
            return f"({self.term(t[1])} {left} {event_set(t[2])} {right} {self.term(t[3])})"
        if kind == "alpha":
            return f"({self.term(t[1])} [{event_set(t[2])} || {event_set(t[3])}] {self.term(t[4])})"
        if kind in ("hide", "project"):
            return f"({self.term(t[1])} {chr(92) if kind == 'hide' else '|' + chr(92)} {event_set(t[2])})"
        if kind == "rename":
            return f"(({self.term(t[1])}) [[{', '.join(f'{a} <- {b}' for a, b in t[2])}]])"
        if kind == "link":
            return f"({self.term(t[1])} [{', '.join(f'{a} <-> {b}' for a, b in t[2])}] {self.term(t[3])})"
        if kind == "guard":
            return f"({'1 < 2' if t[1] else '2 < 1'} & {self.term(t[2])})"
        if kind == "if":
            return f"(if {'true' if t[1] else 'false'} then {self.term(t[2])} else {self.term(t[3])})"
        if kind == "rec":
            return self.equations(t[1])
        if kind == "rep":
            return self.replicated(t)
        if kind == "buffer":
            return f"BUFFER({t[1]}, {{{', '.join(f'({a}, {b})' for a, b in t[2])}}})"
        return self.function(t)

    def function(self, t):
        kind = t[0]
        self.strict += kind in STRICT
        text = self.term(t[1])
        self.strict -= kind in STRICT
        if kind in ("prioritise", "prioritise_nocache"):
            return f"{kind}({text}, <{', '.join(map(event_set, t[2]))}>)"
        if kind == "prioritisepo":
            pairs = ", ".join(f"({a}, {b})" for a, b in t[3])
            return f"prioritisepo({text}, {event_set(t[2])}, {{{pairs}}}, {event_set(t[4])})"
        if kind == "watchdog":
            return f"trace_watchdog({text}, {event_set(t[2])}, {t[3]})"
        return f"{kind}({text})"

    def fields(self, kind, branches):
        mark = "?" if kind == "input" else "$"
        name, values = self.fresh("F"), "{" + ", ".join(str(i) for i, _ in branches) + "}"
        texts = [(i, self.plain(p)) for i, p in branches] # clauses of one function are adjacent
        for i, text in texts:
            self.define(f"{name}({i})", text)
        return f"(d{mark}x:{values} -> {name}(x))"

    def replicated(self, t):
        _, kind, extra, parts = t
        name, n = self.fresh("R"), len(t[3])
        texts = [self.term(p) for p in parts]
        for i, text in enumerate(texts):
            self.define(f"{name}({i})", text)
        range_ = f"<0..{n - 1}>" if kind == "seq" else f"{{0..{n - 1}}}"
        if kind == "alpha":
            for i, a in enumerate(extra):
                self.define(f"{name}_A({i})", event_set(a))
            return f"(|| x : {range_} @ [{name}_A(x)] {name}(x))"
        op = REPLICATED[kind]
        if kind in ("par", "syncext"):
            op = f"{op} {event_set(extra)} {'|]' if kind == 'par' else '+]'}"
        return f"({op} x : {range_} @ {name}(x))"

    def equations(self, bodies):
        name = self.fresh("X")
        for i, b in enumerate(bodies):
            self.define(f"{name}_{i}", self.body(b, name))
        return f"{name}_0"

    def body(self, b, name):
        kind = b[0]
        if kind == "val":
            return self.term(b[1])
        if kind == "var":
            return f"{name}_{b[1]}"
        if kind == "prefix":
            return f"({b[1]} -> {self.body(b[2], name)})"
        if kind == "seqto":
            return f"({self.term(b[1])} ; {self.body(b[2], name)})"
        return f"({self.body(b[1], name)} {BINARY[kind]} {self.body(b[2], name)})"


# ---- random terms -----------------------------------------------------------------------------------------------

SHAPES = (["prefix"] * 3 + ["input", "some", "ichoice", "echoice", "slide", "seq", "interrupt", "ilv", "par"] +
          ["alpha", "hide", "rename", "throw", "syncext", "syncint", "link", "project", "guard", "if", "rec"] +
          [f"rep {kind}" for kind in REPLICATED] + EXTERNAL)
LEAVES = ["stop", "skip", "skip", "prefix", "prefix", "run", "chaos", "div", "buffer"]


class Maker:
    """Operators are drawn like cards from a pack, so that none is rare."""

    def __init__(self, rng):
        self.rng, self.packs = rng, {}

    def card(self, name, cards):
        pack = self.packs.setdefault(name, [])
        if not pack:
            pack += self.rng.sample(cards, len(cards))
        return pack.pop()

    def event(self):
        return self.rng.choice(EVENTS)

    def events(self, most=3):
        return frozenset(self.rng.sample(EVENTS, self.rng.randint(0, most)))

    def split(self, size, parts):
        cuts = sorted(self.rng.randint(0, size) for _ in range(parts - 1))
        return [b - a for a, b in zip([0] + cuts, cuts + [size])]

    def leaf(self):
        kind = self.card("leaves", LEAVES)
        if kind in ("run", "chaos"):
            return (kind, self.events(2))
        if kind == "prefix":
            return (kind, self.event(), self.rng.choice([("stop",), ("skip",)]))
        if kind == "buffer":
            a, b, c, d = self.rng.sample(EVENTS, 4)
            return (kind, self.rng.randint(1, 2), ((a, b), (c, d))[:self.rng.randint(1, 2)], ())
        return (kind,)

    def term(self, size):
        if size <= 0:
            return self.leaf()
        kind, _, way = self.card("shapes", SHAPES).partition(" ")
        if kind in EXTERNAL:
            return self.function(kind, size - 1)
        if kind == "rep":
            return self.make_rep(way, size - 1)
        return getattr(self, f"make_{kind}", lambda n: self.usual(kind, n))(size - 1)

    def terms(self, size, parts):
        return [self.term(n) for n in self.split(size, parts)]

    def usual(self, kind, size):
        if kind in BINARY:
            return (kind, *self.terms(size, 2))
        if kind in WITH_SET:
            p, q = self.terms(size, 2)
            return (kind, p, self.events(), q)
        return (kind, self.term(size), self.events())  # hide, project

    def make_prefix(self, size):
        return ("prefix", self.event(), self.term(size))

    def make_input(self, size):
        values = self.rng.choice([[0], [1], [0, 1], [0, 1]])
        return ("input", tuple(zip(values, self.terms(size, len(values)))))

    def make_some(self, size):
        return ("some", self.make_input(size)[1])

    def make_alpha(self, size):
        p, q = self.terms(size, 2)
        return ("alpha", p, self.events(4), self.events(4), q)

    def make_rename(self, size):
        pairs = {(self.event(), self.event()) for _ in range(self.rng.randint(1, 3))}
        return ("rename", self.term(size), tuple(sorted(pairs)))

    def make_link(self, size):
        p, q = self.terms(size, 2)
        n = self.rng.randint(1, 2)
        return ("link", p, tuple(zip(self.rng.sample(EVENTS, n), self.rng.sample(EVENTS, n))), q)

    def make_guard(self, size):
        return ("guard", self.rng.random() < 0.7, self.term(size))

    def make_if(self, size):
        return ("if", self.rng.random() < 0.5, *self.terms(size, 2))

    def levels(self):
        """Levels of prioritise: some events are in no level, some in several."""
        return tuple(self.events(2) for _ in range(self.rng.randint(1, 3)))

    def order(self):
        """For prioritisepo: (events, pairs (higher, lower), greatest), without cycles and with nothing above what is
        greatest."""
        events = self.events(4)
        ranked = self.rng.sample(sorted(events), len(events))
        pairs = {tuple(ranked[i] for i in sorted(self.rng.sample(range(len(ranked)), 2)))
                 for _ in range(self.rng.randint(0, 3)) if len(ranked) > 1}
        greatest = [e for e in ranked if e not in {low for _, low in pairs} and self.rng.random() < 0.3]
        return events, tuple(sorted(pairs)), frozenset(greatest)

    def function(self, kind, size):
        p = self.term(size)
        if kind in ("prioritise", "prioritise_nocache"):
            return (kind, p, self.levels())
        if kind == "prioritisepo":
            return (kind, p, *self.order())
        if kind == "watchdog":
            bark = self.event()
            return (kind, p, SIGMA - {bark}, bark)
        return (kind, p)

    def make_rep(self, kind, size):
        parts = tuple(self.terms(size, self.rng.randint(1, 3)))
        extra = tuple(self.events(4) for _ in parts) if kind == "alpha" else self.events()
        return ("rep", kind, extra, parts)

    def make_rec(self, size):
        n = self.rng.randint(1, 3)
        bodies = [self.body(max(2, s), n, False) for s in self.split(size, n)]
        return ("rec", tuple(bodies))

    def body(self, size, n, guarded):
        kind = self.rng.choice(["prefix"] * 4 + ["echoice"] * 3 + ["ichoice", "slide", "seqto"])
        if size <= 0:
            return ("var", self.rng.randrange(n)) if guarded and self.rng.random() < 0.8 else ("val", self.leaf())
        if kind == "prefix":
            return (kind, self.event(), self.body(size - 1, n, True))
        if kind == "seqto":
            p = self.term(min(size - 1, 2))
            try:
                ends = "tick" in value(p).rows[0][2]
            except TooBig:
                p, ends = ("stop",), False
            return (kind, p, self.body(size - 2, n, guarded or not ends))
        left, right = self.split(size - 1, 2)
        return (kind, self.body(left, n, guarded), self.body(right, n, guarded))

    # ---- neighbours ---------------------------------------------------------------------------------------------

    def mutated(self, t):
        """A term that differs in one place; often related by refinement in one direction."""
        places = [p for p in positions(t)]
        place = self.rng.choice(places)
        return replaced(t, place, self.neighbour(lookup(t, place)))

    def neighbour(self, t):
        roll = self.rng.random()
        if roll < 0.25:
            return ("ichoice", t, self.term(1))
        if roll < 0.4:
            return (self.rng.choice(["echoice", "slide", "interrupt"]), t, self.term(1))
        if roll < 0.5:
            return ("chaos", SIGMA)
        if roll < 0.75:
            operands = [x for x in t[1:] if is_term(x)]
            return self.rng.choice(operands) if operands else self.term(1)
        return self.term(2)


KINDS = {"stop", "skip", "div", "run", "chaos", "prefix", "input", "some", "alpha", "hide", "project", "rename", "link",
         "guard", "if", "rec", "rep", "buffer", *EXTERNAL, *BINARY, *WITH_SET}


def is_term(x):
    return isinstance(x, tuple) and bool(x) and isinstance(x[0], str) and x[0] in KINDS


ALL_KINDS = sorted(KINDS - {"rep"} | {f"rep {k}" for k in REPLICATED})


def kinds(t):
    """The operators anywhere in a term or its parts."""
    out = set()
    if is_term(t):
        out.add(f"rep {t[1]}" if t[0] == "rep" else t[0])
    for x in t if isinstance(t, tuple) else ():
        out |= kinds(x)
    return out


def positions(t, path=()):
    """Paths to the sub-terms that are direct operands (not inside recursions and branches)."""
    yield path
    if t[0] == "rec":
        return
    for i, x in enumerate(t):
        if is_term(x):
            yield from positions(x, path + (i,))


def lookup(t, path):
    for i in path:
        t = t[i]
    return t


def replaced(t, path, new):
    if not path:
        return new
    i = path[0]
    return t[:i] + (replaced(t[i], path[1:], new),) + t[i + 1:]
