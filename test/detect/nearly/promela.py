"""Random Promela models of processes that are nearly alike. Each draws some kinds of statements, expressions,
declarations and processes that it must have, and writes every one of them at least once."""

import random

import linear

PROCESSES = ["pr.active", "pr.run", "pr.parameter", "pr.loop", "pr.monitor", "pr.priority", "pr.provided", "pr.ends",
             "pr.channel_parameter"]
STATEMENTS = ["s.assign", "s.scalar", "s.name", "s.increment", "s.if", "s.do", "s.goto", "s.atomic", "s.d_step",
              "s.d_step_goto", "s.unless", "s.else", "s.skip", "s.printf", "s.assert", "s.condition", "s.timeout",
              "s.send", "s.receive", "s.rendezvous", "s.sorted", "s.random_receive", "s.eval", "s.peek",
              "s.channel_array", "s.channel_of_channels", "s.for", "s.select", "s.inline", "s.struct", "s.local_array",
              "s.block", "s.label_end", "s.set_priority"]
EXPRESSIONS = ["e.and", "e.or", "e.not", "e.choice", "e.equal_name", "e.less", "e.arithmetic", "e.bits", "e.len",
               "e.full", "e.poll", "e.nr_pr", "e.remote", "e.struct", "e.mtype", "e.short", "e.unsigned"]
BREAKS = ["break.element", "break.order", "break.sum", "break.monitor", "break.start"]
OPTIONS = ["o.deadlock_off", "o.deadlock_stuck", "o.deadlock_stuttering", "o.keep_going", "o.bound", "o.ctl", "o.mu",
           "o.fair", "o.ltl", "o.fair_ltl"]
ALL = PROCESSES + STATEMENTS + EXPRESSIONS + BREAKS + OPTIONS
CHANNELS = {"s.send", "s.receive", "s.sorted", "s.random_receive", "s.eval", "s.peek", "e.len", "e.full",
            "e.poll", "s.rendezvous"}


class Model(linear.Linear):
    """text, options, kinds: those that it contains."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kinds = set()
        self.n = self.r.choice([2, 2, 3, 3])
        self.style = self.r.choice(PROCESSES[:4])
        shares = [("s", STATEMENTS, 0.19), ("e", EXPRESSIONS, 0.24), ("b", BREAKS, 0.16), ("p", PROCESSES[4:], 0.2)]
        self.pending = {group: [k for k in kinds if self.r.random() < share] for group, kinds, share in shares}
        if self.style in ("pr.parameter", "pr.loop") and self.maybe(0.3):
            self.pending["p"] += [k for k in ["pr.channel_parameter"] if k not in self.pending["p"]]
        without = {"s.rendezvous"} if self.maybe(0.4) else {"pr.priority", "s.set_priority"} # never both
        for group in "sp":
            others = [k for k in ("s.rendezvous", "s.set_priority", "pr.priority")
                      if k not in without and k[0] == group and self.maybe(0.25)]
            self.pending[group] = [k for k in self.pending[group] if k not in without and k not in others] + others
        for kinds in self.pending.values():
            self.r.shuffle(kinds)
        self.labels, self.used, self.macros = 0, set(), []
        self.capacity = self.r.choice([1, 1, 2])
        self.text, self.options = self.write()

    def note(self, kind):
        self.kinds.add(kind)

    def maybe(self, share):
        return self.r.random() < share

    def take(self, group, kind):
        """True once, if the kind is still to be written."""
        if kind in self.pending[group]:
            self.pending[group].remove(kind)
            self.note(kind)
            return True
        return False

    def use(self, name):
        self.used.add(name)
        return name

    # ---- expressions

    def index(self):
        if self.take("b", "break.element"):
            return str(self.r.randrange(self.n))
        if self.take("b", "break.sum"):
            return f"((me + 1) % {self.n})"
        return self.r.choice(["me"] * 4 + [f"(h < {self.n} -> h : me)"])

    def name(self):
        return self.r.choice(["me"] * 3 + ["h", f"p[{self.index()}]"])

    def number(self, depth=0):
        left = [k for k in self.pending["e"] if k in {"e.choice", "e.arithmetic", "e.bits", "e.len", "e.nr_pr", "e.struct",
                                                   "e.short", "e.unsigned"}]
        kind = self.r.choice(left) if left and depth == 0 and self.maybe(0.6) else \
            self.r.choice(["a", "a", "const", "l", "c", "e.struct" if "q" in self.used else "a"])
        if kind.startswith("e."):
            self.take("e", kind)
            self.note(kind)
        made = {"a": lambda: f"a[{self.index()}]", "const": lambda: str(self.r.randint(0, 2)), "l": lambda: "l",
                "c": lambda: "c",
                "e.choice": lambda: f"({self.test(2)} -> {self.number(1)} : {self.number(1)})",
                "e.arithmetic": lambda: f"({self.number(1)} {self.r.choice('+-*')} {self.number(1)})"
                if self.maybe(0.7) else f"({self.number(1)} % 2)",
                "e.bits": lambda: f"({self.number(1)} {self.r.choice(['&', '|', '^', '<<'])} {self.number(1)})",
                "e.len": lambda: f"len({self.use('k')})", "e.nr_pr": lambda: "_nr_pr",
                "e.struct": lambda: f"{self.use('q')}[{self.index()}].{self.r.choice('xy')}",
                "e.short": lambda: self.use("n"), "e.unsigned": lambda: self.use("u")}
        return made[kind]()

    def test(self, depth=0):
        left = [k for k in self.pending["e"] if k in {"e.and", "e.or", "e.not", "e.poll", "e.mtype", "e.full"}]
        usual = ["e.less", "e.less", "e.equal_name"] + (["e.and", "e.or", "e.not"] if depth < 2 else [])
        kind = self.r.choice(left) if left and depth < 2 and self.maybe(0.5) else self.r.choice(usual)
        if kind == "e.full" and depth > 0:
            kind = "e.less"
        if self.take("b", "break.order"):
            return f"(me < {self.name()})"
        self.take("e", kind)
        self.note(kind)
        made = {"e.and": lambda: f"({self.test(depth + 1)} && {self.test(depth + 1)})",
                "e.or": lambda: f"({self.test(depth + 1)} || {self.test(depth + 1)})",
                "e.not": lambda: f"!({self.test(max(depth, 1) + 1)})",
                "e.equal_name": lambda: f"(h {self.r.choice(['==', '!='])} {self.name()})",
                "e.less": lambda: f"({self.number(depth)} {self.r.choice(['==', '!=', '<', '>='])} {self.number(1)})",
                "e.full": lambda: f"{self.r.choice(['nempty', 'nfull', 'full', 'empty'])}({self.use('k')})",
                "e.poll": lambda: f"{self.use('k')}{self.r.choice(['?', '??'])}[{self.r.choice(['eval(me)', 'h'])}, 1]",
                "e.mtype": lambda: f"({self.use('w')} == {self.r.choice(['red', 'green'])})"}
        return made[kind]()

    def first(self):
        """The number of the first of the processes."""
        return 0 if self.style == "pr.active" else 1

    # ---- statements

    def statement(self, depth=0, inside=""):
        """inside: "d" in a d_step, "a" in an atomic sequence."""
        usual = ["s.assign", "s.assign", "s.scalar", "s.name", "s.if", "s.condition"]
        if not self.pending["s"] and self.maybe(0.3) and "k" in self.used:
            usual += ["s.send", "s.receive"]
        kind = self.pending["s"].pop() if self.pending["s"] and self.maybe(0.8) else self.r.choice(usual)
        nested = {"s.if", "s.do", "s.atomic", "s.d_step", "s.d_step_goto", "s.unless", "s.else", "s.for", "s.select",
                  "s.block", "s.inline", "s.label_end", "s.goto", "s.timeout", "s.rendezvous"}
        blocks = nested | CHANNELS | {"s.channel_array", "s.channel_of_channels", "s.condition", "s.assert",
                                      "s.set_priority"}
        if (depth > 1 and kind in nested) or (inside == "d" and kind in blocks) or (inside and kind in nested):
            if kind not in usual:
                self.pending["s"].insert(0, kind)
            kind = self.r.choice(["s.assign", "s.scalar", "s.name"])
        self.note(kind)
        return getattr(self, kind.replace(".", "_"))(depth)

    def deeper(self, depth, inside=""):
        return self.statement(depth + 1, inside)

    def label(self, word):
        self.labels += 1
        return f"{word}{self.labels}"

    def s_assign(self, depth):
        return f"a[{self.index()}] = {self.r.choice([str(self.r.randint(0, 2)), f'({self.number()}) % 3'])}"

    def s_scalar(self, depth):
        return self.r.choice(["c = (c + 1) % 3", f"c = {self.r.randint(0, 2)}", f"l = {self.r.randint(0, 2)}"])

    def s_name(self, depth):
        return self.r.choice([f"h = {self.name()}", f"p[{self.index()}] = {self.name()}"])

    def s_increment(self, depth):
        return "if :: l < 2 -> l++ :: else -> l-- fi" if self.maybe(0.5) else "b++; b--"

    def s_if(self, depth):
        return f"if :: {self.test()} -> {self.deeper(depth)} :: {self.test()} -> {self.deeper(depth)} fi"

    def s_else(self, depth):
        return f"if :: {self.test()} -> {self.deeper(depth)} :: else -> {self.deeper(depth)} fi"

    def s_do(self, depth):
        return f"do :: {self.test()} -> {self.deeper(depth)}; break :: {self.test()} -> break :: else -> break od"

    def s_goto(self, depth):
        label = self.label("G")
        return f"if :: {self.test()} -> goto {label} :: else fi; {self.deeper(depth)}; {label}: skip"

    def s_atomic(self, depth):
        return f"atomic {{ {self.test()}; {self.deeper(depth, 'a')}; {self.deeper(depth, 'a')} }}"

    def s_d_step(self, depth):
        return f"d_step {{ {self.deeper(depth, 'd')}; {self.deeper(depth, 'd')} }}"

    def s_d_step_goto(self, depth):
        label = self.label("D")
        return f"d_step {{ if :: {self.test()} -> goto {label} :: else fi; {self.deeper(depth, 'd')}; {label}: skip }}"

    def s_unless(self, depth):
        return f"{{ {self.deeper(depth)}; {self.deeper(depth)} }} unless {{ {self.test()} -> {self.deeper(depth)} }}"

    def s_skip(self, depth):
        return "skip"

    def s_printf(self, depth):
        return 'printf("%d\\n", c)'

    def s_assert(self, depth):
        return f"assert({self.test()} || {self.test()} || {self.test()} || c < 2)"

    def s_condition(self, depth):
        return self.test()

    def s_timeout(self, depth):
        return f"if :: {self.test()} -> {self.deeper(depth)} :: timeout -> {self.deeper(depth)} fi"

    def s_send(self, depth):
        return f"{self.use('k')}!{self.name()},{self.r.randint(0, 1)}"

    def s_sorted(self, depth):
        return f"{self.use('k')}!!{self.name()},{self.r.randint(0, 1)}"

    def s_receive(self, depth):
        return f"{self.use('k')}?{self.r.choice(['h,b', '_,b', 'h,1', 'h,_'])}"

    def s_random_receive(self, depth):
        return f"{self.use('k')}??{self.r.choice(['h', '_', 'eval(me)'])},{self.r.choice(['1', 'b'])}"

    def s_eval(self, depth):
        return f"{self.use('k')}?eval({self.r.choice(['me', 'h'])}),b"

    def s_peek(self, depth):
        return f"{self.use('k')}{self.r.choice(['?', '??'])}<{self.r.choice(['h', 'eval(me)'])},b>"

    def s_rendezvous(self, depth):
        return f"if :: {self.use('z')}!{self.name()} :: {self.use('z')}?h :: {self.test()} fi"

    def s_channel_array(self, depth):
        return self.r.choice([f"{self.use('ka')}[{self.index()}]!{self.name()}", f"{self.use('ka')}[{self.index()}]?h",
                              f"if :: {self.use('ka')}[{self.index()}]?h :: {self.use('ka')}[{self.index()}]!me fi"])

    def s_channel_of_channels(self, depth):
        self.use("ka")
        return self.r.choice([f"{self.use('kk')}!ka[{self.index()}]",
                              f"if :: {self.use('kk')}?y; y!me :: nfull(kk) -> kk!ka[{self.index()}] fi"])

    def s_for(self, depth):
        self.use("i")
        return f"for (i : 0 .. {self.n - 1}) {{ a[i] = {self.r.choice(['0', '1', 'l', '(a[i] + 1) % 3'])} }}; i = 0"

    def s_select(self, depth):
        return f"select (l : 0 .. {self.r.randint(1, 2)})" if self.maybe(0.6) else \
            f"select (h : 0 .. {self.n - 1})"

    def s_inline(self, depth):
        number = len(self.macros)
        self.macros.append("")
        self.macros[number] = f"inline f{number}(v, e) {{ v = e; if :: {self.test()} -> skip :: else -> v = 0 fi }}"
        return f"f{number}(a[{self.index()}], {self.r.randint(0, 2)})"

    def s_struct(self, depth):
        return f"{self.use('q')}[{self.index()}].{self.r.choice('xy')} = {self.r.randint(0, 1)}"

    def s_local_array(self, depth):
        return f"{self.use('la')}[{self.r.choice(['0', '1', 'l & 1'])}] = {self.r.randint(0, 2)}"

    def s_block(self, depth):
        return f"{{ {self.deeper(depth)}; {self.deeper(depth)} }}"

    def s_label_end(self, depth):
        return f"{self.label(self.r.choice(['end', 'progress', 'accept']))}: {self.deeper(depth)}"

    def s_set_priority(self, depth):
        self.note("pr.priority")
        return f"set_priority(_pid, {self.r.randint(1, 2)})" if self.maybe(0.5) else f"_priority = {self.r.randint(1, 2)}"

    # ---- processes

    def body(self):
        options = [f"{self.test()} -> {self.statement()}; {self.statement()}"]
        while len(options) < 2 or (self.pending["s"] and len(options) < 9):
            options.append(f"{self.test()} -> {self.statement()}" + (f"; {self.statement()}" if self.maybe(0.5) else ""))
        options.append(self.r.choice(["a[me] < 2 -> a[me]++", "h != me -> h = me", "a[me] == 1 -> a[me] = 2",
                                      "c == 0 -> a[me] = 1"]))
        if self.take("p", "pr.ends"):
            options.append(f"{self.test()} -> break")
        self.r.shuffle(options)
        inner = "".join(f"  :: {o}\n" for o in options)
        return f"  do\n{inner}  :: h == me && a[me] == 2 ->\ncrit:   h = {self.r.choice(['255', 'p[me]', 'me'])}; " \
               f"a[me] = {self.r.randint(0, 1)}\n  od\n"

    def processes(self, body):
        local = "  byte l; bit b;" + (" byte i;" if "i" in self.used else "") + \
            (" byte la[2];" if "la" in self.used else "") + (" chan y;" if "kk" in self.used else "") + "\n"
        priority = f" priority {self.r.randint(1, 2)}" if self.take("p", "pr.priority") else ""
        provided = f" provided (c != {self.r.randint(0, 3)} || {self.r.choice(['h == _pid', 'a[0] == a[1]'])})" \
            if self.take("p", "pr.provided") else ""
        self.note(self.style)
        loop = self.style == "pr.loop"
        by_channel = self.take("p", "pr.channel_parameter") and self.style in ("pr.parameter", "pr.loop")
        if by_channel:
            self.note("pr.channel_parameter")
            self.use("ka")
        elif "pr.channel_parameter" in self.kinds:
            self.kinds.remove("pr.channel_parameter")
        parameters = {"pr.active": "", "pr.run": ""}.get(self.style, "byte me; chan own" if by_channel else "byte me")
        argument = lambda i: f"{i}, ka[{i}]" if by_channel else str(i)
        text = ""
        active = f"active [{self.n}] " if self.style == "pr.active" else ""
        own = f"  :: nfull(own) && {self.test(2)} -> own!me\n" if by_channel else ""
        text += f"{active}proctype P({parameters}){priority if active else ''}{provided} {{\n{local}" \
                f"{body.replace('  do' + chr(10), '  do' + chr(10) + own, 1)}}}\n"
        if active:
            return text
        if loop:
            runs = f"i = 0; do :: i < {self.n} -> run P({argument('i')}){priority}; i++ :: else -> break od; i = 0"
        else:
            runs = "; ".join(f"run P({argument(i) if parameters else ''}){priority}" for i in range(self.n))
        return text + f"init {{ {'byte i; ' if loop else ''}atomic {{ {runs} }} }}\n"

    def monitor(self):
        self.note("pr.monitor")
        if "break.monitor" not in self.pending["b"] and self.take("e", "e.remote"):
            return self.watch()
        if self.take("b", "break.monitor") or self.maybe(0.2):
            self.note("break.monitor")
            return f"active proctype M() {{ assert(a[{self.r.randrange(self.n)}] < 2 || c < 2) }}\n"
        every = " || ".join(f"a[{i}] == {self.r.choice('2')}" for i in range(self.n))
        return f"active proctype M() {{ {self.r.choice(['assert(!(', '!(('])}{every}) || c < 2) }}\n"

    def watch(self):
        """A process that reads labels of the others."""
        at = [f"P[{self.first() + i}]@crit" for i in range(self.n)]
        if self.maybe(0.3):
            return f"active proctype M() {{ {self.r.choice(at)}; c = 2 }}\n"
        return f"active proctype M() {{ ({self.r.choice([' + ', ' || ']).join(at)}); c = {self.r.randint(0, 2)} }}\n"

    def declarations(self):
        start = f"byte c = {self.r.randint(0, 1)};\nbyte h{'' if self.maybe(0.4) else ' = 255'};\n"
        a = f"byte a[{self.n}];\n"
        if self.take("b", "break.start"):
            a = f"byte a[{self.n}] = {{ 1, 0 }};\n"
        names = {"k": f"chan k = [{self.capacity}] of {{ byte, bit }};", "z": "chan z = [0] of { byte };",
                 "ka": f"chan ka[{self.n}] = [1] of {{ byte }};", "kk": "chan kk = [1] of { chan };",
                 "q": f"typedef R {{ bit x; byte y }}; R q[{self.n}];", "n": "short n = -1;", "u": "unsigned u : 2 = 1;",
                 "w": "mtype = { red, green }; mtype w = red;"}
        return a + f"byte p[{self.n}];\n" + start + "".join(f"{names[x]}\n" for x in names if x in self.used)

    def make_options(self):
        options = []
        deadlock = self.r.choice(["off", "stuck", "stuttering"])
        self.note(f"o.deadlock_{deadlock}")
        options.append(f"--deadlock={deadlock}")
        if self.maybe(0.6):
            self.note("o.keep_going")
            options.append("--keep-going")
        if self.maybe(0.2):
            self.note("o.bound")
            options.append(f"--bound-depth={self.r.randint(3, 9)}")
        plain = self.r.choice(["c == 1", " && ".join(f"a[{i}] < 2" for i in range(self.n)), "h == 255", "a[0] == 1",
                               " || ".join(f"a[{i}] == 2" for i in range(self.n))])
        if self.maybe(0.25):
            self.note("o.ctl")
            form = self.r.choice(["AG (EF ({}))", "EF ({})", "AG ({})", "AF ({})", "EG ({})"])
            options.append("--ctl=" + form.format(f"{{{plain}}}"))
            if self.maybe(0.7):
                self.note("o.fair")
                options.append("--fair={c != 2}")
        elif self.maybe(0.28):
            self.note("o.mu")
            form = self.r.choice(["mu X . (({}) | <> X)", "nu X . (({}) & [] X)"])
            options.append("--mu=" + form.format(f"{{{plain}}}"))
        elif self.maybe(0.35):
            options += self.linear_options()
        return options

    def linear(self, form):
        """An LTL formula."""
        same = lambda op, value: f" {op} ".join(f"a[{i}] == {value}" for i in range(self.n))
        atoms = ["c == 1", "c == 0", "h == 255", "a[0] == 1", "a[1] == 2", same("&&", 0), same("||", 2), same("||", 1)]
        return form.format(*(self.r.choice(atoms) for _ in range(2)))

    def write(self):
        body = self.body()
        monitor = self.monitor() if self.take("p", "pr.monitor") or "break.monitor" in self.pending["b"] \
            or "e.remote" in self.pending["e"] else ""
        processes = self.processes(body)
        macros = "".join(m + "\n" for m in self.macros)
        me = {"pr.active": "#define me _pid\n", "pr.run": "#define me (_pid - 1)\n"}.get(self.style, "")
        return me + self.declarations() + macros + processes + monitor, self.make_options()
