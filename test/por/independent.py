"""Random Promela models with many independent transitions: processes with local steps, some shared variables,
channels between two processes, loops, and an assertion or formula about some of these. In some models all processes
are equal except for their number: these are symmetric."""

import random


class Maker:
    def __init__(self, seed, formula=False):
        self.r = random.Random(f"independent {seed}")
        self.formula = formula
        self.n = self.r.randint(2, 3)
        self.alike = self.r.random() < 0.3

    def own(self, i):
        r = self.r
        i = "i" if self.alike else i
        return r.choice([f"v = {r.randint(0, 2)}", "v = (v + 1) % 3", "skip", f"w[{i}] = {r.randint(0, 1)}", f"v = w[{i}]"])

    def to_another(self):
        others = [f":: i != {k} -> {self.r.choice(['q[{0}]!0', 'q[{0}]!1', 'z[{0}]!1', 'w[{0}] = 1', 'w[{0}] == 0'])}" for k in range(self.n)]
        step = others[0].split(" -> ")[1]
        return "if " + " ".join(o.split(" -> ")[0] + " -> " + step.format(k) for k, o in enumerate(others)) + " fi"

    def alike_step(self):
        r = self.r
        return r.choice([f"g = {r.randint(0, 2)}", "g = (g + 1) % 3", f"h = {r.randint(0, 1)}", f"h == {r.randint(0, 1)}", "q[i]?v",
                         "q[i]?1", "z[i]?v", "z2!1", "z2?1", "c!i", "c?v", self.to_another(), self.to_another(),
                         f"assert(h == {r.randint(0, 1)} || g != {r.randint(0, 2)})"])

    def shared(self, i):
        r = self.r
        if self.alike:
            return self.alike_step()
        to = r.randrange(self.n)
        return r.choice([f"g = {r.randint(0, 2)}", "g = (g + 1) % 3", f"h = {r.randint(0, 1)}", f"h == {r.randint(0, 1)}",
                         f"q[{to}]!{r.randint(0, 1)}", f"q[{i}]?v", f"q[{i}]?1", f"z[{to}]!{r.randint(0, 1)}", f"z[{i}]?v", "z2!1", "z2?1",
                         f"w[{to}] == {r.randint(0, 1)}", f"c!{i}", "c?v", "c??1", f"assert(h == {r.randint(0, 1)} || g != {r.randint(0, 2)})"])

    def step(self, i):
        return self.own(i) if self.r.random() < 0.55 else self.shared(i)

    def block(self, i, depth):
        r = self.r
        out = []
        for _ in range(r.randint(1, 3)):
            k = r.random()
            if k < 0.12 and depth:
                out.append(f"if :: {self.block(i, depth - 1)} :: {self.block(i, depth - 1)} "
                           f"{':: else -> ' + self.own(i) if r.random() < 0.3 else ''} fi")
            elif k < 0.2:
                out.append(f"atomic {{ {self.step(i)}; {self.step(i)} }}")
            elif k < 0.25 and depth:
                out.append(f"do :: {self.block(i, depth - 1)} :: {self.step(i)}; break od")
            elif k < 0.3 and depth:
                out.append(f"{{ {self.block(i, depth - 1)} }} unless {{ {self.step(i)} }}")
            elif k < 0.33:
                out.append("timeout")
            else:
                out.append(self.step(i))
        return "; ".join(out)

    def model(self):
        r = self.r
        text = (f"byte g, h; byte w[{self.n}]; chan q[{self.n}] = [{r.randint(1, 2)}] of {{ byte }}; "
                f"chan z[{self.n}] = [0] of {{ byte }}; chan z2 = [0] of {{ byte }}; chan c = [{r.randint(1, 2)}] of {{ byte }};\n")
        for i in range(1 if self.alike else self.n):
            body = self.block(i, 2)
            if r.random() < 0.4:
                body = f"end: do :: {body} :: {self.step(i)} od"
            text += (f"proctype P(byte i) {{ byte v; {body} }}\n" if self.alike else
                     f"active proctype P{i}() {{ byte v; {body} }}\n")
        if self.alike:
            text += "init { atomic { " + "; ".join(f"run P({i})" for i in range(self.n)) + " } }\n"
        if self.formula or r.random() < 0.4:
            text += f"ltl f {{ {r.choice(['[]', '<>', '[] <>', '<> []'])} (g {r.choice(['==', '!='])} {r.randint(0, 2)}) }}\n"
        elif r.random() < 0.4:
            text += f"active proctype M() {{ assert(g + h != {r.randint(1, 3)}) }}\n"
        return text
