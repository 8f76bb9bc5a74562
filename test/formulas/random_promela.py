"""The random models of random_models.py as Promela: the same graphs, of steps in d_step and atomic sequences.

Local states are two bits in arrays over the processes; there is one start state, in which no process is held. A d_step
is the action "P: d_step", an atomic sequence has the name of its condition, as the program writes it: each operand in
parentheses."""

from random_models import Model


def joined(sign, parts):
    """Parts are of two operands each."""
    text = parts[0]
    for more in parts[1:]:
        text = f"({text}) {sign} ({more})"
    return text


class PromelaModel(Model):
    suffix = "pml"

    def __init__(self, rng):
        super().__init__(rng)
        self.starts = {min(self.starts)}
        self.atomic = [bool(c) and rng.random() < 0.5 for _, c, _ in self.rules]
        self.rules = [(f"P: {self.condition(c)}" if atomic else "P: d_step", c, e)
                      for atomic, (_, c, e) in zip(self.atomic, self.rules)]

    def is_local(self, process, value):
        return joined("&&", [f"a[{process}] == {value & 1}", f"b[{process}] == {value >> 1}"])

    def set_local(self, process, value):
        return f"a[{process}] = {value & 1}; b[{process}] = {value >> 1}"

    def some(self, exists, value):
        return joined("||" if exists else "&&", [self.is_local(q, value) for q in range(self.n)])

    def condition(self, c):
        parts = [self.is_local("_pid", c["local"])] if "local" in c else []
        if "global" in c:
            parts.append(f"g == {c['global']}")
        if "some" in c:
            parts.append(self.some(*c["some"]))
        if "held" in c:
            parts.append("h == _pid" if c["held"] else "h != _pid")
        return joined("&&", parts) if parts else "true"

    def effect(self, e):
        then = []
        if "all" in e:
            a, b = e["all"]
            then += [f"if :: ({self.is_local(q, a)}) -> {self.set_local(q, b)} :: else fi" for q in range(self.n)]
        if "local" in e:
            then.append(self.set_local("_pid", e["local"]))
        if "global" in e:
            then.append(f"g = {e['global']}")
        if "held" in e:
            then.append("h = _pid")
        return "; ".join(then) or "skip"

    def text(self):
        (a, b), = self.starts
        lines = [f"bit a[{self.n}] = {a & 1}; bit b[{self.n}] = {a >> 1}; unsigned g : 2 = {b};"]
        if self.holder:
            lines.append(f"byte h = {self.n};")
        lines += [f"active [{self.n}] proctype P()", "{", "  do"]
        for atomic, (_, c, e) in zip(self.atomic, self.rules):
            lines.append(f"  :: {'atomic' if atomic else 'd_step'} {{ {self.condition(c)} -> {self.effect(e)} }}")
        return "\n".join([*lines, "  od", "}"]) + "\n"

    def initial(self):
        (a, b), = self.starts
        return [((a,) * self.n, b, self.n if self.holder else 0)]

    def atoms(self):
        out = [(f"{{g == {x}}}", lambda s, x=x: s[1] == x) for x in range(self.v)]
        for x in range(self.k):
            out.append((f"{{{self.some(True, x)}}}", lambda s, x=x: x in s[0]))
            out.append((f"{{{self.some(False, x)}}}", lambda s, x=x: all(y == x for y in s[0])))
            if self.holder:
                out.append((f"{{h != {self.n} && ({self.is_local('h', x)})}}",
                            lambda s, x=x: s[2] < self.n and s[0][s[2]] == x))
        return out

    def state(self, now):
        local = tuple(int(now[f"a[{i}]"]) + 2 * int(now[f"b[{i}]"]) for i in range(self.n))
        return local, int(now["g"]), int(now["h"]) if self.holder else 0
