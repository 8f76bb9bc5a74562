"""Random Promela texts of one process: statements with all kinds of separators and line ends between them, calls of
inlines with and without the separator that should end them, labels, blocks, declarations in odd places, consecutive
skips, loops of all kinds. Some are not valid Promela: Spin refuses them, and they are skipped."""

import random

SEPARATORS = ["; ", ";\n", "\n", " ", " -> ", "\n\n", " ;; ", "; ; ", " --> ", "\n;\n", "\t", "\n  /* c */ \n", " // x\n", "; */ "]
EXPRESSIONS = ["n", "k", "n + 1", "(n)", "a[0]", "a[k]", "3", "(n > 0 -> 1 : 2)", "len(q)", "true", "-1", "_pid", "t.x"]
CONDITIONS = ["n < 3", "(n != k)", "true", "1", "nempty(q)", "q?[1]", "(n == 1 || k)", "else", "k >=> 0", "n !!= 4", "skip", "a[0] == 0"]
MESSAGES = ["q!1", "q?k", "q?1", "q!!2", "q??2", "q?<k>", "q!n", "q?eval(n)", "q?_", "q!(n + k) % 3"]
CALLS = ["f(1)", "f(n)", "g()", "h(n, 2)", "f (3)", "h(k,\n2)", "L(1)"]
INLINES = {"f(x)": [" n = x ", "\n n = x\n", " n = x; k++\n", " if :: n < x -> n = x :: else fi ", " atomic { n = x } "],
           "h(x, y)": [" x = y ; ", " x = y\n x++ ", " f(y) ", " x = y; f(x)\n"],
           "L(x)": [" lb: n = x ; goto le; le: k = 1 ", " k = x; lb: n = x ", " k = x; lb: do :: k > 2 -> k-- :: else -> break od "]}


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = 0

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def simple(self):
        e = self.r.choice(EXPRESSIONS)
        return self.r.choice([f"n = {e}", f"a[1] = {e}", "n++", "k--", "t.x++", "k=k+1", "skip", "skip", "assert(true)", 'printf("x\\n")',
                              "n < 9", "(true)", "k != 200"])

    def options(self, depth, loop):
        leave = f"{self.r.choice(SEPARATORS)}break" if loop else ""
        parts = [f"::{self.r.choice([' ', chr(10), ''])}{self.r.choice(CONDITIONS)}{self.r.choice(SEPARATORS)}{self.sequence(depth + 1)}{leave}"
                 for _ in range(self.r.randint(1, 2))]
        return " ".join(parts) + self.r.choice([" ", "\n"])

    def block(self, depth):
        return "{" + self.r.choice([" ", "\n"]) + self.sequence(depth + 1) + self.r.choice([" ", "\n", ";"]) + "}"

    def statement(self, depth):
        c = self.r.random()
        if c < 0.4:
            return self.simple()
        if c < 0.5:
            return self.r.choice(MESSAGES)
        if c < 0.66 or depth > 2:
            return self.r.choice(CALLS)
        if c < 0.74:
            return f"if {self.options(depth, False)}fi"
        if c < 0.8:
            return f"do {self.options(depth, True)}od"
        if c < 0.86:
            return self.r.choice(["atomic", "d_step", ""]) + self.r.choice([" ", "\n", ""]) + self.block(depth)
        if c < 0.9:
            return f"{{ {self.statement(depth + 1)} }} unless {{ {self.r.choice(CONDITIONS[:4])}{self.r.choice(SEPARATORS)}{self.statement(depth + 1)} }}"
        if c < 0.93:
            return f"{self.name('L')}:{self.r.choice([' ', chr(10)])}{self.statement(depth + 1)}"
        if c < 0.97:
            return f"for (k : 0 .. 2){self.r.choice([' ', chr(10), ';'])}{self.block(depth)}"
        v = self.name("z")
        return self.r.choice([f"byte {v}", f"T {v}", f"int {v} = 2", f"byte {v}[2]", "select (k : 0 .. 2)", "select (k : n .. 3)"])

    def sequence(self, depth):
        text = self.statement(depth)
        for _ in range(self.r.randint(0, 2)):
            text += self.r.choice(SEPARATORS) + self.statement(depth)
        return text

    def model(self):
        lines = [f"byte n{self.r.choice([';', chr(10)])}byte k;", f"byte a[2]; typedef T {{ byte x{self.r.choice([' ', ';', '; byte y'])} }};",
                 f"T t{self.r.choice([';', ''])}", "chan q = [2] of { byte };"]
        for head, bodies in INLINES.items():
            lines.append(f"inline {head}{self.r.choice([' ', chr(10)])}{{{self.r.choice(bodies)}}}")
            if head == "f(x)":
                lines.append(f"inline g() {{ {self.sequence(2) if self.r.random() < 0.6 else 'n++'} }}")
        own = "byte m; " * (self.r.random() < 0.3)
        lines.append(f"active proctype P(){self.r.choice([' ', chr(10)])}{{{self.r.choice([' ', chr(10)])}{own}{self.sequence(0)}"
                     f"{self.r.choice([' ', chr(10), ';' + chr(10)])}}}")
        return "\n".join(lines) + "\n"
