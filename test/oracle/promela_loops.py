"""Random Promela models whose processes loop over all processes: sums, searches, messages to each, in atomic sequences
and d_steps and outside of them; with an array of channels, one for each process, hidden variables, declarations after
statements, and processes started by a loop. Some loops are off by one, or not quite alike for all."""

import random


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.randint(2, 3)
        self.active = self.r.random() < 0.6
        self.first = 0 if self.active else 1
        self.last = self.first + self.n - 1
        self.none = self.last + 2
        self.capacity = self.r.randint(1, 2)
        self.boxes = self.r.random() < 0.5
        self.features, self.inside = set(), True

    def pick(self, *choices):
        return self.r.choice(choices)

    def has(self, feature, text):
        """The text; its kind is counted for the table of what the models contain."""
        self.features.add(feature)
        return text

    # ---- loops

    def room(self):
        """There is room in each channel; sometimes in all but one."""
        parts = [self.pick("nfull(w[{0}])", "len(w[{0}]) == 0", "empty(w[{0}])").format(k) for k in range(self.first, self.last + 1)]
        if self.r.random() < 0.7:
            parts = [f"nfull(w[{k}])" for k in range(self.first, self.last + 1)]
        if self.r.random() < 0.1:
            parts.pop()
        return " && ".join(parts)

    def round(self):
        c = self.r.randint(0, 2)
        kinds = [("sum", "x = x + s[i]"), ("assignment to each", f"s[i] = {c}"), ("change of each", "s[i] = 1 - s[i]"),
                 ("search", f"if :: s[i] == {c} -> u = i :: else fi"), ("change of others", "if :: s[i] && i != _pid -> s[i] = 0 :: else fi"),
                 ("greatest", "if :: s[i] > x -> x = s[i] :: else fi"), ("assertion", "assert(s[i] < 3)"), ("count", "if :: s[i] -> x++ :: else fi"),
                 ("flag", "if :: s[i] == 1 -> g = 1 :: else skip fi"), ("number", "x = x + i"),
                 ("last", "u = i"), ("own", "if :: i == _pid -> s[i] = 1 :: else -> s[i] = 0 fi")]
        if self.inside: # otherwise Spin misses states
            kinds.append(("hidden in a loop", "h = s[i]; s[i] = 1 - h"))
        if self.boxes:
            kinds += [("message to each", f"w[i]!{c}"), ("name to each", "w[i]!_pid"), ("message to some", f"if :: s[i] -> w[i]!{c} :: else fi")] * 2
        return self.has(*self.r.choice(kinds))

    def loop(self):
        lo, hi = self.first, self.last
        if self.r.random() < 0.1:
            lo, hi = self.has("wrong by one", self.pick((lo + 1, hi), (lo, hi - 1)))
        body = self.round() + (f"; {self.round()}" if self.r.random() < 0.3 else "")
        if self.r.random() < 0.05:
            body += self.has("counter changed", "; i = i + 1")
        before = self.pick("", "", "x = 0; ", f"s[_pid] = {self.r.randint(0, 2)}; ")
        kind = self.r.random()
        if kind < 0.35:
            return before + self.has("for", f"for (i : {lo} .. {hi}) {{ {body} }}")
        test = self.pick(f"i < {hi + 1}", f"i <= {hi}", f"i != {hi + 1}")
        if kind < 0.7:
            leave = self.pick("else", f"i == {hi + 1}", f"i > {hi}")
            return self.has("do", f"i = {lo}; {before}do :: {test} -> {body}; i++ :: {leave} -> break od")
        return self.has("do but for itself", f"i = {lo}; {before}do :: {test} && i != _pid -> {body}; i++ "
                        f":: i == _pid -> {self.pick('', 'x = 0; ')}i++ :: i == {hi + 1} -> break od")

    def whole(self):
        guard = self.pick("", "", f"s[_pid] == {self.r.randint(0, 1)} -> ", f"u == {self.none} -> ")
        if self.boxes and self.r.random() < 0.5:
            guard = self.has("room", f"{self.room()} -> ")
        self.inside = self.r.random() < 0.9
        text = f"{guard}{self.loop()}; {self.pick('i = 0', 'i = 0; x = 0', 'i = 0; x = 0', 'x = 0')}"
        if not self.inside:
            return self.has("loop outside", text)
        word = self.pick("atomic", "atomic", "d_step")
        return self.has(f"loop in {word}", f"{word} {{ {text} }}")

    # ---- the rest

    def step(self):
        kinds = [("own", f"s[_pid] = {self.r.randint(0, 2)}"), ("name", "u = _pid"), ("nobody", f"u == _pid -> u = {self.none}"),
                 ("plain", "g = 1 - g"), ("late variable", "byte z{} = 1".format(self.r.randint(0, 10 ** 6))),
                 ("late structure", "T z{}".format(self.r.randint(0, 10 ** 6))), ("hidden", "atomic { h = g; g = 1 - h }"),
                 ("hidden kept", "h = g")]
        if self.boxes:
            kinds += [("receive", "w[_pid]?x; x = 0"), ("receive", "w[_pid]?_"), ("receive", "w[_pid]?1"),
                      ("send to itself", "nfull(w[_pid]) -> w[_pid]!2"), ("question", "len(w[_pid]) == 1"), ("poll", "w[_pid]?[1]")]
        return self.has(*self.r.choice(kinds))

    def model(self):
        lines = [f"{self.pick('bit', 'byte')} g; {self.pick('bit', 'byte')} s[{self.last + 1}]; byte u = {self.none}; hidden byte h; typedef T {{ byte f }};"]
        if self.boxes:
            lines.append(f"chan w[{self.last + 1}] = [{self.capacity}] of {{ byte }};")
        options = [f":: {self.whole()}"] + [f":: {self.pick(self.whole, self.step)()}" for _ in range(self.r.randint(1, 2))]
        head = f"active [{self.n}] " if self.active else ""
        lines.append(f"{head}proctype P() {{\n    byte i, x;\n    end: do {' '.join(options)} od\n}}")
        if not self.active:
            start = "; ".join(["run P()"] * self.n)
            if self.r.random() < 0.4:
                start = self.has("start by a loop", f"byte k; for (k : 1 .. {self.n}) {{ run P() }}")
            lines.append(f"init {{ {start.split('for')[0] if start.startswith('byte') else ''}atomic {{ "
                         f"{start[start.index('for'):] if start.startswith('byte') else start} }} }}")
        return "\n".join(lines) + "\n"
