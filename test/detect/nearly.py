#!/usr/bin/env python3
"""Random models that are nearly symmetric, of Murphi and of Promela: detection against a search without symmetry.

Each model is searched with --symmetry=off and then with --symmetry=detect and with one of its strategies; and by the
symbolic engine, unreduced and with detection and one of its methods. Verdicts must be the same for each property, and
so must depths, cover hits and, if orbits have known sizes, the numbers of states and transitions (if a run started in
all renamings of the start states, bounds of them: such runs are counted). The generators (nearly/) choose from a list
of kinds; the table shows the share of models with each kind, and a kind in less than one of ten is a failure of the
test. A few models; hundreds if COSET_LONG is set. A model that shows a difference is printed with its seed and stored
in the folder --keep."""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE / "nearly")]

import murphi # noqa: E402
import promela # noqa: E402
import tool # noqa: E402

LANGUAGES = {"murphi": (murphi, "m"), "promela": (promela, "pml")}
STRATEGIES = ["detect-types", "detect-elements", "detect-label", "detect-local"]
SYMBOLIC = ["--engine=symbolic"]
METHODS = ["dynamic", "orbit", "multiple", "counter", "relation"]
SECONDS, SECONDS_SYMBOLIC = 10, 2 # a diagram not complete by then will not be complete soon
LIMITS = ["--memory=1G", "--trace=off", "--progress=none", "--json", "-j1"]
ENOUGH = 0.1 # share of the models that must have a kind
FEW = 100    # models are too few to judge shares
REFUSED, INPUT, CUT = 64, 65, 20


class Run:
    """One search: code, result (None: no JSON), text of the errors."""

    def __init__(self, coset, path, options):
        self.options = options
        try:
            limit = f"--time={SECONDS_SYMBOLIC if SYMBOLIC[0] in options else SECONDS}s"
            p = subprocess.run([coset, "check", *LIMITS, limit, *options, str(path)], capture_output=True, text=True, timeout=60)
            self.code, self.errors = p.returncode, p.stderr
            self.result = json.loads(p.stdout) if p.stdout.strip() else None
        except subprocess.TimeoutExpired:
            self.code, self.errors, self.result = "timeout", "", None

    def limited(self):
        """A limit of this test ended the run."""
        result = self.result or {}
        why = [result.get("stopped"), result.get("reason")] + [p.get("reason") for p in result.get("properties", [])]
        return self.code == "timeout" or any("time limit" in w or "memory" in w for w in why if w)

    def counts(self, *names):
        return [self.result["counts"].get(n) for n in names]


ASSUMED = "room for the messages of this loop" # an assertion that only a reduced run makes


def verdicts(run, truth):
    """What is known of each property. A state in which an invariant is false may have an image in which it faults; if
    only the truth of invariants counts, both count as one."""
    all_of = {}
    rows = [p for p in run.result["properties"] if p["name"] != ASSUMED]
    for k, p in enumerate(rows):
        depth = None if p["kind"] in ("formula", "temporal") else p.get("depth") # of a path that need not be shortest
        all_of[p["kind"], p["name"], k] = (p["verdict"], depth)
    if truth and any(kind in ("invariant", "fault") and v[0] == "fails" for (kind, _, _), v in all_of.items()):
        return "fails", min(v[1] for (kind, _, _), v in all_of.items() if v[0] == "fails" and v[1] is not None)
    return all_of


def hits(run):
    return [(p["name"], p.get("hits")) for p in run.result["properties"] if p["kind"] == "cover"]


def within(counts, off, run):
    """Whether numbers with symmetry agree with those without; from all renamings of the start states, up to the order
    times as many."""
    symmetry = run.result.get("symmetry", {})
    if not symmetry.get("renamed_starts"):
        return counts == off
    return all(a <= b <= a * int(symmetry["order"]) for a, b in zip(off, counts))


def goes_further(run, off):
    """Within a bound on depth the reduced run was complete, and the other was not: it starts in more states, or
    processes that end vanish at once."""
    return run.result["exhaustive"] and not off.result["exhaustive"]


def left_open(run):
    """Formulas that a way of the symbolic engine does not decide, and says so."""
    return {p["name"] for p in run.result["properties"]
            if p["kind"] == "temporal" and "leave out --symbolic-symmetry" in (p.get("reason") or "")}


def formulas_decided(run):
    rows = (run.result or {}).get("properties", [])
    return {p["name"]: p["verdict"] for p in rows if p["kind"] == "temporal" and p["verdict"] != "incomplete"}


def exits_alike(off, run, others, further):
    """`others`: exit statuses that the run may have because it leaves formulas open."""
    return run.code == off.code or run.code in others or (further and off.code == CUT)


def differences(off, run, keep_going, others=(), further=()):
    """What differs from the run without symmetry, as texts, except the formulas `further`."""
    if run.result is None or off.result is None:
        return [f"exit {run.code}: {run.errors.strip()[-300:]}"]
    out = []
    if goes_further(run, off):
        a, b = verdicts(off, False), verdicts(run, False)
        return [f"{k} {b.get(k)}, without symmetry {v}" for k, v in a.items()
                if v[0] != "incomplete" and b.get(k, v)[0] != v[0]]
    skipped = left_open(run) | set(further)
    if not exits_alike(off, run, others, further):
        out.append(f"exit {run.code}, without symmetry {off.code}")
    a, b = verdicts(off, not keep_going), verdicts(run, not keep_going)
    if skipped and isinstance(a, dict) and isinstance(b, dict):
        a, b = ({k: v for k, v in x.items() if k[0] != "temporal" or k[1] not in skipped} for x in (a, b))
    if a != b:
        out.append(f"verdicts {b}, without symmetry {a}" if isinstance(a, tuple) or isinstance(b, tuple) else
                   f"verdicts {[(k, b.get(k), v) for k, v in a.items() if b.get(k) != v]} (now, without symmetry)")
    whole = off.result["exhaustive"] and run.result["exhaustive"]
    names = ["states", "full_transitions"]
    known = all(x is not None for x in run.counts(*names))
    if whole and known and not within(run.counts(*names), off.counts(*names), run):
        out.append(f"{names} are {run.counts(*names)}, without symmetry {off.counts(*names)}")
    if whole and known and ([n for n, _ in hits(run)] != [n for n, _ in hits(off)] or
                            not within([n for _, n in hits(run)], [n for _, n in hits(off)], run)):
        out.append(f"hits {hits(run)}, without symmetry {hits(off)}")
    return out


def is_fair(options):
    return "--fair=weak" in options or "--fair=strong" in options


def uses_group_for_runs(run, off):
    """An LTL formula was decided with fewer states than without symmetry."""
    searched = lambda r: [p.get("searched") or 0 for p in (r.result or {}).get("properties", []) if p["kind"] == "temporal"]
    return any(a < b for a, b in zip(searched(run), searched(off)))


def linear_verdicts(run):
    return [p["verdict"] for p in run.result["properties"] if p["kind"] == "temporal"]


class Comparison:
    def __init__(self, coset, language, keep, linear):
        self.coset, self.language, self.keep, self.linear = coset, language, keep, linear
        self.module, self.ending = LANGUAGES[language]
        self.share, self.seen, self.failures = collections.Counter(), collections.Counter(), []

    def runs(self, seed):
        """Options of each run."""
        detect = ["--symmetry=detect"]
        yield detect
        if seed % 3 == 0:
            yield [f"--symmetry={STRATEGIES[seed // 3 % len(STRATEGIES)]}"]
        if seed % 5 == 0:
            yield []
        if self.linear:
            return
        yield [*SYMBOLIC, *detect, f"--symbolic-symmetry={METHODS[seed % len(METHODS)]}"]
        if seed % len(METHODS) > 1: # methods for declared symmetry only
            yield [*SYMBOLIC, *detect, "--symbolic-symmetry=" + METHODS[seed % 2]]

    def one(self, seed):
        model = self.module.Model(seed)
        if self.linear:
            model.options = model.linear_options()
        counted, failures = collections.Counter(models=1), []
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"{self.language}{seed}.{self.ending}"
            path.write_text(model.text)
            run = lambda options: Run(self.coset, path, options + model.options)
            off = {"explicit": run(["--symmetry=off"])}
            if off["explicit"].code in (INPUT, REFUSED):
                return collections.Counter(refused=1), [], set()
            if off["explicit"].limited():
                return collections.Counter(limited=1), [], set()
            if not self.linear:
                off["symbolic"] = run([*SYMBOLIC, "--symmetry=off"])
            for options in self.runs(seed):
                engine = "symbolic" if SYMBOLIC[0] in options else "explicit"
                base, reduced = off[engine], run(options)
                if reduced.limited() or base.limited() or (reduced.code == REFUSED and engine == "symbolic"):
                    counted[f"{engine} {'refused' if reduced.code == REFUSED else 'limited'}"] += 1
                    continue
                counted[engine] += 1
                if reduced.result and reduced.result.get("symmetry", {}).get("renamed_starts"):
                    counted["from renamed starts"] += 1
                if reduced.result and reduced.result.get("symmetry", {}).get("order", "1") != "1":
                    counted[f"{engine} with a group"] += 1
                if engine == "explicit" and uses_group_for_runs(reduced, base):
                    counted["fewer states of runs" + (" under fairness" if is_fair(model.options) else "")] += 1
                    counted.update(f"{v} with fewer" for v in linear_verdicts(reduced))
                what = []
                if reduced.result and reduced.result.get("variant"): # the same without symmetry; and the model's exit
                    bounded = any(o.startswith("--bound-depth") for o in model.options)
                    further = bounded and base.code == CUT # processes that vanish take no steps
                    same = further or reduced.code == base.code or (base.result and goes_further(reduced, base))
                    what = [] if same else [f"exit {reduced.code}, without symmetry {base.code}"]
                    base = run(["--symmetry=off", "--ended=vanish"])
                    counted["variants"] += 1
                further = self.decided_further(path, model.options, base, reduced, what)
                counted["decided further within a bound"] += len(further)
                others = self.exits_without_formulas(path, model.options, engine, reduced)
                what += differences(base, reduced, "--keep-going" in model.options, others, further)
                if what:
                    failures.append((seed, " ".join(options), what, model))
        return counted, failures, model.kinds

    def exits_without_formulas(self, path, options, engine, reduced):
        """The exit status of a run that leaves formulas open is that of the other properties, or `incomplete`."""
        if not reduced.result or not left_open(reduced):
            return ()
        plain = [o for o in options if not o.startswith(("--ltl=", "--fair="))]
        return CUT, Run(self.coset, path, [*(SYMBOLIC if engine == "symbolic" else []), "--symmetry=off", *plain]).code

    def decided_further(self, path, options, base, reduced, what):
        """Formulas that are decided within a bound on depth with symmetry only, because a step between orbits is many
        steps. They must have that verdict without symmetry and bound."""
        unbounded = [o for o in options if not o.startswith("--bound-depth")]
        known, now = formulas_decided(base), formulas_decided(reduced)
        further = [name for name in now if name not in known] if unbounded != options else []
        truth = formulas_decided(Run(self.coset, path, ["--symmetry=off", *unbounded])) if further else {}
        what += [f"{name} {now[name]} within the bound, {truth[name]} without" for name in further
                 if truth.get(name, now[name]) != now[name]]
        return further

    def all(self, seeds, jobs):
        with ThreadPoolExecutor(jobs) as pool:
            for counted, failures, kinds in pool.map(self.one, seeds):
                self.seen += counted
                self.share.update(kinds)
                for seed, options, what, model in failures:
                    self.tell(seed, options, what, model)

    def tell(self, seed, options, what, model):
        self.failures.append(seed)
        print(f"\n{self.language} model {seed}, {' '.join(model.options)} {options}:\n  " + "\n  ".join(what), flush=True)
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"{seed}.{self.ending}").write_text(model.text)
        else:
            print(model.text)

    def table(self):
        """Prints the share of the models that had each kind; returns the kinds that were too rare."""
        n = max(1, self.seen["models"])
        rows = [f"{kind:22} {100 * self.share[kind] / n:5.1f} %" for kind in self.module.ALL]
        third = (len(rows) + 2) // 3
        for i in range(third):
            print("  ".join(rows[i::third]))
        return [k for k in self.module.ALL if self.share[k] < ENOUGH * n] if n >= FEW else []


def main():
    p = tool.parser(__doc__)
    p.add_argument("--language", choices=LANGUAGES, action="append")
    p.add_argument("--first", type=int, default=1, help="the first seed")
    p.add_argument("--models", type=int, help="of each language")
    p.add_argument("--keep", type=pathlib.Path, help="folder for models that show a difference")
    p.add_argument("--linear", action="store_true", help="each model has formulas of linear time; explicit search alone")
    args = p.parse_args()
    n = args.models or (400 if tool.long_run() else 6)
    failed = False
    for language in args.language or LANGUAGES:
        c = Comparison(tool.program(args), language, args.keep, args.linear)
        c.all(range(args.first, args.first + n), args.jobs)
        print(f"{language}: " + ", ".join(f"{v} {k}" for k, v in sorted(c.seen.items())))
        rare = c.table()
        if rare:
            print(f"{language}: in less than one of ten models: {', '.join(rare)}")
        print(f"{language}: {len(c.failures)} differences")
        unused = args.linear and not c.seen["fewer states of runs under fairness"]
        if unused:
            print(f"{language}: no detected group was used under fairness")
        failed = failed or bool((rare and not args.linear) or unused or c.failures)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
