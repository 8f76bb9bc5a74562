#!/usr/bin/env python3
"""Partial order reduction against the search without it: the same verdicts, exit status and rules that fire, without
and with declared and detected symmetry, breadth first with one thread and with two, depth first, --por=stubborn also
with --por-chains=on; --por=auto on models that are large enough for its trials, and with --auto only that, on all
models, for a program that also tries small ones (coset_trying). Models of other tests and of models/; then random ones,
Promela and Murphi, with properties of states and with LTL formulas. A few of each; all models and thousands of random
ones if COSET_LONG is set. The first lines of models/ state the exit status (`verdict: 14`), maybe `reduced: yes`: fewer
states must be stored, and how many with some options (`stored 100: --por=stubborn`, `stored at most 100: ...`), how
many steps are taken (`taken 100: ...`), how many states the search for a formula visits (`searched 100: --por=auto`),
how long traces may be (`steps at most 30: options`), what --stats reports about rules (`reason: text`), and why nothing
is reduced (`told: text`). A difference is reported with the model and its seed."""

import importlib
import itertools
import pathlib
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
TEST = HERE.parent
sys.path[:0] = [str(TEST / "kit"), str(TEST / "oracle"), str(TEST / "corpus"), str(TEST / "temporal"), str(TEST / "detect" / "nearly")]

import tool # noqa: E402

PLAIN, SYMMETRIC = ("--symmetry=off", "--threads=1"), ("--symmetry=auto", "--threads=1")
PAIR, SYMMETRIC_PAIR = ("--symmetry=off", "--threads=2"), ("--symmetry=auto", "--threads=2")
DEEP, DEEP_SYMMETRIC = ("--symmetry=off", "--search=dfs"), ("--symmetry=auto", "--search=dfs")
DETECTED, DETECTED_PAIR, DEEP_DETECTED = (("--symmetry=detect", how) for how in ("--threads=1", "--threads=2", "--search=dfs"))
RULES, PROCESSES = ["stubborn", "chains"], ["stubborn", "chains", "ample", "cluster"] # Murphi has no processes
CHAINS = ["--por=stubborn", "--por-chains=on"]
WAYS = {way: {".m": RULES, ".pml": PROCESSES}
        for way in (PLAIN, PAIR, SYMMETRIC, SYMMETRIC_PAIR, DETECTED, DETECTED_PAIR, DEEP, DEEP_SYMMETRIC, DEEP_DETECTED)}
AUTO = {way: {".m": ["auto"], ".pml": ["auto"]} for way in (PLAIN, PAIR, SYMMETRIC, SYMMETRIC_PAIR, DETECTED, DETECTED_PAIR)}
LIMITS, LARGE = ["-k", "--time=20", "--max-states=100000"], ["-k", "--time=20", "--max-states=500000"]


def is_whole(run):
    return run.json is not None and run.json.get("exhaustive", False)


def is_cut(run):
    """A limit ended it before the search, while symmetry was detected or steps were compared: nothing is compared."""
    return run.json is not None and run.rc == 20 and "counts" not in run.json


def told(run):
    """What must be the same: verdicts, exit status, and which rules fire."""
    rows = [(p["kind"], p["name"], p["verdict"]) for p in run.json["properties"]]
    fired = [(r["name"], str(r["at"])) for r in run.json["rules"] if r["fired"] is None or tool.number(r["fired"])]
    return rows, run.rc, fired


def difference(way, method, plain, run):
    name = " ".join([*way, f"--por={method}"])
    if run.json is None or "counts" not in run.json:
        if is_cut(run):
            return []
        return [f"{name}: exit {run.rc}: {run.err.strip()[:400]}"]
    want, got = told(plain), told(run)
    if {p["name"] for p in plain.json["properties"]} != {p["name"] for p in run.json["properties"]}:
        return [] if got[1] == want[1] else [f"{name}: exit {got[1]}, {want[1]}"] # the other one searched a variant of the model
    rules_of = lambda r: {(x["name"], str(x["at"])) for x in r.json["rules"]}
    unknown = any(r["fired"] is None for r in plain.json["rules"] + run.json["rules"]) # with detected symmetry
    if unknown or rules_of(plain) != rules_of(run): # one has searched a variant, in which processes do not end
        want, got = want[:2], got[:2]
    out = [f"{name}: {sorted(set(g) ^ set(w)) if isinstance(w, list) else (w, g)}" for w, g in zip(want, got, strict=True) if g != w]
    return out + [f"{name}: {p['name']} fails without a trace" for p in run.json["properties"]
                  if p["verdict"] == "fails" and p["kind"] not in ("cover", "temporal") and not p["trace"]]


def differences(coset, model, *options, ways=WAYS, limits=LIMITS):
    """Differences of the reduced search from the other, in each way; and the states stored by both; None: see
    is_cut."""
    out, stored, whole = [], [], {}
    for way, methods in ways.items():
        base = (way[0], "--threads=1" if way[1] == "--threads=2" else way[1])
        if base not in whole:
            whole[base] = tool.check(coset, model, *limits, *base, *options, "--por=off")
        plain = whole[base]
        if not is_whole(plain):
            continue
        for method in methods[model.suffix]:
            how = CHAINS if method == "chains" else [f"--por={method}"]
            audit = ["--audit=100"] if way == PLAIN and method == "stubborn" else [] # refuted relations end the run
            run = tool.check(coset, model, *limits, *way, *options, *audit, *how)
            if run.json and run.rc == 20 != plain.rc or ("--symmetry=auto" in way and run.json and not is_whole(run)):
                run = tool.check(coset, model, "-k", "--time=60", *way, *options, *audit, *how) # it stored more for a formula, or found no symmetry
            out += difference(way, method, plain, run)
            if run.json is not None and (is_cut(run) or "counts" in run.json):
                stored.append([None if is_cut(r) else tool.number(r.json["counts"]["representatives"]) for r in (plain, run)])
    return out, stored


# ---- models of other tests


def options_of(model):
    text = model.read_text(errors="replace")
    line = re.search(r"^(?:--|/\*|  ) args: (.*?)(?: \*/)?$", text, re.M)
    return [o for o in (line[1].split() if line else []) if not o.startswith(("--symmetry", "--por", "--search", "--threads"))]


def files():
    some = [p for folder in ("conform/murphi", "conform/promela", "temporal/models") for p in sorted(TEST.glob(f"{folder}/*"))
            if p.suffix in (".m", ".pml")]
    return sorted(HERE.glob("models/*")) + (some if tool.long_run() else some[::12])


def untold(run, text):
    said = [run.json.get("partial_order", {}).get("words", "")] + [p.get("partial_order", "") for p in run.json["properties"]]
    return [t for t in re.findall(r"told: (.*?)(?: \*/)?$", text, re.M) if not any(t in w for w in said)]


def judge_file(coset, model):
    out, stored = differences(coset, model, *options_of(model))
    text = model.read_text(errors="replace")
    if "reduced: yes" in text and not all(b is not None and b < a for a, b in stored[:1]):
        out.append(f"states without and with reduction: {stored}")
    if any(b is None for _, b in stored):
        out.append("a limit ended a run before its search")
    for most, some in re.findall(r"steps at most (\d+): ([^\n*]*)", text):
        exact = tool.check(coset, model, *some.split())
        longest = exact.json and max((len(p["trace"]["steps"]) for p in exact.json["properties"] if p.get("trace")), default=None)
        if longest is None or longest > int(most):
            out.append(f"{some}: a trace of {longest} steps, expected at most {most}")
    for what, most, want, some in re.findall(r"(stored|taken) (at most )?(\d+): ([^\n*]*)", text):
        exact = tool.check(coset, model, *some.replace("HERE", str(HERE / "clusters")).split())
        counted = exact.json and tool.number(exact.json["counts"]["representatives" if what == "stored" else "transitions"])
        if counted is None or (counted > int(want) if most else counted != int(want)):
            out.append(f"{some}: {counted} {what}, expected {most}{want}")
    for want, some in re.findall(r"searched (\d+): ([^\n*]*)", text):
        exact = tool.check(coset, model, *some.split())
        states = exact.json and [tool.number(p["searched"]) for p in exact.json["properties"] if p.get("searched")]
        if states != [int(want)]:
            out.append(f"{some}: {states} states for the formula, expected {want}")
    reasons = re.findall(r"reason: ([^\n*]*)", text) if model.parent.parent == HERE else []
    told_reasons = tool.check(coset, model, "--por=stubborn", "--stats") if reasons else None
    out += [f"no reason '{r.strip()}'" for r in reasons
            if told_reasons.json is None or not any(r.strip() in line for line in told_reasons.json["partial_order"]["reasons"])]
    verdict = re.search(r"verdict: (\d+)", text) if model.parent.parent == HERE else None
    run = tool.check(coset, model, *LIMITS, "--por=stubborn", *options_of(model)) if verdict else None
    out += [f"not told: {t}" for t in (untold(run, text) if run and run.json else [])]
    if verdict and run.rc != int(verdict[1]):
        out.append(f"exit {run.rc}, expected {verdict[1]}")
    return model.name, out, stored


# ---- random models


def promela(seed):
    return importlib.import_module("promela_random").text_of(seed), ".pml", []


def temporal(seed):
    text = importlib.import_module("random_ltl").Maker(seed).model()
    return text, ".pml", ["--claim=c"]


def rules(seed):
    return importlib.import_module("independent_rules").Maker(seed).model(), ".m", []


def large(seed):
    """Large enough for the trials of --por=auto."""
    return importlib.import_module("independent_rules").Maker(seed, sizes=(5, 6)).model(), ".m", []


def mixed(seed):
    return importlib.import_module("independent").Maker(seed).model(), ".pml", []


def given(seed):
    return importlib.import_module("given").Maker(seed).model(), ".pml", []


def fair(seed):
    return importlib.import_module("independent").Maker(seed, formula=True).model(), ".pml", [f"--fair={('weak', 'strong')[seed % 2]}"]


def murphi(seed):
    generate = importlib.import_module("generate")
    flavour = ("plain", "lab", "lab-plain", "legal", "wild")[seed % 5]
    return importlib.import_module("model").murphi(generate.generate(seed, flavour)), ".m", []


def nearly(language, ending):
    """Models with an undeclared symmetric part; some with formulas."""
    def make(seed):
        model = importlib.import_module(language).Model(seed)
        return model.text, ending, model.linear_options() if seed % 2 else model.options
    return make


MAKERS = {"promela": promela, "temporal": temporal, "mixed": mixed, "given": given, "murphi": murphi, "rules": rules, "large": large, "fair": fair,
          "nearly_murphi": nearly("murphi", ".m"), "nearly_promela": nearly("promela", ".pml")}
MOST_CUT = 0.02 # of the runs, before their search
MOSTLY_REDUCED = ("mixed", "rules") # of these at least half have fewer states


def judge_random(coset, kind, seed, auto):
    text, ending, options = MAKERS[kind](seed)
    with tempfile.TemporaryDirectory(prefix="coset_por_") as folder:
        model = pathlib.Path(folder) / f"{kind}{ending}"
        model.write_text(text)
        some = {"ways": AUTO, "limits": LARGE} if kind == "large" else {"ways": AUTO} if auto else {}
        out, stored = differences(coset, model, *options, **some)
    return f"{kind} {seed}", out + ([text] if out else []), stored


BAD = { # cluster files, and their messages
    "divides": "2: it divides a cluster of the level before",
    "twice": "3: it is listed twice in its level: U1",
    "unknown": "2: the model has no such process: X",
    "nobody": "2: there is no process before or behind a bar, so a cluster is empty",
    "missing": "cannot",
}


def judge_clusters(coset, name):
    path = HERE / "clusters" / f"{name}.clusters"
    run = tool.check(coset, HERE / "models" / "pairs.pml", "--por=cluster", f"--clusters={path}")
    out = [] if run.rc in (65, 66) and BAD[name] in run.err else [f"exit {run.rc}: {run.err.strip()}"]
    return name, out, []


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=2000 if tool.long_run() else 4, help="random models of each kind")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--kinds", nargs="*", default=list(MAKERS))
    p.add_argument("--no-files", action="store_true")
    p.add_argument("--auto", action="store_true")
    args = p.parse_args()
    coset, bad, runs, cut, less, seen = tool.program(args), 0, 0, 0, Counter(), Counter()
    work = [] if args.no_files else [(judge_file, m) for m in tool.share(files())] + [(judge_clusters, b) for b in BAD]
    seeds = range(args.seed, args.seed + args.models)
    work += [(judge_random, k, s, args.auto) for s, k in itertools.product(seeds, args.kinds)]
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, out, stored in pool.map(lambda w: w[0](coset, *w[1:]), work):
            bad += bool(out)
            kind = name.split()[0] if name.split()[0] in MAKERS else "files"
            whole = [(a, b) for a, b in stored if b is not None]
            runs, cut = runs + len(stored), cut + len(stored) - len(whole)
            seen[kind] += bool(whole)
            less[kind] += any(b < a for a, b in whole)
            if out:
                print(f"FAIL {name}\n     " + "\n     ".join(out), flush=True)
    print("; ".join(f"{k}: {n} compared, {less[k]} reduced" for k, n in sorted(seen.items())) + f"; {bad} models that differ; "
          f"{cut} of {runs} runs ended before the search")
    idle = [k for k in args.kinds if args.models > 0 and seen[k] < (args.models / 2 if args.models >= 20 else 1)] # not read, or too large
    share = 0.5 if args.models >= 1000 else 0.4 # few models are a different sample
    loose = [k for k in MOSTLY_REDUCED if args.models >= 100 and not args.auto and k in args.kinds and less[k] < share * seen[k]]
    print("".join(f"too few were compared of: {k}\n" for k in idle) + "".join(f"too few are reduced of: {k}\n" for k in loose), end="")
    if cut > MOST_CUT * runs:
        print("too many runs ended before the search")
    return 1 if bad or idle or loose or cut > MOST_CUT * runs or not sum(less.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
