"""Random models. Everything follows from the seed.

Three flavours: 'plain' uses only what every reference tool reads (no unions, no multisets), 'legal' only what is legal
for symmetry by construction (so that a refusal is a loss), 'wild' everything, including loops over scalarsets whose
order matters, clear, and unguarded reads of values that may be undefined."""

import random

import lab
from model import BOOL, Model, Type


class Context:
    """What an expression or a statement may use."""

    def __init__(self, binders=(), memory=(), **more):
        self.binders = list(binders)  # (name, type): always defined
        self.rounds = []              # those of loops; an iteration may change its copy
        self.memory = list(memory)    # (name, type): locals and parameters with a place
        self.entries = []             # (name, bag place, type of the elements)
        self.frozen = frozenset()     # names in memory that may not be written (parameters by value)
        self.shared = frozenset()     # var parameters: they may stand for any variable
        self.banned = frozenset()     # variables that may not be read here (a legal loop writes them)
        self.in_function = self.in_loop = self.pure = False
        self.__dict__.update(more)

    def extend(self, **more):
        c = Context()
        c.__dict__.update(self.__dict__)
        for k, v in more.items():
            old = getattr(c, k)
            setattr(c, k, old + v if isinstance(v, list) else v)
        return c


def lit(t, v):
    return ("const", t, v)


def var(n):
    return ("load", ("place", n, ()))


class Generator:
    def __init__(self, seed, flavour):
        self.r = random.Random(f"{flavour}:{seed}")
        self.flavour, self.m = flavour, Model()
        self.legal = flavour == "legal"
        self.names = 0
        self.maybe_undefined = set()
        self.stands_for = {} # alias -> variable

    def chance(self, p):
        return self.r.random() < p

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- types and variables

    def types(self):
        r, m = self.r, self.m
        sizes, product = [], 1
        for _ in range(r.choice([1, 1, 2, 2, 3])):
            n = r.choice([1, 2, 2, 3, 3, 3, 4]) if not sizes else r.choice([2, 2, 3])
            sizes.append(n)
        base = 1000
        for k, n in enumerate(sizes):
            m.types.append(Type("scalar", f"S{k}", n=n, base=base))
            base += 1000
        self.scalars = list(m.types)
        self.enums = []
        for k in range(r.choice([1, 1, 2])):
            n = r.choice([1, 2, 2, 3])
            self.enums.append(Type("enum", f"E{k}", n=n, base=base, names=[f"e{k}{c}" for c in "abc"[:n]]))
            base += 1000
        self.ranges = [Type("range", "R0", lo=0, hi=r.choice([1, 2, 3]))]
        if self.chance(0.4):
            lo = r.choice([-2, -1, 1, 2])
            self.ranges.append(Type("range", "R1", lo=lo, hi=lo + r.choice([0, 1, 2])))
        m.types += self.enums + self.ranges
        self.unions = []
        if self.flavour != "plain" and self.chance(0.4):
            pool = [r.choice(self.scalars)]
            others = [t for t in self.scalars + self.enums if t is not pool[0]]
            pool += r.sample(others, r.choice([1, 1, min(2, len(others))]))
            r.shuffle(pool)
            self.unions.append(Type("union", "U0", members=pool))
            m.types += self.unions
        self.simple = [BOOL] + self.scalars + self.enums + self.ranges + self.unions
        self.indices = self.scalars * 3 + self.enums + self.ranges + self.unions
        self.records = []
        for k in range(r.choice([0, 1, 1, 2])):
            fields = [(f"f{k}{i}", self.field_type()) for i in range(r.choice([1, 2, 2, 3]))]
            self.records.append(Type("record", f"Rec{k}", fields=fields))
            m.types.append(self.records[-1])

    def field_type(self):
        if self.chance(0.12):
            elem = self.r.choice([BOOL, self.ranges[0]])
            return self.declare(Type("array", index=self.r.choice(self.indices), elem=elem))
        return self.leaf_type()

    def leaf_type(self):
        return self.r.choice([BOOL, BOOL] + self.scalars * 2 + self.enums + self.ranges + self.unions * 3)

    def declare(self, t):
        t.name = self.name("T")
        self.m.types.append(t)
        return t

    def variable_type(self):
        r, k = self.r, self.r.random()
        if k < 0.3:
            return self.leaf_type()
        if k < 0.62:
            return self.declare(Type("array", index=r.choice(self.indices), elem=self.leaf_type()))
        if k < 0.72:
            inner = self.declare(Type("array", index=r.choice(self.indices), elem=r.choice([BOOL, self.leaf_type()])))
            return self.declare(Type("array", index=r.choice(self.scalars), elem=inner))
        if k < 0.82 and self.records:
            return self.declare(Type("array", index=r.choice(self.indices), elem=r.choice(self.records)))
        if k < 0.88 and self.records:
            return r.choice(self.records)
        if self.flavour != "plain":
            elem = r.choice(self.records) if self.records and self.chance(0.5) else self.leaf_type()
            bag = self.declare(Type("bag", cap=r.choice([1, 2, 2, 3]), elem=elem))
            if self.chance(0.25):
                return self.declare(Type("array", index=r.choice(self.scalars), elem=bag))
            return bag
        return self.leaf_type()

    def variables(self):
        for _ in range(self.r.choice([2, 3, 3, 4, 5])):
            t = self.variable_type()
            n = self.name("v")
            self.m.variables.append((n, t))
            holds_scalar = any(l.symmetric for _, l in self.leaves(t))
            if self.chance(0.5 if holds_scalar else 0.1):
                self.maybe_undefined.add(n)

    def leaves(self, t):
        """(steps with types for indices, leaf type) of every simple value that is not inside a bag."""
        if t.simple:
            return [((), t)]
        if t.kind == "array":
            return [((("idx", t.index),) + p, l) for p, l in self.leaves(t.elem)]
        if t.kind == "record":
            return [((("fld", n),) + p, l) for n, f in t.fields for p, l in self.leaves(f)]
        return []

    # ---- places

    def fill(self, name, path, c, d):
        steps = []
        for s in path:
            if s[0] == "fld":
                steps.append(s)
            else:
                e = self.value(s[1], c, d + 2)
                if e is None:
                    return None
                steps.append(("idx", e))
        return ("place", name, tuple(steps))

    def bases(self, c):
        """Everything with a place: (name, first steps, type, may be undefined)."""
        out = [(n, (), t, n in self.maybe_undefined) for n, t in self.m.variables]
        out += [(n, (), t, n in self.maybe_undefined) for n, t in c.memory]
        for k, bag, t in c.entries:
            out.append((bag[1], bag[2] + (("entry", k),), t, bag[1] in self.maybe_undefined))
        return out

    def find(self, c, d, wanted, undefined=None, write=False):
        """A random place of a simple type for which wanted(type), or None."""
        found = []
        for n, first, t, undef in self.bases(c):
            if undefined is not None and undef != undefined:
                continue
            if n in c.frozen if write else not first and self.stands_for.get(n, n) in c.banned:
                continue
            found += [(n, first, p, l) for p, l in self.leaves(t) if wanted(l)]
        self.r.shuffle(found)
        for n, first, p, l in found[:3]:
            place = self.fill(n, p, c, d)
            if place:
                return ("place", n, first + place[2]), l
        return None, None

    # ---- expressions

    def value(self, t, c, d=0):
        """An expression of simple type t, or None if there is none."""
        r, roll = self.r, self.r.random()
        if t.kind == "bool":
            return self.boolean(c, d)
        if t.kind in ("scalar", "union"):
            return self.element(t, c, d)
        if roll < 0.45 or d > 3:
            return lit(t, r.choice(t.domain))
        binders = [n for n, b in c.binders if b is t]
        if binders and roll < 0.7:
            return var(r.choice(binders))
        if roll < 0.75 and t.kind == "range":
            return self.number(t, c, d)
        if roll < 0.8 and d < 2:
            a, b = self.value(t, c, d + 1), self.value(t, c, d + 1)
            return ("cond", self.boolean(c, d + 1), a, b)
        if roll < 0.86:
            e = self.call(t, c, d)
            if e:
                return e
        p, _ = self.find(c, d, lambda l: l is t, undefined=self.risk())
        return ("load", p) if p else lit(t, r.choice(t.domain))

    def risk(self):
        """Whether to read something that may be undefined, unguarded (rarely; never in legal models)."""
        return self.flavour != "legal" and self.chance(0.01)

    def element(self, t, c, d):
        r = self.r
        kinds = t.members if t.kind == "union" else []
        options = [var(n) for n, b in c.binders if b is t or b in kinds] * 3
        p, _ = self.find(c, d, lambda l: l is t or l in kinds, undefined=self.risk()) if d < 3 else (None, None)
        if p:
            options.append(("load", p))
        options += [lit(m, r.choice(m.domain)) for m in kinds if m.kind == "enum"]
        if d < 2 and self.chance(0.15):
            e = self.call(t, c, d)
            if e:
                options.append(e)
        return r.choice(options) if options else None

    def number(self, t, c, d):
        """Arithmetic that stays inside t almost always."""
        r = self.r
        p, l = self.find(c, d, lambda l: l.kind == "range", undefined=False)
        a = ("load", p) if p else lit(t, r.choice(t.domain))
        bags = [(n, b) for n, b in self.m.variables if b.kind == "bag" and n not in c.banned]
        if bags and self.chance(0.3) and 0 in t.domain:
            n, b = r.choice(bags)
            k = self.name("k")
            inner = c.extend(entries=[(k, ("place", n, ()), b.elem)])
            count = ("bagcount", k, ("place", n, ()), self.boolean(inner, d + 2))
            return count if t.hi >= b.cap else ("mod", count, lit(t, t.hi + 1))
        if t.lo == 0 and self.chance(0.7):
            inc = ("add", a, lit(t, r.choice([1, 1, 2])))
            return ("mod", inc, lit(t, t.hi + 1))
        if self.chance(0.3):
            b = lit(t, r.choice([1, 2, -2, -1, 3]))
            if self.flavour == "wild" and p and self.chance(0.05):
                b = ("load", p) # perhaps 0
            e = (r.choice(["div", "mod"]), a, b)
        else:
            e = (r.choice(["add", "sub", "mul"]), a, self.value(t, c, d + 1))
        if self.flavour == "wild" and self.chance(0.04):
            return e
        ok = ("and", ("ge", e, lit(t, t.lo)), ("le", e, lit(t, t.hi)))
        return ("cond", ok, e, lit(t, r.choice(t.domain)))

    def call(self, t, c, d):
        if c.in_function:
            return None
        fs = [f for f in self.m.functions if f["result"] is t and "effects" not in f and not (f["reads"] & c.banned)]
        if not fs:
            return None
        f = self.r.choice(fs)
        args = [self.value(pt, c, d + 2) for _, pt, _ in f["params"]]
        return None if None in args else ("call", f["name"], tuple(args))

    def boolean(self, c, d):
        r, roll = self.r, self.r.random()
        if d > 3:
            return self.atom(c, d)
        if roll < 0.42:
            return self.atom(c, d)
        if roll < 0.52:
            return ("not", self.boolean(c, d + 1))
        if roll < 0.74:
            return (r.choice(["and", "or", "imp"]), self.boolean(c, d + 1), self.boolean(c, d + 1))
        if roll < 0.86 and d < 2:
            i = self.name("i")
            if self.chance(0.12):
                lo, by = r.choice([0, -1, 2]), r.choice([None, None, 2, -1])
                hi = lo + r.choice([0, 1, 2]) * (-1 if by == -1 else 1)
                n = self.ranges[0]
                body = self.boolean(c, d + 1)
                cmp = ("eq", var(i), self.value(n, c, d + 2)) if r.random() < 0.5 else ("lt", var(i), lit(n, 1))
                return (r.choice(["forallr", "existsr"]), i, lit(n, lo), lit(n, hi), lit(n, by) if by else None,
                        ("or", body, cmp))
            t = r.choice(self.scalars * 4 + self.enums + self.ranges + self.unions * 2)
            return (r.choice(["forall", "exists"]), i, t, self.boolean(c.extend(binders=[(i, t)]), d + 1))
        if roll < 0.9 and d < 2:
            return ("cond", self.boolean(c, d + 1), self.boolean(c, d + 1), self.boolean(c, d + 1))
        if roll < 0.94:
            e = self.call(BOOL, c, d)
            if e:
                return e
        return self.undefined_test(c, d) or self.atom(c, d)

    def undefined_test(self, c, d):
        """isundefined(p), or p guarded by it."""
        p, t = self.find(c, d, lambda l: True, undefined=True)
        if not p:
            return None
        test = ("isundef", p)
        if self.chance(0.3):
            return test
        use = self.compare(("load", p), t, c, d)
        return ("and", ("not", test), use) if self.chance(0.6) else ("or", test, use)

    def compare(self, e, t, c, d):
        if t.kind == "bool":
            return e
        if t.kind == "union" and self.chance(0.4):
            return ("ismember", e, self.r.choice(t.members))
        other = self.value(t, c, d + 1)
        if other is None:
            return ("eq", e, e)
        if t.kind == "range" and self.chance(0.4):
            return (self.r.choice(["lt", "le", "gt", "ge"]), e, other)
        return (self.r.choice(["eq", "ne"]), e, other)

    def atom(self, c, d):
        r = self.r
        if self.chance(0.06):
            return lit(BOOL, r.choice([0, 1]))
        if self.chance(0.12):
            two = [(n, t) for n, t in self.m.variables
                   if t.kind == "array" and t.elem.kind == "record" and n not in c.banned]
            if two:
                n, t = r.choice(two)
                i, j = self.value(t.index, c, d + 2), self.value(t.index, c, d + 2)
                if i and j:
                    p, q = ("place", n, (("idx", i),)), ("place", n, (("idx", j),))
                    return (r.choice(["same", "differs"]), p, q)
        if self.chance(0.25):
            t = r.choice(self.scalars + self.ranges)
            e = self.value(t, c, d + 1)
            if e and e[0] != "const":
                return self.compare(e, t, c, d)
        p, t = self.find(c, d, lambda l: True, undefined=self.risk())
        if not p:
            e = self.undefined_test(c, d + 1) if d < 4 and self.chance(0.5) else None
            return e or lit(BOOL, r.choice([0, 1, 1]))
        return self.compare(("load", p), t, c, d)

    # ---- statements

    def body(self, c, d, most):
        return [s for _ in range(self.r.randint(1, most)) for s in [self.stmt(c, d)] if s]

    def stmt(self, c, d=0):
        r, roll = self.r, self.r.random()
        if d < 2 and roll < 0.13:
            clauses = [(self.boolean(c, 1), self.body(c, d + 1, 2)) for _ in range(r.choice([1, 1, 1, 2]))]
            return ("if", clauses, self.body(c, d + 1, 2) if self.chance(0.4) else None)
        if d < 2 and roll < 0.27:
            return self.loop(c, d)
        if roll < 0.33:
            return self.undefine(c)
        if roll < 0.40:
            return self.bag_stmt(c)
        if roll < 0.43 and not c.in_function:
            return self.call_procedure(c)
        if d < 2 and roll < 0.46:
            return self.switch(c, d)
        if d < 2 and roll < 0.49:
            return self.alias(c, d)
        if roll < 0.52:
            return self.copy(c)
        if c.rounds and self.chance(0.15):
            return self.rebind(c)
        if roll < 0.545 and not c.in_function and not c.in_loop:
            return self.claim(c)
        if roll < 0.57 and roll >= 0.545 and not c.in_function and self.flavour == "wild" and d < 2:
            return self.call_effects(c, d)
        if roll < 0.555 and self.flavour != "plain":
            return ("put", lit(BOOL, 1))
        return self.assign(c)

    def assign(self, c, bases=None):
        p, t = self.find(c, 1, lambda l: True, write=True)
        if not p:
            return None
        if not self.legal and self.chance(0.05):
            q, _ = self.find(c, 1, lambda l: l is t, undefined=True) # copies an undefined value
            e = ("load", q) if q and p[1] in self.maybe_undefined else self.value(t, c, 1)
        else:
            e = self.value(t, c, 1)
        return ("assign", p, e) if e is not None else None

    def rebind(self, c):
        """This iteration's copy of a loop variable."""
        i, t = self.r.choice(c.rounds)
        e = self.value(t, c, 1)
        if e is None or (e[0] == "load" and e[1][1] in self.maybe_undefined): # a plain copy of undefined is no fault
            return None
        return ("rebind", i, t, e)

    def undefine(self, c):
        p, t = self.find(c, 1, lambda l: True, undefined=True, write=True)
        if p and self.chance(0.75):
            return ("undef", p)
        ok = (lambda l: not l.symmetric) if self.legal or self.chance(0.6) else (lambda l: True)
        p, t = self.find(c, 1, ok, write=True)
        if p and t.symmetric:
            self.m.risky = True
        return ("clear", p) if p else None

    def claim(self, c):
        """assert, assume, cover or error inside a step."""
        r, e = self.r, self.boolean(c, 1)
        roll = r.random()
        if roll < 0.35:
            return ("cover", e, self.name("seen "))
        if roll < 0.6:
            return ("assume", e)
        if roll < 0.95:
            return ("assert", ("or", self.boolean(c, 1), e), self.name("claim "))
        return ("if", [(("and", e, self.boolean(c, 1)), [("error", self.name("error "))])], None)

    def copy(self, c):
        found = [(n, t) for n, t in self.m.variables if t.kind == "array" and n not in c.banned]
        found = [(n, t) for n, t in found if not t.elem.simple and t.elem.kind != "bag"]
        if not found:
            return None
        n, t = self.r.choice(found)
        i, j = self.value(t.index, c, 2), self.value(t.index, c, 2)
        if i is None or j is None:
            return None
        return ("copy", ("place", n, (("idx", i),)), ("place", n, (("idx", j),)))

    def switch(self, c, d):
        t = self.r.choice(self.enums + self.ranges)
        e = self.value(t, c, 1)
        values = list(t.domain)
        us = [u for u in self.unions if any(m.kind == "enum" for m in u.members)]
        if us and self.chance(0.4):
            p, _ = self.find(c, 1, lambda l: l is us[0], undefined=False)
            if p: # by the members that have names
                t = next(m for m in us[0].members if m.kind == "enum")
                e, values = ("load", p), list(t.domain)
        self.r.shuffle(values)
        cases, k = [], 0
        while k < len(values) and len(cases) < 2:
            n = self.r.choice([1, 1, 2])
            cases.append(([lit(t, v) for v in values[k:k + n]], self.body(c, d + 1, 1)))
            k += n
        return ("switch", e, cases, self.body(c, d + 1, 1) if self.chance(0.5) else None)

    def alias(self, c, d):
        p, t = self.find(c, 1, lambda l: True, undefined=False, write=True)
        if not p or p[1] in c.banned:
            return None
        a = self.name("al")
        self.stands_for[a] = self.stands_for.get(p[1], p[1])
        return ("alias", a, p, self.body(c.extend(memory=[(a, t)]), d + 1, 2))

    def call_procedure(self, c):
        fs = [f for f in self.m.functions if not f["result"]]
        if not fs:
            return None
        f, args = self.r.choice(fs), []
        for _, t, ref in f["params"]:
            if ref:
                p, _ = self.find(c, 1, lambda l: l is t, undefined=False, write=True) if t.simple else \
                    self.find_complex(c, t)
                if p and p[1] in self.maybe_undefined:
                    p = None
                args.append(("ref", p) if p and p[1] not in c.banned else None)
            else:
                args.append(self.value(t, c, 1))
        return None if None in args else ("callp", f["name"], tuple(args))

    # ---- multisets

    def bags(self, c, d):
        out = []
        for n, t in self.m.variables:
            if t.kind == "bag":
                out.append((("place", n, ()), t))
            elif t.kind == "array" and t.elem.kind == "bag":
                p = self.fill(n, (("idx", t.index),), c, d)
                if p:
                    out.append((p, t.elem))
        return [(p, t) for p, t in out if p[1] not in c.banned]

    def bag_stmt(self, c):
        found = self.bags(c, 1)
        if not found or c.entries:
            return None
        p, t = self.r.choice(found)
        if self.chance(0.25):
            k = self.name("k")
            inner = c.extend(entries=[(k, p, t.elem)])
            if self.chance(0.1) and not self.legal:
                self.m.risky = True # the condition may read the multiset that shrinks
            else:
                inner.banned = c.banned | {p[1]}
            return ("bagremif", k, p, self.boolean(inner, 1))
        k, i = self.name("k"), self.name("n")
        source, _ = self.find(c, 1, lambda l: l is t.elem, undefined=False) if t.elem.simple else \
            self.find_complex(c, t.elem)
        if not source:
            return None
        add = ("bagadd", source, p)
        if self.flavour == "wild" and self.chance(0.03):
            return add
        room = ("lt", ("bagcount", k, p, lit(BOOL, 1)), ("const", self.ranges[0], t.cap))
        return ("if", [(room, [add])], None)

    def find_complex(self, c, t):
        found = [n for n, u in self.m.variables + c.memory if u is t]
        if found:
            return ("place", self.r.choice(found), ()), t
        for n, u in self.m.variables:
            if u.kind == "array" and u.elem is t:
                p = self.fill(n, (("idx", u.index),), c, 1)
                if p:
                    return p, t
        return None, None

    # ---- loops

    def loop(self, c, d):
        r = self.r
        if self.chance(0.25):
            return self.range_loop(c, d)
        t = r.choice(self.scalars)
        j = self.name("j")
        if not self.legal and self.chance(0.45):
            return self.wild_loop(c, d, t, j)
        body = self.legal_loop(c, t, j)
        return ("for", j, t, body) if body else None

    def legal_loop(self, c, t, j):
        """Writes a[j] only, from values that the loop does not write."""
        own = [(n, v) for n, v in self.m.variables if v.kind == "array" and v.index is t and n not in c.banned]
        if not own:
            return None
        n, v = self.r.choice(own)
        inner = c.extend(binders=[(j, t)], banned=c.banned | {n} | c.shared, in_loop=True)
        leaves = [(p, l) for p, l in self.leaves(v.elem)]
        out = []
        for p, l in self.r.sample(leaves, min(len(leaves), self.r.choice([1, 1, 2]))):
            place = self.fill(n, p, inner, 1)
            if place is None:
                continue
            target = ("place", n, (("idx", var(j)),) + place[2])
            e = self.value(l, inner, 1)
            s = ("assign", target, e) if e is not None and not self.chance(0.1) else None
            if s is None and n in self.maybe_undefined:
                s = ("undef", target)
            if s and self.chance(0.4):
                s = ("if", [(self.boolean(inner, 1), [s])], None)
            if s:
                out.append(s)
        return out

    def wild_loop(self, c, d, t, j):
        """A loop whose iterations may depend on their order."""
        self.m.risky = True
        inner = c.extend(binders=[(j, t)], in_loop=True)
        roll = self.r.random()
        if roll < 0.3:
            p, l = self.find(c, 1, lambda l: l is t or (l.kind == "union" and t in l.members), write=True)
            if p:
                s = ("assign", p, var(j))
                if self.chance(0.5):
                    s = ("if", [(self.boolean(inner, 1), [s])], None)
                return ("for", j, t, [s])
        if roll < 0.55:
            p, l = self.find(c, 1, lambda l: l.kind == "range", undefined=False, write=True)
            if p:
                up = ("assign", p, ("add", ("load", p), lit(l, 1)))
                up = ("if", [(("lt", ("load", p), lit(l, l.hi)), [up])], None)
                if self.chance(0.6):
                    up = ("if", [(self.boolean(inner, 1), [up])], None)
                return ("for", j, t, [up])
        return ("for", j, t, self.body(inner.extend(rounds=[(j, t)]), d + 1, 2))

    def range_loop(self, c, d):
        r, n = self.r, self.ranges[0]
        if not self.legal and self.chance(0.3):
            p, l = self.find(c, 1, lambda l: l is n, undefined=False, write=True)
            if p:
                up = ("assign", p, ("add", ("load", p), lit(l, 1)))
                return ("while", ("lt", ("load", p), lit(l, l.hi)), [up])
        i, t = self.name("j"), r.choice(self.enums + self.ranges)
        if self.chance(0.5):
            inner = c.extend(binders=[(i, t)], rounds=[(i, t)], in_loop=True)
            if self.chance(0.6):
                j, t2 = self.name("j"), r.choice(self.enums + self.ranges)
                inner = inner.extend(binders=[(j, t2)], rounds=[(j, t2)])
                return ("for", i, t, [("for", j, t2, self.body(inner, d + 1, 2), "joined")])
            return ("for", i, t, self.body(inner, d + 1, 2))
        by, lo = r.choice([None, 2, -1]), r.choice([0, 1, 2])
        hi = max(0, lo + r.choice([0, 1, 2]) * (-1 if by == -1 else 1))
        body = self.body(c.extend(in_loop=True), d + 1, 2)
        return ("forr", i, lit(n, lo), lit(n, hi), lit(n, by) if by else None, body)

    # ---- functions

    def function(self):
        r = self.r
        params, memory = [], []
        procedure = self.chance(0.5)
        for k in range(r.choice([1, 1, 2])):
            t = r.choice(self.simple + (self.records * 2 if procedure and k == 0 else []))
            n = self.name("p")
            params.append((n, t, procedure and k == 0))
            memory.append((n, t))
        c = Context(memory=memory, in_function=True)
        c.frozen = frozenset(n for n, _, ref in params if not ref)
        c.shared = frozenset(n for n, _, ref in params if ref)
        local = []
        if self.chance(0.4):
            t = r.choice([BOOL] + self.ranges + self.enums)
            local = [(self.name("x"), t)]
        f = {"name": self.name("pr" if procedure else "fn"), "params": params, "locals": local, "reads": set()}
        if procedure:
            first = [("assign", ("place", n, ()), self.value(t, c, 1)) for n, t in local]
            f["result"], f["body"] = None, first + self.body(c.extend(memory=local), 1, 3)
        else:
            f["result"] = t = r.choice(self.simple)
            c.pure = True
            f["body"] = self.returns(t, c, local)
            f["reads"] = {n for n, _ in self.m.variables}
            if f["body"] is None:
                return
        self.m.functions.append(f)

    def effects(self):
        """A function of an element that changes the state."""
        t, n = self.r.choice(self.scalars), self.name("p")
        c = Context(memory=[(n, t)], in_function=True, frozen=frozenset([n]))
        body = self.body(c, 1, 2) + [("return", self.boolean(c, 1))]
        self.m.functions.append({"name": self.name("ef"), "params": [(n, t, False)], "locals": [], "result": BOOL,
                                 "body": body, "effects": True})

    def call_effects(self, c, d):
        """Order of evaluation matters here: only if the language fixes it."""
        fs = [f for f in self.m.functions if "effects" in f]
        if not fs:
            return None
        self.m.risky = True
        f = self.r.choice(fs)
        t, j = f["params"][0][1], self.name("j")
        test = ("call", f["name"], (var(j),))
        bags = [(n, b) for n, b in self.m.variables if b.kind == "bag" and n not in c.banned]
        if bags and self.chance(0.3) and not c.entries:
            n, b = self.r.choice(bags)
            e = self.value(t, c.extend(entries=[(j, ("place", n, ()), b.elem)]), 2)
            call = ("call", f["name"], (e,)) if e is not None else lit(BOOL, 0)
            if mentions(f["body"], n):
                return None
            count = ("bagcount", j, ("place", n, ()), call)
            return ("if", [(("gt", count, lit(self.ranges[0], 0)), self.body(c, d + 1, 1))], None)
        all_of = (self.r.choice(["forall", "exists"]), j, t, test)
        return ("if", [(all_of, self.body(c, d + 1, 1))], None)

    def returns(self, t, c, local):
        out = []
        for n, lt in local:
            out.append(("assign", ("place", n, ()), self.value(lt, c, 1)))
        c = c.extend(memory=local)
        e, e2 = self.value(t, c, 1), self.value(t, c, 1)
        if e is None or e2 is None:
            return None
        if self.chance(0.4):
            out.append(("if", [(self.boolean(c, 1), [("return", e2)])], None))
        if not self.legal and self.chance(0.12):
            self.m.risky = True
            s, j = self.r.choice(self.scalars), self.name("j")
            inner = c.extend(binders=[(j, s)])
            e3 = var(j) if t is s else self.value(t, inner, 1) or e
            out.append(("for", j, s, [("if", [(self.boolean(inner, 1), [("return", e3)])], None)]))
        return out + [("return", e)]

    # ---- rules and properties

    def parameters(self, most, sets=True):
        params, binders, entries = [], [], []
        for _ in range(self.r.choice([0] + [1] * most + [2] * (most - 1)) if most else 0):
            if sets and not entries and self.chance(0.2):
                found = self.bags(Context(binders=binders), 2)
                if found:
                    p, t = self.r.choice(found)
                    if not any(s[0] == "idx" and s[1][0] != "load" for s in p[2]):
                        if all(s[1][1][1] in [b for b, _ in binders] for s in p[2]):
                            k = self.name("k")
                            params.append((k, "bag", p))
                            entries.append((k, p, t.elem))
                            continue
            i = self.name("i")
            if self.chance(0.1):
                lo = self.r.choice([0, 1])
                n = self.ranges[0]
                params.append((i, "range", lit(n, lo), lit(n, lo + 1), self.flavour == "plain"))
            else:
                t = self.r.choice(self.scalars * 4 + self.enums + self.ranges + self.unions + [BOOL])
                params.append((i, "type", t))
                binders.append((i, t))
        return params, binders, entries

    def rule(self):
        r = self.r
        params, binders, entries = self.parameters(2)
        c = Context(binders=binders)
        c.entries = entries
        aliases, memory = [], []
        if self.chance(0.15):
            p, t = self.find(c, 2, lambda l: True, undefined=False)
            if p:
                a = self.name("al")
                self.stands_for[a] = p[1]
                aliases.append((a, p))
                memory.append((a, t))
        c = c.extend(memory=memory)
        guard = self.boolean(c, 0) if self.chance(0.85) else None
        local, first = [], []
        if self.chance(0.25):
            t = r.choice(self.simple + self.records * 3)
            n = self.name("x")
            local = [(n, t)]
            if not t.simple:
                first = self.define_record(n, t, c)
            else:
                e = self.value(t, c, 1)
                first = [("assign", ("place", n, ()), e)] if e is not None else []
            if not first:
                self.maybe_undefined.add(n)
        inner = c.extend(memory=local)
        body = first + self.body(inner, 0, 2)
        if entries:
            k, p, t = entries[0]
            if self.chance(0.6):
                body = [s for s in body if not mentions(s, p[1])] + [("bagrem", k, p)]
        return {"kind": "rule", "name": self.name("rule "), "params": params, "aliases": aliases, "guard": guard,
                "locals": local, "body": body}

    def define_record(self, n, t, c):
        p, _ = self.find_complex(c, t) if self.chance(0.5) else (None, None)
        if p and p[1] not in self.maybe_undefined:
            return [("copy", ("place", n, ()), p)]
        out = []
        for path, l in self.leaves(t):
            e = self.value(l, c, 1)
            if e is None or any(s[0] == "idx" for s in path):
                return []
            out.append(("assign", ("place", n, path), e))
        return out

    def start(self):
        params, binders, _ = self.parameters(self.r.choice([0, 0, 1]), sets=False)
        c = Context(binders=binders)
        body = []
        for n, t in self.m.variables:
            body += self.define(("place", n, ()), t, n, c)
        return {"kind": "start", "name": self.name("start "), "params": params, "aliases": [], "guard": None,
                "locals": [], "body": body}

    def define(self, p, t, n, c):
        if t.kind == "bag":
            return [("undef", p)] if self.chance(0.5) else []
        if t.kind == "record":
            return [s for f, ft in t.fields for s in self.define(("place", p[1], p[2] + (("fld", f),)), ft, n, c)]
        if t.kind == "array":
            j = self.name("j")
            inner = c.extend(binders=[(j, t.index)])
            body = self.define(("place", p[1], p[2] + (("idx", var(j)),)), t.elem, n, inner)
            return [("for", j, t.index, body)] if body else []
        if n in self.maybe_undefined and self.chance(0.8):
            return []
        binders = [b for b, bt in c.binders if bt is t or (t.kind == "union" and bt in t.members)]
        if t.kind in ("scalar", "union"):
            consts = [lit(m, self.r.choice(m.domain)) for m in getattr(t, "members", []) if m.kind == "enum"]
            options = [var(b) for b in binders] + consts
            if options:
                return [("assign", p, self.r.choice(options))]
            if not self.legal and n not in self.maybe_undefined:
                self.m.risky = True
                j = self.name("j")
                s = t if t.kind == "scalar" else self.r.choice([m for m in t.members if m.kind == "scalar"])
                return [("for", j, s, [("assign", p, var(j))])]
            self.maybe_undefined.add(n)
            return []
        e = var(self.r.choice(binders)) if binders and self.chance(0.3) else lit(t, self.r.choice(t.domain))
        return [("assign", p, e)]

    def prop(self):
        kinds = ["invariant"] * 5 + ["cover"] * 3 + ["liveness"]
        kind = self.r.choice(kinds + (["assume"] if self.chance(0.4) else []))
        params, binders, _ = self.parameters(self.r.choice([0, 0, 1]), sets=False)
        e = self.boolean(Context(binders=binders), 0)
        if kind in ("invariant", "assume") and self.chance(0.75):
            e = ("or", self.boolean(Context(binders=binders), 1), e)
        return {"kind": kind, "name": self.name(kind + " "), "params": params, "expr": e}

    def model(self):
        self.types()
        self.variables()
        m = self.m
        starts = [self.start() for _ in range(self.r.choice([1, 1, 1, 2]))]
        for _ in range(self.r.choice([0, 0, 1, 2])):
            self.function()
        if self.flavour == "wild" and self.chance(0.5):
            self.effects()
        m.rules = starts + [self.rule() for _ in range(self.r.randint(3, 7))]
        m.props = [self.prop() for _ in range(self.r.choice([0, 1, 2, 3, 4]))]
        return m


def mentions(x, name):
    if isinstance(x, (tuple, list)):
        return any(mentions(y, name) for y in x)
    return x == name


def generate(seed, flavour):
    return lab.generate(seed, flavour) if flavour.startswith("lab") else Generator(seed, flavour).model()


def sized(seed, flavour, search, too_big, tries=40):
    """A model whose state space is worth a test: the first of a series of models that reaches a size drawn from the
    seed, else the largest. Returns it with its search result; (None, None) if all were too big."""
    want = random.Random(f"size:{flavour}:{seed}").choice([1, 5, 10, 20, 20, 40, 80])
    best, size = (None, None), -1
    for k in range(tries):
        m = generate(f"{seed}.{k}", flavour)
        try:
            r = search(m)
        except too_big:
            continue
        if len(r.states) > size:
            best, size = (m, r), len(r.states)
        if size >= want:
            break
    return best
