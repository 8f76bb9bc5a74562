"""Questions about terms, with the oracle's answers: assertions as written in a script."""

import value

MODELS = ("T", "F", "FD")
DOUBT = "doubt" # has trace in a model in which the process can do otherwise: not decided


class Question:
    """One assertion. kind: "T", "F", "FD" for refinements of spec by impl; else a property of impl."""

    def __init__(self, kind, impl, spec=None, trace=None):
        self.kind, self.impl, self.spec, self.trace = kind, impl, spec, trace

    def terms(self):
        return [t for t in (self.spec, self.impl) if t is not None]

    def with_terms(self, terms):
        return Question(self.kind, terms[-1], terms[0] if self.spec is not None else None, self.trace)

    def answer(self, of):
        """of: value of a term."""
        v = of(self.impl)
        if self.kind in MODELS:
            return value.refines(of(self.spec), v, self.kind)
        name, _, model = self.kind.partition(" ")
        if name == "deadlock":
            return value.deadlock_free(v, model)
        if name == "divergence":
            return value.divergence_free(v)
        if name == "deterministic":
            return value.deterministic(v, model)
        can = value.has_trace(v, self.trace)
        return DOUBT if model != "T" and value.may_do_otherwise(v, self.trace, model, can) else can

    def text(self, name_of):
        impl = name_of(self.impl)
        if self.kind in MODELS:
            return f"assert {name_of(self.spec)} [{self.kind}= {impl}"
        name, _, model = self.kind.partition(" ")
        if name == "trace":
            return f"assert {impl} :[has trace [{model}]]: <{', '.join(self.trace)}>"
        words = {"deadlock": "deadlock free", "divergence": "divergence free", "deterministic": "deterministic"}[name]
        return f"assert {impl} :[{words}{f' [{model}]' if model else ''}]"


PROPERTIES = ["deadlock F", "deadlock FD", "divergence", "deterministic F", "deterministic FD"]


def some_trace(rng, v, events):
    """A trace of the value, or one that leaves it at the end."""
    row, out = 0, []
    for _ in range(rng.randint(0, 5)):
        follow = {e: j for e, j in v.rows[row][2].items() if e != value.TICK}
        if not follow:
            break
        e = rng.choice(sorted(follow))
        out.append(e)
        row = follow[e]
    if rng.random() < 0.5:
        out.append(rng.choice(events))
    return out


def about(rng, p, q, of, events):
    """The questions about one pair of terms."""
    out = [Question(m, q, p) for m in MODELS] + [Question(m, p, q) for m in MODELS]
    out += [Question(k, rng.choice([p, q])) for k in PROPERTIES]
    return out + [Question(f"trace {rng.choice(MODELS)}", q, trace=some_trace(rng, of(q), events)) for _ in range(2)]
