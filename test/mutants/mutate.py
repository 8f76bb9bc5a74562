#!/usr/bin/env python3
"""Plants small changes into the source and reports which of them no test detects.

N changes are chosen by the seed among those that compile, each with the same chance for every line that has one, and
are all built into the program and its tests (plant.py). Every test runs once without any: that gives its time, and the
mutants that it reaches and gives another value. For each mutant the tests that can detect it run, the likely and cheap
first, until one fails; a crash and a time limit are failures too. Results are appended to build-mutate/results.tsv: the
same command continues after an interruption. `--again` tries the survivors once more, with the current tests.

equivalent.tsv names survivors that no test can detect, with the reason."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "answers"), str(HERE.parent / "kit")]

import plant # noqa: E402
import run as answers # noqa: E402
import tool # noqa: E402

CRITICAL = ["src/detect", "src/symm", "src/wrap", "src/ir", "src/explore", "src/store", "src/engine", "src/symb",
            "tools/certcheck", "src/lang/murphi/lower", "src/lang/promela/program", "src/lang/promela/facts",
            "src/lang/promela/state", "src/lang/promela/expr", "src/lang/promela/step", "src/lang/promela/lower",
            "src/lang/cspm/compile", "src/lang/cspm/proc", "src/lang/cspm/check/symmetric"]
NOT_COPIED = re.compile(r"\.|build")
WORK = ROOT / "build-mutate"
TREE, BUILD = WORK / "tree", WORK / "tree/build"
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-w", "-fsyntax-only", "-include", "base/mutant.h", '-DCOSET_JIT_MODULE=""', '-DCOSET_VERSION=""']
# Tests of the source, the installation or the time, not of answers.
NOT_TESTS = re.compile(r"^(tools/|cli/install|cli/cut|detect/limits|unit/base/|unit/explore/test_team|answers$|mutants)")
LONG = re.compile(r"^(oracle|matrix|refine/random|corpus|conform/(promela|csp)|reject/csp|symmetry/csp|cli/|legal/models)")
MEMORY = 6 << 30 # more than any test uses
CHEAP = [0.5, 5, 3600] # seconds: cheaper tests for all mutants run before expensive ones for any
SAME = 2 # if this many tests of one group pass, others of it are not tried


# ---- choosing ---------------------------------------------------------------------------------------------------

def sources(folders):
    return sorted(p for top in ("src", "tools") for p in (ROOT / top).rglob("*.c")
                  if any(str(p.relative_to(ROOT)).startswith(f.rstrip("/")) for f in folders))


def candidates(folders):
    """{(file, line): changes} of all files."""
    out = {}
    for path in sources(folders):
        source = path.read_text()
        for c in plant.changes(source):
            out.setdefault((str(path.relative_to(ROOT)), source.count("\n", 0, c.start) + 1), []).append(c)
    return out


def compiles(source, folder):
    """Lines of errors."""
    with tempfile.NamedTemporaryFile("w", suffix=".c", dir=folder) as f:
        f.write(source)
        f.flush()
        p = subprocess.run(["gcc", *FLAGS, "-I", str(ROOT / "src"), "-I", str(ROOT / "tools"), "-I", str(WORK / "include"), f.name], capture_output=True,
                           text=True)
    return p.returncode == 0


def drawn(seed, *words):
    """A number that stays the same while other lines change, so the same mutants are chosen again."""
    return hashlib.sha256(" ".join([str(seed), *words]).encode()).hexdigest()


def lines_in_order(found, seed):
    """[(file, line)]: drawn by file, text, and how many lines before have that text in the file."""
    order, texts, seen = [], {}, collections.Counter()
    for file, line in sorted(found):
        if file not in texts:
            texts[file] = (ROOT / file).read_text().splitlines()
        text = texts[file][line - 1].strip()
        seen[file, text] += 1
        order.append((drawn(seed, file, text, str(seen[file, text])), file, line))
    return [(file, line) for _, file, line in sorted(order)]


def choose(folders, n, seed):
    """[(file, line, change)]; no two on one line, none within another."""
    found = candidates(folders)
    chosen, by_file = [], {}
    for file, line in lines_in_order(found, seed):
        if len(chosen) == n:
            break
        source = (ROOT / file).read_text()
        change = min(found[file, line], key=lambda c: drawn(seed, file, source[c.start:c.end], c.kind, c.code))
        others = by_file.setdefault(file, [])
        if not any(plant.overlaps(change, o) for o in others) and compiles(plant.planted(source, [(0, change)]), WORK):
            others.append(change)
            chosen.append((file, line, change))
    return chosen


def plan(args):
    """The mutants: read, or chosen now. [{number, file, line, kind, was, now}]"""
    path, key = WORK / "plan.json", [args.n, args.seed, args.folders]
    if path.exists():
        kept = json.loads(path.read_text())
        if kept["key"] == key:
            return kept["mutants"], False
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "include/base").mkdir(parents=True)
    shutil.copy(HERE / "mutant.h", WORK / "include/base")
    chosen = choose(args.folders, args.n, args.seed)
    mutants = []
    for number, (file, line, c) in enumerate(chosen):
        source = (ROOT / file).read_text()
        was, lines = source[c.start:c.end], [x.strip() for x in source.splitlines()]
        mutants.append({"number": number, "file": file, "line": line, "text": lines[line - 1], "kind": c.kind, "was": " ".join(was.split()),
                        "nth": lines[:line].count(lines[line - 1]),
                        "now": " ".join(c.code.split()), "start": c.start, "end": c.end, "form": c.form, "code": c.code})
    grow(mutants)
    path.write_text(json.dumps({"key": key, "mutants": mutants}, indent=1))
    return mutants, True


# ---- building ---------------------------------------------------------------------------------------------------

def grow(mutants):
    """The tree with all mutants in it."""
    TREE.mkdir()
    for path in ROOT.iterdir():
        if not NOT_COPIED.match(path.name):
            copy = shutil.copytree if path.is_dir() else shutil.copy
            copy(path, TREE / path.name)
    for name in ("mutant.h", "mutant.c"):
        shutil.copy(HERE / name, TREE / "src/base")
    for file in sorted({m["file"] for m in mutants}):
        there = [(m["number"], plant.Change(m["kind"], m["start"], m["end"], m["code"], m["form"]))
                 for m in mutants if m["file"] == file]
        (WORK / "original" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, WORK / "original" / file)
        (TREE / file).write_text(plant.planted((ROOT / file).read_text(), there))


def build(args):
    """The current tests, the sources as they were when mutants were chosen."""
    shutil.rmtree(TREE / "test")
    shutil.copytree(ROOT / "test", TREE / "test")
    launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCOSET_WERROR=OFF",
                    "-DCMAKE_C_FLAGS=-O1 -w", "-DCMAKE_C_FLAGS_DEBUG=", f"-DPython3_EXECUTABLE={sys.executable}", *launcher],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", str(BUILD), "-j", str(args.jobs), "--quiet"], check=True)


# ---- tests ------------------------------------------------------------------------------------------------------

class Test:
    """A command, and a function that decides from its output whether it failed."""

    def __init__(self, name, command, folder, judge=None):
        self.name, self.command, self.folder, self.judge = name, command, folder, judge
        self.seconds, self.seen = None, b""
        self.group = name.split(":")[-1] if judge else name # tests that are likely to detect the same
    def run(self, mutant=None, seen=None):
        """(passed, seconds of the processor, output)"""
        with tempfile.TemporaryDirectory(prefix="mutant_", dir=WORK) as scratch:
            env = {**os.environ, "COSET_CACHE": f"{scratch}/cache", "TMPDIR": scratch}
            if tool.shared():
                env["COSET_SHARED"] = str(tool.shared())
            if mutant is not None:
                env["COSET_MUTANT"] = str(mutant)
            if seen:
                env["COSET_MUTANT_SEEN"] = str(seen)
            limit = 600 if self.seconds is None else 3 + 4 * self.seconds
            rc, seconds, out, err = watched(self.command, env, self.folder, scratch, limit)
        if self.judge and rc is not None:
            return self.judge(rc, out, err), seconds, out + err
        return rc == 0, seconds, out + err


def watched(command, env, folder, scratch, limit):
    """Runs it with a limit for the processor in each process, and one for the clock; (exit or None, seconds, output, errors)"""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (round(limit) + 1, round(limit) + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with open(f"{scratch}/out", "w+b") as out, open(f"{scratch}/err", "w+b") as err:
        p = subprocess.Popen(command, env=env, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                             start_new_session=True, preexec_fn=limits)
        late = threading.Timer(60 + 20 * limit, lambda: os.killpg(p.pid, signal.SIGKILL))
        late.start()
        _, status, usage = os.wait4(p.pid, 0)
        late.cancel()
        p.returncode = os.waitstatus_to_exitcode(status)
        try:
            os.killpg(p.pid, signal.SIGKILL) # processes that it left behind
        except ProcessLookupError:
            pass
        out.seek(0)
        err.seek(0)
        texts = out.read().decode(errors="replace"), err.read().decode(errors="replace")
    return (p.returncode if p.returncode >= 0 else None), usage.ru_utime + usage.ru_stime, *texts


class Result:
    """A run as the table of answers judges it."""

    def __init__(self, rc, out, err):
        self.rc, self.out, self.err, self.json = rc, out, err, None
        try:
            self.json = json.loads(out)
        except ValueError:
            pass
        if not isinstance(self.json, dict) or not {"language", "properties"} <= self.json.keys():
            self.json = None

    def shell(self):
        return ""


def answer_test(coset, model, way, want):
    def judge(rc, out, err):
        return not answers.judge(Result(rc, out, err), model, way, want)
    return Test(f"answers/{model}:{way}", answers.command(coset, model, way), str(TREE), judge)


def all_tests():
    p = subprocess.run(["ctest", "--test-dir", str(BUILD), "--show-only=json-v1"], capture_output=True, text=True, check=True)
    out = []
    for t in json.loads(p.stdout)["tests"]:
        if "command" in t and not NOT_TESTS.match(t["name"]):
            folder = next((x["value"] for x in t["properties"] if x["name"] == "WORKING_DIRECTORY"), str(BUILD))
            out.append(Test(t["name"], t["command"], folder))
    coset = str(BUILD / "src/coset")
    return [answer_test(coset, *c) for c in answers.table() if answers.one_of(2, "share", *c[:2])] + out


def stages(tests):
    """Cheap ones first; later ones are for survivors."""
    first = [t for t in tests if t.name.startswith(("answers/", "unit/"))]
    last = [t for t in tests if LONG.match(t.name)]
    return [first, [t for t in tests if t not in first and t not in last], last]


def record(test, number):
    """Runs it without any mutant: its time, and the mutants that it reaches."""
    path = WORK / "seen" / re.sub(r"\W", "_", test.name)
    note = path.with_suffix(".json")
    if not note.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(bytes(65536))
        passed, seconds, output = test.run(seen=path)
        (path.with_suffix(".out")).write_text(output[-5000:])
        note.write_text(json.dumps({"passed": passed, "seconds": seconds}))
    known = json.loads(note.read_text())
    test.seconds, test.seen = known["seconds"], path.read_bytes()[:number]
    return known["passed"]


# ---- trying -----------------------------------------------------------------------------------------------------

class Campaign:
    def __init__(self, args, mutants):
        self.args, self.mutants = args, mutants
        self.lock = threading.Lock()
        self.tests, self.reached = [], [0] * len(mutants)
        self.history = {} # (folder of the mutant, group of tests) -> (tried, noticed)
        self.noticed, self.passed = {}, {m["number"]: set() for m in mutants}
        self.results = WORK / "results.tsv"
        if self.results.exists():
            for line in self.results.read_text().splitlines():
                number, verdict, test = line.split("\t")[:3]
                if verdict == "noticed":
                    self.noticed[int(number)] = test
                else:
                    self.passed[int(number)].add(test)

    def note(self, number, verdict, test):
        with self.lock:
            with self.results.open("a") as f:
                f.write(f"{number}\t{verdict}\t{test}\n")
            if verdict == "noticed":
                self.noticed[number] = test
            else:
                self.passed[number].add(test)

    def spent(self, number):
        seconds = {t.name: t.seconds for t in self.tests}
        return sum(seconds.get(name, 0) for name in self.passed[number])

    def left(self, number):
        """Tests that can detect it and were not tried."""
        return [t for t in self.tests if t.seen[number] == 2 and t.name not in self.passed[number]]

    def best(self, number, tests, passed):
        """The test that is likely to detect the mutant in the least time: by what its group detected in that folder,
        and less likely with each test of the group that has passed."""
        folder = self.mutants[number]["file"].rsplit("/", 1)[0]

        def price(test):
            tried, noticed = self.history.get((folder, test.group), (0, 0))
            return (test.seconds + 0.05) * (tried + 3) / (noticed + 1) * 2 ** passed[test.group]
        return min(tests, key=price), folder

    def try_one(self, number, most):
        """Tests that take no longer than `most` seconds."""
        if number in self.noticed:
            return
        tests, passed, spent = self.left(number), collections.Counter(), self.spent(number)
        passed["answers"] = sum(name.startswith("answers/") for name in self.passed[number])
        tests = [t for t in tests if t.seconds <= most and (not t.judge or passed["answers"] < self.args.answers)]
        while tests:
            test, folder = self.best(number, tests, passed)
            passed[test.group] += 1
            passed["answers"] += test.judge is not None
            spent += test.seconds
            tests = [t for t in tests if t is not test and passed[t.group] < SAME and spent + t.seconds <= self.args.budget
                     and (not t.judge or passed["answers"] < self.args.answers)]
            good, _, _ = test.run(mutant=number)
            with self.lock:
                tried, noticed = self.history.get((folder, test.group), (0, 0))
                self.history[folder, test.group] = (tried + 1, noticed + (not good))
            self.note(number, "passed" if good else "noticed", test.name)
            if not good:
                return

    def stage(self, tests):
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            good = list(pool.map(lambda t: record(t, len(self.mutants)), tests))
            for t, ok in zip(tests, good):
                if not ok:
                    print(f"  without any mutant {t.name} does not pass, and is left out", flush=True)
            self.tests += [t for t, ok in zip(tests, good) if ok]
            for t in self.tests:
                self.reached = [max(a, b) for a, b in zip(self.reached, t.seen)]
            for most in sorted({min(x, self.args.dearest) for x in CHEAP}):
                list(pool.map(lambda m: self.try_one(m["number"], most), self.mutants))

    def again(self):
        """Forgets the tests that survivors passed."""
        lines = [x for x in self.results.read_text().splitlines() if x.split("\t")[1] == "noticed"]
        self.results.write_text("".join(f"{x}\n" for x in lines))
        for passed in self.passed.values():
            passed.clear()


def equivalents():
    """{(file, line, was, now): reason}; "file#2": only the second line with that text."""
    out = {}
    for line in (HERE / "equivalent.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            *mutant, reason = line.split("\t")
            out[tuple(mutant)] = reason
    return out


def same_code(m):
    """The compiler generates the same code for both forms."""
    source, made = (WORK / "original" / m["file"]).read_text(), []
    change = plant.Change(m["kind"], m["start"], m["end"], m["code"], m["form"])
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        for text in (source, plant.mutated(source, change)):
            pathlib.Path(f"{folder}/x.c").write_text(text)
            p = subprocess.run(["gcc", *FLAGS[:3], *FLAGS[-2:], "-O2", "-I", str(TREE / "src"), "-I", str(TREE / "tools"), "-c", "x.c", "-o", "x.o"],
                               cwd=folder, capture_output=True)
            made.append(p.returncode == 0 and pathlib.Path(f"{folder}/x.o").read_bytes())
    return made[0] and made[0] == made[1]


def describe(m):
    return f"{m['number']:4} {m['file']}:{m['line']}: {m['kind']}: {m['was'][:90]}" + (f"  ->  {m['now'][:90]}" if m["now"] else "")


def report(c):
    known, silent, lives = equivalents(), [], []
    for m in c.mutants:
        if m["number"] not in c.noticed:
            change = m["text"], m["was"], m["now"]
            reason = (known.get((m["file"], *change)) or known.get((f"{m['file']}#{m.get('nth')}", *change))
                      or (same_code(m) and "the same code is made of it"))
            (silent if reason else lives).append((m, reason))
    for m, reason in silent:
        print(f"{describe(m)}\n       equivalent: {reason}")
    for m, _ in lives:
        n = m["number"]
        how = {0: "no test reaches it", 1: "its value never differs", 2: f"{len(c.passed[n])} tests pass"}[c.reached[n]]
        left = len(c.left(n))
        print(f"{describe(m)}\n       survives: {how}" + (f", {left} were not tried" if left else ""))
    counted = len(c.mutants) - len(silent)
    print(f"{len(c.mutants)} planted, {len(silent)} equivalent, {len(c.noticed)} noticed, {len(lives)} survive"
          f" ({100 * len(c.noticed) / max(1, counted):.1f} % noticed)")
    return bool(lives)


def main():
    p = argparse.ArgumentParser(prog="dev mutate", description=__doc__.split("\n\n", 1)[0])
    p.add_argument("n", type=int, nargs="?", default=200, help="number of changes (%(default)s)")
    p.add_argument("folders", nargs="*", help="folders, or beginnings of paths of files (default: those that verdicts depend on)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--budget", type=float, default=120, help="seconds of tests for one mutant (%(default)s)")
    p.add_argument("--answers", type=int, default=30, help="runs of small models for one mutant (%(default)s)")
    p.add_argument("--dearest", type=float, default=CHEAP[-1], help="seconds of the longest test (all)")
    p.add_argument("--again", action="store_true", help="try survivors again, with the tests as they are now")
    p.add_argument("--stages", type=int, default=3, help="1: unit tests and answers, 2: and others, 3: and long ones")
    p.add_argument("--report", action="store_true", help="show what is known and run nothing")
    args = p.parse_args()
    args.folders = args.folders or CRITICAL
    mutants, fresh = plan(args)
    began = time.monotonic()
    if fresh or args.again or not (BUILD / "src/coset").exists():
        build(args)
        print(f"{len(mutants)} changes planted in {len({m['file'] for m in mutants})} files, built in "
              f"{time.monotonic() - began:.0f} s", flush=True)
    campaign = Campaign(args, mutants)
    if args.again:
        campaign.again()
        shutil.rmtree(WORK / "seen", ignore_errors=True)
    for tests in stages(all_tests())[:args.stages]:
        if args.report:
            tests = [t for t in tests if (WORK / "seen" / re.sub(r"\W", "_", t.name)).with_suffix(".json").exists()]
        if not args.report:
            campaign.stage(tests)
            print(f"{len(tests)} tests more: {len(campaign.noticed)} of {len(mutants)} noticed, "
                  f"{time.monotonic() - began:.0f} s", flush=True)
        else:
            campaign.tests += [t for t in tests if record(t, len(mutants))]
            for t in campaign.tests:
                campaign.reached = [max(a, b) for a, b in zip(campaign.reached, t.seen)]
    return report(campaign)


if __name__ == "__main__":
    sys.exit(main())
