"""Random Promela models with declared scalarsets: one family of processes, or two over separate scalarsets. Elements
are stored in variables, in arrays indexed by elements, in messages, and chosen by options for each of them. Spin reads
the scalarset as a byte. Most of the constructs are legal."""

import random


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = {"A": self.r.randint(2, 3), "B": self.r.choice([0, 0, 2])}
        self.rendezvous = self.r.random() < 0.25

    def pick(self, *choices):
        return self.r.choice(choices)

    def names(self, own):
        """For the texts below: the scalarset of the process and the other one (or the same, if there is no other)."""
        other = "B" if own == "A" and self.n["B"] else "A"
        if own == "A" and self.r.random() < 0.6:
            other = "A"
        return {"o": own.lower(), "t": other.lower(), "no": self.n[own], "nt": self.n[other], "c": self.r.randint(0, 2)}

    def test(self, own):
        chosen = self.pick("g == {c}", "s{o}[i] == {c}", "s{o}[i] < 2", "u{t} == {nt}", "u{o} == i", "u{o} != i", "x{t} == u{t}",
                           "x{t} != {nt}", "(u{t} != {nt} && s{t}[u{t}] == {c})", "(x{t} != {nt} && s{t}[x{t}] != {c})", "len(q) < 1",
                           "nempty(q)", "nfull(q)", "p{o}[i] == u{o}", "ALL{t}", "ANY{t}", "OTHERS{o}")
        names = self.names(own)
        c, n = names["c"], names["nt"]
        parts = {"ALL": [f"s{names['t']}[{k}] != {c}" for k in range(n)],
                 "OTHERS": [f"(i == {k} || s{names['o']}[{k}] < 2)" for k in range(names["no"])]}
        for word, terms in parts.items():
            if chosen.startswith(word):
                return "(" + " && ".join(terms) + ")"
        if chosen.startswith("ANY"):
            return "(" + " || ".join(f"u{names['t']} == {k}" for k in range(n)) + ")"
        return chosen.format(**names)

    def basic(self, own):
        names = self.names(own)
        if names["t"] != names["o"]: # what process i stores is of its own scalarset if p is read
            names["t"] = self.pick("a", "b")
            names["nt"] = self.n[names["t"].upper()]
        return self.pick("g = {c}", "g = (g + 1) % 3", "s{o}[i] = {c}", "u{o} = i", "u{t} = {nt}", "x{t} = u{t}", "x{t} = {nt}",
                         "u{t} = x{t}", "x{o} = i", "p{o}[i] = x{o}", "p{o}[i] = {no}", "p{o}[i] = i",
                         "if :: u{t} != {nt} -> s{t}[u{t}] = {c} :: else fi", "skip").format(**names)

    def message(self):
        """A place for each scalarset, and a number."""
        sent = [self.pick("xa", "ua", str(self.n["A"])), self.pick("g", "1", "0")]
        got = [self.pick("xa", "xa", "ua", "_", "eval(ua)"), self.pick("g", "_", "1")]
        if self.n["B"]:
            sent.insert(1, self.pick("xb", "ub", str(self.n["B"])))
            got.insert(1, self.pick("xb", "_", "ub"))
        return f"q!{','.join(sent)}" if self.r.random() < 0.5 else f"q{self.pick('?', '?', '??')}{','.join(got)}"

    def options(self, own):
        names = self.names(own)
        template = self.pick(":: u{t} = {{k}}", ":: x{t} = {{k}}", ":: u{t} == {{k}} -> x{t} = {{k}}",
                             ":: s{t}[{{k}}] == {c} -> x{t} = {{k}}").format(**names)
        last = self.pick("", " :: else") if "->" in template else ""
        return f"if {' '.join(template.format(k=k) for k in range(names['nt']))}{last} fi"

    def statement(self, own, depth=0):
        r = self.r.random()
        if r < 0.2:
            return self.message()
        if r < 0.55 or depth > 1:
            return self.basic(own)
        if r < 0.68:
            return self.options(own)
        if r < 0.8:
            return f"atomic {{ {self.block(own, depth + 1)} }}"
        if r < 0.86:
            return f"d_step {{ {self.basic(own)}; {self.basic(own)} }}"
        if r < 0.9:
            return self.test(own)
        last = self.pick(f" :: else -> {self.block(own, depth + 1)}", " :: else", "")
        return f"if :: {self.test(own)} -> {self.block(own, depth + 1)}{last} fi"

    def block(self, own, depth=0):
        return "; ".join(self.statement(own, depth) for _ in range(self.r.randint(1, 2)))

    def process(self, own):
        values = "".join(f" {k} x{k.lower()} = {n};" for k, n in self.n.items() if n)
        return (f"proctype P{own}({own} i) {{\n   {values}\n    {self.pick('end: ', '')}do :: {self.block(own)} "
                f":: {self.test(own)} -> {self.block(own)} od\n}}")

    def model(self):
        there = {k: n for k, n in self.n.items() if n}
        lines = ["#ifdef __COSET__", *(f"scalarset {k}[{n}];" for k, n in there.items()), "#else",
                 *(f"#define {k} byte" for k in there), "#endif", "byte g;"]
        for k, n in there.items():
            o = k.lower()
            lines.append(f"byte s{o}[{n}]; {k} u{o} = {n}; {k} p{o}[{n}] = {n};")
        lines.append(f"chan q = [{0 if self.rendezvous else self.r.randint(1, 2)}] of {{ {', '.join(there)}, byte }};")
        lines += [self.process(k) for k in there]
        runs = "; ".join(f"run P{k}({i})" for k, n in there.items() for i in range(n))
        lines.append(f"init {{ atomic {{ {runs} }} }}")
        return "\n".join(lines) + "\n"
