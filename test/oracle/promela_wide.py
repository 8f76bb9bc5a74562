"""Random Promela models in which each kind of type, expression, statement and declaration is likely: a few small processes,
each a sequence of statements of all kinds, almost without loops, so that there are few states. The features that a model
has are drawn first; promela_coverage.py shows how often each occurs."""

import random

FEATURES = ("bool short int unsigned mtype typedef hidden provided goto assert unless timeout for_in select sorted copy poll "
            "ask_channel numbers conditional remote pc_value bits shift inline define rendezvous run end arrays").split()


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed * 7919 + 5)
        self.has = {f for f in FEATURES if self.r.random() < 0.6}
        self.ranked = self.r.random() < 0.3
        if self.ranked:
            self.has.discard("rendezvous")
        self.depth = 0

    def pick(self, *choices):
        return self.r.choice(choices)

    def some(self, always, **optional):
        """One of these, or of those of features that the model has; functions generate theirs when chosen."""
        chosen = self.r.choice(list(always) + [x for f, xs in optional.items() if f in self.has for x in xs for _ in range(5)])
        return chosen if isinstance(chosen, str) else chosen()

    # ---- expressions

    def number(self, depth=0):
        """An expression with a small value, none for which C leaves the result open."""
        if depth > 1 or self.r.random() < 0.25:
            return self.some(["0", "1", "2", "y"], short=["s"], int=["i"], unsigned=["u"], typedef=["t.f"], arrays=["a[1]", "a[y % 3]"],
                             numbers=["_pid", "_nr_pr"], pc_value=["pc_value(0)"], hidden=["1"])
        x, z = self.number(depth + 1), self.number(depth + 1)
        return self.some([f"({x} {self.pick('+', '*', '-')} {z})", f"({x} {self.pick('/', '%')} {self.pick(2, 3)})", "len(q)"],
                         conditional=[lambda: f"({self.test(2)} -> {x} : {z})"] * 2, shift=[f"(({x} & 7) << {self.pick(1, 2)})", f"(({x} & 255) >> 1)"],
                         bits=[f"({x} & {z})", f"({x} | {z})", f"({x} ^ {z})", f"(~{x} & 3)"])

    def rare(self):
        """Operators that are defined for few numbers: in two assignments of each process."""
        x = self.pick("x", "y", "(x + y)")
        return self.pick(f"({x} * {self.pick(2, 3, 'y')})", f"({x} / {self.pick(2, 3)})", f"(({x} & 7) << {self.pick(1, 2)})", f"(({x} & 255) >> 1)",
                         f"(~{x} & 3)", f"({x} + _nr_pr)", f"({x} - pc_value(0))", f"({x} ^ {self.pick(1, 'y')})")

    def rare_message(self):
        word, into = self.word(), "m" if "mtype" in self.has else "w"
        return self.pick(f"q!!{word}, 1", f"q??{word}, y", f"q?<{into}, y>", f"q??<{word}, y>", f"q?eval({into}), y", f"q?{into}, eval(y)", "q?_, y",
                         f"q??{into}, eval(y)", "len(q) > 0")

    def test(self, depth=0):
        if depth < 2 and self.r.random() < 0.25:
            return self.some([lambda: f"({self.test(depth + 1)} && {self.test(depth + 1)})", lambda: f"({self.test(depth + 1)} || {self.test(depth + 1)})",
                              lambda: f"!{self.test(2)}"])
        x = self.number(2 if depth else 1)
        return self.some([f"(y {self.pick('==', '!=', '<', '<=', '>', '>=')} {x})"] * 2, bool=["o", "(o == true)"], mtype=["(m == red)"],
                         ask_channel=["empty(q)", "nempty(q)", "full(q)", "nfull(q)"], poll=[f"q?[{self.word()}, 1]", f"q??[{self.word()}, 2]"],
                         remote=["(P0[0]@here)", "!(P0[0]@here)", "(P0@here)", "!(P0@here)"], define=["CALM"], typedef=["(t.e != 0)"])

    def word(self):
        return self.pick("red", "green") if "mtype" in self.has else self.pick("1", "2")

    # ---- statements

    def target(self):
        return self.some(["y", "x"], short=["s"], int=["i"], unsigned=["u"], typedef=["t.f"], arrays=["a[2]", "a[y % 3]"], hidden=["hid"])

    def plain(self):
        """Runs in each state, and ends."""
        return self.some([lambda: f"{self.target()} = {self.number()}"] * 2 + ["skip", f"{self.pick('x', 'y')}++", f"{self.pick('x', 'y')}--", f'printf("%d\\n", {self.number()})'],
                         bool=[f"o = {self.test(1)}"], mtype=[f"m = {self.word()}"], inline=["turn(y)", "turn(x)"], select=["select (y : 0 .. 2)"],
                         typedef=["t.e = 1 - t.e"], **{"assert": [f"assert({self.test(1)} || y < 100)", f"assert({self.test(1)})"]})

    def first(self):
        """First statement of a d_step: if that is a selection or an assertion on a channel, Spin's verifier executes it
        instead of the receiver of a rendez-vous."""
        text = self.plain()
        return f"skip; {text}" if text.startswith("select") or "(q)" in text else text

    def message(self):
        word = self.word()
        into = "m" if "mtype" in self.has else "w"
        return self.some([f"q!{word}, {self.pick(0, 1, 2)}", f"q!{into}, y", f"q?{into}, y", f"q?{word}, y", f"q?{into}, _", f"q?eval({into}), y"],
                         sorted=[f"q!!{word}, {self.pick(0, 1, 2)}"] * 2, copy=[f"q?<{into}, y>", f"q??<{word}, y>"], poll=[f"q??{word}, y"],
                         rendezvous=[f"z!{self.number()}", "z?y", "z?x"])

    def statement(self, in_atomic=False):
        r = self.r.random()
        if self.depth > 1 or r < 0.35:
            return self.plain()
        self.depth += 1
        text = self.compound(in_atomic)
        self.depth -= 1
        return text

    def options(self):
        return " ".join(f":: {self.pick(self.test(), self.test(), self.plain(), self.message())} -> {self.block()}" for _ in range(self.r.randint(1, 2)))

    def compound(self, in_atomic):
        more = {"unless": [lambda: f"{{ {self.block()} }} unless {{ {self.test()}; {self.plain()} }}"] * 2, "timeout": ["timeout"],
                "for_in": [lambda: f"for (k in a) {{ {self.plain()} }}"] * 2,
                "goto": ["goto done", lambda: f"if :: {self.test()} -> goto done :: else fi"]}
        if "arrays" not in self.has:
            more.pop("for_in")
        return self.some([self.message, self.message, self.test, lambda: f"if {self.options()} :: else -> {self.plain()} fi", lambda: f"if {self.options()} fi",
                          lambda: f"k = 0; do :: k < 2 -> k++; {self.plain()} :: k >= 2 -> break od", lambda: f"for (k : 0 .. 1) {{ {self.plain()} }}",
                          lambda: f"atomic {{ {self.block(True)} }}", lambda: f"d_step {{ {self.first()}; {self.plain()} }}"], **({} if in_atomic else more))

    def block(self, in_atomic=False):
        return "; ".join(self.statement(in_atomic) for _ in range(self.r.randint(1, 2)))

    # ---- models

    def process(self, name, active):
        end = self.pick("end: ", "end_it: ") if "end" in self.has else ""
        here = "here: " if name == "P0" else "there: "
        provided = f" provided ({self.pick('y < 3', 'b == 0', 'y != 200')})" if "provided" in self.has else ""
        rank = f" priority {self.r.randint(1, 3)}" if self.ranked and active else ""
        body = ";\n    ".join([f"{self.pick('x', 'y')} = {self.rare()}", f"if :: {self.rare_message()} :: skip fi", *(self.statement() for _ in range(self.r.randint(3, 4))), f"k = {self.rare()}"])
        params = "byte p" if not active else ""
        first = "x = p; " if not active else ""
        return (f"{active}proctype {name}({params}){rank}{provided} {{\n    byte x = 1, k; byte w;\n"
                f"    {first}{here}{self.plain()};\n    {end}{body};\n    done: skip\n}}")

    def model(self):
        has = self.has
        lines = ["bit b; byte y = 1;"]
        for feature, text in (("bool", "bool o = false;"), ("short", "short s;"), ("int", "int i = 1;"), ("unsigned", "unsigned u : 3 = 2;"),
                              ("mtype", "mtype = { red, green }; mtype m = red;"), ("typedef", "typedef T { byte f; bit e }; T t;"),
                              ("hidden", "hidden byte hid;"), ("arrays", "byte a[3];"), ("inline", "inline turn(v) { v = (v + 1) % 4; b = 1 - b }"),
                              ("define", "#define CALM (y < 3)"), ("rendezvous", "chan z = [0] of { byte };")):
            if feature in has:
                lines.append(text)
        lines.append(f"chan q = [{self.r.randint(1, 2)}] of {{ {'mtype' if 'mtype' in has else 'byte'}, byte }};")
        lines.append(self.process("P0", self.pick("active ", "active [2] ") if "remote" not in has else "active "))
        if "run" in has:
            lines.append(self.process("P1", ""))
            runs = "; ".join(f"run P1({self.r.randint(0, 2)})" for _ in range(self.r.randint(1, 2)))
            lines.append(f"init {{ {self.pick(f'atomic {{ {runs} }}', runs)} }}")
        elif self.r.random() < 0.8:
            lines.append(self.process("P1", "active "))
        return "\n".join(lines) + "\n"
