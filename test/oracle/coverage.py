#!/usr/bin/env python3
"""What the random models contain: a table of each kind of type, expression, statement, rule and property, and of each
position of a call that changes the state, with the share of models that have it. Fails if a share is below a tenth."""

import pathlib
import sys
from collections import Counter

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "kit")]

import generate # noqa: E402
import tool # noqa: E402

LEAST = 0.1
EXPRESSIONS = ("const load not neg and or imp eq ne lt le gt ge add sub mul div mod bitand bitor bitxor shl shr bitnot cond "
               "forall exists forallr existsr isundef ismember call bagcount same differs").split()
STATEMENTS = ("assign copy if for forr while callp return assert error assume cover clear undef bagadd bagaddv bagrem bagremif "
              "alias switch put copyc assignu aliasv putp putt leave rebind").split()
# the construct that contains a call that changes the state, and in which position
POSITIONS = {
    "index of a place that is read": ("load", "index"), "index of a target": ("assign", "index"),
    "index inside an index": ("index", "index"), "value assigned": ("assign", 2), "operand of not": ("not", 1),
    "left of and, or, imp": ("connective", 1), "right of and, or, imp": ("connective", 2),
    "left of a comparison": ("comparison", 1), "right of a comparison": ("comparison", 2),
    "left of arithmetic": ("arithmetic", 1), "right of arithmetic": ("arithmetic", 2),
    "condition of ?:": ("cond", 1), "branch of ?:": ("cond", 2), "body of forall, exists": ("quantifier", "body"),
    "bound of a quantifier": ("quantifier", "bound"), "argument": ("call", "argument"), "argument of a procedure": ("callp", "argument"),
    "index of an argument": ("argument", "index"), "condition of if": ("if", "first"), "condition of elsif": ("if", "further"),
    "condition of while": ("while", 1), "value of switch": ("switch", 1), "value of case": ("switch", "case"),
    "bound of for": ("forr", "bound"), "index of isundefined": ("isundef", "index"), "ismember": ("ismember", 1),
    "condition of multisetcount": ("bagcount", 3), "condition of multisetremovepred": ("bagremif", 3),
    "element of multisetadd": ("bagaddv", 1), "index of a multiset": ("bag", "index"),
    "alias of a place": ("alias", "index"), "alias of a value": ("aliasv", 2), "put": ("put", 1),
    "index of put": ("put", "index"), "index of clear": ("clear", "index"), "index of undefine": ("undef", "index"),
    "assert": ("assert", 1), "assume": ("assume", 1), "cover": ("cover", 1), "index of a copy": ("copy", "index"),
    "whole comparison": ("same", "index"), "result that is a record": ("place", "call"), "guard": ("guard", "part"),
    "property": ("property", "part"),
}
GROUPS = {**dict.fromkeys(("and", "or", "imp"), "connective"), **dict.fromkeys(("eq", "ne", "lt", "le", "gt", "ge"), "comparison"),
          **dict.fromkeys("add sub mul div mod bitand bitor bitxor shl shr".split(), "arithmetic"),
          **dict.fromkeys(("forall", "exists", "forallr", "existsr"), "quantifier"), "differs": "same"}


class Finder:
    """Features of one model."""

    def __init__(self, m):
        self.found, self.m = set(), m
        self.effects = {f["name"] for f in m.functions if f.get("effects")}
        for t in m.types + [t for _, t in m.variables]:
            self.type(t)
        for f in m.functions:
            self.function(f)
        for r in m.rules:
            self.rule(r)
        for p in m.props:
            self.found.add(("property", p["kind"] + (" with parameters" if p["params"] else "")))
            self.params(p["params"])
            self.expr(p["expr"], ("property", "part"))

    def note(self, e, where):
        if e[0] == "call" and e[1] in self.effects:
            self.found.add(("position", where))

    def type(self, t):
        kind = t.kind
        if kind == "array":
            kind = f"array indexed by {t.index.kind}"
            self.found.add(("type", f"array of {'values' if t.elem.simple else t.elem.kind}"))
            self.type(t.elem)
        elif kind == "bag":
            kind = f"multiset of {'values' if t.elem.simple else t.elem.kind}"
        self.found.add(("type", kind))

    def function(self, f):
        self.found.add(("function", "procedure" if not f["result"] else "of a record" if not f["result"].simple else "of a value"))
        for _, t, ref in f["params"]:
            self.found.add(("function", "var parameter" if ref else "parameter" if t.simple else "record as parameter"))
        if f["name"] in str(f["body"]):
            self.found.add(("function", "recursive"))
        self.stmts(f["body"])

    def params(self, params):
        for p in params:
            self.found.add(("parameter", {"type": "ruleset over a type", "range": "ruleset from..to", "bag": "choose"}[p[1]]))

    def rule(self, r):
        self.found.add(("rule", r["kind"] + ("" if r["guard"] or r["kind"] == "start" else " without guard")))
        if r["aliases"]:
            self.found.add(("rule", "below alias"))
        if r["locals"]:
            self.found.add(("rule", "locals"))
        self.params(r["params"])
        if r["guard"]:
            self.expr(r["guard"], ("guard", "part"))
        self.stmts(r["body"])

    def place(self, p, of):
        if isinstance(p[1], tuple):
            self.note(p[1], ("place", "call"))
            self.expr(p[1], ("place", "call"))
        for s in p[2]:
            if s[0] == "idx":
                self.expr(s[1], (of, "index"))
            elif s[0] == "entry":
                self.found.add(("expression", "entry of a multiset"))

    def expr(self, e, where):
        op = e[0]
        group = GROUPS.get(op, op)
        self.found.add(("expression", op))
        if e[-1] == "joined":
            self.found.add(("expression", "several variables of a quantifier"))
        if where[0] in ("guard", "property") and self.has_effect(e):
            self.found.add(("position", where))
        self.note(e, where)
        for k, x in enumerate(e):
            if not isinstance(x, tuple) or not x:
                continue
            if x[0] == "place":
                self.place(x, "index" if op == "load" and where[1] == "index" else "bag" if op == "bagcount" else group)
            elif op == "call":
                for a in x:
                    self.argument(a, "call")
            elif group == "quantifier":
                self.expr(x, (group, "body" if k == (3 if op in ("forall", "exists") else 5) else "bound"))
            else:
                self.expr(x, (group, 2 if op == "cond" and k == 3 else k))

    def has_effect(self, e):
        return isinstance(e, (tuple, list)) and ((len(e) > 1 and e[0] == "call" and e[1] in self.effects) or
                                                 any(self.has_effect(x) for x in e))

    def argument(self, a, of):
        if a[0] == "ref":
            self.found.add(("expression", "argument by reference"))
            self.place(a[1], "argument")
        elif a[0] == "undefined":
            self.found.add(("expression", "undefined as argument"))
        else:
            self.expr(a, (of, "argument"))

    def stmts(self, stmts):
        for s in stmts:
            self.found.add(("statement", s[0]))
            if s[-1] == "joined":
                self.found.add(("statement", "several variables of a loop"))
            self.stmt(s)

    def stmt(self, s):
        op = s[0]
        if op == "if":
            if len(s[1]) > 1:
                self.found.add(("statement", "elsif"))
            for k, (c, body) in enumerate(s[1]):
                self.expr(c, (op, "further" if k else "first"))
                self.stmts(body)
            self.stmts(s[2] or [])
        elif op == "switch":
            self.expr(s[1], (op, 1))
            for consts, body in s[2]:
                for c in consts:
                    self.expr(c, (op, "case"))
                self.stmts(body)
            self.stmts(s[3] or [])
        elif op == "callp":
            for a in s[2]:
                self.argument(a, op)
        else:
            self.plain_stmt(s)

    def plain_stmt(self, s):
        op = s[0]
        for k, x in enumerate(s):
            if isinstance(x, list):
                self.stmts(x)
            elif isinstance(x, tuple) and x and x[0] == "place":
                self.place(x, "bag" if op.startswith("bag") else "copy" if op == "copyc" else "put" if op == "putp" else
                           "undef" if op == "assignu" else op)
            elif isinstance(x, tuple) and x:
                if op == "put" and x[0] == "load":
                    self.place(x[1], "put")
                self.expr(x, (op, "bound" if op == "forr" else k))


def wanted():
    types = ["bool", "range", "enum", "scalar", "union", "record", "array of values", "array of array", "array of record",
             "array of bag", "multiset of values", "multiset of record"] + \
        [f"array indexed by {k}" for k in ("bool", "range", "enum", "scalar", "union")]
    out = [("type", k) for k in types if k != "bool"]
    out += [("expression", k) for k in EXPRESSIONS + ["entry of a multiset", "argument by reference", "undefined as argument",
                                                    "several variables of a quantifier"]]
    out += [("statement", k) for k in STATEMENTS + ["elsif", "several variables of a loop"]]
    out += [("rule", k) for k in ("start", "rule", "rule without guard", "below alias", "locals")]
    out += [("parameter", k) for k in ("ruleset over a type", "ruleset from..to", "choose")]
    out += [("function", k) for k in ("of a value", "of a record", "procedure", "parameter", "var parameter",
                                      "record as parameter", "recursive")]
    out += [("property", k + more) for k in ("invariant", "assume", "cover", "liveness") for more in ("", " with parameters")]
    return out + [("position", p) for p in POSITIONS.values()]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=300)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--flavours", nargs="*", default=["lab"], help="kinds of models")
    args = p.parse_args()
    counts = Counter()
    for i in range(args.models):
        m = generate.generate(f"{args.seed + i}.0", args.flavours[i % len(args.flavours)])
        counts.update(Finder(m).found)
    names = {v: k for k, v in POSITIONS.items()}
    rare = 0
    for kind, what in wanted():
        share = counts[kind, what] / args.models
        rare += share < LEAST
        print(f"{kind:<11} {names.get(what, what) if kind == 'position' else what:<34} {share:6.1%}{'   RARE' if share < LEAST else ''}")
    print(f"{args.models} models, {len(wanted())} kinds, {rare} of them in less than a tenth of the models")
    return 1 if rare else 0


if __name__ == "__main__":
    sys.exit(main())
