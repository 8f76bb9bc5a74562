#!/usr/bin/env python3
"""LTL formulas under weak and strong fairness, by decision diagrams against the explicit engine: over the models next
to this file, and over random Murphi and Promela models with several formulas each, with assumptions, atomic sequences
and handshakes. Verdicts and vacuity must be the same. Both answers, and formulas that only fairness makes true, must be
frequent; none may stay undecided except because of its size, or if it refers to steps. A difference is reported with
the model and its seed."""

import collections
import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import models # noqa: E402
import random_alike # noqa: E402
import random_ltl # noqa: E402
import random_rules # noqa: E402
import tool # noqa: E402

LIMITS = ["--deadlock=off", "--time=20s", "--max-states=20000"]
FORMULAS = 4 # of each model
KINDS = ["weak", "strong"]


def live(r, condition):
    """A formula that often depends on fairness."""
    return r.choice(["[]<> {}", "<> {}", "[] ({} -> <> {})", "<>[] {}"]).format(condition(), condition())


def murphi(seed):
    maker = random_rules.Maker(seed)
    text = maker.text(False)
    if maker.r.random() < 0.3:
        text += f'assume "a" !({maker.test(False)} & {maker.test(False)});\n'
    formulas = [live(maker.r, lambda: "{" + maker.test(False) + "}") for _ in range(FORMULAS // 2)]
    while len(formulas) < FORMULAS:
        parts = maker.formula(2)
        if not any(p[0] == "rule" for p in parts if not isinstance(p, str)):
            formulas.append(maker.written(parts, False))
    some = maker.r.choice(maker.rules)[0]
    return ".m", text, formulas, [*KINDS, f"{maker.r.choice(KINDS)}:{some}"]


def promela(seed):
    maker = random_ltl.Maker(seed)
    maker.handshakes = maker.r.random() < 0.6
    text = maker.model()
    return ".pml", text, [maker.formula(2), *(live(maker.r, maker.condition) for _ in range(FORMULAS - 2))], KINDS


def alike(seed):
    maker = random_alike.Maker(seed)
    text = maker.model()
    each = [live(maker.r, lambda: maker.condition() % {"k": k, "pid": k + maker.shift}) for k in range(2)]
    return ".pml", text, each, KINDS


def handshakes(seed):
    """Processes that often move only in steps of others."""
    r, n = random.Random(seed), 2 + seed % 2
    def condition():
        return f"a[{r.randrange(n)}] == {r.randrange(2)}"
    def step():
        return r.choice([f"{r.choice('hg')}!1", f"{r.choice('hg')}?_", "a[_pid] = 1 - a[_pid]"])
    def row():
        first = r.choice([step(), f"{condition()} -> {step()}", f"atomic {{ {step()}; {step()} }}",
                          f"atomic {{ a[_pid] = 1 - a[_pid]; do :: {step()}; {step()} :: break od }}"])
        return f":: {first}" + (f"; {step()}" if r.random() < 0.3 else "")
    text = f"bit a[{n}]; chan h = [0] of {{ bit }}, g = [0] of {{ bit }};\n"
    text += "".join(f"active proctype P{i}() {{ do {' '.join(row() for _ in range(r.randint(1, 3)))} od }}\n" for i in range(n))
    return ".pml", text, [live(r, condition) for _ in range(FORMULAS)], KINDS


MAKERS = [murphi, promela, alike, handshakes]


def rows(run):
    if run.json is None:
        return {"": f"exit {run.rc}: {run.err.strip()[:300]}"}
    return {p["name"]: (p["verdict"], p.get("vacuous", False)) for p in run.json["properties"] if p["kind"] == "temporal"}


OPEN = {"the bound of": "too large", "the time limit": "too large",
        "with --engine=symbolic formulas speak of states only, not of steps": "of steps"} # reasons for no answer


def reason(run, name):
    found = run.json["properties"] if run.json else []
    return next((p.get("reason") for p in found if p["name"] == name), run.err.strip()[:100])


def compare(coset, model, options, seen, unfair=None):
    """The differences; counts the comparisons."""
    old = tool.check(coset, model, "--symmetry=off", *options)
    if old.json is None and old.rc == tool.EXIT_INCOMPLETE:
        return [], {}
    new = tool.check(coset, model, "--engine=symbolic", *options)
    want, got, out = rows(old), rows(new), []
    for name, is_ in want.items():
        if got.get(name, ("",))[0] == "incomplete" or is_[0] == "incomplete":
            if is_[0] != "incomplete":
                why = reason(new, name) or ""
                seen[next((words for start, words in OPEN.items() if why.startswith(start)), f"undecided ({why})")] += 1
            continue
        seen["compared"] += 1
        if got.get(name) != is_:
            out.append(f"{new.shell()}: {name}: {got.get(name, got)}, explicit: {is_}")
        if unfair is not None:
            seen[is_[0]] += 1
            seen["by fairness"] += is_[0] == "holds" and unfair.get(name, ("",))[0] == "fails"
    return out, want


def one(coset, seed, seen):
    ending, text, formulas, kinds = MAKERS[seed % len(MAKERS)](seed)
    options = [*LIMITS, *(f"--ltl={f}" for f in formulas)]
    with tempfile.TemporaryDirectory(prefix="coset_fair_") as folder:
        model = pathlib.Path(folder) / f"m{ending}"
        model.write_text(text)
        out, unfair = compare(coset, model, options, seen)
        for kind in kinds:
            out += compare(coset, model, [*options, f"--fair={kind}"], seen, unfair)[0]
    return [f"seed {seed}", *out, text] if out else []


def beside(coset, model, seen):
    out = []
    for options, _ in models.expectations(model):
        if any(o.startswith(("--fair=weak", "--fair=strong")) for o in options) and "--engine=symbolic" not in options:
            out += compare(coset, model, options, seen, {})[0]
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=600 if tool.long_run() else 32)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, seen = tool.program(args), 0, collections.Counter()
    jobs = [(beside, m) for m in sorted(HERE.glob("models/*"))]
    jobs += [(one, seed) for seed in range(args.seed, args.seed + args.models)]
    with ThreadPoolExecutor(args.jobs) as pool:
        for out in pool.map(lambda job: job[0](coset, job[1], seen), jobs):
            bad += bool(out)
            if out:
                print("FAIL " + "\n     ".join(out), flush=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(seen.items())) + f", {bad} wrong")
    if args.models >= 32:
        rare = [w for w in ("holds", "fails", "by fairness") if seen[w] < seen["compared"] // 40]
        undecided = sum(n for what, n in seen.items() if what.startswith("undecided"))
        if rare or undecided:
            print(f"FAIL too rare: {rare}; undecided: {undecided}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
