"""Guarded-rule models as plain data, and their text in Murphi.

A model consists of types (class Type) and of nested tuples for expressions, places and statements:

  expressions  ('const', type, value) ('load', place) ('not'|'neg', a)
               ('and'|'or'|'imp'|'eq'|'ne'|'lt'|'le'|'gt'|'ge'|'add'|'sub'|'mul'|'div'|'mod', a, b)
               ('bitand'|'bitor'|'bitxor'|'shl'|'shr', a, b) ('bitnot', a)
               ('cond', c, a, b) ('forall'|'exists', name, type, body)
               ('forallr'|'existsr', name, from, to, step, body) ('isundef', place) ('ismember', expr, type)
               ('call', name, args) ('bagcount', name, place, body) ('same'|'differs', place, place)
  places       ('place', name, steps), a step ('idx', expr), ('fld', name) or ('entry', name of a bag index); instead of
               the name ('call', name, args), whose result is a record or array
               ("joined" after a quantifier or loop over a type: written in one list with the one around it)
  statements   ('assign', place, expr) ('copy', place, place) ('if', [(cond, body)...], else) ('for', name, type, body)
               ('forr', name, from, to, step, body) ('while', cond, body) ('callp', name, args) ('return', expr)
               ('assert', expr, label) ('error', label) ('assume', expr) ('cover', expr, label) ('clear', place)
               ('undef', place) ('bagadd', place, bag) ('bagrem', name, bag) ('bagremif', name, bag, expr)
               ('alias', name, place, body) ('switch', expr, [(consts, body)...], else) ('put', expr)
               ('copyc', place, cond, place, place) ('assignu', place) ('aliasv', name, expr, body) ('putp', place)
               ('putt', text) ('bagaddv', expr, bag) ('leave',)
  arguments    ('ref', place), ('undefined',) or an expression
  parameters   (name, 'type', type) (name, 'range', from, to, whether to write it as a type)
               (name, 'bag', place)
"""


class Type:
    """kind: bool range enum scalar union array record bag. Values of simple types are integers; those of enumerations
    and scalarsets are numbered separately (base), so that a union is a plain set of integers."""

    def __init__(self, kind, name=None, **more):
        self.kind, self.name = kind, name
        self.__dict__.update(more)
        if kind == "bool":
            self.domain = [0, 1]
        elif kind == "range":
            self.domain = list(range(self.lo, self.hi + 1))
        elif kind in ("enum", "scalar"):
            self.domain = list(range(self.base, self.base + self.n))
        elif kind == "union":
            self.domain = [v for m in self.members for v in m.domain]

    @property
    def simple(self):
        return self.kind in ("bool", "range", "enum", "scalar", "union")

    @property
    def width(self):
        if self.simple:
            return 1
        if self.kind == "array":
            return len(self.index.domain) * self.elem.width
        if self.kind == "record":
            return sum(t.width for _, t in self.fields)
        return self.cap * (1 + self.elem.width)

    @property
    def symmetric(self):
        """Some value of this simple type is an element of a scalarset."""
        return self.kind == "scalar" or (self.kind == "union" and any(m.kind == "scalar" for m in self.members))

    def text(self):
        return self.name if self.name else self.body()

    def body(self):
        if self.kind == "bool":
            return "boolean"
        if self.kind == "range":
            return f"{self.lo} .. {self.hi}"
        if self.kind == "enum":
            return "enum {" + ", ".join(self.names) + "}"
        if self.kind == "scalar":
            return f"scalarset({self.n})"
        if self.kind == "union":
            return "union {" + ", ".join(m.name for m in self.members) + "}"
        if self.kind == "array":
            return f"array [{self.index.text()}] of {self.elem.text()}"
        if self.kind == "record":
            return "record " + " ".join(f"{n}: {t.text()};" for n, t in self.fields) + " end"
        return f"multiset [{self.cap}] of {self.elem.text()}"


BOOL = Type("bool")


class Model:
    """types: named types in order. variables: (name, type). functions, rules (starts among them), props: dicts.
    risky: the generator used a construct that may break the symmetry."""

    def __init__(self):
        self.types, self.variables, self.functions, self.rules, self.props = [], [], [], [], []
        self.risky = False

    def scalars(self):
        return [t for t in self.types if t.kind == "scalar"]


SYMBOL = {"and": "&", "or": "|", "imp": "->", "eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
          "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "bitand": "&", "bitor": "|", "bitxor": "^",
          "shl": "<<", "shr": ">>"}


def value_text(t, v):
    if t.kind == "bool":
        return "true" if v else "false"
    if t.kind == "enum":
        return t.names[v - t.base]
    if t.kind == "union":
        for m in t.members:
            if v in m.domain:
                return value_text(m, v)
    return str(v) if v >= 0 else f"({v})"


def place_text(p):
    out = expr_text(p[1]) if isinstance(p[1], tuple) else p[1]
    for s in p[2]:
        out += f"[{expr_text(s[1])}]" if s[0] == "idx" else f"[{s[1]}]" if s[0] == "entry" else "." + s[1]
    return out


def args_text(args):
    return ", ".join(place_text(a[1]) if a[0] == "ref" else "undefined" if a[0] == "undefined" else expr_text(a)
                     for a in args)


def binders_text(e, body_of, may_join=lambda e, inner: True):
    """The binders of a quantifier or loop and of those inside it that belong to its list (marked "joined"), and the
    innermost of them."""
    out = f"{e[1]}: {e[2].text()}"
    inner = body_of(e)
    if not inner or inner[0] != e[0] or inner[-1] != "joined" or not may_join(e, inner):
        return out, e
    more, last = binders_text(inner, body_of, may_join)
    return f"{out}; {more}", last


def changes(x, name):
    """A statement in x assigns to the loop's variable of that name."""
    if isinstance(x, (tuple, list)):
        return (len(x) > 1 and x[0] == "rebind" and x[1] == name) or any(changes(y, name) for y in x)
    return False


def expr_text(e):
    op = e[0]
    if op == "const":
        return value_text(e[1], e[2])
    if op == "load":
        return place_text(e[1])
    if op == "not":
        return f"!({expr_text(e[1])})"
    if op == "neg":
        return f"(-({expr_text(e[1])}))"
    if op == "bitnot":
        return f"(~({expr_text(e[1])}))"
    if op in SYMBOL:
        return f"({expr_text(e[1])} {SYMBOL[op]} {expr_text(e[2])})"
    if op == "cond":
        return f"({expr_text(e[1])} ? {expr_text(e[2])} : {expr_text(e[3])})"
    if op in ("forall", "exists"):
        binders, last = binders_text(e, lambda e: e[3])
        return f"({op} {binders} do {expr_text(last[3])} end)"
    if op in ("forallr", "existsr"):
        by = f" by {expr_text(e[4])}" if e[4] else ""
        return f"({op[:-1]} {e[1]} := {expr_text(e[2])} to {expr_text(e[3])}{by} do {expr_text(e[5])} end)"
    if op == "isundef":
        return f"isundefined({place_text(e[1])})"
    if op == "ismember":
        return f"ismember({expr_text(e[1])}, {e[2].name})"
    if op == "call":
        return f"{e[1]}({args_text(e[2])})"
    if op == "bagcount":
        return f"multisetcount({e[1]}: {place_text(e[2])}, {expr_text(e[3])})"
    if op in ("same", "differs"):
        return f"({place_text(e[1])} {'=' if op == 'same' else '!='} {place_text(e[2])})"
    raise ValueError(op)


def block(stmts, depth):
    return "".join(line for s in stmts for line in stmt_lines(s, depth))


def stmt_lines(s, d):
    pad, op = "  " * d, s[0]
    if op == "assign":
        yield f"{pad}{place_text(s[1])} := {expr_text(s[2])};\n"
    elif op == "copy":
        yield f"{pad}{place_text(s[1])} := {place_text(s[2])};\n"
    elif op == "if":
        for k, (c, body) in enumerate(s[1]):
            yield f"{pad}{'elsif' if k else 'if'} {expr_text(c)} then\n{block(body, d + 1)}"
        if s[2] is not None:
            yield f"{pad}else\n{block(s[2], d + 1)}"
        yield pad + "end;\n"
    elif op == "rebind":
        yield f"{pad}{s[1]} := {expr_text(s[3])};\n"
    elif op == "for":
        binders, last = binders_text(s, lambda s: s[3][0] if len(s[3]) == 1 else None,
                                     lambda s, inner: not changes(inner, s[1]))
        yield f"{pad}for {binders} do\n{block(last[3], d + 1)}{pad}end;\n"
    elif op == "forr":
        by = f" by {expr_text(s[4])}" if s[4] else ""
        yield f"{pad}for {s[1]} := {expr_text(s[2])} to {expr_text(s[3])}{by} do\n{block(s[5], d + 1)}{pad}end;\n"
    elif op == "while":
        yield f"{pad}while {expr_text(s[1])} do\n{block(s[2], d + 1)}{pad}end;\n"
    elif op == "callp":
        yield f"{pad}{s[1]}({args_text(s[2])});\n"
    elif op == "return":
        yield f"{pad}return {place_text(s[1]) if s[1][0] == 'place' else expr_text(s[1])};\n"
    elif op == "assert":
        yield f"{pad}assert {expr_text(s[1])} \"{s[2]}\";\n"
    elif op == "error":
        yield f"{pad}error \"{s[1]}\";\n"
    elif op == "assume":
        yield f"{pad}assume {expr_text(s[1])};\n"
    elif op == "cover":
        yield f"{pad}cover \"{s[2]}\" {expr_text(s[1])};\n"
    elif op == "clear":
        yield f"{pad}clear {place_text(s[1])};\n"
    elif op == "undef":
        yield f"{pad}undefine {place_text(s[1])};\n"
    elif op == "bagadd":
        yield f"{pad}multisetadd({place_text(s[1])}, {place_text(s[2])});\n"
    elif op == "bagrem":
        yield f"{pad}multisetremove({s[1]}, {place_text(s[2])});\n"
    elif op == "bagremif":
        yield f"{pad}multisetremovepred({s[1]}: {place_text(s[2])}, {expr_text(s[3])});\n"
    elif op == "alias":
        yield f"{pad}alias {s[1]}: {place_text(s[2])} do\n{block(s[3], d + 1)}{pad}end;\n"
    elif op == "switch":
        yield f"{pad}switch {expr_text(s[1])}\n"
        for consts, body in s[2]:
            yield f"{pad}case {', '.join(expr_text(c) for c in consts)}:\n{block(body, d + 1)}"
        if s[3] is not None:
            yield f"{pad}else\n{block(s[3], d + 1)}"
        yield pad + "end;\n"
    elif op == "put":
        yield f"{pad}put {expr_text(s[1])};\n"
    elif op == "putp":
        yield f"{pad}put {place_text(s[1])};\n"
    elif op == "putt":
        yield f"{pad}put \"{s[1]}\";\n"
    elif op == "copyc":
        yield f"{pad}{place_text(s[1])} := {expr_text(s[2])} ? {place_text(s[3])} : {place_text(s[4])};\n"
    elif op == "assignu":
        yield f"{pad}{place_text(s[1])} := undefined;\n"
    elif op == "aliasv":
        yield f"{pad}alias {s[1]}: {expr_text(s[2])} do\n{block(s[3], d + 1)}{pad}end;\n"
    elif op == "bagaddv":
        yield f"{pad}multisetadd({expr_text(s[1])}, {place_text(s[2])});\n"
    elif op == "leave":
        yield f"{pad}return;\n"
    else:
        raise ValueError(op)


def param_text(p):
    if p[1] == "type":
        return f"ruleset {p[0]}: {p[2].text()} do"
    if p[1] == "range":
        return f"ruleset {p[0]}{': {} .. {}' if p[4] else ' := {} to {}'} do".format(expr_text(p[2]), expr_text(p[3]))
    return f"choose {p[0]}: {place_text(p[2])} do"


def locals_text(variables, pad):
    return f"{pad}var\n" + "".join(f"{pad}  {n}: {t.text()};\n" for n, t in variables) if variables else ""


def rule_text(r):
    head = "".join(param_text(p) + "\n" for p in r["params"])
    head += "".join(f"alias {n}: {place_text(p)} do\n" for n, p in r["aliases"])
    guard = f" {expr_text(r['guard'])} ==>" if r["guard"] else ""
    word = "startstate" if r["kind"] == "start" else "rule"
    out = f"{head}{word} \"{r['name']}\"{guard}\n{locals_text(r['locals'], '  ')}begin\n{block(r['body'], 1)}end;\n"
    return out + "end;\n" * (len(r["params"]) + len(r["aliases"]))


def prop_text(p):
    head = "".join(param_text(q) + "\n" for q in p["params"])
    return f"{head}{p['kind']} \"{p['name']}\" {expr_text(p['expr'])};\n" + "end;\n" * len(p["params"])


def function_text(f):
    params = "; ".join(f"{'var ' if ref else ''}{n}: {t.text()}" for n, t, ref in f["params"])
    head = f"function {f['name']}({params}): {f['result'].text()};\n" if f["result"] else \
        f"procedure {f['name']}({params});\n"
    return head + locals_text(f["locals"], "  ") + f"begin\n{block(f['body'], 1)}end;\n"


def murphi(m):
    out = ("type\n" if m.types else "") + "".join(f"  {t.name}: {t.body()};\n" for t in m.types)
    out += ("var\n" if m.variables else "") + "".join(f"  {n}: {t.text()};\n" for n, t in m.variables)
    return out + "".join(map(function_text, m.functions)) + "".join(map(rule_text, m.rules)) + \
        "".join(map(prop_text, m.props))
