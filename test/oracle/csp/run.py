#!/usr/bin/env python3
"""Random process terms: the program against an independent denotational semantics.

Pairs of terms over a small alphabet and every operator of CSP; for each pair refinement both ways in T, F and FD,
deadlock, divergence, determinism and a trace. The answers come from `operators` (see there), which shares no code with
the program. Every batch is run several times: as components and rules, with components under all operators, with
compressions around sub-terms, and as one explicit transition system. A difference is shrunk and saved as a script with
the right answer in a comment.

  run.py --terms 2000 --seed 7
  run.py --terms 500 --coverage                      how many of the terms have each operator, and nothing else"""

import functools
import pathlib
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[2] / "kit")]

import question # noqa: E402
import term # noqa: E402
import tool # noqa: E402
import value # noqa: E402

COMPRESSIONS = ["sbisim", "wbisim", "dbisim", "tau_loop_factor", "diamond", "normal", "lazynorm", "model_compress",
                "explicate", "lazyenumerate"]
KEEPING = ["sbisim", "explicate", "lazyenumerate"] # internal steps too
TRANSPARENT = "transparent " + ", ".join(COMPRESSIONS) + "\n"
VARIANTS = ["plain", "components", "compressed", "explicit"]


@functools.lru_cache(maxsize=4096)
def of(t):
    return term.value(t)


# ---- scripts ----------------------------------------------------------------------------------------------------


def script(questions, variant, seed):
    """The text of a script that asks the questions, in order."""
    rng = random.Random(f"{seed} {variant}")
    wrap = None
    if variant == "compressed":

        def wrap(text, strict):
            return f"{rng.choice(KEEPING if strict else COMPRESSIONS)}({text})" if rng.random() < 0.3 else text

    text, names = term.Text(rng, wrap=wrap), {}

    def name_of(t):
        if t not in names:
            names[t] = text.fresh("Q")
            body = text.term(t)
            text.define(names[t], body)
        return names[t]

    asserts = [q.text(name_of) for q in questions]
    head = term.HEADER + term.FUNCTIONS + (TRANSPARENT if variant == "compressed" else "")
    return head + "\n".join(text.lines + asserts) + "\n"


def answer(p):
    if p["verdict"] == "error" and "is not published" in p["reason"]:
        return question.DOUBT
    return {"holds": True, "fails": False}.get(p["verdict"], f"{p['verdict']}: {p.get('reason')}")


def ask(coset, path, text, count, variant):
    """The program's answers: True, False, or a word for another outcome."""
    path.write_text(text)
    options = [f"--compile={variant}"] if variant in ("components", "explicit") else []
    run = tool.check(coset, path, "-k", *options, limit=240)
    if run.json is None or len(run.json["properties"]) != count:
        what = "crash" if run.crashed else "no answer"
        return [f"{what} (exit {run.rc}): {run.err.strip()[:300]}"] * count
    return [answer(p) for p in run.json["properties"]]


def ask_all(coset, path, questions, variant, seed):
    """If one question crashes the program, each is run alone."""
    said = ask(coset, path, script(questions, variant, seed), len(questions), variant)
    if len(questions) > 1 and said[0] not in (True, False) and len(set(said)) == 1:
        return [ask(coset, path, script([q], variant, seed), 1, variant)[0] for q in questions]
    return said


# ---- making -----------------------------------------------------------------------------------------------------


def worthwhile(rng, t):
    try:
        return len(of(t)) > 2 or rng.random() < 0.15
    except value.TooBig:
        return False


def a_term(rng, maker, size):
    while True:
        t = maker.term(rng.randint(2, size))
        if worthwhile(rng, t):
            return t


def a_pair(rng, maker, size):
    p = a_term(rng, maker, size)
    if rng.random() < 0.25:
        return p, a_term(rng, maker, size)
    while True:
        q = maker.mutated(p)
        try:
            of(q)
            return p, q
        except value.TooBig:
            pass


def a_batch(seed, pairs, size):
    rng = random.Random(seed)
    maker = term.Maker(rng)
    out = []
    for _ in range(pairs):
        p, q = a_pair(rng, maker, size)
        out += question.about(rng, p, q, of, term.EVENTS)
    return out


# ---- shrinking --------------------------------------------------------------------------------------------------


def smaller(t):
    """Terms with one place simplified."""
    for place in term.positions(t):
        here = term.lookup(t, place)
        simpler = [("stop",), ("skip",)] if here[0] not in ("stop", "skip") else []
        for new in [x for x in here[1:] if term.is_term(x)] + simpler:
            yield term.replaced(t, place, new)
        if here[0] == "rep":
            for i in range(len(here[3])):
                yield term.replaced(t, place, here[3][i])
        if here[0] in ("input", "some"):
            for _, p in here[1]:
                yield term.replaced(t, place, p)


def shrunk(q, differs, patience=200):
    """A smaller question that the program still answers differently from the oracle."""
    progress = True
    while progress and patience > 0:
        progress = False
        terms = q.terms()
        for k, t in enumerate(terms):
            for new in smaller(t):
                candidate = q.with_terms(terms[:k] + [new] + terms[k + 1:])
                patience -= 1
                if patience > 0 and differs(candidate):
                    q, progress = candidate, True
                    break
            if progress:
                break
    return q


def report(coset, q, variant, seed, said, save, folder):

    def answer_of(candidate):
        path = folder / f"shrink-{seed}.csp"
        return ask(coset, path, script([candidate], variant, seed), 1, variant)[0]

    def differs(candidate):
        try:
            return answer_of(candidate) != candidate.answer(of)
        except value.TooBig:
            return False

    if variant != "compressed": # the places of compressions depend on the script
        q = shrunk(q, differs) if differs(q) else q
    save.mkdir(parents=True, exist_ok=True)
    path = save / f"{seed}-{variant}-{q.kind.replace(' ', '-')}.csp"
    right = {True: "holds", False: "fails"}.get(q.answer(of), q.answer(of))
    path.write_text(f"-- right: {right}; said: {said}\n" + script([q], variant, seed))
    return path


# ---- coverage ---------------------------------------------------------------------------------------------------


def coverage(seeds, args):
    """How many pairs of terms have each operator, and how many scripts with compressions have each."""
    seen, pairs, texts = Counter(), 0, []
    for seed in seeds:
        questions = a_batch(seed, args.batch, args.size)
        texts.append(script(questions, "compressed", seed))
        for p, q in sorted({(q.impl, q.spec) for q in questions if q.spec is not None}, key=repr)[::2]:
            pairs += 1
            seen.update(term.kinds(p) | term.kinds(q))
    for kind in sorted(term.ALL_KINDS, key=lambda k: -seen[k]):
        print(f"{kind:<24} {100 * seen[kind] / pairs:5.1f} %")
    uses = sum(len(t.split(f"{c}(")) - 1 for t in texts for c in COMPRESSIONS)
    print(f"of {pairs} pairs of terms; compressions in the scripts with such, for each pair:")
    for c in COMPRESSIONS:
        print(f"{c:<24} {sum(len(t.split(f'{c}(')) - 1 for t in texts) / (len(seeds) * args.batch):7.2f}")
    rare = [k for k in term.ALL_KINDS if 10 * seen[k] < pairs]
    print(f"{uses} compressions; in less than one pair of ten: {', '.join(rare) or 'nothing'}")
    return 1 if rare else 0


# ---- running ----------------------------------------------------------------------------------------------------


def check_batch(coset, seed, args, folder, tally):
    questions = [q for q in a_batch(seed, args.batch, args.size) if q.kind.split()[0] not in args.without]
    right = [q.answer(of) for q in questions]
    differences = 0
    for variant in args.variants:
        path = folder / f"{seed}-{variant}.csp"
        said = ask_all(coset, path, questions, variant, seed)
        for q, r, s in zip(questions, right, said):
            tally[q.kind, r] += 1
            if s != r:
                differences += 1
                if differences <= 3:
                    print(f"seed {seed}, {variant}, {q.kind}: said {s}, right {r}: "
                          f"{report(coset, q, variant, seed, s, args.save, folder)}", flush=True)
        path.unlink(missing_ok=True)
    return differences


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--terms", type=int, default=60, help="pairs of terms (%(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--size", type=int, default=11, help="operators in a term, at most (%(default)s)")
    p.add_argument("--batch", type=int, default=15, help="pairs in a script (%(default)s)")
    p.add_argument("--variants", nargs="+", default=VARIANTS, choices=VARIANTS)
    p.add_argument("--without", nargs="*", default=[], help="kinds of questions to leave out, such as deterministic")
    p.add_argument("--save", type=pathlib.Path, default=pathlib.Path("csp-failures"), help="where differences go")
    p.add_argument("--print", action="store_true", help="print the first script and stop")
    p.add_argument("--coverage", action="store_true", help="print how often each operator appears and stop")
    args = p.parse_args()
    if args.print:
        print(script(a_batch(args.seed, args.batch, args.size), args.variants[0], args.seed), end="")
        return 0
    seeds = [args.seed * 100000 + i for i in range((args.terms + args.batch - 1) // args.batch)]
    if args.coverage:
        return coverage(seeds, args)
    coset, began, tally = tool.program(args), time.monotonic(), Counter()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        bad = sum(pool.map(lambda s: check_batch(coset, s, args, folder, tally), seeds))
    for kind in sorted({k for k, _ in tally}):
        doubts = f" {tally[kind, question.DOUBT]:>7} in doubt" if tally[kind, question.DOUBT] else ""
        print(f"{kind:<16} {tally[kind, True]:>7} hold {tally[kind, False]:>7} fail{doubts}")
    print(f"{len(seeds) * args.batch} pairs, {sum(tally.values())} answers, {bad} differences, "
          f"{time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
