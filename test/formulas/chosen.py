#!/usr/bin/env python3
"""--representatives: random conditions on random models, against the oracle of oracle.py.

usage: chosen.py [--coset=FILE] [--models=N] [--seed=N]
If every reachable state has a renaming that makes the condition true, the search must not be refused, and verdicts are
the oracle's. If it is refused, some reachable state must have none, and such a state is shown. If not, verdicts are the
oracle's whatever the condition is. A backward search for an invariant must be refused only if some state, reachable or
not, has none, and reports the correct verdict."""

import itertools
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tool
from compare import Counts, Truth, make_formulas, make_model, run_one
from random_models import Model, show

OPTIONS = ["--engine=symbolic", "--symbolic-symmetry=multiple"]


def functions(model):
    """The local state of the Kth process, and whether it is held: conditions that distinguish processes."""
    text = ""
    loop = "var n: 0..9; {var} begin n := 0; {init} for q: P do if n = {k} then {take} end; n := n + 1; end; return r; end;\n"
    for k in range(model.n):
        text += f"function v{k}(): 0..{model.k - 1}; " + loop.format(
            var=f"r: 0..{model.k - 1};", init="r := 0;", k=k, take="r := l[q];")
        if model.holder:
            text += f"function h{k}(): boolean; " + loop.format(var="r: boolean;", init="r := false;", k=k, take="r := h = q;")
    return text


def random_condition(rng, model, depth):
    """(text, predicate on states)"""
    if depth == 0:
        k = rng.randrange(model.n)
        if model.holder and rng.random() < 0.5:
            return f"h{k}()", lambda s: s[2] == k
        if rng.random() < 0.3 and model.n > 1:
            i = (k + 1) % model.n
            return f"v{k}() <= v{i}()", lambda s: s[0][k] <= s[0][i]
        x = rng.randrange(model.k)
        return f"v{k}() = {x}", lambda s: s[0][k] == x
    (a, f), (b, g) = random_condition(rng, model, depth - 1), random_condition(rng, model, depth - 1)
    kind = rng.random()
    if kind < 0.6:
        return f"({a} | {b})", lambda s: f(s) or g(s)
    return (f"({a} & {b})", lambda s: f(s) and g(s)) if kind < 0.75 else (f"({a} -> {b})", lambda s: not f(s) or g(s))


def renamings(n, whole):
    if whole:
        return list(itertools.permutations(range(n)))
    out = [tuple(range(n))]
    for j in range(1, n):
        p = list(range(n))
        p[0], p[j] = j, 0
        out.append(tuple(p))
    return out


def renamed(model, s, p):
    local = [0] * model.n
    for i, x in enumerate(s[0]):
        local[p[i]] = x
    return tuple(local), s[1], p[s[2]] if model.holder else 0


def all_states(model):
    holders = range(model.n) if model.holder else [0]
    return itertools.product(itertools.product(range(model.k), repeat=model.n), range(model.v), holders)


def backward(coset, rng, model, text, options, chosen, whole, states):
    """What is wrong with a backward search for a random invariant; "" if it is rightly refused."""
    (a, f), (b, g) = rng.choice(model.atoms()), rng.choice(model.atoms())
    truth = not any(f(s) and g(s) for s in states)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.m")
        with open(path, "w", encoding="utf-8") as out:
            out.write(f'{text}invariant "i" !(({a}) & ({b}));\n')
        run = tool.Run([coset, "check", path, "--deadlock=off", "--direction=backward", *options], 60)
        if "has no representative" in run.err:
            lost = any(not any(chosen(renamed(model, s, q)) for q in renamings(model.n, whole)) for s in all_states(model))
            return "" if lost and run.rc not in (0, 12) else f"refused backward: {run.shell()}: {run.err}"
        return None if run.rc == (0 if truth else 12) else f"exit {run.rc}, truth {truth}: {run.shell()}: {run.err}{text}"


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, counts, refused, total, partial, backward_runs = tool.program(args), Counts(), 0, 0, 0, 0
    n = args.models or (400 if tool.long_run() else 6)
    for seed in range(args.seed, args.seed + n):
        rng = random.Random(seed)
        model = make_model(rng, Model)
        formulas, fair = make_formulas(rng, model, 8)
        truth = Truth(model, formulas, fair)
        text, chosen = random_condition(rng, model, rng.choice([0, 1, 1, 2]))
        whole = rng.random() < 0.4
        options = [*OPTIONS, f"--representatives={{{text}}}", f"--cosets={'all' if whole else 'first'}"]
        lost = [s for s in truth.states if not any(chosen(renamed(model, s, q)) for q in renamings(model.n, whole))]
        with tempfile.TemporaryDirectory() as folder:
            files = os.path.join(folder, "model.m"), os.path.join(folder, "formulas")
            lines = [f"fair {{{a}}};" for a in fair]
            lines += [f"{kind} f{i}: {show(f, rng)};" for i, (kind, f) in enumerate(formulas)]
            body = model.text()
            at = body.index("\n", body.index("h: P;" if model.holder else "  g: ")) + 1
            body = body[:at] + functions(model) + body[at:]
            back = backward(coset, rng, model, body, options, chosen, whole, truth.states)
            backward_runs += back is None
            if back:
                counts.wrong.append(back)
            for path, words in zip(files, (body, "\n".join(lines) + "\n")):
                with open(path, "w", encoding="utf-8") as out:
                    out.write(words)
            run = tool.Run([coset, "check", files[0], "--deadlock=off", *options], 60)
            if "has no representative" in run.err:
                refused += 1
                if not lost or run.rc in (0, 13) or "state without a representative:" not in run.err:
                    counts.wrong.append(f"refused, though all have one: {run.shell()}: {run.err}")
                continue
            total, partial = total + (not lost), partial + bool(lost)
            run_one(coset, model, formulas, truth, files, options, "long", counts)
    for line in counts.wrong[:20]:
        print(line)
    print(f"{n} models: {refused} conditions refused, {total} total ones, {partial} that are total where it matters, {backward_runs} judged backward; "
          f"{counts.verdicts} verdicts and {counts.paths} paths, {len(counts.wrong)} differences")
    return 1 if counts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
