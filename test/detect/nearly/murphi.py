"""Random Murphi models that are nearly symmetric in one index type. Each draws some kinds of statements, expressions,
properties and rules that it must have, and writes every one of them at least once."""

import random

import linear

# What a model may consist of. "break" kinds single out elements of the index type, or order them.
RULES = ["rule.plain", "rule.ruleset", "rule.ruleset2", "rule.bounds", "rule.alias", "rule.choose", "rule.priority",
         "rule.fixed", "start.several", "start.ruleset"]
STATEMENTS = ["s.element", "s.index", "s.boolean", "s.matrix", "s.record", "s.copy_record", "s.copy_array", "s.undefine",
              "s.undefined", "s.clear", "s.if", "s.elsif", "s.switch", "s.for_type", "s.for_bounds", "s.while",
              "s.alias", "s.procedure", "s.call", "s.return", "s.assert", "s.assume", "s.cover", "s.error", "s.put",
              "s.multisetadd", "s.removepred", "s.effect_index", "s.union", "s.count", "s.local"]
EXPRESSIONS = ["e.and", "e.or", "e.implies", "e.not", "e.choice", "e.forall", "e.exists", "e.two_names", "e.bounds",
               "e.equal", "e.less", "e.plus", "e.divide", "e.bits", "e.isundefined", "e.ismember", "e.multisetcount",
               "e.function", "e.effect", "e.records", "e.arrays", "e.undefined_read", "e.index_computed"]
BREAKS = ["break.element", "break.order", "break.sum", "break.start"]
KINDS = ["invariant", "assertion", "assume", "cover", "liveness"]
PROPERTIES = [f"p.{k}" for k in KINDS] + [f"p.{k}.ruleset" for k in KINDS] + [
    "p.ruleset2", "p.bounds", "p.alias", "p.may_fault", "p.single"]
OPTIONS = ["o.deadlock_off", "o.deadlock_stuck", "o.deadlock_stuttering", "o.keep_going", "o.dialect", "o.bound",
           "o.ctl", "o.mu", "o.fair", "o.ltl", "o.fair_ltl"]
BAG = {"rule.choose", "s.multisetadd", "s.removepred", "e.multisetcount"} # only if there is a multiset
ALL = RULES + STATEMENTS + EXPRESSIONS + BREAKS + PROPERTIES + OPTIONS


class Model(linear.Linear):
    """text, options, kinds: those that it contains."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kinds = set()
        self.n = self.r.choice([2, 2, 3, 3, 4])
        self.enum = self.r.random() < 0.33
        self.elements = [f"E{i}" for i in range(self.n)] if self.enum else [str(i) for i in range(self.n)]
        self.pending = {}
        bag = self.maybe(0.4) # the symbolic engine has none
        for group, kinds, share in [("r", RULES, 0.2), ("s", STATEMENTS, 0.17), ("e", EXPRESSIONS, 0.2),
                                    ("b", BREAKS, 0.2)]:
            self.pending[group] = [k for k in kinds if self.r.random() < (share if k not in BAG else 0.5 * bag)]
            self.r.shuffle(self.pending[group])
        self.has = {name: self.r.random() < share for name, share in
                    [("p", 0.4), ("q", 0.5), ("m", 0.3), ("c", 0.6), ("u", 0.4), ("d", 0.4)]}
        self.has["bag"] = bag
        self.depth = 0
        self.text, self.options = self.write()

    # ---- drawing kinds

    def wanted(self, group, usual):
        """A kind that is still to be written, or one of the usual ones."""
        left = self.pending.get(group, [])
        return left.pop() if left else self.r.choice(usual)

    def note(self, kind):
        self.kinds.add(kind)

    def maybe(self, share):
        return self.r.random() < share

    # ---- expressions

    def index(self, names):
        """An expression of type T."""
        fitting = [k for k in self.pending["b"] if k == "break.element" or (k == "break.sum" and not self.enum)]
        if fitting and self.maybe(0.5):
            kind = fitting[0]
            self.pending["b"].remove(kind)
            self.note(kind)
            return self.r.choice(self.elements) if kind == "break.element" else f"((h + 1) % {self.n})"
        choices = list(names) * 3 + ["h"]
        if self.has["p"] and names:
            choices.append(f"p[{self.r.choice(names)}]")
        if self.has["q"] and names:
            choices.append(f"q[{self.r.choice(names)}].y")
        return self.r.choice(choices)

    def number(self, names, depth=0):
        """An expression of type V, or slightly outside."""
        usual = ["a", "a", "const", "c", "q"]
        kind = self.wanted("e", usual) if depth == 0 and self.maybe(0.5) else self.r.choice(usual)
        self_made = {"e.plus", "e.divide", "e.bits", "e.choice", "e.function", "e.effect", "e.multisetcount",
                     "e.index_computed"}
        if kind in self_made:
            self.note(kind)
            return self.made_number(kind, names)
        if kind.startswith("e."):
            self.pending["e"].insert(0, kind)
        if kind == "c" and self.has["c"]:
            return "c"
        if kind == "q" and self.has["q"]:
            return f"q[{self.index(names)}].x"
        return f"a[{self.index(names)}]" if kind == "a" or kind.startswith("e.") else str(self.r.randint(0, 2))

    def made_number(self, kind, names):
        x, y = self.number(names, 1), self.number(names, 1)
        if kind == "e.plus":
            return f"({x} {self.r.choice('+-*')} {y})"
        if kind == "e.divide":
            return f"({x} {self.r.choice('/%')} {y})" if self.maybe(0.4) else f"({x} % 2)"
        if kind == "e.bits":
            return f"(({x}) {self.r.choice('&|^')} ({y}))" if self.maybe(0.7) else f"(({x}) << 1)"
        if kind == "e.choice":
            return f"({self.test(names, 2)} ? {x} : {y})"
        if kind == "e.function":
            return f"cnt({self.r.randint(0, 2)})"
        if kind == "e.effect":
            return f"tick({self.index(names)})" if self.may_write else f"cnt({self.r.randint(0, 2)})"
        if kind == "e.multisetcount":
                return f"multisetcount(x: bag, bag[x] = {self.index(names)})"
        return f"a[pick({self.index(names)})]" # e.index_computed

    def test(self, names, depth=0):
        usual = ["e.equal", "e.less", "e.less", "boolean", "e.isundefined"]
        if depth < 2:
            usual += ["e.and", "e.or", "e.implies", "e.not", "e.forall", "e.exists"]
        kind = self.wanted("e", usual) if depth < 2 else self.r.choice(usual)
        deeper = lambda more=(): self.test(list(names) + list(more), depth + 1)
        name = f"v{depth}{len(names)}"
        if "break.order" in self.pending["b"] and names and not self.enum:
            self.pending["b"].remove("break.order")
            self.note("break.order")
            return f"({self.r.choice(names)} < {self.index(names)})"
        made = {
            "e.and": lambda: f"({deeper()} & {deeper()})", "e.or": lambda: f"({deeper()} | {deeper()})",
            "e.implies": lambda: f"({deeper()} -> {deeper()})", "e.not": lambda: f"!({deeper()})",
            "e.forall": lambda: f"(forall {name}: T do {deeper([name])} end)",
            "e.exists": lambda: f"(exists {name}: T do {deeper([name])} end)",
            "e.two_names": lambda: f"(forall {name}: T; {name}x: T do {deeper([name, name + 'x'])} end)",
            "e.equal": lambda: f"({self.index(names)} {self.r.choice(['=', '!='])} {self.index(names)})",
            "e.less": lambda: f"({self.number(names, 1)} {self.r.choice(['<', '=', '!=', '>='])} {self.number(names, 1)})",
            "e.isundefined": lambda: f"{self.r.choice(['', '!'])}isundefined(h)",
            "e.undefined_read": lambda: f"(h = {self.index(names)})",
        }
        if kind == "e.bounds":
            made[kind] = (lambda: f"(exists {name} := 0 to {self.n - 1} do {deeper([name])} end)") if not self.enum else \
                lambda: f"(exists {name} := 0 to 1 do a[{self.index(names)}] = {name} end)"
        if kind == "e.ismember":
            self.has["u"] = True
            made[kind] = lambda: f"(isundefined(u) | ismember(u, {'T' if self.enum else 'O'}))"
        if kind == "e.records":
            self.has["q"] = True
            made[kind] = lambda: f"(q[{self.index(names)}] = q[{self.index(names)}])"
        if kind == "e.arrays":
            self.has["d"] = True
            made[kind] = lambda: "(a = d)"
        if kind in made:
            self.note(kind)
            return made[kind]()
        if kind.startswith("e."):
            number = self.made_number(kind, names)
            self.note(kind)
            return f"({number} {self.r.choice(['<', '=', '!='])} {self.r.randint(0, 2)})"
        if self.has["m"] and self.maybe(0.5):
            return f"m[{self.index(names)}][{self.index(names)}]"
        return f"b[{self.index(names)}]"

    # ---- statements

    def body(self, names, most=3):
        return "".join(self.statement(names) for _ in range(self.r.randint(1, most)))

    def statement(self, names, depth=0):
        usual = ["s.element", "s.element", "s.index", "s.boolean", "s.if", "s.count"]
        kind = self.wanted("s", usual)
        nested = kind in {"s.if", "s.elsif", "s.switch", "s.for_type", "s.for_bounds", "s.alias"}
        if nested and depth > 1:
            self.pending.setdefault("s", []).insert(0, kind)
            kind = "s.element"
        self.note(kind)
        return "    " * (depth + 1) + getattr(self, kind.replace(".", "_"))(names, depth) + "\n"

    def block(self, names, depth):
        return "".join(self.statement(names, depth + 1) for _ in range(self.r.randint(1, 2)))

    def s_element(self, names, depth):
        return f"a[{self.index(names)}] := {self.r.randint(0, 2)};" if self.maybe(0.7) else \
            f"a[{self.index(names)}] := ({self.number(names)}) % 3;"

    def s_index(self, names, depth):
        if self.has["p"] and self.maybe(0.5):
            return f"p[{self.index(names)}] := {self.index(names)};"
        return f"h := {self.index(names)};"

    def s_boolean(self, names, depth):
        return f"b[{self.index(names)}] := {self.test(names, 1)};"

    def s_matrix(self, names, depth):
        self.has["m"] = True
        return f"m[{self.index(names)}][{self.index(names)}] := {self.test(names, 2)};"

    def s_record(self, names, depth):
        self.has["q"] = True
        return self.r.choice([f"q[{self.index(names)}].x := {self.r.randint(0, 2)};",
                              f"q[{self.index(names)}].y := {self.index(names)};"])

    def s_copy_record(self, names, depth):
        self.has["q"] = True
        return f"q[{self.index(names)}] := q[{self.index(names)}];"

    def s_copy_array(self, names, depth):
        self.has["d"] = True
        return self.r.choice(["a := d;", "d := a;"])

    def s_undefine(self, names, depth):
        return "undefine h;" if self.maybe(0.4) or not self.has["u"] else "undefine u;"

    def s_undefined(self, names, depth):
        return "h := undefined;" if self.maybe(0.4) else "l := undefined;"

    def s_clear(self, names, depth):
        return f"clear a[{self.index(names)}];" if self.maybe(0.7) else "clear a;"

    def s_if(self, names, depth):
        other = f"else\n{self.block(names, depth)}" if self.maybe(0.5) else ""
        return f"if {self.test(names, 1)} then\n{self.block(names, depth)}{other}end;"

    def s_elsif(self, names, depth):
        return (f"if {self.test(names, 1)} then\n{self.block(names, depth)}elsif {self.test(names, 1)} then\n"
                f"{self.block(names, depth)}end;")

    def s_switch(self, names, depth):
        if names and self.maybe(0.5): # of indexes, by a value that is not constant
            return f"if !isundefined(h) then switch h case {self.r.choice(names)}:\n{self.block(names, depth)}else\n" \
                   f"{self.block(names, depth)}end; end;"
        return f"switch a[{self.index(names)}] case 0:\n{self.block(names, depth)}case 1, 2:\n" \
               f"{self.block(names, depth)}end;"

    def s_for_type(self, names, depth):
        name = f"w{depth}{len(names)}"
        return f"for {name}: T do\n{self.block(names + [name], depth)}end;"

    def s_for_bounds(self, names, depth):
        name = f"w{depth}{len(names)}"
        if self.enum:
            return f"for {name} := 0 to 1 do\n a[{self.index(names)}] := {name}; end;"
        return f"for {name} := 0 to {self.n - 1} do\n{self.block(names + [name], depth)}end;"

    def s_while(self, names, depth):
        i = self.index(names)
        return f"while a[{i}] > 0 do a[{i}] := a[{i}] - 1; end;"

    def s_alias(self, names, depth):
        name = f"z{depth}{len(names)}"
        if self.has["q"] and self.maybe(0.5):
            return f"alias {name}: q[{self.index(names)}] do {name}.x := {self.r.randint(0, 2)}; end;"
        return f"alias {name}: a[{self.index(names)}] do {name} := {self.r.randint(0, 2)};\n" \
               f"{self.block(names, depth)}end;"

    def s_procedure(self, names, depth):
        return f"put2(a[{self.index(names)}], {self.index(names)});"

    def s_call(self, names, depth):
        return f"tick({self.index(names)});"

    def s_return(self, names, depth):
        return f"if {self.test(names, 2)} then return; end;"

    def s_assert(self, names, depth):
        return f'assert "in rule" ({self.test(names, 1)} | {self.test(names, 1)} | {self.test(names, 1)});'

    def s_assume(self, names, depth):
        return f'assume "in rule" ({self.test(names, 1)} | {self.test(names, 1)});'

    def s_cover(self, names, depth):
        return f'cover "in rule" {self.test(names, 1)};'

    def s_error(self, names, depth):
        return f'if {self.test(names, 1)} & {self.test(names, 1)} & {self.test(names, 1)} then error "e"; end;'

    def s_put(self, names, depth):
        return f'put "x"; put a[{self.index(names)}];'

    def s_multisetadd(self, names, depth):
        return f"if multisetcount(k: bag, true) < 2 then multisetadd({self.index(names)}, bag); end;"

    def s_removepred(self, names, depth):
        return f"multisetremovepred(x: bag, bag[x] != {self.index(names)});"

    def s_effect_index(self, names, depth):
        return f"a[tickt({self.index(names)})] := {self.r.randint(0, 2)};"

    def s_union(self, names, depth):
        self.has["u"] = True
        return self.r.choice([f"u := {self.index(names)};" if self.enum else "u := OX;", "u := OX;", "undefine u;"])

    def s_count(self, names, depth):
        self.has["c"] = True
        return self.r.choice(["if c < 3 then c := c + 1; end;", f"c := {self.r.randint(0, 3)};", "c := (c + 1) % 4;"])

    def s_local(self, names, depth):
        return f"l := {self.index(names)}; a[l] := {self.r.randint(0, 2)};"

    # ---- rules

    def rule(self, number):
        kind = self.wanted("r", ["rule.ruleset"] * 4 + ["rule.plain", "rule.ruleset2"])
        self.note(kind)
        name, local = f'"r{number}"', " var l: T; begin\n"
        if kind == "rule.plain":
            return f"rule {name} {self.test([])} ==>{local}{self.body([])}end;\n"
        if kind == "rule.ruleset2":
            guard = f"i != j & {self.test(['i', 'j'])}" if self.maybe(0.7) else self.test(["i", "j"])
            return f"ruleset i: T; j: T do rule {name} {guard} ==>{local}{self.body(['i', 'j'])}end; end;\n"
        if kind == "rule.bounds":
            v = "k" if not self.enum else None
            names = [v] if v else []
            value = "" if v else "a[h] := k;\n"
            guard = self.test(names) if v else f"!isundefined(h) & {self.test([])}"
            return f"ruleset k := 0 to {self.n - 1 if v else 1} do rule {name} {guard} ==>{local}{value}" \
                   f"{self.body(names)}end; end;\n"
        if kind == "rule.alias":
            return f"ruleset i: T do alias z: a[i] do rule {name} z < 2 & {self.test(['i'])} ==>{local}" \
                   f"z := {self.r.randint(0, 2)};\n{self.body(['i'])}end; end; end;\n"
        if kind == "rule.choose":
                return f"choose k: bag do rule {name} {self.test(['bag[k]'])} ==>{local}{self.body(['bag[k]'], 2)}" \
                   "multisetremove(k, bag);\nend; end;\n"
        if kind == "rule.priority":
            return f"ruleset i: T do rule {self.r.randint(0, 1)} {name} {self.test(['i'])} ==>{local}" \
                   f"{self.body(['i'])}end; end;\n"
        if kind == "rule.fixed":
            return f"rule {name} {self.test([self.elements[0]])} ==>{local}{self.body([self.r.choice(self.elements)])}" \
                   "end;\n"
        if kind.startswith("start."):
            self.starts.append(kind)
            return ""
        return f"ruleset i: T do rule {name} {self.test(['i'])} ==>{local}{self.body(['i'])}end; end;\n"

    def start(self, number, kind):
        names = ["s"] if kind == "start.ruleset" else []
        lines = ["for i: T do a[i] := 0; b[i] := false; end;"]
        if not self.kinds & {"e.undefined_read", "rule.bounds"} and not names and self.maybe(0.75):
            lines.append(f"h := {self.elements[0]};" if self.maybe(0.3) else "for i: T do h := i; end;")
        if self.has["c"]:
            lines.append("c := 0;")
        if self.has["q"]:
            lines.append(f"for i: T do q[i].x := 0; {'q[i].y := i;' if self.maybe(0.85) else ''} end;")
        if self.has["p"] and self.maybe(0.85):
            lines.append("for i: T do p[i] := i; end;")
        if self.has["m"]:
            lines.append("for i: T do for j: T do m[i][j] := " + self.r.choice(["false", "i = j"]) + "; end; end;")
        if self.has["d"]:
            lines.append("for i: T do d[i] := 1; end;")
        if names:
            lines.append(self.r.choice(["a[s] := 1;", "b[s] := true;"]) + " h := s;")
        if "break.start" in self.pending.get("b", []):
            self.pending["b"].remove("break.start")
            self.note("break.start")
            lines.append(f"a[{self.r.choice(self.elements)}] := 2;")
        text = f'startstate "s{number}" begin\n' + "\n".join("  " + x for x in lines) + "\nend;\n"
        return f"ruleset s: T do {text}end;\n" if names else text

    # ---- properties

    def property(self, number, kind):
        """kind: of PROPERTIES."""
        self.note(kind)
        self.may_write = False
        word = kind.split(".")[1]
        if word in KINDS and not kind.endswith(".ruleset"):
            return self.written(word, number, []) + "\n"
        if word in KINDS:
            return f"ruleset i: T do {self.written(word, number, ['i'])} end;\n"
        self.note(f"p.{(word2 := self.r.choice(KINDS))}.ruleset")
        if word == "ruleset2":
            return f"ruleset i: T do ruleset j: T do {self.written(word2, number, ['i', 'j'], 'i = j | ')} end; end;\n"
        if word == "bounds":
            names = [] if self.enum else ["k"]
            return f"ruleset k := 0 to {self.r.randint(0, self.n - 1)} do {self.written(word2, number, names)} end;\n"
        if word == "alias":
            return f"ruleset i: T do alias z: a[i] do {self.written(word2, number, ['i'], 'z < 2 | ')} end; end;\n"
        if word == "may_fault":
            return f"ruleset i: T do {self.written(word2, number, ['i'], 'isundefined(h) | h != i | ')} end;\n"
        return f"ruleset i: 0..0 do {self.written(word2, number, [], f'isundefined(h) | h != {self.elements[0]} | ')} end;\n"

    def written(self, word, number, names, before=""):
        word = "assert" if word == "assertion" else word
        tests = [self.test(names) for _ in range(1 if word == "cover" or before else 2)]
        if word in ("assume", "invariant", "assert") and self.maybe(0.8):
            tests += [f"{self.number(names, 1)} {self.r.choice(['< 2', '!= 1', '>= 0'])}" for _ in range(self.r.randint(1, 4))]
        return f'{word} "p{number}" {before}{" | ".join(tests)};'

    # ---- all

    def functions(self):
        return (
            "function cnt(k: V): 0..10; var x: 0..10; begin x := 0; for i: T do if a[i] = k then x := x + 1; end; end;\n"
            "  return x; end;\n"
            "function pick(t: T): T; begin if b[t] & !isundefined(h) then return h; end; return t; end;\n"
            "function tick(t: T): V; begin a[t] := (a[t] + 1) % 3; return a[t]; end;\n"
            "function tickt(t: T): T; begin a[t] := (a[t] + 1) % 3; return t; end;\n"
            "procedure put2(var x: V; t: T); begin x := 2; b[t] := !b[t]; end;\n")

    def declarations(self):
        types = f"type T: {'enum {' + ', '.join(self.elements) + '}' if self.enum else f'0..{self.n - 1}'};\n" \
                "V: 0..2;\nO: enum {OX, OY};\n"
        names = {"p": "p: array [T] of T;", "q": "q: array [T] of record x: V; y: T; end;", "c": "c: 0..3;",
                 "m": "m: array [T] of array [T] of boolean;", "bag": "bag: multiset [2] of T;",
                 "u": f"u: {'union {T, O}' if self.enum else 'O'};", "d": "d: array [T] of V;"}
        if not self.enum and self.has["u"]:
            types += "W: enum {WX};\n"
            names["u"] = "u: union {O, W};"
        return types + "var a: array [T] of V;\n  b: array [T] of boolean;\n  h: T;\n" + \
            "".join(f"  {names[k]}\n" for k in names if self.has[k])

    def make_options(self):
        options = []
        deadlock = self.r.choice(["off", "stuck", "stuttering"])
        self.note(f"o.deadlock_{deadlock}")
        options.append(f"--deadlock={deadlock}")
        if self.maybe(0.7):
            self.note("o.keep_going")
            options.append("--keep-going")
        if self.maybe(0.3):
            self.note("o.dialect")
            options.append(f"--dialect={self.r.choice(['rumur', 'cmurphi'])}")
        if self.maybe(0.15):
            self.note("o.bound")
            options.append(f"--bound-depth={self.r.randint(2, 6)}")
        self.may_write = False
        if self.maybe(0.2):
            self.note("o.ctl")
            form = self.r.choice(["AG (EF ({}))", "EF ({})", "AG ({})", "AF ({})", "EG ({})"])
            options.append("--ctl=" + form.format(self.plain()))
            if self.maybe(0.7):
                self.note("o.fair")
                options.append(f"--fair={self.plain()}")
        elif self.maybe(0.19):
            self.note("o.mu")
            form = self.r.choice(["mu X . (({}) | <> X)", "nu X . (({}) & [] X)"])
            options.append("--mu=" + form.format(self.plain()))
        elif self.maybe(0.35):
            options += self.linear_options()
        return options

    def linear(self, form):
        """An LTL formula, for all elements or for some."""
        atoms = [self.plain() for _ in range(2)]
        if self.maybe(0.4):
            atoms = [self.r.choice(["a[p] = 0", "a[p] = 2", "b[p]", "a[p] != 1"]) for _ in range(2)]
            return "forall p : T do " + form.format(*atoms) + " end"
        return form.format(*atoms)

    def plain(self):
        return self.r.choice(["forall i: T do a[i] = 0 end", "exists i: T do b[i] end", "isundefined(h)",
                              "exists i: T do a[i] = 2 & !b[i] end", f"a[{self.elements[0]}] = 1"])

    def drivers(self):
        """Symmetric rules that keep the model from stopping."""
        rules = ['rule "up" a[i] < 2 ==> begin a[i] := a[i] + 1; end;', 'rule "down" a[i] = 2 ==> begin a[i] := 0; end;',
                 'rule "turn" !b[i] | a[i] = 1 ==> begin b[i] := !b[i]; end;', 'rule "take" b[i] ==> begin h := i; end;',
                 'rule "meet" a[i] = 1 & exists j: T do j != i & a[j] = 1 end ==> begin a[i] := 2; b[i] := false; end;']
        some = self.r.sample(rules, self.r.randint(1, 3 if self.n > 3 else 4))
        return "".join(f"ruleset i: T do {x} end;\n" for x in some)

    def write(self):
        self.starts, self.may_write = [], True
        rules = self.drivers()
        number = 0
        while number < 1 or ((self.pending["r"] or self.pending["s"]) and number < 9):
            rules += self.rule(number)
            number += 1
        wanted = [k for k in PROPERTIES if self.maybe(0.17)] or ["p.invariant"]
        self.r.shuffle(wanted)
        properties = "".join(self.property(i, k) for i, k in enumerate(wanted[:6]))
        starts = self.starts or ["start.one"]
        if "start.several" in starts:
            starts = starts + ["start.one"]
        text = "".join(self.start(i, k) for i, k in enumerate(starts))
        return self.declarations() + self.functions() + text + rules + properties, self.make_options()
