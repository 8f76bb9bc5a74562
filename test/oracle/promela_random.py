#!/usr/bin/env python3
"""Random Promela models against Spin's verifier without any reduction: same states, transitions and verdict. Small
processes, shared variables, buffered and rendez-vous channels, atomic, d_step, unless, timeout, else, run, priorities;
of ten models one has declared scalarsets, one has channels as arguments and in messages, one has loops over all
processes, one is one process in odd layout, and five have all kinds of statements (promela_wide.py). With symmetry the
verdict is Spin's and the sizes of the orbits sum up to its states: by the default and, with declared scalarsets and
channels as arguments, by detection. Dozens of models; hundreds if COSET_LONG is set. A difference is reported with the
model, with its seed."""

import collections
import pathlib
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE.parent / "corpus")]

import promela_channels # noqa: E402
import promela_declared # noqa: E402
import promela_loops # noqa: E402
import promela_texts # noqa: E402
import promela_wide # noqa: E402
import spin # noqa: E402
import tool # noqa: E402
from spin_side import REDUCED, compare # noqa: E402


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.labels = 0
        self.bits = {}
        self.family, self.ranked, self.asks = [], False, False

    def pick(self, *choices):
        return self.r.choice(choices)

    # ---- expressions

    def place(self):
        return self.r.choice(self.places)

    def value(self, depth=0):
        r = self.r.random()
        if r < 0.4 or depth > 2:
            return str(self.r.randint(0, 3))
        if r < 0.75:
            return self.place()
        if r < 0.8:
            words = ["_pid", "_pid", "_nr_pr"]
            if self.ranked:
                words += ["_priority", f"get_priority({self.r.randint(0, 3)})"]
            if self.asks:
                words += [f"pc_value({self.r.randint(0, 2)})"]
            return self.r.choice(words)
        op = self.pick("+", "-", "*", "%", "&", "|", "^")
        right = str(self.r.randint(1, 3)) if op == "%" else self.value(depth + 1)
        return f"({self.value(depth + 1)} {op} {right})"

    def names(self):
        """Reads and writes by the name of the process."""
        return self.pick("s[_pid]", "u == _pid", "u != _pid", f"s[_pid] {self.pick('==', '<')} {self.r.randint(0, 2)}")

    def for_all(self):
        test = self.pick("s[{0}] < 2", "(_pid == {0} || s[{0}] != 1)", "(u != {0} || s[{0}] == s[_pid])")
        return "(" + f" {self.pick('&&', '||')} ".join(test.format(k) for k in self.family) + ")"

    def test(self, depth=0):
        if self.family and self.r.random() < 0.3:
            return self.pick(self.names, self.for_all)()
        r = self.r.random()
        if depth < 2 and r < 0.15:
            return f"({self.test(depth + 1)} {self.pick('&&', '||')} {self.test(depth + 1)})"
        if r < 0.25 and self.buffered:
            c = self.r.choice(self.buffered)
            return self.pick(f"len({c}) == {self.r.randint(0, 2)}", f"len({c}) < 1")
        if r < 0.3 and self.buffered and depth == 0:
            c = self.r.choice(self.buffered)
            return self.pick(f"full({c})", f"empty({c})", f"nfull({c})", f"nempty({c})")
        if r < 0.35 and self.buffered:
            return f"{self.r.choice(self.buffered)}{self.pick('?', '??')}[{self.r.randint(0, 2)}]"
        return f"({self.place()} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.value(1)})"

    # ---- statements

    def send(self, channels):
        return f"{self.r.choice(channels)}{self.pick('!', '!', '!!')}{self.value(1)}"

    def receive(self, channels):
        """Into variables that hold each value of the message: on backtracking, Spin's verifier puts the variable's
        value into the channel again."""
        c = self.r.choice(channels)
        how = self.pick("?", "?", "?", "??")
        wide = [p for p in self.places if self.bits.get(p, 1) >= self.bits[c]] or ["_"]
        arg = self.pick(self.r.choice(wide), self.r.choice(wide), str(self.r.randint(0, 2)), f"eval({self.place()})", "_")
        if c in self.buffered and wide != ["_"] and self.r.random() < 0.1:
            return f"{c}{how}<{self.r.choice(wide)}>"
        return f"{c}{how}{arg}"

    def kind(self, name, *kinds):
        """One of the types for a variable or (of its messages) a channel."""
        kind = self.pick(*kinds)
        self.bits[name] = {"byte": 8, "short": 16, "int": 32}.get(kind, 1)
        return kind

    def basic(self, in_d_step=False):
        r = self.r.random()
        if self.family and r < 0.3:
            return self.pick("s[_pid] = " + str(self.r.randint(0, 2)), "u = _pid", "u = s[_pid]")
        if r < 0.12 and not in_d_step and self.rendezvous:
            return self.send(self.rendezvous)
        if r < 0.25 and not in_d_step and self.rendezvous:
            return self.receive(self.rendezvous)
        if r < 0.35 and not in_d_step and self.buffered:
            return self.send(self.buffered)
        if r < 0.45 and not in_d_step and self.buffered:
            return self.receive(self.buffered)
        if r < 0.5:
            return "skip"
        if r < 0.62 and not in_d_step:
            return self.test()
        if r < 0.66 and not in_d_step and self.timeouts:
            return "timeout"
        if r < 0.7 and self.ranked:
            return self.pick(f"set_priority(0, {self.r.randint(1, 4)})", # not of a vanished one: Spin undoes that wrongly
                             f"set_priority(_pid, {self.r.randint(1, 4)})", f"_priority = {self.r.randint(1, 4)}", f"_priority = {self.place()}")
        if r < 0.68:
            return f"printf(\"%d\\n\", {self.value()})"
        if r < 0.7 and self.asserts:
            return f"assert({self.test(1)})"
        return f"{self.place()} = {self.value()}"

    def repeated(self, template):
        """The same for each process; sometimes not quite."""
        c = self.r.randint(0, 2)
        parts = [template.format(k=k, c=c, none=self.none) for k in self.family]
        r = self.r.random()
        if r < 0.1:
            self.r.shuffle(parts)
        elif r < 0.2:
            i = self.r.randrange(len(parts))
            parts[i] = template.format(k=self.r.choice(self.family), c=self.r.randint(0, 2), none=self.none)
        elif r < 0.25:
            parts.pop()
        return parts

    def run_of_statements(self):
        text = "; ".join(self.repeated(self.pick(
            "s[{k}] = {c}", "if :: _pid != {k} -> s[{k}] = {c} :: else fi", "if :: u == {k} -> s[{k}] = {c} :: else skip fi",
            "if :: s[{k}] == {c} -> g = 1 :: else fi", "if :: s[{k}] == {c} && _pid != {k} -> u = {k} :: else fi",
            "if :: s[{k}] -> s[{k}] = 0; g = 0 :: else s[{k}] = {c} fi")))
        return text if self.r.random() < 0.2 else f"{self.pick('atomic', 'd_step')} {{ {text} }}"

    def choice_of_options(self):
        templates = [":: u = {k}", ":: u == {k} -> s[{k}] = {c}; u = {none}", ":: s[{k}] == {c} -> u = {k}",
                     ":: u == {k} && _pid != {k} -> s[{k}] = {c}", ":: s[{k}] = {c}; u = {k}"]
        if self.buffered:
            templates += [":: q!{k}", ":: q?{k}", ":: q!{k}; u = {k}", ":: q?[{k}] -> u = {k}"]
        options = self.repeated(self.r.choice(templates))
        if self.r.random() < 0.4 and " -> " in options[0]:
            options.append(":: else")
        text = f"if {' '.join(options)} fi"
        return text if self.r.random() < 0.3 else f"atomic {{ {text} }}"

    def block(self, depth, in_d_step=False, in_loop=False):
        n = self.r.randint(1, 3)
        return "; ".join(self.statement(depth, in_d_step, in_loop) for _ in range(n))

    def options(self, depth, in_d_step, in_loop):
        out = []
        for _ in range(self.r.randint(1, 3)):
            guard = self.test() if in_d_step or self.r.random() < 0.6 else self.basic(in_d_step)
            out.append(f":: {guard} -> {self.block(depth + 1, in_d_step, in_loop)}")
        if in_d_step or self.r.random() < 0.4:
            out.append(f":: else -> {self.block(depth + 1, in_d_step, in_loop)}")
        return " ".join(out)

    def statement(self, depth, in_d_step=False, in_loop=False):
        r = self.r.random()
        if self.family and not in_d_step and not self.in_atomic and self.r.random() < 0.3:
            return self.pick(self.run_of_statements, self.choice_of_options)()
        if depth > 2 or r < 0.55:
            return self.basic(in_d_step)
        if r < 0.7:
            return f"if {self.options(depth, in_d_step, in_loop)} fi"
        if r < 0.78 and not in_d_step:
            return f"do {self.options(depth, False, True)} :: {self.test()} -> break od"
        if r < 0.82 and in_loop and not in_d_step:
            return "break"
        if r < 0.88 and not in_d_step and not self.in_atomic:
            self.in_atomic = True
            s = f"atomic {{ {self.block(depth + 1)} }}"
            self.in_atomic = False
            return s
        if r < 0.93 and not in_d_step:
            return f"d_step {{ {self.place()} = {self.value()}; {self.block(depth + 1, True)} }}"
        if r < 0.97 and not in_d_step:
            return f"{{ {self.block(depth + 1)} }} unless {{ {self.test()}; {self.block(depth + 1)} }}"
        return self.basic(in_d_step)

    # ---- models

    def process(self, name, active, params):
        local = [f"{name}_x", f"{name}_y"]
        self.places = self.globals + local + [p.split()[1] for p in params]
        body = self.block(0)
        label = self.pick("", "", "end: ", "end1: ")
        kind = self.kind(local[0], "byte", "short", "bit", "int", "unsigned")
        self.bits[local[1]] = 8
        self.bits.update({p.split()[1]: 8 for p in params})
        width = " : 3" if kind == "unsigned" else ""
        loop = self.r.random() < 0.4
        text = f"do :: {body} :: {self.test()} -> break od" if loop else body
        rank = f" priority {self.r.randint(1, 4)}" if self.ranked and active and self.r.random() < 0.6 else ""
        self.lines.append(f"{active}proctype {name}({'; '.join(params)}){rank} {{\n    {kind} {local[0]}{width}; "
                          f"byte {local[1]} = {self.r.randint(0, 2)};\n    {label}{text}\n}}")

    def symmetric(self):
        """Two or three equal processes that use their pids."""
        r = self.r
        n = r.randint(2, 3)
        active = r.random() < 0.5
        first = 0 if active else 1
        self.family = [first + k for k in range(n)]
        self.asserts, self.timeouts, self.in_atomic = False, False, False
        self.buffered, self.rendezvous = ["q"] if r.random() < 0.3 else [], []
        self.globals = ["g"]
        self.none = first + n + 1
        self.lines.append(f"bit g; byte s[{first + n}]; byte u = {self.none};") # not t: hides a name of Spin's
        self.bits["q"] = 8
        if self.buffered:
            self.lines.append("chan q = [1] of { byte };")
            self.bits["q"] = 8
        self.places = ["g", "x"]
        body = self.block(0)
        self.lines.append(f"{f'active [{n}] ' if active else ''}proctype P() {{\n    bit x;\n"
                          f"    end: do :: {body} :: {self.test()} -> skip od\n}}")
        if not active:
            self.lines.append(f"init {{ atomic {{ {'; '.join(['run P()'] * n)} }} }}")
        return "\n".join(self.lines) + "\n"

    def model(self):
        r = self.r
        self.family, self.ranked, self.asks = [], False, False
        if r.random() < 0.35:
            return self.symmetric()
        self.in_atomic = False
        self.asserts, self.timeouts = r.random() < 0.3, r.random() < 0.3
        self.globals = ["g", "h", f"a[{r.randint(0, 1)}]"]
        self.buffered = ["q"] if r.random() < 0.6 else []
        self.rendezvous = ["z"] if r.random() < 0.5 else []
        self.ranked = not self.rendezvous and r.random() < 0.4
        self.asks = r.random() < 0.1
        self.lines.append(f"{self.kind('g', 'byte', 'bit', 'short')} g = {r.randint(0, 1)}; "
                          f"{self.kind('h', 'byte', 'bool')} h; {self.kind(self.globals[2], 'byte', 'bit')} a[2];")
        if self.buffered:
            kind = self.kind("q", "byte", "bit", "short")
            self.bits["q"] = max(self.bits["q"], 8) # Spin keeps a bit of a message in a byte
            self.lines.append(f"chan q = [{r.randint(1, 2)}] of {{ {kind} }};")
        if self.rendezvous:
            self.bits["z"] = 8
            self.lines.append("chan z = [0] of { byte };")
        runs = []
        for i in range(r.randint(1, 3)):
            if r.random() < 0.7:
                self.process(f"P{i}", f"active [{r.randint(1, 2)}] " if r.random() < 0.5 else "active ", [])
            else:
                self.process(f"P{i}", "", ["byte p"])
                rank = f" priority {r.randint(1, 4)}" if self.ranked and r.random() < 0.5 else ""
                runs.append(f"run P{i}({r.randint(0, 3)}){rank}")
        if runs:
            r.shuffle(runs)
            body = "; ".join(runs)
            self.lines.append(f"init {{ {'atomic { ' + body + ' }' if r.random() < 0.6 else body} }}")
        return "\n".join(self.lines) + "\n"


def text_of(seed):
    makers = {1: promela_texts.Maker, 3: promela_loops.Maker, 5: promela_declared.Maker, 7: promela_channels.Maker, 0: Maker}
    maker = makers.get(seed % 10, promela_wide.Maker)
    return maker(seed).model()


def judge(coset, seed, options, limit):
    text = text_of(seed)
    with tempfile.TemporaryDirectory(prefix="coset_pml_") as folder:
        path = pathlib.Path(folder) / f"random_{seed}.pml"
        path.write_text(text)
        symmetries = REDUCED + (("--symmetry=detect",),) if seed % 10 in (5, 7) else REDUCED
        result = compare(coset, path, limit, *options, symmetries=symmetries)
    return seed, text, result


def reason(text):
    """Without details of the model: why it was not compared."""
    return re.sub(r"random_\d+\.pml:\d+(:\d+)?|'[^']*'|\d+", "..", text)[:90]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int)
    p.add_argument("--limit", type=float, default=20, help="seconds for one run of Spin's verifier (20)")
    p.add_argument("--tell", type=int, help="print how far it came after each so many models")
    args = p.parse_args()
    coset = tool.program(args)
    if spin.missing():
        print(f"skipped: no {spin.missing()}")
        return tool.SKIP
    count = args.count or (500 if tool.long_run() else 24)
    seeds = range(args.seed, args.seed + count)
    modes = [["--code=interp"], ["--code=native"]] if tool.has_machine_code(coset) else [[]]
    modes = [(m, spin.PLAIN) for m in modes] * len(spin.OPTIMISED) + spin.OPTIMISED # some as Spin optimises them
    bad = compared = 0
    reasons = collections.Counter()
    with ThreadPoolExecutor(args.jobs) as pool:
        for seed, text, result in pool.map(lambda s: judge(coset, s, modes[s % len(modes)], args.limit), seeds):
            if args.tell and seed > args.seed and (seed - args.seed) % args.tell == 0:
                print(f"  seeds {args.seed} to {seed - 1}: {compared} compared, {bad} differ", flush=True)
            if isinstance(result, str):
                reasons[reason(result)] += 1
                continue
            compared += 1
            if result:
                bad += 1
                print(f"FAIL seed {seed}\n{text}" + "\n".join(result), flush=True)
    print(f"{compared} of {count} models compared, {bad} differ")
    for why, n in reasons.most_common():
        print(f"  not compared: {n} ({why})")
    return 1 if bad or compared < count // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
