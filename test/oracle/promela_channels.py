"""Random Promela models whose processes get channels as arguments: rings, pairs, stars around a hub. Channels are sent
in messages, compared, looked up by numbers; processes are identified by their pids. Some are not quite alike."""

import random


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.randint(2, 4)
        self.first = 1 + (self.r.random() < 0.5)  # follows a hub
        self.capacity = self.r.choice([0, 1, 1, 2])
        self.pids = [self.first + k for k in range(self.n)]

    def pick(self, *choices):
        return self.r.choice(choices)

    def test(self):
        return self.pick("x == 0", "x < 2", "x != 1", "g == x", "g == 0", "t == _pid", "t != _pid", "s[_pid] == x", "in == out",
                         "ch == in", "ch == out", "len(in) == 0", "empty(out)", f"in == c{self.r.randrange(self.n)}",
                         " && ".join(f"s[{p}] < 2" for p in self.pids), " || ".join(f"t == {p}" for p in self.pids))

    def basic(self):
        return self.pick("x = (x + 1) % 3", "x = 0", "g = x", "g = 0", "t = _pid", "t = 0", "s[_pid] = x", "s[_pid] = 0",
                         "ch = in", "ch = out", "ch = hub", "ch = none", "skip", self.test())

    def message(self):
        return self.pick("out!x,in", "out!0,in", "out!1,out", "out!x,ch", "in?x,ch", "in?x,ch", "in?x,_", "in?0,ch", "hub!x,in",
                         "hub?x,ch", "out!_pid,in", "in?eval(_pid),ch", "ch != none -> ch!0,in", "out?x,ch", "in!x,out")

    def options(self):
        """One option for each process, by number."""
        template = self.pick(":: t == {p} -> ch = c{k}", ":: t = {p}", ":: c{k}!0,in", ":: x == {k} -> ch = c{k}",
                             ":: s[{p}] == x -> t = {p}", ":: ch = c{k}")
        parts = [template.format(p=p, k=k) for k, p in enumerate(self.pids)]
        if self.r.random() < 0.15:
            parts.pop(self.r.randrange(self.n))
        if self.r.random() < 0.4:
            parts.append(":: else")
        return f"if {' '.join(parts)} fi"

    def statement(self, depth=0):
        r = self.r.random()
        if r < 0.35:
            return self.message()
        if r < 0.6 or depth > 1:
            return self.basic()
        if r < 0.72:
            return self.options()
        if r < 0.8:
            return f"atomic {{ {self.block(depth + 1)} }}"
        if r < 0.87:
            return f"d_step {{ {self.basic()}; {self.basic()} }}"
        last = self.pick(f" :: else -> {self.block(depth + 1)}", " :: else", "")
        return f"if :: {self.test()} -> {self.block(depth + 1)}{last} fi"

    def block(self, depth=0):
        return "; ".join(self.statement(depth) for _ in range(self.r.randint(1, 3)))

    def process(self, name):
        return (f"proctype {name}(chan in; chan out) {{\n  byte x; chan ch = none;\n  end: do :: {self.block()} "
                f":: {self.test()} -> {self.block()} od\n}}")

    def runs(self):
        """in and out of each process: a ring, pairs, or one way out for all."""
        shape = self.r.random()
        outs = ["hub" if shape < 0.35 else f"c{k ^ 1}" if shape < 0.5 and self.n == 4 else f"c{(k + 1) % self.n}"
                for k in range(self.n)]
        if self.r.random() < 0.15:
            outs[self.r.randrange(self.n)] = "hub"
        return [f"run P(c{k}, {out})" for k, out in enumerate(outs)]

    def model(self):
        kinds = f"[{self.capacity}] of {{ byte, chan }}"
        lines = [f"chan c{k} = {kinds};" for k in range(self.n)]
        lines += [f"chan hub = [{self.pick(0, 1, 2)}] of {{ byte, chan }};", "chan none = [0] of { byte, chan };",
                  f"byte g; pid t; byte s[{self.first + self.n}];", self.process("P")]
        runs = self.runs()
        if self.first > 1:
            lines.append(self.process("H"))
            runs.insert(0, "run H(hub, hub)")
        extra = self.pick("", "", "; t = 1", "; g = 1", f"; if {' '.join(f':: t = {p}' for p in self.pids)} fi")
        lines.append(f"init {{ atomic {{ {'; '.join(runs)}{extra} }} }}")
        return "\n".join(lines) + "\n"
