"""Small models with every construct of the language, and calls that change the state in every position.

Every expression may be wrapped into a function that returns its argument and counts the call in `cnt`: one evaluation
more or less is another state. Constructs are drawn with equal chances, so that each is in many models. Flavours: `lab`
everything; `lab-plain` what Rumur accepts and for which the order of evaluation, which C leaves open, does not
matter."""

import random

from model import BOOL, Model, Type

CHANCE_OF_EFFECT = 0.3


def lit(t, v):
    return ("const", t, v)


def var(n, *steps):
    return ("load", ("place", n, steps))


def idx(e):
    return ("idx", e)


class Lab:
    def __init__(self, seed, flavour):
        self.r = random.Random(f"{flavour}:{seed}")
        self.plain, self.m, self.names = flavour == "lab-plain", Model(), 0
        self.m.risky = True
        self.pure = 0      # > 0: no effects here
        self.binders = []  # (name, type)
        self.made = {}     # (type, kind) -> function that wraps a value
        self.functions = []
        self.in_function = self.in_loop = False

    def chance(self, p):
        return self.r.random() < p

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- types and variables

    def declare(self, kind, name, **more):
        t = Type(kind, name, **more)
        self.m.types.append(t)
        return t

    def types(self):
        r = self.r
        self.small = self.declare("range", "Small", lo=0, hi=1)
        self.count = self.declare("range", "Count", lo=0, hi=2)
        self.s = self.declare("scalar", "S", n=2, base=1000)
        self.e = self.declare("enum", "E", n=2, base=2000, names=["red", "blue"])
        self.neg = self.declare("range", "Neg", lo=-1, hi=0)
        self.u = None if self.plain else self.declare("union", "U", members=r.choice([[self.s, self.e], [self.e, self.s]]))
        simple = [BOOL, self.small, self.s, self.e] + ([] if self.plain else [self.u])
        self.index = r.choice([BOOL, self.small, self.small, self.s, self.s, self.e, self.neg] +
                              ([] if self.plain else [self.u]))
        self.elem = r.choice([BOOL, self.small, self.e])
        self.ind = r.choice([self.small, self.e, self.s])
        self.rec = self.declare("record", "Rec", fields=[("a", self.elem), ("b", BOOL)])
        self.row = self.declare("array", "Row", index=self.ind, elem=self.elem)
        self.simple = simple

    def variables(self):
        r, m = self.r, self.m
        arr = lambda n, i, e: self.declare("array", n, index=i, elem=e) # noqa: E731
        every = [("a", arr("Arr", self.index, self.elem)), ("mat", arr("Mat", self.index, self.row)), ("rec", self.rec),
                 ("recs", arr("Recs", self.ind, self.rec)), ("row", self.row)]
        if not self.plain:
            bag = self.declare("bag", "Bag", cap=2, elem=self.elem)
            one = self.declare("bag", "One", cap=1, elem=self.rec)
            every += [("bag", bag), ("bag", bag), ("bags", arr("Bags", self.ind, bag)), ("bagr", one)]
        other = arr("Other", r.choice([BOOL, self.neg] if self.plain else [BOOL, self.u]), self.elem)
        m.variables = [("cnt", self.count), ("x", self.elem), ("i", self.index), ("k", self.ind), ("nu", self.elem),
                       ("b", arr("Ind", self.ind, self.index))] + [("o", other)] * (r.random() < 0.35)
        seen = []
        for n, t in r.sample(every, r.choice([3, 4, 5])):
            if n not in seen:
                seen.append(n)
                m.variables.append((n, t))
        self.has = {n: t for n, t in m.variables}
        used = {t.name for t in self.reached()}
        m.types = [t for t in m.types if t.kind not in ("array", "bag", "record") or t.name in used]

    def reached(self):
        out, pending = [], [t for _, t in self.m.variables] + [self.rec]
        while pending:
            t = pending.pop()
            out.append(t)
            pending += [t.elem] if t.kind in ("array", "bag") else [f for _, f in t.fields] if t.kind == "record" else []
        return out

    # ---- expressions

    def effect(self, t, e, always=False):
        """e, perhaps through a function that changes the state."""
        if self.pure or (not always and not self.chance(CHANCE_OF_EFFECT)):
            return e
        kind = self.r.choice(["count", "count", "count", "ref"] + ([] if self.plain else
                             ["over", "set", "twice", "no return", "claims", "bag", "local"]))
        key = (t.kind, t.name, kind)
        if key not in self.made:
            self.made[key] = self.wrapper(t, kind)
        f = self.made[key]
        return ("call", f, (("ref", ("place", "cnt", ())), e)) if kind == "ref" else ("call", f, (e,))

    def wrapper(self, t, kind):
        name, p, c = self.name("ef"), self.name("p"), self.name("c")
        target = ("place", c if kind == "ref" else "cnt", ())
        up = ("assign", target, ("mod", ("add", ("load", target), lit(self.count, 1)), lit(self.count, 3)))
        back = ("return", var(p))
        body, local = [up, back], []
        if kind == "over": # occasionally a fault
            body = [("assign", target, ("add", ("load", target), lit(self.count, 1))), back]
        elif kind == "set":
            body = [up, ("assign", ("place", "x", ()), self.literal(self.elem)), back]
        elif kind == "twice":
            body = [up, ("if", [(("eq", var("cnt"), lit(self.count, 2)), [up, back])], [back])]
        elif kind == "no return":
            body = [up, ("if", [(("ne", var("cnt"), lit(self.count, 2)), [back])], None)]
        elif kind == "claims":
            some = ("le", var("cnt"), lit(self.count, 2))
            body = [up, ("assert", some, self.name("claim ")), ("put", var("cnt")), back]
        elif kind == "bag" and "bag" in self.has:
            body = [up, ("if", [(("lt", ("bagcount", "z", ("place", "bag", ()), lit(BOOL, 1)), lit(self.count, 2)),
                                 [("bagaddv", self.literal(self.elem), ("place", "bag", ()))])], None), back]
        elif kind == "local":
            v = self.name("l")
            local = [(v, t)]
            body = [up, ("assign", ("place", v, ()), var(p)), ("return", var(v))]
        params = [(c, self.count, True)] if kind == "ref" else []
        self.functions.append({"name": name, "params": params + [(p, t, False)], "locals": local, "result": t,
                               "body": body, "effects": True})
        return name

    def literal(self, t):
        if t.kind == "union":
            t = self.e
        return lit(t, self.r.choice(t.domain)) if t.kind != "scalar" else None

    def value(self, t, d=0):
        r = self.r
        if t is BOOL:
            return self.effect(t, self.boolean(d))
        options = [self.literal(t)] * (t.kind != "scalar")
        options += [var(n) for n, b in self.binders if b is t or (t.kind == "union" and b in t.members)] * 3
        options += [("load", ("place", n, ())) for n, u in (("i", self.index), ("k", self.ind), ("x", self.elem)) if u is t] * 2
        if d < 2:
            options += [("load", p) for p in self.places(t, d + 1)] * 2
            if t.kind == "range" and t.lo == 0:
                options += [self.number(t, d + 1)] * 2
            if t.kind != "union": # of two members it has no type
                options.append(("cond", self.boolean(d + 1), None, None))
        if not any(options):
            return None
        e = r.choice([o for o in options if o])
        if e[0] == "cond":
            a, b = self.value(t, d + 1), self.value(t, d + 1)
            if a is None or b is None:
                return None
            e = ("cond", self.boolean(d + 1), a, b)
        return self.effect(t, e)

    def at(self, t, d):
        """An index; often one that is read by an index."""
        e = self.value(t, d + 1)
        if t is self.index and d < 3 and self.chance(0.3):
            k = self.value(self.ind, d + 2)
            e = ("load", ("place", "b", (idx(self.effect(self.ind, k, self.chance(0.5))),))) if k is not None else e
        return idx(self.effect(t, e) if e[0] != "call" else e) if e is not None else None

    def places(self, t, d):
        """Places of simple type t below the larger variables."""
        out = []
        for n, v in self.m.variables:
            p = self.inside(("place", n, ()), v, t, d) if n != "b" and v.kind in ("array", "record") else None
            if p:
                out.append(p)
        return out

    def inside(self, p, v, t, d):
        if v is t:
            return p
        if v.kind == "array":
            if v.elem is not t and v.elem.kind not in ("array", "record"):
                return None
            s = self.at(v.index, d)
            return s and self.inside(("place", p[1], p[2] + (s,)), v.elem, t, d)
        if v.kind == "record":
            fields = [n for n, f in v.fields if f is t]
            return ("place", p[1], p[2] + (("fld", self.r.choice(fields)),)) if fields else None
        return None

    def number(self, t, d):
        r = self.r
        a, b = self.small_number(d), self.small_number(d)
        ops = ["add", "sub", "mul", "mod", "neg", "neg", "neg", "div", "div", "div", "div"]
        if not self.plain: # Rumur has no such operators on numbers
            ops += ["bitand", "bitor", "bitxor", "shl", "shr"] * 2 + ["bitnot"] * 4
        op = r.choice(ops)
        e = (op, a) if op in ("neg", "bitnot") else (op, a, b if op not in ("div", "mod") or self.chance(0.2) else
                                                     lit(self.count, r.choice([1, 2])))
        if op in ("add", "mul", "bitor", "bitand", "bitxor", "shl", "shr") or self.chance(0.3):
            return ("mod", e, lit(self.count, t.hi + 1))
        return ("cond", ("and", ("ge", e, lit(t, t.lo)), ("le", e, lit(t, t.hi))), e, self.literal(t))

    def small_number(self, d):
        if "bag" in self.has and self.chance(0.3):
            return self.bag_count("bag", d)
        return self.value(self.r.choice([self.small, self.count]), 3 if d > 1 else d)

    def bag_count(self, bag, d):
        z = self.name("z")
        e = self.condition_of_entry(z, ("place", bag, ()), d)
        return ("bagcount", z, ("place", bag, ()), e)

    def condition_of_entry(self, z, bag, d):
        load = ("load", ("place", bag[1], bag[2] + (("entry", z),)))
        self.pure += 1
        other = self.value(self.elem, d + 1)
        self.pure -= 1
        return self.commuting(("eq", load, other) if self.chance(0.6) else lit(BOOL, 1))

    def commuting(self, e):
        """Entries have no order: for each, only the count may matter."""
        if self.pure or not self.chance(0.4):
            return e
        key = (BOOL.kind, BOOL.name, "count")
        self.made.setdefault(key, None)
        if self.made[key] is None:
            self.made[key] = self.wrapper(BOOL, "count")
        return ("call", self.made[key], (e,))

    def boolean(self, d=0):
        r = self.r
        if d > 2:
            return r.choice([lit(BOOL, 1), lit(BOOL, 0), ("eq", var("cnt"), lit(self.count, 1))]) if not self.plain or self.pure \
                else lit(BOOL, r.choice([0, 1]))
        kind = r.choice(["compare", "compare", "not", "and", "or", "imp", "cond", "forall", "exists", "forallr", "existsr",
                         "isundef", "same", "ismember", "undefined", "order"])
        if kind == "not":
            return ("not", self.value(BOOL, d + 1))
        if kind in ("and", "or", "imp"):
            return (kind, self.value(BOOL, d + 1), self.value(BOOL, d + 1))
        if kind == "cond":
            return ("cond", self.value(BOOL, d + 1), self.value(BOOL, d + 1), self.value(BOOL, d + 1))
        if kind in ("forall", "exists"):
            return self.quantified(kind, d)
        if kind in ("forallr", "existsr"):
            return (kind, self.name("q"), *self.bounds(d + 2), self.value(BOOL, d + 1))
        if kind == "isundef":
            p = self.place_of(self.elem, d)
            return ("isundef", p)
        if kind == "undefined": # mostly guarded
            test = ("isundef", ("place", "nu", ()))
            other = self.value(self.elem, d + 1)
            use = ("eq", var("nu"), other)
            return use if self.chance(0.1) else ("and", ("not", test), use)
        if kind == "same":
            return self.same(d)
        if kind == "ismember" and not self.plain:
            e = self.value(self.u, d + 1)
            return ("ismember", self.effect(self.u, e, True), r.choice(self.u.members)) \
                if e is not None and not self.pure else lit(BOOL, 0)
        if kind == "order":
            a, b = self.value(self.small, d + 1), self.value(self.count, d + 1)
            return (r.choice(["lt", "le", "gt", "ge", "eq", "ne"]), a, b)
        t = r.choice([self.elem, self.index, self.ind])
        a, b = self.value(t, d + 1), self.value(t, d + 1)
        if a is None or b is None:
            return lit(BOOL, 1)
        if t.kind == "union": # of two members it is refused
            if self.pure:
                return lit(BOOL, 0)
            a = self.effect(t, a, True)
        return (r.choice(["eq", "ne"]), a, b)

    def bound(self, d):
        """A constant, or an expression that cannot be taken for one."""
        e = self.value(self.small, d)
        return e if e[0] in ("const", "load", "call") else self.effect(self.small, e, True) if not self.pure else \
            lit(self.small, self.r.choice([0, 1]))

    def bounds(self, d=0):
        """From, to, by: sensible constants, because others are refused."""
        r = self.r
        lo, hi = self.bound(d), self.bound(d)
        by = r.choice([None, None, lit(self.neg, -1), self.bound(d)])
        if by and by[0] == "const" and by[2] == 0:
            by = None
        if lo[0] == hi[0] == "const" and (not by or by[0] == "const"):
            ends = [lit(self.small, 0), lit(self.small, r.choice([0, 1]))]
            lo, hi = reversed(ends) if by and by[2] < 0 else ends
        if self.plain and (not by or by[0] != "const") and (lo[0] != "const" or lo[2] != 0):
            lo, by = lit(self.small, 0), None # Rumur counts down if no step is written
        return lo, hi, by if not self.plain or (by and lo[0] == hi[0] == "const") else None

    def quantified(self, kind, d):
        n, t = self.name("q"), self.r.choice([self.index, self.s, self.e, self.small, BOOL])
        stop = self.plain and t.symmetric # Rumur stops at the first operand that decides
        self.pure += stop
        self.binders.append((n, t))
        body = self.value(BOOL, d + 1)
        self.binders.pop()
        self.pure -= stop
        if not self.plain and body[0] == kind and self.chance(0.8):
            body = (*body[:4], "joined")
        return (kind, n, t, body)

    def whole(self, t, d):
        """A place of record or array type t."""
        out = [("place", n, ()) for n, v in self.m.variables if v is t]
        for n, v in self.m.variables:
            if v.kind == "array" and v.elem is t:
                s = self.at(v.index, d)
                if s:
                    out.append(("place", n, (s,)))
        if t is self.rec and not self.plain and not self.in_function and out and self.chance(0.4):
            out = [("place", ("call", self.record_function(), (self.value(BOOL, d + 1),)), ())]
        return self.r.choice(out) if out else None

    def record_function(self):
        if "rec()" not in self.made:
            p, v = self.name("p"), self.name("l")
            self.made["rec()"] = f = self.name("fr")
            body = [("assign", ("place", v, (("fld", "b"),)), var(p)),
                    ("assign", ("place", v, (("fld", "a"),)), self.quiet(self.elem)), ("return", ("place", v, ()))]
            up = ("assign", ("place", "cnt", ()), ("mod", ("add", var("cnt"), lit(self.count, 1)), lit(self.count, 3)))
            self.functions.append({"name": f, "params": [(p, BOOL, False)], "locals": [(v, self.rec)],
                                   "result": self.rec, "body": [up] + body, "effects": True})
        return self.made["rec()"]

    def quiet(self, t):
        e = self.literal(t)
        return e if e is not None else var({self.index: "i", self.ind: "k"}.get(t, "x"))

    def same(self, d):
        t = self.r.choice([self.rec, self.row])
        p, q = self.whole(t, d + 1), self.whole(t, d + 1)
        return (self.r.choice(["same", "differs"]), p, q) if p and q else lit(BOOL, 1)

    def place_of(self, t, d=1):
        found = self.places(t, d)
        simple = [("place", n, ()) for n, v in (("x", self.elem), ("i", self.index), ("k", self.ind)) if v is t]
        return self.r.choice(found * 2 + simple) if found or simple else None

    # ---- statements

    def stmt(self, d=0):
        kinds = ["rebind"] * 15 * any(n.startswith("j") for n, _ in self.binders) + ["undef", "put", "call", "alias", "elsif", "while", "switch", "switch"]
        kinds += ["assign", "assign", "copy", "copyc", "if", "elsif", "for", "forr", "while", "call", "callv", "assert", "error",
                 "assume", "cover", "clear", "clear", "undef", "assignu", "put", "putp", "putt", "alias", "aliasv", "alias alias",
                 "switch", "leave", "rebind", "recursive"]
        if not self.plain:
            kinds += ["bagadd", "bagaddv", "bagremif", "bags", "undefined argument", "count bag"] * 2
        for _ in range(6):
            kind = self.r.choice(kinds)
            if d > 1 and kind in ("if", "elsif", "for", "forr", "while", "alias", "aliasv", "alias alias", "switch"):
                continue
            s = getattr(self, "s_" + kind.replace(" ", "_"))(d)
            if s:
                return s
        return self.s_assign(d)

    def body(self, d, most=2):
        return [self.stmt(d + 1) for _ in range(self.r.randint(1, most))]

    def s_assign(self, d):
        t = self.r.choice([self.elem, self.elem, self.index, self.ind])
        e, p = self.value(t), self.place_of(t)
        return ("assign", p, e) if e is not None and p else ("assign", ("place", "x", ()), self.quiet(self.elem))

    def s_copy(self, d):
        t = self.r.choice([self.rec, self.row])
        self.in_function, before = True, self.in_function # the target is a variable
        p = self.whole(t, 1)
        self.in_function = before
        q = self.whole(t, 1)
        return ("copy", p, q) if p and q else None

    def s_copyc(self, d):
        s = None if self.plain else self.s_copy(d)
        other = s and self.whole(self.rec if self.is_rec(s[1]) else self.row, 1)
        return ("copyc", s[1], self.value(BOOL), s[2], other) if other else None

    def is_rec(self, p):
        v = self.has[p[1]]
        return (v.elem if p[2] else v) is self.rec

    def s_if(self, d):
        return ("if", [(self.value(BOOL), self.body(d))], self.body(d) if self.chance(0.5) else None)

    def s_elsif(self, d):
        return ("if", [(self.effect(BOOL, self.boolean(), self.chance(0.5)), self.body(d, 1)) for _ in range(2)], self.body(d) if self.chance(0.5) else None)

    def s_for(self, d):
        j, t = self.name("j"), self.r.choice([self.index, self.s, self.small, self.e])
        self.binders.append((j, t))
        loop, self.in_loop = self.in_loop, True
        body = self.body(d)
        if self.chance(0.3):
            body = [("for", self.name("j"), self.r.choice([self.small, self.s]), body) + ("joined",) * (not self.plain)]
        self.in_loop = loop
        self.binders.pop()
        return ("for", j, t, body)

    def s_rebind(self, d):
        loops = [(n, t) for n, t in self.binders if n.startswith("j")]
        if not loops:
            return None
        n, t = self.r.choice(loops)
        e = self.value(t)
        return ("rebind", n, t, e) if e is not None else None

    def s_forr(self, d):
        bounds = self.bounds()
        loop, self.in_loop = self.in_loop, True
        body = self.body(d)
        self.in_loop = loop
        return ("forr", self.name("r"), *bounds, body)

    def s_while(self, d):
        """Terminates: its condition is turned off, and no wrapper changes that."""
        v = self.name("w")
        on = self.effect(BOOL, var(v), self.chance(0.6))
        return ("while", on, [("assign", ("place", v, ()), lit(BOOL, 0)), *self.body(d, 1)], v)

    def s_call(self, d):
        if self.in_function:
            return None
        p = self.place_of(self.elem)
        args = (("ref", p), self.value(BOOL))
        return ("callp", self.procedure(), args) if p else None

    def procedure(self):
        if "procedure" not in self.made:
            p, q = self.name("p"), self.name("p")
            self.made["procedure"] = f = self.name("pr")
            other = self.quiet(self.elem)
            body = [("if", [(var(q), [("leave",)])], None), ("assign", ("place", p, ()), other)]
            self.functions.append({"name": f, "params": [(p, self.elem, True), (q, BOOL, False)], "locals": [],
                                   "result": None, "body": body})
        return self.made["procedure"]

    def s_callv(self, d):
        """A record by value."""
        q = None if self.in_function else self.whole(self.rec, 1)
        if not q or (self.plain and isinstance(q[1], tuple)):
            return None
        if "of record" not in self.made:
            p = self.name("p")
            self.made["of record"] = f = self.name("fn")
            self.functions.append({"name": f, "params": [(p, self.rec, False)], "locals": [], "result": BOOL,
                                   "body": [("return", var(p, ("fld", "b")))]})
        return ("if", [(("call", self.made["of record"], (("load", q),)), self.body(d, 1))], None)

    def s_undefined_argument(self, d):
        if "takes undefined" not in self.made:
            p = self.name("p")
            self.made["takes undefined"] = f = self.name("fn")
            self.functions.append({"name": f, "params": [(p, self.elem, False)], "locals": [], "result": BOOL,
                                   "body": [("return", ("isundef", ("place", p, ())))]})
        a = self.r.choice([("undefined",), var("nu"), self.value(self.elem)])
        return ("if", [(("call", self.made["takes undefined"], (a,)), self.body(d, 1))], None)

    def s_recursive(self, d):
        if "recursive" not in self.made:
            p = self.name("p")
            self.made["recursive"] = f = self.name("rc")
            again = ("call", f, (("sub", var(p), lit(self.count, 1)),))
            up = ("assign", ("place", "cnt", ()), ("mod", ("add", var("cnt"), lit(self.count, 1)), lit(self.count, 3)))
            self.functions.append({"name": f, "params": [(p, self.count, False)], "locals": [], "result": BOOL,
                                   "body": [up, ("if", [(("gt", var(p), lit(self.count, 0)), [("return", again)])], None),
                                            ("return", lit(BOOL, 1))], "effects": True})
        if self.pure:
            return None
        return ("if", [(("call", self.made["recursive"], (self.value(self.count),)), self.body(d, 1))], None)

    def s_assert(self, d):
        return ("assert", self.mostly(), self.name("claim "))

    def mostly(self):
        """A condition that is often true, and sometimes a call as a whole."""
        return self.effect(BOOL, ("or", lit(BOOL, 1) if self.chance(0.3) else self.value(BOOL), self.value(BOOL)),
                           self.chance(0.5))

    def s_error(self, d):
        return ("if", [(("and", self.value(BOOL), self.value(BOOL)), [("error", self.name("error "))])], None)

    def s_assume(self, d):
        return ("assume", self.mostly())

    def s_cover(self, d):
        if self.plain and self.in_loop: # Rumur counts each iteration
            return None
        return ("cover", self.value(BOOL), self.name("seen "))

    def s_clear(self, d):
        return ("clear", self.r.choice([p for p in (self.place_of(self.elem), self.whole_target()) if p]))

    def whole_target(self):
        before, self.in_function = self.in_function, True
        p = self.whole(self.r.choice([self.rec, self.row]), 1)
        self.in_function = before
        return p

    def s_undef(self, d):
        return ("undef", ("place", "nu", ()) if self.chance(0.4) else self.place_of(self.elem))

    def s_assignu(self, d):
        return None if self.plain else ("assignu", ("place", "nu", ())) if self.chance(0.7) else \
            ("assignu", self.place_of(self.elem))

    def s_put(self, d):
        return ("put", self.r.choice([("load", self.place_of(self.elem)), self.effect(BOOL, self.value(BOOL), True)]))

    def s_putp(self, d):
        p = self.whole_target()
        return ("putp", p) if p else None

    def s_putt(self, d):
        return ("putt", "text")

    def s_alias(self, d):
        p, n = self.place_of(self.elem), self.name("al")
        inner = ("assign", ("place", n, ()), self.value(self.elem))
        return ("alias", n, p, [inner] + self.body(d, 1))

    def s_alias_alias(self, d):
        p, n, o = self.whole_target(), self.name("al"), self.name("al")
        if not p or not self.is_rec(p):
            return None
        use = ("assign", ("place", o, ()), self.value(self.elem))
        return ("alias", n, p, [("alias", o, ("place", n, (("fld", "a"),)), [use] + self.body(d, 1))])

    def s_aliasv(self, d):
        n, t = self.name("al"), self.r.choice([self.elem, BOOL])
        e = self.effect(t, ("cond", self.value(BOOL), self.quiet(t), self.quiet(t)), True) if t is self.elem else \
            ("not", self.value(BOOL))
        target = self.place_of(t)
        return ("aliasv", n, e, [self.stmt(d + 1)] + ([("assign", target, var(n))] if target else []))

    def s_switch(self, d):
        t = self.r.choice([self.e, self.small])
        e, values = self.effect(t, self.value(t, 1), self.chance(0.5)), list(t.domain)
        self.r.shuffle(values)
        cases = [([lit(t, v) if self.plain else self.effect(t, lit(t, v), self.chance(0.4))], self.body(d, 1))
                 for v in values[:self.r.choice([1, 2])]]
        if self.chance(0.2):
            cases = [([lit(t, v) for v in values], self.body(d, 1))]
        return ("switch", e, cases, self.body(d, 1) if self.chance(0.5) else None)

    def s_leave(self, d):
        return None if self.in_function or d == 0 else ("leave",)

    # ---- multisets

    def a_bag(self, d=1):
        out = [("place", n, ()) for n in ("bag",) if n in self.has]
        if "bags" in self.has:
            s = self.at(self.ind, d)
            out += [("place", "bags", (s,))] * 2 if s else []
        return self.r.choice(out) if out else None

    def s_bagaddv(self, d):
        p, e = self.a_bag(), self.value(self.elem)
        return ("bagaddv", e, p) if p else None

    s_bags = s_bagaddv

    def s_bagadd(self, d):
        if "bagr" in self.has:
            p = self.whole(self.rec, 1)
            return ("bagadd", p, ("place", "bagr", ())) if p else None
        return self.s_bagaddv(d)

    def s_bagremif(self, d):
        p, z = self.a_bag(), self.name("z")
        return ("bagremif", z, p, self.condition_of_entry(z, p, 1)) if p else None

    def s_count_bag(self, d):
        if "bag" not in self.has:
            return None
        return ("if", [(("gt", self.bag_count("bag", 1), lit(self.small, 0)), self.body(d, 1))], None)

    # ---- rules, properties

    def parameters(self, bags=True):
        params, names = [], []
        for _ in range(self.r.choice([0, 0, 1, 1, 2])):
            n = self.name("i")
            if bags and "bag" in self.has and self.chance(0.3) and not any(p[1] == "bag" for p in params):
                params.append((n, "bag", ("place", "bag", ())))
            elif self.chance(0.15):
                params.append((n, "range", lit(self.small, 0), lit(self.small, 1), self.plain or self.chance(0.5)))
            else:
                t = self.r.choice([self.index, self.s, self.e, self.small, BOOL])
                params.append((n, "type", t))
                names.append((n, t))
        return params, names

    def rule(self):
        params, self.binders = self.parameters()
        self.pure += self.plain
        aliases = [(self.name("al"), self.place_of(self.elem))] if self.chance(0.3) else []
        guard = self.value(BOOL) if self.chance(0.8) else None
        if guard and self.chance(0.3):
            guard = ("and", self.value(BOOL), ("and", guard, self.value(BOOL)))
        self.pure -= self.plain
        body = [self.stmt() for _ in range(self.r.choice([1, 2, 3]))]
        if aliases:
            body.append(("assign", ("place", aliases[0][0], ()), self.value(self.elem)))
        bag = next((p for p in params if p[1] == "bag"), None)
        if bag and self.chance(0.7):
            body = [s for s in body if "bag" not in str(s)] + [("bagrem", bag[0], bag[2])]
        self.binders = []
        loops, body = lift_loops(body)
        body = [("assign", ("place", v, ()), lit(BOOL, 1)) for v in loops] + body
        return {"kind": "rule", "name": self.name("rule "), "params": params, "aliases": aliases, "guard": guard,
                "locals": [(v, BOOL) for v in loops], "body": body}

    def start(self):
        body = [("for", "s0", self.s, [("assign", ("place", n, ()), var("s0"))]) if t is self.s else
                ("assign", ("place", n, ()), self.literal(t))
                for n, t in self.m.variables if t.kind in ("bool", "range", "enum", "scalar", "union") and n != "nu"]
        for n, t in self.m.variables:
            if t.kind in ("array", "record", "bag"):
                body.append(("clear", ("place", n, ())))
        return {"kind": "start", "name": self.name("start "), "params": [], "aliases": [], "guard": None, "locals": [],
                "body": body}

    def prop(self, kind):
        params, self.binders = self.parameters(bags=False)
        self.pure += self.plain
        e = self.value(BOOL)
        if kind in ("invariant", "assume") and self.chance(0.8):
            e = ("or", e, ("or", self.value(BOOL), self.value(BOOL)))
        self.pure -= self.plain
        self.binders = []
        return {"kind": kind, "name": self.name(kind + " "), "params": params, "expr": e}

    def model(self):
        m, r = self.m, self.r
        self.types()
        self.variables()
        m.rules = [self.start() for _ in range(r.choice([1, 1, 2]))] + [self.rule() for _ in range(r.randint(3, 6))]
        m.props = [self.prop(k) for k in r.sample(["invariant", "invariant", "cover", "cover", "liveness", "assume"], r.choice([2, 3]))]
        m.props.append({"kind": "invariant", "name": "counted", "params": [],
                        "expr": ("lt", var("cnt"), lit(self.count, r.choice([2, 3])))})
        m.functions = self.functions
        return m


def lift_loops(x):
    """Names of the locals of while loops, and the statements without them."""
    names = []

    def walk(s):
        if isinstance(s, tuple) and s and s[0] == "while" and len(s) == 4:
            names.append(s[3])
            s = s[:3]
        if isinstance(s, tuple):
            return tuple(walk(y) for y in s)
        return [walk(y) for y in s] if isinstance(s, list) else s

    out = walk(x)
    return names, out


def generate(seed, flavour):
    return Lab(seed, flavour).model()
