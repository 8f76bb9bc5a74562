"""Random Murphi models of processes that are alike, as text and, computed here, as graphs; random formulas for both."""

import itertools

from oracle import Graph


class Model:
    """n processes with a local state 0..k-1, a global variable 0..v-1, and perhaps one that holds a process."""

    suffix = "m"

    def __init__(self, rng):
        self.rng = rng
        self.n, self.k, self.v = rng.choice([2, 2, 3]), rng.choice([2, 3]), rng.choice([1, 2, 3])
        self.holder = rng.random() < 0.4
        self.rules = [self.rule(i) for i in range(rng.randint(2, 5))]
        self.starts = {(rng.randrange(self.k), rng.randrange(self.v)) for _ in range(rng.choice([1, 1, 2]))}

    def rule(self, number):
        r, c = self.rng, {}
        if r.random() < 0.85:
            c["local"] = r.randrange(self.k)
        if r.random() < 0.4:
            c["global"] = r.randrange(self.v)
        if r.random() < 0.25:
            c["some"] = (r.random() < 0.5, r.randrange(self.k))
        if self.holder and r.random() < 0.35:
            c["held"] = r.random() < 0.6
        e = {}
        if r.random() < 0.85:
            e["local"] = r.randrange(self.k)
        if r.random() < 0.5:
            e["global"] = r.randrange(self.v)
        if self.holder and r.random() < 0.35:
            e["held"] = True
        if r.random() < 0.2:
            e["all"] = (r.randrange(self.k), r.randrange(self.k))
        return f"r{r.choice([number, 0])}", c, e

    def text(self):
        lines = [f"type P: scalarset({self.n});", "var", f"  l: array[P] of 0..{self.k - 1};", f"  g: 0..{self.v - 1};"]
        if self.holder:
            lines.append("  h: P;")
        for i, (a, b) in enumerate(sorted(self.starts)):
            if self.holder:
                lines.append(f'ruleset q: P do startstate "s{i}" for p: P do l[p] := {a}; end; g := {b}; h := q; end; end;')
            else:
                lines.append(f'startstate "s{i}" for p: P do l[p] := {a}; end; g := {b}; end;')
        for name, c, e in self.rules:
            when = [f"l[p] = {c['local']}"] if "local" in c else []
            if "global" in c:
                when.append(f"g = {c['global']}")
            if "some" in c:
                word = "exists" if c["some"][0] else "forall"
                when.append(f"{word} q: P do l[q] = {c['some'][1]} end")
            if "held" in c:
                when.append("h = p" if c["held"] else "h != p")
            then = [f"for q: P do if l[q] = {e['all'][0]} then l[q] := {e['all'][1]}; end; end;"] if "all" in e else []
            if "local" in e:
                then.append(f"l[p] := {e['local']};")
            if "global" in e:
                then.append(f"g := {e['global']};")
            if "held" in e:
                then.append("h := p;")
            lines.append(f'ruleset p: P do rule "{name}" {" & ".join(when) or "true"} ==> {" ".join(then)} end; end;')
        return "\n".join(lines) + "\n"

    def initial(self):
        return [((a,) * self.n, b, q) for a, b in sorted(self.starts) for q in (range(self.n) if self.holder else [0])]

    def steps(self, state):
        l, g, h = state
        for name, c, e in self.rules:
            for p in range(self.n):
                if "local" in c and l[p] != c["local"] or "global" in c and g != c["global"]:
                    continue
                if "some" in c:
                    one = [x == c["some"][1] for x in l]
                    if not (any(one) if c["some"][0] else all(one)):
                        continue
                if "held" in c and (h == p) != c["held"]:
                    continue
                m = [e["all"][1] if "all" in e and x == e["all"][0] else x for x in l]
                if "local" in e:
                    m[p] = e["local"]
                yield name, (tuple(m), e.get("global", g), p if "held" in e else h)

    def atoms(self):
        """(text, predicate on states); all of them symmetric."""
        out = [(f"g = {x}", lambda s, x=x: s[1] == x) for x in range(self.v)]
        for x in range(self.k):
            out.append((f"exists p: P do l[p] = {x} end", lambda s, x=x: x in s[0]))
            out.append((f"forall p: P do l[p] = {x} end", lambda s, x=x: all(y == x for y in s[0])))
            out.append((f"exists p: P do exists q: P do p != q & l[p] = {x} & l[q] = {x} end end",
                        lambda s, x=x: s[0].count(x) > 1))
            if self.holder:
                out.append((f"l[h] = {x}", lambda s, x=x: s[0][s[2]] == x))
        return out

    def state(self, now):
        """A state from the values in a trace."""
        local = tuple(int(now[f"l[P_{i + 1}]"]) for i in range(self.n))
        return local, int(now["g"]), int(now["h"].split("_")[1]) - 1 if self.holder else 0

    def graph(self):
        """The reachable part: (Graph, start states, states)."""
        index, pending, edges = {}, [], set()
        for s in self.initial():
            if s not in index:
                index[s] = len(index)
                pending.append(s)
        for s in pending:
            for name, t in self.steps(s):
                if t not in index:
                    index[t] = len(index)
                    pending.append(t)
                edges.add((index[s], name, index[t]))
        labels = {text: {i for s, i in index.items() if holds(s)} for text, holds in self.atoms()}
        return Graph(len(index), edges, labels), {index[s] for s in self.initial()}, pending

    def actions(self):
        return sorted({name for name, _, _ in self.rules})


UNARY = ["EX", "EF", "EG", "AX", "AF", "AG"]
BINARY = ["EU", "EV", "AU", "AV"]


def random_ctl(rng, atoms, depth):
    if depth == 0 or rng.random() < 0.1:
        return ("ap", rng.choice(atoms)) if rng.random() < 0.95 else (rng.choice(["true", "false"]),)
    kind = rng.random()
    if kind < 0.45:
        return (rng.choice(UNARY), random_ctl(rng, atoms, depth - 1))
    if kind < 0.65:
        return (rng.choice(BINARY), random_ctl(rng, atoms, depth - 1), random_ctl(rng, atoms, depth - 1))
    if kind < 0.78:
        return ("not", random_ctl(rng, atoms, depth - 1))
    op = rng.choice(["and", "or", "imp", "iff"])
    return (op, random_ctl(rng, atoms, depth - 1), random_ctl(rng, atoms, depth - 1))


def random_mu(rng, atoms, actions, depth, bound=(), kinds=("mu", "nu"), odd=False):
    """Variables of `bound`, a list of (name, odd), occur at the right parity."""
    usable = [x for x, o in bound if o == odd]
    if depth == 0 or rng.random() < 0.08:
        if usable and rng.random() < 0.65:
            return ("var", rng.choice(usable[-2:]))
        return ("ap", rng.choice(atoms))
    kind = rng.random()
    if kind < 0.34 and len(bound) < 4:
        name = f"X{len(bound)}"
        op = rng.choice(kinds)
        # rather strictly alternating, and with a step inside
        return (op, name, random_mu(rng, atoms, actions, depth - 1, bound + ((name, odd),), kinds, odd))
    if kind < 0.62:
        names = tuple(sorted(set(rng.choices(actions, k=rng.randint(1, 2))))) if rng.random() < 0.5 else ()
        return (rng.choice(["dia", "box"]), names, random_mu(rng, atoms, actions, depth - 1, bound, kinds, odd))
    if kind < 0.7:
        return ("not", random_mu(rng, atoms, actions, depth - 1, bound, kinds, not odd))
    if kind < 0.74:
        return ("imp", random_mu(rng, atoms, actions, depth - 1, bound, kinds, not odd),
                random_mu(rng, atoms, actions, depth - 1, bound, kinds, odd))
    return (rng.choice(["and", "or"]), random_mu(rng, atoms, actions, depth - 1, bound, kinds, odd),
            random_mu(rng, atoms, actions, depth - 1, bound, kinds, odd))


def show(f, rng):
    """Text of a formula; atoms in braces or bare."""
    op = f[0]
    if op == "ap" and f[1][0] == "{":
        return f[1]
    if op == "ap":
        return rng.choice(["{%s}", "(%s)"]) % f[1] if rng.random() < 0.8 else f[1]
    if op in ("true", "false"):
        return op
    if op == "var":
        return f[1]
    if op in ("mu", "nu"):
        return f"({op} {f[1]}. {show(f[2], rng)})"
    if op in ("dia", "box"):
        names = ", ".join(f'"{x}"' if rng.random() < 0.3 or not x.isalnum() else x for x in f[1])
        return (f"<{names}>" if op == "dia" else f"[{names}]") + f"({show(f[2], rng)})"
    if op == "not":
        return f"!({show(f[1], rng)})"
    if op in UNARY:
        return f"{op} ({show(f[1], rng)})"
    if op in BINARY:
        return f"{op[0]}[{show(f[1], rng)} {op[1]} {show(f[2], rng)}]"
    sign = {"and": rng.choice(["&", "&&"]), "or": rng.choice(["|", "||"]), "imp": "->", "iff": "<->"}[op]
    return f"({show(f[1], rng)} {sign} {show(f[2], rng)})"
