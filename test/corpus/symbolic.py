#!/usr/bin/env python3
"""The symbolic engine agrees with the explicit one: verdict of every property, lengths of shortest paths, and, if the
search is complete, states, transitions, hits and fired rules. Over the models of the tests, of Rumur's tests and the
small ones of CMurphi's. A model that the symbolic engine declines must be declined with a message; they are counted.

--promela: the same for Promela models, with atomic sequences and handshakes, and with each way to find representatives. --csp: verdicts, counts and lengths of
counterexamples of the assertions of CSPM scripts, without symmetry and with each way.
--symmetry: the same with every way to find representatives; orbits are counted as by the explicit engine.
--folded: the same with one rule per orbit, with chaining too.
--detected: representatives under undeclared groups (rotations, cubes, exchanges), compared with the explicit engine's.
--backward: verdicts and lengths of traces of backward searches, without symmetry and with each way; those that take
more nodes or time than a forward search are counted. The fast run takes two ways on small models."""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import expect # noqa: E402
import rumur_tests # noqa: E402
import tool # noqa: E402

SHORT, LONG = 20_000, 3_000_000 # states
MOST_DECLINED = 0.15            # of all models: those with multisets or large ranges
EXIT_USAGE = 64
LARGEST_PROMELA = 20_000 # states
FAST_SYMMETRIC = ["two_families", "unrolled"] # with atomic sequences, handshakes
FAST_PROMELA = ["atomic_blocks", "else_offer", "end_labels", "stuck", "timeouts", *FAST_SYMMETRIC]
FAST_SCRIPTS = ["peterson", "philosophers"]
FAST_DETECTED = ["hypercube", "peterson", "philosophers", "ring", "token", "tree"]
DETECTED_ORBIT = 200 # states
FAST_REDUCED = "peterson" # in its components too
FOLLOWED = (HERE.parent.parent / "examples/symbolic/mslock.m", ["-DN=4"]) # four elements: a closure takes two exchanges
# and the largest models, in states
METHODS = {"dynamic": 10_000_000 if tool.long_run() else 10_000, "multiple": 10_000 if tool.long_run() else 2_000,
           "orbit": 2_000, "relation": 10_000 if tool.long_run() else 0,
           "counter": 10_000 if tool.long_run() else 200}


def verdicts(run):
    return {(p["kind"], p["name"]): (p["verdict"], p.get("depth") if p["verdict"] == "fails" else None)
            for p in run.json["properties"]}


def whole(run):
    """What must agree if everything was explored and nothing failed."""
    c = run.json["counts"]
    return {"counts": {k: c[k] for k in ("states", "full_transitions", "depth")},
            "rules": [(r["name"], r["fired"]) for r in run.json["rules"]],
            "hits": [p["hits"] for p in run.json["properties"] if "hits" in p]}


def orbits(run):
    """What must agree if both count orbits; None if representatives are not unique."""
    c = run.json["counts"]
    return (c["representatives"], c["states"], c["full_transitions"]) if c["states"] is not None else None


def followed(coset, job, run, *more):
    """With multiple representatives one of the equivalent rules is used, but with chaining each: the same ones."""
    path, options = job
    options = [o for o in options if not o.startswith("--bound-depth")] # which are no depths with chaining
    each = tool.check(coset, path, "--engine=symbolic", "--symbolic-symmetry=multiple", "--chaining", "--max-nodes=3M",
                      "--time=120", *options, *more, limit=600)
    if each.json is None:
        return [f"{each.shell()}: exit {each.rc}: {each.err[:300]}"]
    if not each.json["exhaustive"]:
        return [f"{each.shell()}: not to its end"] if job == FOLLOWED else []
    counts = [r.json["counts"]["representatives"] for r in (run, each)]
    return [] if counts[0] == counts[1] else [f"{each.shell()}: representatives {counts[1]}, without chaining {counts[0]}"]


def reduced(coset, job, methods=tuple(METHODS)):
    """All methods on one model with symmetry; a model that is too large for a method may run out of its nodes."""
    path, options = job
    explore = tool.check(coset, path, "--symmetry=search", "--por=off", "--threads=1", *options, limit=600)
    if not explore.json or not explore.json["symmetry"]["factors"]:
        return "without symmetry", []
    if cut(explore):
        return "cut short", []
    bad, compared = [], 0
    for method, largest in METHODS.items():
        if method not in methods or int(explore.json["counts"]["states"]) > largest:
            continue
        run = tool.check(coset, path, "--engine=symbolic", f"--symbolic-symmetry={method}", "--max-nodes=3M",
                         "--time=120", *options, limit=600)
        if run.rc == EXIT_USAGE and "symbolic engine" in run.err:
            return "declined", []
        if run.rc == EXIT_USAGE and "no counter abstraction: " in run.err and method == "counter":
            continue
        if run.json is None:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
        elif cut(run):
            continue
        elif run.rc != explore.rc or verdicts(run) != verdicts(explore):
            bad.append(f"{run.shell()}: exit {run.rc} {verdicts(run)}, explore: {explore.rc} {verdicts(explore)}")
        elif explore.json["exhaustive"] and explore.rc == 0 and orbits(run) not in (None, orbits(explore)):
            bad.append(f"{run.shell()}: {orbits(run)}, explore: {orbits(explore)}")
        elif method == "multiple" and run.rc == 0 and (tool.long_run() or job == FOLLOWED):
            bad += followed(coset, job, run)
        compared += run.json is not None and not cut(run)
    return ("bad", bad) if bad else ("same" if compared else "cut short", [])


def folded(coset, job):
    """Keeps one rule per orbit: level by level, and with chaining, whose counts are the same."""
    path, options = job
    explore = tool.check(coset, path, "--symmetry=search", "--por=off", "--threads=1", *options, limit=600)
    if not explore.json or not explore.json["symmetry"]["factors"]:
        return "without symmetry", []
    bad = []
    for more in ([], ["--chaining"]):
        run = tool.check(coset, path, "--engine=symbolic", "--symbolic-symmetry=dynamic", "--order=concatenated",
                         "--max-nodes=3M", "--time=60", *more, *options, limit=600)
        if run.rc == EXIT_USAGE and "symbolic engine" in run.err:
            return "declined", []
        if run.json is None:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
            continue
        if cut(run):
            return "cut short", []
        ends = [{k: v[0] if more else v for k, v in verdicts(r).items()} for r in (explore, run)]
        one_violation = more and explore.rc and "--keep-going" not in options # another one may be found first
        if run.rc != explore.rc or (ends[0] != ends[1] and not one_violation):
            bad.append(f"{run.shell()}: exit {run.rc} {ends[1]}, explore: {explore.rc} {ends[0]}")
        elif explore.json["exhaustive"] and explore.rc == 0 and orbits(run) not in (None, orbits(explore)):
            bad.append(f"{run.shell()}: {orbits(run)}, explore: {orbits(explore)}")
    return ("bad", bad) if bad else ("same", [])


def detected(coset, job):
    """If neither engine uses all of a group (more than 720 elements), the orbits of the symbolic one are not
    counted."""
    path, options = job
    options = ["--symmetry=detect", "--threads=1", "--keep-going", *options]
    explore = tool.check(coset, path, "--por=off", *options, limit=600)
    if not explore.json or "counts" not in explore.json or not explore.json["symmetry"].get("detected"):
        return "without symmetry", []
    bad, cut_short = [], False
    ways = ("dynamic", "orbit") if int(explore.json["counts"]["states"]) <= DETECTED_ORBIT else ("dynamic",)
    for way in ways:
        seconds = "--time=20" if tool.long_run() else "--time=120" # the few of the fast run finish
        run = tool.check(coset, path, "--engine=symbolic", f"--symbolic-symmetry={way}", "--max-nodes=3M", seconds,
                         *options, limit=600)
        if run.rc == EXIT_USAGE and "symbolic engine" in run.err:
            return "declined", []
        if run.json is None:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
        elif cut(run):
            cut_short = True
        elif run.rc != explore.rc or verdicts(run) != verdicts(explore):
            bad.append(f"{run.shell()}: exit {run.rc} {verdicts(run)}, explore: {explore.rc} {verdicts(explore)}")
        elif explore.json["exhaustive"] and orbits(run) not in (None, orbits(explore)):
            bad.append(f"{run.shell()}: {orbits(run)}, explore: {orbits(explore)}")
    return ("bad", bad) if bad else ("cut short" if cut_short else "same", [])


def one(coset, job):
    path, options = job
    both = ["--symmetry=off", "--threads=1", *options]
    explore = tool.check(coset, path, "--por=off", *both, limit=600)
    seconds = "--time=60" if tool.long_run() else "--time=300" # the small ones of the fast run finish
    symbolic = tool.check(coset, path, "--engine=symbolic", seconds, *both, limit=600)
    if explore.json is None and symbolic.rc == explore.rc: # both refuse the text
        return "same", []
    if symbolic.rc == EXIT_USAGE and "symbolic engine" in symbolic.err:
        return "declined", []
    if symbolic.json is None:
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc}: {symbolic.err[:300]}"]
    if symbolic.rc != explore.rc and cut(symbolic):
        return "cut short", []
    if symbolic.rc != explore.rc or verdicts(symbolic) != verdicts(explore):
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc} {verdicts(symbolic)}, "
                       f"explore: {explore.rc} {verdicts(explore)}"]
    if explore.json["exhaustive"] and explore.rc == 0 and whole(symbolic) != whole(explore):
        return "bad", [f"{symbolic.shell()}: {whole(symbolic)}, explore: {whole(explore)}"]
    return "same", []


def judged_backward(run):
    """What a backward search judges."""
    return {k: v for k, v in verdicts(run).items() if k[0] not in ("cover", "liveness")}


def backward(coset, job):
    """Every way on one model."""
    path, options = job
    options = [*options, "--keep-going"]
    forward = tool.check(coset, path, "--engine=symbolic", *options, limit=600)
    if forward.json is None or not forward.json["exhaustive"]:
        return "declined", []
    bad, cut = [], 0
    fast = ("none", "dynamic", "multiple") if job[0] == FOLLOWED[0] else ("none", "dynamic")
    for method in ("none", *(m for m in METHODS if m != "counter")) if tool.long_run() else fast:
        run = tool.check(coset, path, "--engine=symbolic", "--direction=backward", f"--symbolic-symmetry={method}",
                         "--max-nodes=2M", "--time=5", *options, limit=600)
        if run.rc == EXIT_USAGE and ("symbolic engine" in run.err or "search backward" in run.err):
            cut += 1
        elif run.json is None:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
        elif "out of memory" in (run.json["stopped"] or "") or "time limit" in (run.json["stopped"] or ""):
            cut += 1
        elif judged_backward(run) != judged_backward(forward):
            bad.append(f"{run.shell()}: exit {run.rc} {judged_backward(run)}, forward: {judged_backward(forward)}")
        elif method == "multiple" and run.rc == 0:
            bad += followed(coset, (path, options), run, "--direction=backward")
    return ("bad", bad) if bad else ("cut short", []) if cut else ("same", [])


CHAINED_NOT = ("symbolic engine", "search backward", "no depths", "no counter abstraction")


def chained(coset, job):
    """Chaining forward and backward, with each way to find representatives: the same states and verdicts; traces may be
    longer, and are replayed by the program itself."""
    path, options = job
    options = [*options, "--keep-going"]
    plain = tool.check(coset, path, "--engine=symbolic", *options, limit=600)
    if plain.json is None or not plain.json["exhaustive"]:
        return "declined", []
    want, bad, cut = verdicts(plain), [], 0
    ways = [(m, d) for m in ("none", *METHODS) for d in ("forward", "backward")
            if (m, d) != ("counter", "backward")]
    if not tool.long_run(): # one of them for each model
        ways = [ways[:4][len(path.name) % 4]]
    for method, direction in ways:
        run = tool.check(coset, path, "--engine=symbolic", "--chaining", f"--direction={direction}", "--time=5",
                         f"--symbolic-symmetry={method}", "--max-nodes=2M", *options, limit=600)
        if run.rc == EXIT_USAGE and any(w in run.err for w in CHAINED_NOT):
            cut += 1
            continue
        if run.json is None:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
            continue
        if "out of memory" in (run.json["stopped"] or "") or "time limit" in (run.json["stopped"] or ""):
            cut += 1
            continue
        judged = ("cover", "liveness") if direction == "backward" else ()
        got = {k: v for k, v in verdicts(run).items() if k[0] not in judged}
        agree = all(v == want[k][0] and (v != "fails" or (d or 0) >= (want[k][1] or 0)) for k, (v, d) in got.items())
        states = run.json["counts"]["states"]
        if not agree or (direction == "forward" and states not in (None, plain.json["counts"]["states"])):
            bad.append(f"{run.shell()}: exit {run.rc} {got} {states}, plain: {want} {plain.json['counts']}")
    return ("bad", bad) if bad else ("cut short", []) if cut else ("same", [])


def cut(run):
    return any(why in (run.json["stopped"] or "") for why in ("out of memory", "time limit", "bound of"))


def promela(coset, job):
    """A model that is too large for one of the engines is counted; declined ones are reported with a message."""
    path, options = job
    bounds = ["--threads=1", "--time=20", *options]
    explore = tool.check(coset, path, "--symmetry=off", f"--max-states={LARGEST_PROMELA}", *bounds, limit=600)
    if explore.json is None or "counts" not in explore.json or cut(explore):
        return "cut short", []
    symbolic = tool.check(coset, path, "--symmetry=off", "--engine=symbolic", *bounds, limit=600)
    if symbolic.rc == EXIT_USAGE and "symbolic engine" in symbolic.err:
        return "declined", []
    if symbolic.json is None or "counts" not in symbolic.json:
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc}: {symbolic.err[:300]}"]
    if cut(symbolic):
        return "cut short", []
    if symbolic.rc != explore.rc or verdicts(symbolic) != verdicts(explore):
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc} {verdicts(symbolic)}, "
                       f"explore: {explore.rc} {verdicts(explore)}"]
    if explore.json["exhaustive"] and explore.rc == 0 and whole(symbolic) != whole(explore):
        return "bad", [f"{symbolic.shell()}: {whole(symbolic)}, explore: {whole(explore)}"]
    if tool.long_run() or path.stem in FAST_SYMMETRIC:
        methods = METHODS if tool.long_run() else ("dynamic", "multiple") # pairs of states are many
        what, bad = reduced(coset, (path, ["--time=20", f"--max-states={LARGEST_PROMELA}", *options]), methods)
        return ("bad", bad) if bad else ("cut short" if what == "cut short" else "same", [])
    return "same", []


def assertion(a, b):
    """What is wrong with b, the symbolic result of an assertion, compared with a; None if it is declined or cut."""
    if b["verdict"] == "error" and "symbolic engine" in (b["reason"] or ""):
        return None
    if "incomplete" in (a["verdict"], b["verdict"]):
        return None
    if a["verdict"] != b["verdict"]:
        return f"{b['verdict']}, explore: {a['verdict']}"
    if a["trace"]:
        if not b["trace"] or not b["trace"]["replayed"] or len(a["trace"]["steps"]) != len(b["trace"]["steps"]):
            return f"trace {b['trace']}, explore: {a['trace']}"
    elif not a["negated"] and a["counts"] != b["counts"]: # a negated assertion ends with its violation
        return f"{b['counts']}, explore: {a['counts']}"
    return ""


def script(coset, job):
    path, _ = job
    runs = [tool.check(coset, path, f"--engine={e}", "--symmetry=off", "--threads=1", "--time=10", "--max-states=20000",
                       limit=600) for e in ("explore", "symbolic")]
    explore, symbolic = runs
    if explore.json is None or "properties" not in explore.json:
        return ("unread", []) if symbolic.rc == explore.rc else ("bad", [f"{symbolic.shell()}: exit {symbolic.rc}"])
    if symbolic.json is None or "properties" not in symbolic.json:
        return "bad", [f"{symbolic.shell()}: exit {symbolic.rc}: {symbolic.err[:300]}"]
    looked = [(a["name"], assertion(a, b)) for a, b in zip(explore.json["properties"], symbolic.json["properties"])]
    bad = [f"{symbolic.shell()}: {name}: {what}" for name, what in looked if what]
    cut_short = any(w is None for _, w in looked)
    if tool.long_run() or path.stem == FAST_REDUCED:
        more, cut_too = reduced_script(coset, path)
        bad, cut_short = bad + more, cut_short or cut_too
    return ("bad", bad) if bad else ("cut short" if cut_short else "same", [])


def reduced_script(coset, path):
    """Representatives of states of components: every way compared with the explicit engine's quotient."""
    seconds = "--time=60" if tool.long_run() else "--time=10"
    explore = tool.check(coset, path, "--symmetry=search", "--por=off", "--threads=1", seconds, "--max-states=20000", limit=600)
    bad, cut_short = [], False
    for way in ("dynamic", "multiple", "orbit", "relation") if tool.long_run() else ("dynamic",):
        run = tool.check(coset, path, "--engine=symbolic", f"--symbolic-symmetry={way}", seconds, "--max-states=20000",
                         limit=600)
        if run.json is None or "properties" not in run.json:
            bad.append(f"{run.shell()}: exit {run.rc}: {run.err[:300]}")
            continue
        for a, b in zip(explore.json["properties"], run.json["properties"]):
            if b["counts"]["states"] is None or (a["verdict"] == "fails" and not a["negated"]):
                a, b = dict(a, counts=None), dict(b, counts=None) # not unique; or the search ends inside of a level
            what = assertion(a, b)
            cut_short = cut_short or what is None
            if what:
                bad.append(f"{run.shell()}: {a['name']}: {what}")
    return bad, cut_short


def promela_jobs(shared):
    tests = HERE.parent / "conform/promela"
    if not tool.long_run():
        return [(tests / f"{name}.pml", []) for name in FAST_PROMELA]
    folders = [tests, HERE.parent.parent / "examples/promela",
               *(shared / "corpus" / name for name in ("bosnacki", "promela") if shared)]
    return [(p, []) for folder in folders for p in sorted(folder.glob("**/*")) if p.suffix in (".pml", ".pm", ".p")]


def detected_jobs(shared, limit):
    examples = HERE.parent.parent / "examples/detect"
    models = HERE.parent / "detect/models"
    yield from ((p, []) for p in sorted(examples.glob("*.m")) if tool.long_run() or p.stem in FAST_DETECTED)
    yield from ((p, []) for p in sorted(models.glob("*.m")))
    if tool.long_run():
        yield from jobs(shared, limit)


def folded_jobs(shared, limit):
    examples = HERE.parent.parent / "examples/symbolic"
    for name, n in ("ccp", 2), ("compareswap", 3), ("distlist", 2), ("fetchstore", 3):
        yield examples / f"{name}.m", [f"-DN={n}"]
    for job in jobs(shared if tool.long_run() else None, limit, True):
        if "scalarset" in job[0].read_text(errors="replace"):
            yield job


def scripts(shared):
    examples = HERE.parent.parent / "examples/csp"
    if not tool.long_run():
        return [(examples / f"{name}.csp", []) for name in FAST_SCRIPTS]
    return [(p, []) for folder in (examples, HERE.parent / "conform/cspm", shared and shared / "corpus/cspm") if folder
            for p in sorted(folder.glob("**/*.csp"))]


def jobs(shared, limit, both=False):
    """both: with a search for deadlocks and without, when conditions of rules are not kept."""
    yield FOLLOWED
    for path in sorted((HERE.parent / "conform/murphi").glob("*.m")):
        yield path, []
        if both:
            yield path, ["--deadlock=off"]
    if not shared:
        return
    for path in sorted((shared / "corpus/murphi/rumur-tests").glob("*.m")):
        want = rumur_tests.expectations(path)
        if not want["rumur_exit_code"]:
            yield path, [o for o in rumur_tests.options(want["rumur_flags"]) if not o.startswith("--threads")]
    for row in expect.rows():
        if row.states is not None and row.states <= limit:
            yield shared / "corpus/murphi" / row.model, ["--deadlock=off"]


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="part of the path")
    p.add_argument("--symmetry", action="store_true", help="compare representatives")
    p.add_argument("--detected", action="store_true", help="compare representatives under detected groups")
    p.add_argument("--promela", action="store_true", help="compare Promela models")
    p.add_argument("--csp", action="store_true", help="compare CSPM scripts")
    p.add_argument("--folded", action="store_true", help="compare searches that keep one rule of each orbit")
    p.add_argument("--backward", action="store_true", help="compare directions")
    p.add_argument("--chaining", action="store_true", help="compare searches with and without chaining")
    args, shared = p.parse_args(), tool.shared()
    coset, counts = tool.program(args), {"same": 0, "declined": 0, "bad": 0, "without symmetry": 0, "cut short": 0,
                                           "unread": 0}
    looks = {"promela": promela, "csp": script, "symmetry": reduced, "folded": folded, "detected": detected,
             "backward": backward, "chaining": chained}
    look = next((f for name, f in looks.items() if getattr(args, name)), one)
    if args.backward or args.chaining:
        most = 500 if tool.long_run() else 60
    else:
        most = LONG if tool.long_run() else SHORT
    lists = {"promela": promela_jobs, "csp": scripts}
    make = next((f for name, f in lists.items() if getattr(args, name)), None)
    murphi = (detected_jobs(shared, most) if args.detected else folded_jobs(shared, most) if args.folded
              else jobs(shared, most, look in (one, reduced)))
    candidates = make(shared) if make else murphi
    chosen = [j for j in tool.share(candidates) if not args.only or args.only in str(j[0])]
    with ThreadPoolExecutor(args.jobs) as pool:
        for what, out in pool.map(lambda j: look(coset, j), chosen):
            counts[what] += 1
            for text in out:
                print(text, flush=True)
    print(f"{len(chosen)} models: {counts['same']} agree, {counts['declined']} declined, {counts['bad']} disagree"
          + (f", {counts['without symmetry']} without symmetry" if args.symmetry or args.folded or args.detected else "")
          + (f", {counts['unread']} that neither engine takes" if counts["unread"] else "")
          + (f", {counts['cut short']} cut short in part" if counts["cut short"] else ""))
    if (args.promela or args.csp) and not tool.long_run() and not args.only and counts["same"] != len(chosen):
        print("these few are small, and must be compared to their end")
        return 1
    if look is one and not tool.long_run() and counts["cut short"]:
        print("these are small, and must be compared to their end")
        return 1
    if args.detected and not tool.long_run() and not args.only and counts["same"] + counts["declined"] != len(chosen):
        print("these few have symmetry, and must be compared to their end")
        return 1
    return 1 if counts["bad"] or counts["declined"] > MOST_DECLINED * len(chosen) and not args.only else 0


if __name__ == "__main__":
    sys.exit(main())
