"""The oracle's own reading of the language: a model (model.py) becomes Python functions, and a plain search counts.

Shares no code and no layout with the program under test. A state is a tuple of slots; undefined is None.
Slow on purpose in nothing but its generality: every rule becomes one Python function."""

from model import changes

PYTHON = {"add": "+", "sub": "-", "mul": "*", "bitand": "&", "bitor": "|", "bitxor": "^"}
BINARY = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


class Fault(Exception):
    """what: 'fault' (undefined value, range, index, ...) or the label of an assertion."""

    def __init__(self, what):
        self.what = what


class Leave(Exception):
    """A return in the body of a rule."""


class Cut(Exception):
    """An assume statement was false."""


class any_of:
    """Values of a case, each evaluated only if those before it do not match."""

    def __init__(self, *values):
        self.values = values

    def __contains__(self, v):
        return any(v == value() for value in self.values)


def load(memory, at):
    v = memory[at]
    if v is None:
        raise Fault("fault")
    return v


def rank(table, v):
    r = table.get(v)
    if r is None:
        raise Fault("fault")
    return r


def within(domain, v):
    if v not in domain:
        raise Fault("fault")
    return v


def passed(domain, memory, at):
    v = memory[at]
    return v if v is None else within(domain, v)


def divide(a, b):
    if b == 0:
        raise Fault("fault")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def modulo(a, b):
    return a - b * divide(a, b)


def entry(memory, bag, k, width):
    if memory[bag + k * width] is None:
        raise Fault("fault")
    return bag + k * width + 1


def present(memory, bag, cap, width):
    return [k for k in range(cap) if memory[bag + k * width] is not None]


def bag_add(memory, bag, cap, width, values):
    for k in range(cap):
        if memory[bag + k * width] is None:
            memory[bag + k * width:bag + (k + 1) * width] = [1] + values
            return
    raise Fault("fault")


def bag_remove(memory, bag, cap, width, k):
    """The others keep their places until the step ends."""
    at = entry(memory, bag, k, width) - 1
    memory[at:at + width] = [None] * width


def entry_key(e):
    return [(v is not None, v or 0) for v in e]


def bag_remove_if(memory, bag, cap, width, test):
    for k in range(cap):
        if memory[bag + k * width] is not None and test(k):
            memory[bag + k * width:bag + (k + 1) * width] = [None] * width


def shift(a, by):
    return 0 if abs(by) >= 64 else a << by if by >= 0 else a >> -by


def part(memory, at, width):
    return memory[at:at + width]


def alike(m1, a1, m2, a2, width):
    return m1[a1:a1 + width] == m2[a2:a2 + width]


def span(lo, hi, step):
    if step == 0:
        raise Fault("fault")
    return range(lo, hi + (1 if step > 0 else -1), step)


def raise_fault(what):
    raise Fault(what)


def template(t, cleared):
    """Slots of a cleared (else undefined) value."""
    if t.simple:
        return [t.domain[0] if cleared else None]
    if t.kind == "array":
        return template(t.elem, cleared) * len(t.index.domain)
    if t.kind == "record":
        return [v for _, f in t.fields for v in template(f, cleared)]
    return [None] * t.width


class Compiler:
    def __init__(self, model, copies_undefined, identities):
        """identities: undefined is one more value when elements are compared, as in CMurphi."""
        self.model, self.copies_undefined, self.identities = model, copies_undefined, identities
        self.names = {k: v for k, v in globals().items() if callable(v) or isinstance(v, type)}
        self.count, self.lines, self.depth = 0, [], 0
        self.functions = {f["name"]: f for f in model.functions}
        self.globals, at = {}, 0
        for n, t in model.variables:
            self.globals[n] = ("mem", t, "S", str(at))
            at += t.width
        self.width = at

    # ---- output

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def constant(self, stem, value):
        name = self.fresh(stem)
        self.names[name] = value
        return name

    def domain(self, t):
        if not hasattr(t, "oracle_domain"):
            t.oracle_domain, t.oracle_set = t.domain, frozenset(t.domain)
            t.oracle_rank = {v: i for i, v in enumerate(t.domain)}
        return self.constant("D", t.oracle_domain)

    def members(self, t):
        self.domain(t)
        return self.constant("M", t.oracle_set)

    def ranks(self, t):
        self.domain(t)
        return self.constant("R", t.oracle_rank)

    # ---- places and expressions

    def place(self, p, scope):
        if isinstance(p[1], tuple):
            kind, t, memory, at = "mem", self.functions[p[1][1]]["result"], self.call(p[1][1], p[1][2], scope), "0"
        else:
            kind, t, memory, at = scope[p[1]]
        assert kind == "mem", p
        for s in p[2]:
            if s[0] == "fld":
                skip = 0
                for n, ft in t.fields:
                    if n == s[1]:
                        break
                    skip += ft.width
                else:
                    raise KeyError(s[1])
                at, t = f"{at} + {skip}", ft
            elif s[0] == "idx":
                assert t.kind == "array"
                at = f"{at} + {t.elem.width} * rank({self.ranks(t.index)}, {self.expr(s[1], scope)})"
                t = t.elem
            else:
                assert t.kind == "bag"
                at = f"entry({memory}, {at}, {scope[s[1]][2]}, {1 + t.elem.width})"
                t = t.elem
        return t, memory, at

    def bag(self, p, scope):
        t, memory, at = self.place(p, scope)
        assert t.kind == "bag"
        return t, memory, at, f"{memory}, {at}, {t.cap}, {1 + t.elem.width}"

    def load(self, p, scope):
        if not p[2] and not isinstance(p[1], tuple) and scope[p[1]][0] == "val":
            return scope[p[1]][2]
        t, memory, at = self.place(p, scope)
        assert t.simple
        return f"load({memory}, {at})"

    def type_of(self, e, scope):
        """For a value that is or may be an element; None: for another one."""
        if e[0] == "load":
            p = e[1]
            if not p[2] and not isinstance(p[1], tuple) and scope[p[1]][0] != "mem":
                return scope[p[1]][1]
            return self.place(p, scope)[0]
        return e[1] if e[0] == "const" else self.functions[e[1]]["result"] if e[0] == "call" else \
            self.type_of(e[2], scope) if e[0] == "cond" else None

    def is_identity(self, e, scope):
        t = self.type_of(e, scope)
        return t is not None and t.kind in ("scalar", "union")

    def raw(self, e, scope):
        """The value of a variable may be undefined."""
        if e[0] == "cond":
            return f"({self.raw(e[2], scope)} if {self.expr(e[1], scope)} else {self.raw(e[3], scope)})"
        if not self.is_plain_load(e, scope):
            return self.expr(e, scope)
        _, memory, at = self.place(e[1], scope)
        return f"part({memory}, {at}, 1)[0]"

    def element(self, e, scope):
        return self.raw(e, scope) if self.identities and self.is_identity(e, scope) else self.expr(e, scope)

    def call(self, name, args, scope):
        f = self.functions[name]
        assert len(f["params"]) == len(args)
        out = ["S", "H"]
        for (_, t, ref), a in zip(f["params"], args):
            if ref:
                pt, memory, at = self.place(a[1], scope)
                assert pt is t
                out += [memory, at]
            elif a[0] == "undefined":
                out.append("None" if t.simple else repr([None] * t.width))
            elif t.simple and self.is_plain_load(a, scope): # an undefined variable makes the parameter undefined
                _, memory, at = self.place(a[1], scope)
                out.append(f"passed({self.members(t)}, {memory}, {at})")
            elif t.simple:
                out.append(f"within({self.members(t)}, {self.expr(a, scope)})")
            else:
                pt, memory, at = self.place(a[1], scope)
                assert pt is t
                out.append(f"part({memory}, {at}, {t.width})")
        return f"f_{name}({', '.join(out)})"

    def expr(self, e, scope):
        op = e[0]
        if op == "const":
            return f"({e[2]})"
        if op == "load":
            return self.load(e[1], scope)
        if op == "not":
            return f"(not {self.expr(e[1], scope)})"
        if op == "neg":
            return f"(- {self.expr(e[1], scope)})"
        if op in ("eq", "ne") and self.identities and (self.is_identity(e[1], scope) or self.is_identity(e[2], scope)):
            return f"({self.raw(e[1], scope)} {BINARY[op]} {self.raw(e[2], scope)})"
        if op in BINARY:
            return f"({self.expr(e[1], scope)} {BINARY[op]} {self.expr(e[2], scope)})"
        if op in PYTHON:
            return f"({self.expr(e[1], scope)} {PYTHON[op]} {self.expr(e[2], scope)})"
        if op == "bitnot":
            return f"(~ {self.expr(e[1], scope)})"
        if op in ("shl", "shr"):
            return f"shift({self.expr(e[1], scope)}, {'-' if op == 'shr' else ''} {self.expr(e[2], scope)})"
        if op in ("div", "mod"):
            return f"{'divide' if op == 'div' else 'modulo'}({self.expr(e[1], scope)}, {self.expr(e[2], scope)})"
        if op in ("and", "or"):
            return f"({self.expr(e[1], scope)} {op} {self.expr(e[2], scope)})"
        if op == "imp":
            return f"(not {self.expr(e[1], scope)} or {self.expr(e[2], scope)})"
        if op == "cond":
            return f"({self.expr(e[2], scope)} if {self.expr(e[1], scope)} else {self.expr(e[3], scope)})"
        if op in ("forall", "exists"):
            v = self.fresh("q")
            body = f"bool({self.expr(e[3], dict(scope, **{e[1]: ('val', e[2], v)}))}) for {v} in {self.domain(e[2])}"
            inside = f"[{body}]" if e[2].symmetric else body # symmetric: no instance may hide the fault of another
            return f"{'all' if op == 'forall' else 'any'}({inside})"
        if op in ("forallr", "existsr"):
            v = self.fresh("q")
            body = self.expr(e[5], dict(scope, **{e[1]: ("val", None, v)}))
            lo, hi = self.expr(e[2], scope), self.expr(e[3], scope)
            step = self.expr(e[4], scope) if e[4] else "1"
            return f"{'all' if op[:3] == 'for' else 'any'}({body} for {v} in span({lo}, {hi}, {step}))"
        if op == "isundef":
            t, memory, at = self.place(e[1], scope)
            assert t.simple
            return f"({memory}[{at}] is None)"
        if op == "ismember":
            return f"({self.element(e[1], scope)} in {self.members(e[2])})"
        if op == "call":
            return self.call(e[1], e[2], scope)
        if op == "bagcount":
            v = self.fresh("q")
            body = self.expr(e[3], dict(scope, **{e[1]: ("bag", None, v)}))
            return f"sum([bool({body}) for {v} in present({self.bag(e[2], scope)[3]})])"
        if op in ("same", "differs"):
            t, m1, a1 = self.place(e[1], scope)
            u, m2, a2 = self.place(e[2], scope)
            assert t is u and not t.simple
            both = f"alike({m1}, {a1}, {m2}, {a2}, {t.width})"
            return both if op == "same" else f"(not {both})"
        raise ValueError(op)

    # ---- statements

    def block(self, stmts, scope):
        self.depth += 1
        for s in stmts:
            self.stmt(s, scope)
        if not stmts:
            self.put("pass")
        self.depth -= 1

    def is_plain_load(self, e, scope):
        return e[0] == "load" and (isinstance(e[1][1], tuple) or scope[e[1][1]][0] == "mem")

    def assign(self, s, scope):
        t, memory, at = self.place(s[1], scope)
        assert t.simple
        if self.copies_undefined and self.is_plain_load(s[2], scope):
            _, m2, a2 = self.place(s[2][1], scope)
            self.put(f"x = part({m2}, {a2}, 1)[0]")
            self.put(f"{memory}[{at}] = None if x is None else within({self.members(t)}, x)")
        else:
            self.put(f"x = within({self.members(t)}, {self.expr(s[2], scope)})")
            self.put(f"{memory}[{at}] = x")

    def stmt(self, s, scope):
        op = s[0]
        if op == "assign":
            self.assign(s, scope)
        elif op == "copy":
            self.copy(s[1], s[2], scope)
        elif op == "copyc":
            self.put(f"if {self.expr(s[2], scope)}:")
            for k, p in enumerate(s[3:]):
                self.put("else:") if k else None
                self.depth += 1
                self.copy(s[1], p, scope)
                self.depth -= 1
        elif op == "assignu":
            _, memory, at = self.place(s[1], scope)
            self.put(f"{memory}[{at}] = None")
        elif op == "aliasv":
            v = self.fresh("w")
            self.put(f"{v} = {self.expr(s[2], scope)}")
            self.depth -= 1
            self.block(s[3], dict(scope, **{s[1]: ("val", None, v)}))
            self.depth += 1
        elif op == "leave":
            self.put("raise Leave()" if self.result == "rule" else "return None")
        elif op == "if":
            for k, (c, body) in enumerate(s[1]):
                self.put(f"{'elif' if k else 'if'} {self.expr(c, scope)}:")
                self.block(body, scope)
            if s[2] is not None:
                self.put("else:")
                self.block(s[2], scope)
        elif op == "rebind":
            self.assign((op, ("place", s[1], ()), s[3]), scope)
        elif op == "for":
            v = self.fresh("i")
            self.put(f"for {v} in {self.domain(s[2])}:")
            if changes(s[3], s[1]): # the iteration's own copy: the next one takes the next value
                self.depth += 1
                copy = self.fresh("m")
                self.put(f"{copy} = [{v}]")
                self.depth -= 1
                self.block(s[3], dict(scope, **{s[1]: ("mem", s[2], copy, "0")}))
            else:
                self.block(s[3], dict(scope, **{s[1]: ("val", s[2], v)}))
        elif op == "forr":
            v, step = self.fresh("i"), self.expr(s[4], scope) if s[4] else "1"
            self.put(f"for {v} in span({self.expr(s[2], scope)}, {self.expr(s[3], scope)}, {step}):")
            self.block(s[5], dict(scope, **{s[1]: ("val", None, v)}))
        elif op == "while":
            self.put(f"while {self.expr(s[1], scope)}:")
            self.block(s[2], scope)
        elif op == "callp":
            self.put(self.call(s[1], s[2], scope))
        elif op == "return":
            if s[1][0] == "place":
                t, memory, at = self.place(s[1], scope)
                self.put(f"return part({memory}, {at}, {t.width})")
            else:
                self.put(f"return within({self.result}, {self.expr(s[1], scope)})")
        elif op == "assert":
            self.put(f"if not {self.expr(s[1], scope)}: raise Fault({s[2]!r})")
        elif op == "error":
            self.put(f"raise Fault({s[1]!r})")
        elif op == "assume":
            self.put(f"if not {self.expr(s[1], scope)}: raise Cut()")
        elif op == "cover":
            self.put(f"if {self.expr(s[1], scope)} and {s[2]!r} not in H: H.append({s[2]!r})") # one hit for a step
        elif op in ("clear", "undef"):
            t, memory, at = self.place(s[1], scope)
            blank = self.constant("T", template(t, op == "clear"))
            self.put(f"x = {at}; {memory}[x:x + {t.width}] = {blank}")
        elif op == "alias":
            memory, at = self.fresh("m"), self.fresh("a")
            t, m1, a1 = self.place(s[2], scope)
            self.put(f"{memory}, {at} = {m1}, {a1}")
            self.depth -= 1
            self.block(s[3], dict(scope, **{s[1]: ("mem", t, memory, at)}))
            self.depth += 1
        elif op == "switch":
            v = self.fresh("w")
            self.put(f"{v} = {self.element(s[1], scope)}")
            for k, (consts, body) in enumerate(s[2]):
                self.put(f"{'elif' if k else 'if'} {v} in any_of({', '.join('lambda: ' + self.expr(c, scope) for c in consts)}):")
                self.block(body, scope)
            if s[3] is not None:
                self.put("else:")
                self.block(s[3], scope)
        elif op == "put" and s[1][0] != "load": # of a variable only its place is searched
            self.put(self.expr(s[1], scope))
        elif op in ("put", "putp"):
            p = s[1][1] if op == "put" else s[1]
            self.put(self.place(p, scope)[2] if isinstance(p[1], tuple) or scope[p[1]][0] == "mem" else "pass")
        elif op == "putt":
            self.put("pass")
        else:
            self.bag_stmt(s, scope)

    def copy(self, to, source, scope):
        """The places first, then their contents."""
        t, memory, at = self.place(to, scope)
        u, m2, a2 = self.place(source, scope)
        assert t is u and not t.simple
        self.put(f"z = {m2}; x = {a2}; y = {at}; {memory}[y:y + {t.width}] = z[x:x + {t.width}]")

    def bag_stmt(self, s, scope):
        if s[0] == "bagadd":
            t, _, _, text = self.bag(s[2], scope)
            u, m2, a2 = self.place(s[1], scope)
            assert u is t.elem
            self.put(f"z = {m2}; x = {a2}; bag_add({text}, z[x:x + {u.width}])")
        elif s[0] == "bagaddv":
            t, _, _, text = self.bag(s[2], scope)
            if self.identities and t.elem.kind in ("scalar", "union", "enum") and self.is_plain_load(s[1], scope):
                _, m2, a2 = self.place(s[1][1], scope) # undefined is added as it is
                self.put(f"x = passed({self.members(t.elem)}, {m2}, {a2}); bag_add({text}, [x])")
            else:
                self.put(f"x = within({self.members(t.elem)}, {self.expr(s[1], scope)}); bag_add({text}, [x])")
        elif s[0] == "bagrem":
            self.put(f"bag_remove({self.bag(s[2], scope)[3]}, {scope[s[1]][2]})")
        elif s[0] == "bagremif":
            v = self.fresh("q")
            test = self.expr(s[3], dict(scope, **{s[1]: ("bag", None, v)}))
            self.put(f"bag_remove_if({self.bag(s[2], scope)[3]}, lambda {v}: {test})")
        else:
            raise ValueError(s[0])

    # ---- functions, rules, properties

    def locals(self, variables, scope):
        for n, t in variables:
            name = self.fresh("l")
            self.put(f"{name} = [None] * {t.width}")
            scope[n] = ("mem", t, name, "0")

    def function(self, f):
        scope, names = dict(self.globals), ["S", "H"]
        for n, t, ref in f["params"]:
            a = self.fresh("p")
            names += [a, a + "a"] if ref else [a]
            scope[n] = ("mem", t, a, a + "a" if ref else "0")
        self.put(f"def f_{f['name']}({', '.join(names)}):")
        self.depth += 1
        for n, t, ref in f["params"]:
            if not ref and t.simple:
                self.put(f"{scope[n][2]} = [{scope[n][2]}]")
        self.locals(f["locals"], scope)
        self.result = self.members(f["result"]) if f["result"] and f["result"].simple else None
        self.depth -= 1
        self.block(f["body"], scope)
        if f["result"]:
            self.put("    raise Fault('fault')")

    def params(self, params, scope):
        """Opens one loop for each parameter."""
        self.put("for _ in (0,):")
        self.depth += 1
        for p in params:
            v = self.fresh("k")
            if p[1] == "type":
                self.put(f"for {v} in {self.domain(p[2])}:")
                scope[p[0]] = ("val", p[2], v)
            elif p[1] == "range":
                self.put(f"for {v} in span({self.expr(p[2], scope)}, {self.expr(p[3], scope)}, 1):")
                scope[p[0]] = ("val", None, v)
            else:
                self.put(f"S = list(s0)\n{'    ' * self.depth}for {v} in present({self.bag(p[2], scope)[3]}):")
                scope[p[0]] = ("bag", None, v)
            self.depth += 1

    def rule(self, k, r):
        scope = dict(self.globals)
        self.put(f"def rule{k}(s0, out):")
        self.depth += 1
        self.put("S, H = s0, None")
        self.params(r["params"], scope)
        self.put("S = list(s0); H = []")
        self.put("try:")
        self.depth += 1
        for n, p in r["aliases"]:
            t, memory, at = self.place(p, scope)
            name = self.fresh("a")
            self.put(f"{name} = {at}")
            scope[n] = ("mem", t, memory, name)
        if r["guard"]:
            self.put(f"if not {self.expr(r['guard'], scope)}: continue")
        self.put("S = list(s0)") # changes by a guard are undone
        self.locals(r["locals"], scope)
        self.result = "rule"
        self.put("try:")
        self.block(r["body"], scope)
        self.put("except Leave: pass")
        self.depth -= 1
        self.put(f"    out.append(({k}, normal(S), None, H))")
        self.put("except Cut: pass")
        self.put(f"except Fault as f: out.append(({k}, None, f.what, H))")
        self.depth = 0

    def prop(self, k, p):
        scope = dict(self.globals)
        self.put(f"def prop{k}(S):")
        self.depth += 1
        self.put("s0 = S; H = None; out = []")
        self.params(p["params"], scope)
        self.put("S = list(s0); H = []")
        self.put(f"try: out.append(bool({self.expr(p['expr'], scope)}))")
        self.put("except Fault: out.append(None)")
        self.put(f"except Cut: out.append({p['kind'] == 'assume'})")
        self.depth = 1
        self.put("return out")
        self.depth = 0

    def bags(self, t, at, out):
        if t.kind == "array":
            for i in range(len(t.index.domain)):
                self.bags(t.elem, at + i * t.elem.width, out)
        elif t.kind == "record":
            for _, f in t.fields:
                self.bags(f, at, out)
                at += f.width
        elif t.kind == "bag":
            out.append((at, t.cap, 1 + t.elem.width))
        return out

    def compile(self):
        bags = []
        for n, t in self.model.variables:
            self.bags(t, int(self.globals[n][3]), bags)

        def normal(s):
            for base, cap, w in bags:
                es = sorted((s[base + k * w:base + (k + 1) * w] for k in range(cap)), key=entry_key, reverse=True)
                s[base:base + cap * w] = [v for e in es for v in e]
            return tuple(s)

        self.names["normal"] = self.normal = normal
        for f in self.model.functions:
            self.function(f)
        for k, r in enumerate(self.model.rules):
            self.rule(k, r)
        for k, p in enumerate(self.model.props):
            self.prop(k, p)
        exec(compile("\n".join(self.lines), "<model>", "exec"), self.names)
        self.rules = [self.names[f"rule{k}"] for k in range(len(self.model.rules))]
        self.props = [self.names[f"prop{k}"] for k in range(len(self.model.props))]
        return self


class TooBig(Exception):
    pass


class Result:
    """What a search found.

    states, depth_of: dense numbers in order of discovery, and their distances. out[i]: list of (rule, target or None if
    dropped by an assumption, fault, cover labels). fails: label -> depth of the nearest violation (of a step: the depth
    of the state that it leaves). level: label -> first level whose expansion finds it (-1: the starts). unsure:
    invariants of which one instance is false while another one faults. hits: cover -> count.
    live: liveness -> depth of the nearest state from which it cannot be reached any more, or None. live_fault: depth of
    the nearest state in which a liveness expression faults, or None. stuck, stutters: depth of the nearest state
    without a step, without a step to another state. A step to a state that a global assumption drops is a step and is
    counted as fired (as Rumur does), but hits no cover."""


def holds(values):
    """Conjunction of the instances of an invariant: False before fault, so that either reading may be accepted."""
    return False if False in values else None if None in values else True


def search(model, copies_undefined=True, limit=3000, edge_limit=60000, identities=False, renamings=None):
    """renamings(compiler): actions on states. Then the search starts in all renamings of the start states."""
    c = Compiler(model, copies_undefined, identities).compile()
    kinds = [p["kind"] for p in model.props]
    r = Result()
    r.compiler, r.states, r.index, r.depth_of, r.out, r.values, r.level = c, [], {}, [], [], [], {}
    r.fails, r.unsure, r.starts, r.start_covers, r.dropped, r.live_fault = {}, set(), [], [], 0, None
    assumptions = [k for k, kind in enumerate(kinds) if kind == "assume"]

    def fail(label, depth, in_step=False):
        r.fails[label] = min(depth, r.fails.get(label, depth))
        level = depth if in_step else depth - 1
        r.level[label] = min(level, r.level.get(label, level))

    def add(s, depth):
        at = r.index.get(s)
        if at is not None:
            return at
        values = [p(s) for p in c.props]
        if any(False in values[k] and None in values[k] for k in assumptions):
            raise TooBig() # whether such a state is dropped or a fault is the reader's choice: not this model
        allowed = [holds(values[k]) for k in assumptions]
        if None in allowed:
            fail("fault", depth)
        if False in allowed:
            r.dropped += 1
            r.index[s] = None
            return None
        at = r.index[s] = len(r.states)
        r.states.append(s)
        r.depth_of.append(depth)
        r.values.append(values)
        for k, kind in enumerate(kinds):
            if kind == "invariant" and holds(values[k]) is not True: # nor does one that cannot be evaluated
                fail(model.props[k]["name"], depth)
                if None in values[k] and False in values[k]:
                    r.unsure.add(model.props[k]["name"])
            if kind == "liveness" and None in values[k]: # checked when all states are known
                r.live_fault = depth if r.live_fault is None else r.live_fault
            elif kind != "assume" and None in values[k]:
                fail("fault", depth)
        if at >= limit:
            raise TooBig()
        return at

    edges = []
    for k, rule in enumerate(model.rules):
        if rule["kind"] == "start":
            c.rules[k](tuple([None] * c.width), edges)
    for k, s, fault, covers in edges:
        if fault:
            fail(fault, 0)
        else:
            if add(s, 0) is None:
                continue
            r.starts.append((k, s))
        r.start_covers += covers
    for k, s in r.starts: # the list grows
        for act in renamings(c) if renamings else ():
            if act(s) not in {x for _, x in r.starts} and add(act(s), 0) is not None:
                r.starts.append((k, act(s)))
    steps = [c.rules[k] for k, rule in enumerate(model.rules) if rule["kind"] == "rule"]
    total, at, r.stuck, r.stutters = 0, 0, None, None
    while at < len(r.states):
        edges, s = [], r.states[at]
        for rule in steps:
            rule(s, edges)
        total += len(edges)
        if total > edge_limit:
            raise TooBig()
        out = []
        for k, t, fault, covers in edges:
            if fault:
                fail(fault, r.depth_of[at], True)
                out.append((k, -1, fault, covers))
            else:
                to = r.index.get(t, -2)
                if to == -2:
                    to = add(t, r.depth_of[at] + 1)
                out.append((k, to, None, covers))
        r.out.append(out)
        if not edges and r.stuck is None:
            r.stuck = r.depth_of[at]
        if r.stutters is None and all(t == s for _, t, _, _ in edges):
            r.stutters = r.depth_of[at]
        at += 1
    r.transitions = total
    r.depth = max(r.depth_of, default=0)
    finish(model, r)
    return r


def finish(model, r):
    """Covers and liveness: over the whole graph."""
    r.hits, r.live = {}, {}
    for k, p in enumerate(model.props):
        if p["kind"] == "cover":
            r.hits[p["name"]] = sum(v is True for values in r.values for v in values[k])
        elif p["kind"] == "liveness":
            r.live[p["name"]] = liveness(r, k)
    labels = [l for rule in model.rules for l in cover_labels(rule["body"])]
    for f in model.functions:
        labels += cover_labels(f["body"])
    for l in labels:
        r.hits[l] = 0
    for l in r.start_covers + [l for out in r.out for _, to, _, covers in out if to is not None for l in covers]:
        r.hits[l] += 1


def cover_labels(stmts):
    out = []
    for s in stmts:
        if isinstance(s, tuple) and s and s[0] == "cover":
            out.append(s[2])
        elif isinstance(s, (tuple, list)):
            out += cover_labels(s)
    return out


def liveness(r, k):
    """Depth of the nearest state from which some instance of property k cannot be reached any more, or None."""
    back = [[] for _ in r.states]
    for a, out in enumerate(r.out):
        for _, b, _, _ in out:
            if b is not None and b >= 0:
                back[b].append(a)
    worst = None
    for inst in range(len(r.values[0][k]) if r.values else 0):
        good = [a for a in range(len(r.states)) if r.values[a][k][inst] is not False] # or it may be good: a fault
        seen = set(good)
        while good:
            for a in back[good.pop()]:
                if a not in seen:
                    seen.add(a)
                    good.append(a)
        bad = [r.depth_of[a] for a in range(len(r.states)) if a not in seen]
        if bad:
            worst = min(bad) if worst is None else min(worst, min(bad))
    return worst
