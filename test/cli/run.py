#!/usr/bin/env python3
"""The command line as a user sees it: exit statuses, outputs, messages. Prints one line for each failed check."""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))
import tool
from models import MODELS
from schema import is_valid

ROOT = pathlib.Path(__file__).resolve().parents[2]
GERMAN = ROOT / "examples" / "murphi" / "german.m"


class Tests:
    def __init__(self, coset, folder):
        self.coset, self.folder = coset, folder
        self.passed, self.failed = 0, []
        self.env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE")}
        self.env["TERM"] = "xterm"
        for name, (text, _) in MODELS.items():
            (folder / f"{name}.m").write_text(text)

    def run(self, *args, stdin="", env=None):
        p = subprocess.run([self.coset, *map(str, args)], input=stdin, capture_output=True, text=True, timeout=120,
                           cwd=self.folder, env={**self.env, **(env or {})})
        return p

    def check(self, ok, what, p=None):
        if ok:
            self.passed += 1
            return
        self.failed.append(what)
        print(f"FAILED: {what}")
        if p:
            print(f"  exit {p.returncode}\n  stdout: {p.stdout[:1500]}\n  stderr: {p.stderr[:600]}")

    def expect(self, what, args, rc, out=None, err=None, **more):
        """Exit status `rc`; `out` and `err` are patterns to be found."""
        p = self.run(*args, **more)
        self.check(p.returncode == rc, f"{what}: exit {p.returncode}, not {rc}", p)
        for pattern, text, stream in ((out, p.stdout, "stdout"), (err, p.stderr, "stderr")):
            if pattern is not None:
                self.check(re.search(pattern, text, re.M) is not None, f"{what}: {stream} lacks {pattern!r}", p)
        return p


ASKED = """chan q = [2] of { byte };
active proctype S() { xs q; q!1; q!2 }
active proctype R() { byte x; xr q; q?x; q?1 }
active proctype T() { q!3 }
active proctype U() { len(q) == 2 }
"""
TOLD = ("chan q = [1] of { byte }; active proctype P() { byte x = 2; q!x; printf(\"sent %d\\n\", x); assert(x == 3);\n"
        "if :: x == 3 -> x = 3 :: else fi }\n")

# If symmetry exchanges the branches, representatives take only one of them.
BRANCHES = """bit f[2];
active proctype P() {
  if :: f[0] = 1; f[0] = 0 :: f[1] = 1; f[1] = 0 fi;
  if :: f[0] == 1 -> f[0] = 0 :: f[1] == 1 -> f[1] = 0 :: else fi
}
"""
# The loop violates the condition, outside of the states that a backward search visits.
BACKWARD = """var x: 0..5;
startstate begin x := 0; end;
rule "up" x < 5 ==> begin x := x + 1; end;
rule "round" x = 5 ==> begin x := 0; end;
invariant "small" x != 3;
liveness "never" x > 5;
"""


def test_exit_statuses(t):
    for name, (_, rc) in MODELS.items():
        for symmetry in ("auto", "off"):
            t.expect(f"{name}, {symmetry}", [f"{name}.m", f"--symmetry={symmetry}"], rc)
    t.expect("explicit verb", ["check", "holds.m"], 0, r"^result: HOLDS")
    t.expect("keep going still fails", ["-k", "both.m"], 12, r"NOT REACHED")
    t.expect("simple 0", ["holds.m", "--exit-code=simple"], 0)
    t.expect("simple 1", ["invariant.m", "--exit-code=simple"], 1)
    t.expect("simple 2", ["syntax.m", "--exit-code", "simple"], 2)
    t.expect("no deadlock wanted", ["deadlock.m", "--deadlock=off"], 0)
    t.expect("depth bound", ["holds.m", "--bound-depth=1"], 20, r"INCOMPLETE.*\n(.*\n)*result: INCOMPLETE.*depth bound")
    t.expect("state bound", ["holds.m", "--max-states=2", "--symmetry=off"], 20, r"^result: INCOMPLETE")
    t.expect("violation within a bound", ["invariant.m", "--bound-depth=5"], 12)
    ccp = [ROOT / "examples/symbolic/ccp.m", "-DN=3", "--engine=symbolic", "--symbolic-symmetry=dynamic", "--deadlock=off"]
    t.expect("no bug after 14 images", [*ccp, "--bound-depth=14"], 20, r"result: INCOMPLETE")
    t.expect("the bug after 15 images", [*ccp, "--bound-depth=15"], 12, r"orbits 3,302 .*depth 15\n(.*\n)*result: VIOLATED")
    t.expect("typecheck", ["--typecheck", "invariant.m"], 0, "no errors")
    t.expect("typecheck of wrong text", ["--typecheck", "syntax.m"], 65, err=r"^syntax\.m:\d+:\d+: error")


def test_usage(t):
    t.expect("nothing", [], 64, err="usage")
    t.expect("no file", ["check"], 64, err="which model")
    t.expect("near option", ["--symetry=off", "holds.m"], 64, err=r"did you mean --symmetry\?")
    t.expect("unknown option", ["--zzzzzzzz", "holds.m"], 64, err="there is no option --zzzzzzzz")
    t.expect("unknown letter", ["-Z", "holds.m"], 64, err="there is no option -Z")
    t.expect("near verb", ["simulat", "holds.m"], 64, err="")
    t.expect("near strategy", ["--symmetry=serach", "holds.m"], 64, err="did you mean \"search\"")
    t.expect("missing argument", ["holds.m", "--threads"], 64, err="needs an argument")
    t.expect("surplus argument", ["holds.m", "--quiet=yes"], 64, err="takes no argument")
    t.expect("bad number", ["holds.m", "--threads=two"], 64, err="not a number")
    t.expect("zero threads", ["holds.m", "-j0"], 64, err="between 1 and")
    t.expect("bad time", ["holds.m", "--time=soon"], 64, err="not a time")
    t.expect("bad choice", ["holds.m", "--trace=some"], 64, err="one of: changes full off")
    t.expect("option of another verb", ["simulate", "holds.m", "--json"], 64, err="simulate has no option --json")
    t.expect("bad definition", ["-D", "=4", "holds.m"], 64, err="NAME=VALUE")
    t.expect("definition without a value", ["-D", "N", "holds.m"], 64, err="NAME=VALUE")
    t.expect("-U without macros", ["-U", "N", "holds.m"], 64, err="only Promela")
    t.expect("-I without includes", ["-I", ".", "holds.m"], 64, err="--include is for Promela")
    (t.folder / "macros.pml").write_text("#include \"more.h\"\n#ifndef A\n#error A\n#endif\n#if A != 1 || defined(B)\n"
                                         "#error B\n#endif\nactive proctype P() { assert(more) }\n")
    (t.folder / "more").mkdir()
    (t.folder / "more" / "more.h").write_text("#define more A == 1\n")
    t.expect("-D, -U and -I", ["-DA", "-DB=2", "-UB", "-I", "more", "macros.pml"], 0)
    t.expect("-D behind -U", ["-DA", "-UB", "-DB", "-I", "more", "macros.pml"], 65, err="error B")
    t.expect("unknown constant", ["-D", "M=4", "holds.m"], 65, err="M")
    t.expect("two files", ["holds.m", "holds.m"], 64, err="too many files")
    t.expect("no such file", ["nothing.m"], 66, err="nothing.m")
    t.expect("a folder", ["."], 66)
    (t.folder / "odd.xyz").write_text("%%%% nothing known\n")
    t.expect("unknown language", ["odd.xyz"], 64, err="--lang")
    shutil.copy(t.folder / "holds.m", t.folder / "holds.txt")
    t.expect("language by name", ["--lang=murphi", "holds.txt"], 0)
    t.expect("language by content", ["holds.txt"], 0)
    t.expect("no such language", ["--lang=klingon", "holds.m"], 64, err="murphi")
    t.expect("no such dialect", ["--dialect=klingon", "holds.m"], 64, err="dialect")
    t.expect("no trails", ["--trail=x.trail", "holds.m"], 64, err="--trail is for Promela")
    t.expect("no columns", ["--trace=columns", "holds.m"], 64, err="--trace=columns is for Promela")
    t.expect("no assert statements", ["--assertions=off", "holds.m"], 64, err="--assertions is for Promela")
    (t.folder / "told.pml").write_text(TOLD)
    t.expect("columns", ["--trace=columns", "--trail=told.trail", "told.pml"], 14, r"  1   q!2\n +\| sent 2\n")
    t.check((t.folder / "told.trail").read_text() == "1:0:0\n2:0:1\n3:0:2\n", "the trail is not what it should be")
    t.expect("unreached", ["--assertions=off", "told.pml"], 0, r"unreached in proctype P\n +told.pml:2, state 4, .x == 3")
    (t.folder / "branches.pml").write_text(BRANCHES)
    lists = []
    for symmetry in ("off", "detect"):
        p = t.expect(f"unreached, {symmetry}", ["--deadlock=off", f"--symmetry={symmetry}", "branches.pml"], 0,
                     "symmetry: (S2 on f|off)")
        lists.append(re.findall(r"^ +branches.pml:.*, state .*$", p.stdout, re.M))
    t.check(lists[0] == lists[1] and len(lists[0]) == 4, f"unreached statements {lists}")
    (t.folder / "room.pml").write_text("byte x;\nactive proctype Z() { x = 1 }\n"
                                       "active proctype A() { atomic { run B(1); run B(2) } }\n"
                                       "proctype B(byte y) { atomic { run C(y); run C(y) } }\nproctype C(byte y) { skip }\n")
    t.expect("a run that begins an atomic sequence is one", ["-v", "--deadlock=off", "room.pml"], 0, r"more than 8 processes")
    for n, searched in (3, 16), (20, 67): # fewer and more processes than the initial room of a search
        (t.folder / "started.pml").write_text(
            "chan c = [1] of { byte };\nbyte top;\nchan of_q;\n"
            "proctype P(byte d) { chan own = [1] of { byte };\n  own!d;\n"
            f"  if :: d < {n} -> run P(d + 1) :: else -> run Q() fi;\n_nr_pr == _pid + 1 }}\n"
            "proctype Q() { chan own = [1] of { byte };\n  of_q = own; top = 1 }\n"
            "init { run P(0) }\nltl low { [] (top == 0) }\n")
        t.expect(f"formulas where {n} processes start each other",
                 ["--deadlock=off", "-k", "--ctl=EF {top == 1}", "--ctl=AG {top == 0}", "--claim=low", "started.pml"], 13,
                 r"EF \{top == 1\} +HOLDS(.|\n)*AG \{top == 0\} +VIOLATED")
        t.expect(f"each formula is judged once where {n} processes start each other",
                 ["--deadlock=off", "--ltl=<> (top == 1)", "started.pml"], 0, rf"HOLDS +--ltl:1 +{searched} states searched")
        t.expect(f"a claim where {n} processes start each other", ["--deadlock=off", "--itf=low.itf", "started.pml"], 13,
                 r"low +VIOLATED")
        t.check("replayed: ok" in t.run("replay", "started.pml", "low.itf").stdout, f"the run of {n} processes does not replay")
    (t.folder / "many.pml").write_text("int x;\nltl p { [] (timeout -> x == 5) }\nactive proctype P() { assert(x == 0); x++; assert(x == 1); x++; "
                                       "assert(x == 2); x++; assert(x == 3); x++; assert(x == 4); x++ }\n")
    t.expect("what is not checked is told", ["--deadlock=off", "many.pml"], 20,
             r"p +INCOMPLETE +many.pml:2 +it uses `timeout`, which is not a property of a state(.|\n)*5 statements +HOLDS")
    t.expect("no receptions", ["--unspecified=on", "holds.m"], 64, err="--unspecified is for Promela")
    t.expect("no least int", ["--least-int=on", "holds.m"], 64, err="--least-int is for Promela models")
    t.expect("no claims", ["--exclusive=on", "holds.m"], 64, err="--exclusive is for Promela")
    (t.folder / "asked.pml").write_text(ASKED)
    t.expect("nothing asked", ["--deadlock=off", "asked.pml"], 0)
    t.expect("unspecified reception", ["-k", "--deadlock=off", "--unspecified=on", "asked.pml"], 12,
             r"R receives what comes in state 1 +HOLDS(.|\n)*R receives what comes in state 2 +VIOLATED")
    t.expect("claims", ["-k", "--deadlock=off", "--exclusive=on", "asked.pml"], 14,
             r"xs q of S +VIOLATED +asked.pml:4(.|\n)*xr q of R +VIOLATED +asked.pml:5")
    t.expect("no symmetry file", ["--sym=none.sym", "holds.m"], 64, err="--sym is for Promela")


def test_options(t):
    for option in ("merge", "dead", "unspecified", "direction", "fixpoint", "exit-code", "color", "trace"):
        p = t.run("holds.m", f"--{option}=foo")
        t.check(p.returncode == 64 and f'--{option}: "foo" is not one of: ' in p.stderr, f"no such choice of --{option}", p)
    t.expect("last one wins", ["holds.m", "--symmetry=off", "--symmetry=full"], 0, r"symmetry: pid S3 \(proved; full")
    t.expect("argument behind a blank", ["--symmetry", "sorted", "holds.m"], 0, "sorted")
    t.expect("short forms", ["-q", "-j2", "-t", "1m", "holds.m"], 0, r"^result: HOLDS")
    t.expect("behind --", ["-q", "--", "holds.m"], 0)
    t.expect("standard input", ["--lang=murphi", "-"], 0, stdin=MODELS["holds"][0])
    t.expect("constant", ["-D", "N=2", "holds.m"], 0, r"pid S2")
    t.expect("last constant wins", ["-DN=2", "-D", "N=3", "holds.m"], 0, r"pid S3")
    little = r"less than 128 MiB of memory are left for machine code; the model is interpreted"
    small = "128MiB" if tool.is_sanitized(t.coset) else "64MiB"
    t.expect("little memory", ["holds.m", f"--memory={small}"], 0, err=little)
    for options in (["--memory=4GiB"], [f"--memory={small}", "--code=interp"], [f"--memory={small}", "--code=native"]):
        p = t.expect("memory", ["holds.m", *options], 0)
        t.check(not re.search(little, p.stderr), f"{options}: not told of little memory", p)
    t.expect("version", ["--version"], 0, r"^coset \d+\.\d+\.\d+$")
    t.expect("version -v", ["--version", "-v"], 0, r"nauty \d")
    t.expect("version as a verb", ["version"], 0, r"^coset \d")
    p = t.expect("help", ["--help"], 0, "usage")
    t.check(len(p.stdout.splitlines()) <= 40, f"help has {len(p.stdout.splitlines())} lines", p)
    t.check(max(map(len, p.stdout.splitlines())) <= 100, "help is too wide", p)
    p = t.expect("all help", ["--help=all"], 0, "--dialect")
    for strategy in ("full", "sorted", "segmented", "refine", "label"):
        t.check(re.search(rf"^  {strategy} ", p.stdout, re.M), f"all help lacks {strategy}", p)
    t.expect("help of a verb", ["help", "simulate"], 0, "--seed")
    t.expect("help of a verb by option", ["simulate", "--help"], 0, "--seed")


def test_report(t):
    p = t.expect("report", ["holds.m"], 0, r"^orbits 4 = 8 states")
    t.check("\033" not in p.stdout + p.stderr, "colour without a terminal", p)
    p = t.run("holds.m", "--color=always")
    t.check("\033" in p.stdout, "--color=always", p)
    p = t.run("holds.m", env={"CLICOLOR_FORCE": "1"})
    t.check("\033" in p.stdout, "CLICOLOR_FORCE", p)
    p = t.run("holds.m", env={"CLICOLOR_FORCE": "1", "NO_COLOR": "1"})
    t.check("\033" not in p.stdout, "NO_COLOR wins", p)
    for symmetry in ("auto", "off", "full", "label"):
        t.expect(f"true counts, {symmetry}", ["cover.m", f"--symmetry={symmetry}"], 0, r"two .*REACHED .*3 hits")
    t.expect("rule that never fires", ["cover.m"], 0, r'cover\.m:\d+: rule "never" never fires')
    t.expect("trace", ["invariant.m"], 12, r"a\[pid_1\]: false -> true")
    t.expect("trace is replayed", ["invariant.m"], 12, r"replayed: ok")
    p = t.run("invariant.m", "--trace=off")
    t.check("->" not in p.stdout, "--trace=off", p)
    p = t.run("invariant.m", "--trace=full")
    t.check("->" not in p.stdout and "a[*] = true" in p.stdout, "--trace=full", p)
    p = t.expect("quiet", ["-q", "holds.m"], 0)
    t.check("orbits" not in p.stdout, "quiet is not quiet", p)
    t.expect("stats", ["--stats", "holds.m"], 0, r"12  set")
    t.expect("refused symmetry", ["asymmetric.m"], 12, r"asymmetric\.m:\d+: only 2 of 3 elements of pid are permuted")
    t.expect("audit", ["--audit=100", "holds.m"], 0, err="agree with the proof")
    t.expect("symmetry", ["symmetry", "holds.m"], 0, r"pid S3 +order 6")
    t.expect("symmetry refused", ["symmetry", "asymmetric.m"], 0, r"asymmetric\.m:\d+:\d+: ")
    t.expect("fault", ["undefined.m"], 12, r"fault: .*undefined")
    t.expect("messages", ["syntax.m"], 65, err=r"syntax\.m:\d+:\d+: error: ")


CONJUNCTION = """type P: scalarset(2);
var s: array [P] of 0..2; a: boolean;
function high(p: P): boolean; begin return s[p] = 2; end;
startstate for p: P do s[p] := 0; end; a := true; end;
ruleset p: P do rule "go" s[p] < 2 ==> s[p] := s[p] + 1; end; end;
invariant "several"
  a
  & (forall p: P do forall q: P do p != q ->
       (s[p] = 2 -> !high(q)) end end)
  & true;
"""


def test_false_part(t):
    """Which conjunct of an invariant is false, and for which values of its quantifiers, in text and JSON."""
    (t.folder / "several.m").write_text(CONJUNCTION)
    for symmetry in ("off", "auto"):
        p = t.run("several.m", "--deadlock=off", f"--symmetry={symmetry}")
        t.check(re.search(r"false here for p = P_\d, q = P_\d:\n +9 \|.*high\(q\)", p.stdout), "the false conjunct", p)
        p = t.run("several.m", "--deadlock=off", f"--symmetry={symmetry}", "--json")
        part = [x for x in json.loads(p.stdout)["properties"] if x["name"] == "several"][0].get("false_part", {})
        t.check(part.get("at", {}).get("line") == 9 and part["for"].startswith("p = P_"), "the false conjunct in JSON", p)


def test_switches_symmetry_off(t):
    """A reduction that does not pay is switched off: the same result for any number of threads, and as if it had been
    off."""
    t.expect("symmetry is switched off", ["lonely.m"], 0, r"symmetry: off \(too little gain: .* 1\.00 states\)")
    results = [json.loads(t.run("lonely.m", "--json", *how).stdout)
               for how in (["-j1"], ["-j2"], ["-j8"], ["--symmetry=off"], ["--symmetry=search"])]
    counts = [(r["counts"]["representatives"], r["counts"]["states"]) for r in results]
    t.check(len(set(counts[:4])) == 1, f"counts differ: {counts}")
    t.check(counts[4][1] == counts[0][1] > counts[4][0], f"only auto switches off: {counts}")
    reasons = [r["symmetry"]["switched_off"] for r in results]
    t.check(len(set(reasons[:3])) == 1 and reasons[0], f"reasons differ: {reasons}")
    t.check(reasons[3:] == [None, None], "a reason where nothing was switched off")


def test_says_why_not_reduced(t):
    """With -k a search continues after a violation, and --por=auto makes no further trial."""
    model = t.folder / "known.m"
    model.write_text("type index: 0..6; place: 0..4; var at: array [index] of place;\n"
                     "startstate begin for i: index do at[i] := 0; end; end;\n"
                     "ruleset i: index do rule at[i] < 4 ==> begin at[i] := at[i] + 1; end; end;\n"
                     "invariant \"early\" at[0] != 1;\n")
    t.expect("a violation is known", [str(model), "-k", "--symmetry=off", "--por=auto"], 12,
             "not tried once a violation is known")


def test_reduces_by_default(t):
    """Reduction is reported with the numbers; it is off if numbers of the model or a shortest trace are requested."""
    model = t.folder / "apart.m"
    model.write_text("type index: 0..6; place: 0..4; var at: array [index] of place;\n"
                     "startstate begin for i: index do at[i] := 0; end; end;\n"
                     "ruleset i: index do rule at[i] < 4 ==> begin at[i] := at[i] + 1; end; end;\n"
                     "cover \"first\" at[0] = 4;\n")
    plain, itf = ["--symmetry=off", "--trace=off", "-k"], t.folder / "apart.itf"
    t.expect("reduced", [str(model), *plain], 11, r"\d+ hits? in the reduced search, first[^\0]*"
             r"states \d{1,3}   transitions \d+   depth 28   in the reduced search; --por=off gives those of the model\n"
             r"partial order reduction: stubborn sets, chosen in a trial[^\n]*\ntraces are runs of the model, but need not be shortest")
    result = json.loads(t.run(str(model), "--json", *plain).stdout)
    t.check(result["partial_order"]["used"] and result["counts"]["states"] is None, "JSON says that it was reduced")
    for options in (["--por=off"], ["--stats"], [f"--itf={itf}"], ["--bound-depth=100"], ["--search=dfs"], ["--store=packed"]):
        t.expect(f"not reduced: {options}", [str(model), *plain, *options], 11, r"states 78,125   transitions 437,500   depth \d+\n")
        result = json.loads(t.run(str(model), "--json", *plain, *options).stdout)
        t.check("partial_order" not in result, f"not told where it was not asked for: {options}")
    t.expect("asked for", [str(model), *plain, "--stats", "--por=auto"], 11, "in the reduced search")
    t.expect("tested before it is used, or not used", [str(model), *plain, "--audit=9", "--por=auto"], 11, "off .not automatic with --audit")


def test_finds_symmetry(t):
    """If no symmetry is declared: the same result for any number of threads, and used only if it pays."""
    found = {"families.m": (12, r"symmetry: (S6 on a|S7 on b); S[67] on [ab] \(detected in \d+\.\d\d s; types\)"),
             "largest.m": (0, r"symmetry: S9 on a \(detected in [^\0]*orbits 164 = 59,048 states")} # its proof fails
    for model, (rc, words) in found.items(): # the gain is measured: one run of five is enough, on a busy machine
        tries = [t.run(model)]
        while not re.search(words, tries[-1].stdout) and len(tries) < 5:
            tries.append(t.run(model))
        t.check(all(p.returncode == rc for p in tries) and re.search(words, tries[-1].stdout), f"symmetry of {model} is found",
                tries[-1])
    results = [json.loads(t.run("families.m", "--json", "--por=off", how).stdout) for how in ("-j1", "-j2", "-j8")]
    counts = {(r["counts"]["representatives"], r["counts"]["states"], r["counts"]["depth"]) for r in results}
    used = {c for c in counts if c[0] != c[1]} # the others took too long to pay
    t.check(len(used) <= 1 and len(counts - used) <= 1 and len({c[1:] for c in counts}) == 1, f"counts differ: {counts}")
    t.expect("it does not pay", ["couple.m"], 0, r"symmetry: off; a group of order 2 does not pay \(detected in ")
    results = [json.loads(t.run("couple.m", "--json", how).stdout) for how in ("-j1", "-j2", "--symmetry=off")]
    counts = [(r["counts"]["representatives"], r["counts"]["states"]) for r in results]
    t.check(len(set(counts)) == 1, f"counts differ: {counts}")


def test_json(t):
    schema = json.loads((ROOT / "doc/schema/coset-1.schema.json").read_text())
    for name, (_, rc) in MODELS.items():
        if rc == 65:
            continue
        p = t.run(f"{name}.m", "--json")
        try:
            result = json.loads(p.stdout)
        except ValueError:
            t.check(False, f"{name}: not JSON", p)
            continue
        t.check(is_valid(result, schema), f"{name}: JSON does not fit the schema", p)
        t.check(result["exit_code"] == rc == p.returncode, f"{name}: exit code in JSON", p)
    p = t.run(str(ROOT / "test/cli/says/counted_after_trace.m"), "--json", "--engine=symbolic", "--symbolic-symmetry=dynamic",
              "--max-nodes=100k", "--deadlock=off")
    result = json.loads(p.stdout)
    t.check(is_valid(result, schema) and result["counts"]["transitions"] is None, "steps that were not counted, in JSON", p)
    result = json.loads(t.run("invariant.m", "--json").stdout)
    t.check(result["verdict"] == "fails", "verdict in JSON")
    t.check(len(result["properties"][0]["trace"]["steps"]) == 4, "steps in JSON")
    result = json.loads(t.run("holds.m", "--json").stdout)
    t.check(result["counts"]["representatives"] == 4 and result["counts"]["states"] == 8, "counts in JSON")
    t.check(result["symmetry"]["order"] == "6", "order in JSON")
    p = t.expect("JSON beside the text", ["holds.m", "--json=out.json", "-o", "json:out2.json"], 0, "result: HOLDS")
    first, second = ((t.folder / f).read_text() for f in ("out.json", "out2.json"))
    t.check(is_valid(json.loads(first), schema) and first == second, "JSON files", p)
    p = t.run("symmetry", "asymmetric.m", "--json")
    refused = json.loads(p.stdout)["symmetry"]["refused"]
    t.check(refused and refused[0]["type"] == "pid" and refused[0]["line"] > 0, "refused type in JSON", p)
    first, second = (json.loads(t.run("symmetry", f"{m}.m", "--json").stdout)["symmetry"]["factors"][0]
                     for m in ("asymmetric", "holds"))
    t.check(first["kind"] == "stabiliser" and len(first["moving"]) == first["size"] < first["elements"]
            and set(first["moving"]) < {"pid_1", "pid_2", "pid_3"} and "moving" not in second, "moving elements", p)
    for option in ("--store=tree", "--code=interp", "--no-trace", "--audit=5", "--threads=2", "--por=stubborn"):
        t.expect(f"symbolic with {option}", ["holds.m", "--engine=symbolic", option], 64, err="symbolic engine")
    for option in ("--symbolic-symmetry=counter", "--direction=backward", "--chaining"):
        t.expect(f"symbolic CSP with {option}",
                 [ROOT / "examples/csp/philosophers.csp", "--engine=symbolic", option], 64, err="CSPM")
    told = t.run(ROOT / "examples/csp/peterson.csp", "--engine=symbolic", "--symbolic-symmetry=relation", "--assertion=1")
    t.check("(relation, group of 6)" in told.stdout, "a script's way to representatives", told)
    told = json.loads(t.run(ROOT / "examples/csp/philosophers.csp", "--engine=symbolic", "--json").stdout)
    t.check((told["engine"], told["threads"]) == ("symbolic", 1), "the engine of a script")
    for option in ("--simplify=on", "--put", "--audit=5", "--code=native", "--no-trace", "--deadlock=off"):
        t.expect(f"CSP with {option}", [ROOT / "examples/csp/philosophers.csp", option], 64, err="leave it out")
    for option in ("--order=siblings", "--reorder", "--max-nodes=1M", "--symbolic-symmetry=dynamic",
                   "--direction=backward"):
        t.expect(f"explore with {option}", ["holds.m", option], 64, err="belongs to --engine=symbolic")
        t.expect(f"symbolic with {option}", ["holds.m", "--engine=symbolic", option], 0)
    (t.folder / "backward.m").write_text(BACKWARD)
    for more in [], ["-k"]:
        told = json.loads(t.run("backward.m", "--engine=symbolic", "--direction=backward", "--json", *more).stdout)
        seen = [(x["verdict"], x.get("reason")) for x in told["properties"][:2]]
        t.check(seen == [("fails", None), ("incomplete", "a search backward does not check liveness")],
                f"liveness backward: {seen}")
    t.expect("rotations of sets of states", [ROOT / "examples/detect/philosophers.m", "--engine=symbolic",
                                             "--symbolic-symmetry=dynamic", "--symmetry=detect"], 11,
             "symmetry: C5 on state, taken")
    t.expect("detected, for the symbolic engine", [ROOT / "examples/detect/ring.m", "--engine=symbolic",
                                                   "--symmetry=detect"], 64, err="--symbolic-symmetry=dynamic or orbit")
    t.expect("counts of detected groups", [ROOT / "examples/detect/ring.m", "--engine=symbolic", "--symmetry=detect",
                                           "--symbolic-symmetry=counter"], 64, err="dynamic or orbit")
    t.expect("symbolic contradiction",
             ["holds.m", "--engine=symbolic", "--symbolic-symmetry=orbit", "--symmetry=off"], 64, err="contradicts")
    t.expect("few nodes", ["holds.m", "--engine=symbolic", "--max-nodes=10"], 64, err="too small")
    t.expect("symbolic", ["holds.m", "--engine=symbolic"], 0)
    t.expect("JSON into no folder", ["holds.m", "--json=none/out.json"], 71, err="none/out.json")


def test_keeps_nothing(t):
    """Machine code is generated in each run: no folder of the user is written, whatever the environment names."""
    folder = t.folder / "users"
    (folder / ".cache").mkdir(parents=True)
    (folder / "thesis.tex").write_text("a file of the user\n")
    env = {"COSET_CACHE": str(folder), "XDG_CACHE_HOME": str(folder / ".cache"), "HOME": str(folder)}
    t.expect("machine code", [GERMAN, "-D", "NODES=2", "--code=native"], 0, r"^result: HOLDS", env=env)
    found = sorted(str(f.relative_to(folder)) for f in folder.rglob("*"))
    t.check(found == [".cache", "thesis.tex"], f"a run left files: {found}")


def test_json_errors(t):
    schema = json.loads((ROOT / "doc/schema/coset-1.schema.json").read_text())
    (t.folder / "wrong.m").write_text("var x: 0..n;\nstartstate begin y := 1 end;\n")
    (t.folder / "wrong.txt").write_text("nothing\n")
    for args, rc in ((["wrong.m"], 65), (["symmetry", "wrong.m"], 65), (["none.m"], 66), (["wrong.txt"], 64),
                     (["holds.m", "--lang=none"], 64), (["holds.m", "-D", "M=1"], 65), (["wrong.m", "--typecheck"], 65)):
        p = t.run(*args, "--json", "--json=error.json")
        result = json.loads(p.stdout) if p.stdout.startswith("{") else None
        t.check(p.returncode == rc and result and is_valid(result, schema), f"JSON of an error, {args}", p)
        t.check(result and result["verdict"] == "error" and result["exit_code"] == rc and result["reason"] in p.stderr
                and json.loads((t.folder / "error.json").read_text()) == result, f"an error in JSON, {args}", p)
    messages = json.loads(t.run("wrong.m", "--json").stdout)["messages"]
    t.check([(m["severity"], m["code"], m["at"]["line"]) for m in messages] ==
            [("error", "E020", 1), ("error", "E020", 2)], "messages in JSON")


def test_exhaustion(t):
    """With too little memory: an exit status of ours, never a crash or a wrong verdict."""
    seen = set()
    for kib in (2000000, 400000, 250000, *range(200000, 160000, -4000)):
        for name, rc in (("holds", 0), ("invariant", 12)):
            command = [t.coset, "check", "--code=interp", "-j1", "--progress=none", f"{name}.m"]
            p = subprocess.run(["bash", "-c", f'ulimit -v {kib}; exec "$@"', "x", *command], capture_output=True,
                               text=True, cwd=t.folder)
            if "Sanitizer" in p.stderr:
                return
            if p.returncode == 127: # not even its libraries fit
                continue
            seen.add(p.returncode)
            t.check(p.returncode in (rc, 20, 71), f"{name} with {kib} KiB: exit {p.returncode}", p)
            t.check(p.returncode != 71 or "memory" in p.stderr, f"{name} with {kib} KiB says why", p)
    t.check(seen >= {0, 12}, "enough memory")


def test_replay(t):
    for name in ("invariant", "asymmetric", "deadlock", "range", "undefined", "assertion", "liveness"):
        rc = MODELS[name][1]
        p = t.expect(f"{name}: ITF", [f"{name}.m", "--itf", "t.itf.json"], rc)
        itf = json.loads((t.folder / "t.itf.json").read_text())
        t.check(itf["#meta"]["format"] == "ITF" and itf["vars"] and itf["states"], f"{name}: ITF", p)
        t.expect(f"{name}: replay", ["replay", f"{name}.m", "t.itf.json"], 0, r"^replayed: ok")
    t.run("invariant.m", "-o", "itf:t.itf.json")
    itf = json.loads((t.folder / "t.itf.json").read_text())
    itf["states"][2]["n"] = {"#bigint": "1"}
    (t.folder / "wrong.json").write_text(json.dumps(itf))
    t.expect("wrong value", ["replay", "invariant.m", "wrong.json"], 65, err=r"step 2.*n is 2, the trace says 1")
    itf["states"][2]["n"] = {"#bigint": "2"}
    itf["states"].pop()
    (t.folder / "short.json").write_text(json.dumps(itf))
    t.expect("shows nothing", ["replay", "invariant.m", "short.json"], 65)
    (t.folder / "bad.json").write_text("{")
    t.expect("no JSON", ["replay", "invariant.m", "bad.json"], 65, err=r"bad\.json:1")
    (t.folder / "other.json").write_text("{}")
    t.expect("no ITF", ["replay", "invariant.m", "other.json"], 65, err="not an ITF")
    t.expect("no file", ["replay", "invariant.m", "none.json"], 66)
    t.expect("no trace to write", ["holds.m", "--itf=never.json"], 0, err="no trace")


def test_simulate(t):
    a = t.expect("simulate", ["simulate", "holds.m", "--seed=7", "--steps=9"], 0, r"9 steps, seed 7: nothing violated")
    b = t.run("simulate", "holds.m", "--seed=7", "--steps=9")
    t.check(a.stdout == b.stdout, "the same seed gives the same run", b)
    t.expect("simulate into a fault", ["simulate", "range.m", "--seed=1"], 12, "violated")
    t.expect("simulate into an assertion", ["simulate", "assertion.m", "--seed=1"], 14, "violated")
    t.expect("simulate into a deadlock", ["simulate", "deadlock.m", "--seed=1"], 11, "violated")
    p = t.expect("step by step", ["simulate", "-i", "holds.m"], 0, r"a\[pid_2\]: false -> true",
                 stdin="1\n2\nb\ns\nx\nq\n")
    t.check("back to" in p.stdout, "going back", p)
    t.expect("end of input", ["simulate", "--interactive", "holds.m"], 0, stdin="1\n")


def test_put(t):
    lines = ["p:pid_1", "m{0}:blue", "w.x[0]:Undefined", "l[0]:1", "l[1]:Undefined", "l[0]:1", "old:0", "who:red",
             "1\tend", "c[pid_1]:Undefined"]
    shown = "".join(f"       | {line}\n" for line in lines)
    start = "   0   go   put.m:3\n       | begin n:Undefined\n"
    t.run("put.m", "--itf=put.json", "--quiet")
    for what, args in (("trace", ["put.m"]), ("replay", ["replay", "put.m", "put.json"]),
                       ("simulate", ["simulate", "put.m", "--seed=1"])):
        p = t.run(*args)
        text = p.stdout.replace("p:pid_2", "p:pid_1").replace("c[pid_2]", "c[pid_1]")
        t.check(start in text and shown in text, f"what put prints, {what}", p)
    p = t.run("simulate", "-i", "put.m", stdin="1\n1\nb\n2\n")
    t.check(p.stdout.count("| p:pid_1") == 1 and p.stdout.count("| p:pid_2") == 1, "put, step by step", p)
    p = t.run("put.m", "--json")
    steps = next(q["trace"]["steps"] for q in json.loads(p.stdout)["properties"] if q["trace"])
    t.check([s["output"] for s in steps] == ["begin n:Undefined\n", "\n".join(lines) + "\n"], "put in JSON", p)
    p = t.expect("put during the search", ["put.m", "--put", "--trace=off"], 14, r"^begin n:Undefined$")
    t.check(all(p.stdout.count(w) == 1 for w in ("p:pid_1", "p:pid_2", "begin")), "put, each step once", p)
    p = t.expect("put beside JSON", ["put.m", "--put", "--json"], 14, err=r"^begin n:Undefined$")
    t.check(p.stdout.startswith("{"), "only JSON on stdout", p)
    t.expect("put with symmetry", ["put.m", "--put", "--symmetry=auto"], 64, err="leave out --symmetry")
    t.expect("put on many threads", ["put.m", "-j2", "--put"], 64, err="leave out --threads")


def test_stopping(t):
    if not GERMAN.exists():
        return
    for name, number in (("SIGINT", signal.SIGINT), ("SIGTERM", signal.SIGTERM)):
        p = subprocess.Popen([t.coset, str(GERMAN), "-D", "NODES=6", "--symmetry=off"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
        time.sleep(1.0)
        p.send_signal(number)
        out, err = p.communicate(timeout=60)
        t.check(p.returncode == 20 and "result: INCOMPLETE" in out, f"{name}: exit {p.returncode}\n{out}\n{err}")
    t.expect("time limit", [GERMAN, "-DNODES=6", "--symmetry=off", "--time=500ms"], 20, "time limit")
    t.expect("memory limit", [GERMAN, "-DNODES=6", "--symmetry=off", "--memory=72M"], 20, "limit of 75497472 bytes")
    t.expect("progress", [GERMAN, "-DNODES=6", "--symmetry=off", "-t2", "--progress=json"], 20,
             err=r'^\{"schema":"coset/1","event":"progress"')
    t.expect("progress line", [GERMAN, "-DNODES=6", "--symmetry=off", "-t2"], 20, err=r"^00:01  depth \d+  states ")
    p = t.run(GERMAN, "-DNODES=6", "--symmetry=off", "-t2", "--progress=none")
    t.check(p.stderr == "", "no progress", p)


def test_documents(t):
    """The documents have what is printed from the tables, too."""
    options = re.findall(r"--([a-z-]+)", t.run("--help=all").stdout.split("Strategies")[0])
    man = (ROOT / "doc/man/coset.1").read_text().replace("\\-", "-")
    for option in set(options):
        t.check(f"--{option}" in man, f"the man page lacks --{option}")
    for shell, name in (("bash", "coset.bash"), ("zsh", "_coset"), ("fish", "coset.fish")):
        text = t.run("help", shell).stdout
        t.check(text == (ROOT / "misc/completions" / name).read_text(),
                f"misc/completions/{name} is old: coset help {shell} > misc/completions/{name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coset", required=True)
    parser.add_argument("only", nargs="*", help="names of tests, without test_")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Tests(str(pathlib.Path(args.coset).resolve()), pathlib.Path(folder))
        for name, test in list(globals().items()):
            if name.startswith("test_") and (not args.only or name[5:] in args.only):
                test(t)
    print(f"{t.passed} passed, {len(t.failed)} failed")
    return 1 if t.failed else 0


if __name__ == "__main__":
    sys.exit(main())
