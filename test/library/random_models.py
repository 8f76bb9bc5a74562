#!/usr/bin/env python3
"""Random symmetric models given by callbacks: verdicts and counts on the quotient against a brute-force enumeration.

usage: test/library/random_models.py LIBCOSET [MODELS [FIRST_SEED]]
"""
import ctypes as c
import random
import sys

import coset_ctypes as k


class Model:
    """Variables of one or two symmetric types; rules with one parameter that read one variable and write another."""

    def __init__(self, seed):
        r = self.random = random.Random(seed)
        self.types = [r.choice([2, 3, 4])] + r.choice([[], [2], [3]])
        self.variables, self.offsets, self.n = [], [], 0
        for _ in range(r.randint(1, 3)):
            index = r.choice([None, *range(len(self.types))])
            value = r.choice([None, *range(len(self.types))])
            largest = r.choice([1, 2]) if value is None else self.types[value] + r.choice([0, 1])
            self.offsets.append(self.n)
            self.variables.append((index, value, largest))
            self.n += 1 if index is None else self.types[index]
        self.rules = [(r.randrange(len(self.types)), self.part(), self.part(), r.random() < 0.3)
                      for _ in range(r.randint(2, 5))]
        self.starts = [(0,) * self.n]
        if r.random() < 0.4:
            self.starts.append(tuple(r.randint(0, v[2]) if r.random() < 0.4 else 0
                                     for v in self.variables for _ in range(self.size(v))))
        self.zeros = r.randrange(self.n + 1) if r.random() < 0.3 else -1
        self.target = r.randrange(1, self.variables[0][2] + 1)
        self.kind = r.choice([0, 1])
        self.assumes = r.choice([None, None, 0, 1])  # else: is the assumption not symmetric

    def part(self):
        return self.random.randrange(len(self.variables)), self.random.randrange(4)

    def size(self, variable):
        return 1 if variable[0] is None else self.types[variable[0]]

    def slots(self, v, kind, element):
        """The slot of the parameter if it indexes the variable, else all of them."""
        first, index = self.offsets[v], self.variables[v][0]
        if index == kind:
            return [first + element]
        return range(first, first + self.size(self.variables[v]))

    def value(self, v, code, kind, element):
        """A constant or the parameter."""
        _, value, largest = self.variables[v]
        if value is None:
            return code % (largest + 1)
        plain = largest if largest > self.types[value] else 0
        return element + 1 if value == kind and code % 2 else plain if code == 2 else 0

    def steps(self, state):
        for rule, (kind, (looks, guard), (sets, to), negated) in enumerate(self.rules):
            for e in range(self.types[kind]):
                if any((state[s] == self.value(looks, guard, kind, e)) == negated for s in self.slots(looks, kind, e)):
                    continue
                after = list(state)
                for s in self.slots(sets, kind, e):
                    after[s] = self.value(sets, to, kind, e)
                yield rule, e, tuple(after)

    def holds(self, prop, state):
        """A symmetric invariant, a property of the first slot, an assumption."""
        if prop == 2:
            return int(state[0] == 0 or state[-1] == 0 if self.assumes else state.count(0) * 2 >= self.n)
        return int(state.count(0) != self.zeros if prop == 0 else state[0] != self.target)

    def enumerate(self):
        def in_model(state):
            return self.assumes is None or self.holds(2, state)
        seen, edges = {s for s in self.starts if in_model(s)}, 0
        work = list(seen)
        while work:
            for _, _, after in self.steps(work.pop()):
                edges += 1
                if after not in seen and in_model(after):
                    seen.add(after)
                    work.append(after)
        whole = any if self.kind else all
        return len(seen), edges, all(self.holds(0, s) for s in seen), whole(self.holds(1, s) for s in seen)

    def given(self):
        """The description, and the objects that it points to."""
        def ranges(kind):
            return (0, None) if kind is None else (1, (k.Range * 1)((kind, 0)))

        def starts(_, emit, sink):
            for s in self.starts:
                emit(sink, 0, None, (c.c_uint32 * self.n)(*s))
            return 0

        def successors(_, state, emit, sink):
            for rule, e, after in self.steps(tuple(state[:self.n])):
                emit(sink, rule, (c.c_uint32 * 1)(e), (c.c_uint32 * self.n)(*after))
            return 0
        types = (k.Type * len(self.types))(*((b"t%d" % i, n, None) for i, n in enumerate(self.types)))
        variables = (k.Variable * len(self.variables))(
            *((b"v%d" % i, largest, k.PLAIN if value is None else value, 0, *ranges(index))
              for i, (index, value, largest) in enumerate(self.variables)))
        rules = (k.Rule * len(self.rules))(*((b"r%d" % i, *ranges(r[0])) for i, r in enumerate(self.rules)))
        properties = (k.GivenProperty * 3)((b"symmetric", 0, 0), (b"other", self.kind, 1),
                                           (b"assumed", 2, self.assumes or 0))
        n = 2 if self.assumes is None else 3
        return k.Given(b"random", len(self.types), len(self.variables), len(self.rules), n, types, variables, rules,
                       properties, None, 0, k.Starts(starts), k.Successors(successors),
                       k.Holds(lambda _, p, s: self.holds(p, tuple(s[:self.n]))), k.MayEnd())


def check(lib, seed):
    """Whether the quotient was smaller."""
    model, problem, answer, totals, found = Model(seed), c.c_void_p(), c.c_void_p(), k.Totals(), k.Finding()
    given = model.given()
    settings = (k.Setting * 3)((b"deadlock", b"off"), (b"keep-going", None), (None, None))
    verdicts = {}
    if lib.coset_open_given(c.byref(given), settings, c.byref(problem)) != k.HOLDS:
        sys.exit(f"seed {seed}: {lib.coset_problem_reason(problem)}")
    lib.coset_run(problem, k.OnProgress(), None, c.byref(answer))
    if not lib.coset_answer_totals(answer, c.byref(totals)):
        sys.exit(f"seed {seed}: {lib.coset_answer_reason(answer)}")
    for i in range(lib.coset_answer_findings(answer)):
        lib.coset_answer_finding(answer, i, c.byref(found))
        verdicts[found.property.name] = found.verdict == b"holds"
    states, edges, first, second = model.enumerate()
    got = (int(totals.states), int(totals.full_transitions), verdicts[b"symmetric"], verdicts[b"other"])
    if got != (states, edges, first, second):
        sys.exit(f"seed {seed}: {got}, but {(states, edges, first, second)} is right")
    smaller = int(totals.representatives) < states
    lib.coset_answer_free(answer)
    lib.coset_close(problem)
    return smaller


def main():
    lib = k.load(sys.argv[1])
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    smaller = sum(check(lib, seed) for seed in range(first, first + n))
    print(f"{n} random models agree, {smaller} with a smaller quotient")
    if smaller * 10 < n:
        sys.exit("too few of them are reduced")


main()
