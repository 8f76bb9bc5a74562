#!/usr/bin/env python3
"""Formulas written by hand: known verdicts, what is refused and at which place, what stays undecided.

usage: cases.py [--coset=FILE]
"""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
import tool

LOCK = """type P: scalarset(3); S: enum {idle, try, crit};
var st: array[P] of S; busy: boolean; last: P;
startstate for p: P do st[p] := idle; end; busy := false; undefine last; end;
ruleset p: P do
rule "want" st[p] = idle ==> st[p] := try; end;
rule "enter" st[p] = try & !busy ==> st[p] := crit; busy := true; last := p; end;
rule "leave" st[p] = crit ==> st[p] := idle; busy := false; end;
end;
invariant "mutex" forall p: P do forall q: P do p = q | !(st[p] = crit & st[q] = crit) end end;
"""
LINE = """var n: 0..3;
startstate n := 0; end;
rule "up" n < 2 ==> n := n + 1; end;
"""
FAULT = """var n: 0..3;
startstate n := 0; end;
rule "up" true ==> n := n + 1; end;
"""
SKEW = """type P: scalarset(3); var b: array[P] of boolean; n: 0..3;
function first(): boolean; var r: boolean; begin r := false; for p: P do r := b[p]; end; return r; end;
startstate for p: P do b[p] := false; end; end;
ruleset p: P do rule "set" !b[p] ==> b[p] := true; end; end;
"""
PETERSON = """bool want[2]; byte turn; byte n;
active [2] proctype P()
{
again:
  want[_pid] = 1; turn = 1 - _pid;
  (want[1 - _pid] == 0 || turn == _pid);
  n++;
crit: n--;
  want[_pid] = 0;
  goto again
}
"""
SOME = "exists p: P do st[p] = try end"

ASSUMED = """var n: 0..5;
startstate n := 0; end; startstate n := 4; end;
rule "up" n < 5 ==> n := n + 1; end;
assume n < 3;
"""

# model, formula with its kind, options, verdict
VERDICTS = [
    (ASSUMED, "ctl", "AG {n < 3}", [], "holds"),
    (ASSUMED, "ctl", "EF {n = 3}", [], "fails"),
    (LOCK, "ctl", 'AG "mutex"', [], "holds"),
    (LOCK, "ctl", f"AG ({SOME} -> EF busy)", [], "holds"),
    (LOCK, "ctl", "AG (EF (forall p: P do st[p] = idle end))", [], "holds"),
    (LOCK, "ctl", "AG AF !busy", [], "holds"),
    (LOCK, "ctl", "AG AF (forall p: P do st[p] = idle end)", [], "fails"),
    (LOCK, "ctl", "AG AF (forall p: P do st[p] = idle end)", ["--fair=forall p: P do st[p] = idle end"], "holds"),
    (LOCK, "ctl", "EG {forall p: P do st[p] != crit end}", [], "fails"),
    (LOCK, "ctl", "A[!busy U busy]", [], "holds"),
    (LOCK, "ctl", "E[false V !busy] <-> EG !busy", [], "holds"),
    (LOCK, "mu", "nu X. <want> X", [], "fails"),
    (LOCK, "mu", "nu X. <> X & mu Y. <enter> true | <> Y", [], "holds"),
    (LOCK, "mu", "<want> <want> <want> [want] false", [], "holds"),
    (LOCK, "mu", "nu X. mu Y. <leave> X | <want, enter> Y", [], "holds"),
    (LOCK, "mu", "mu X. [leave] X & [want] X & [enter] X", [], "fails"),
    # a state without a step stays for ever for CTL, and has no step for the mu-calculus
    (LINE, "ctl", "AF (AG n = 2)", [], "holds"),
    (LINE, "ctl", "EG n < 2", [], "fails"),
    (LINE, "ctl", "AG (n = 2 -> EX n = 2)", [], "holds"),
    (LINE, "mu", "mu X. [] X", [], "holds"),
    (LINE, "mu", "nu X. <> X", [], "fails"),
    (LINE, "mu", "<up> <up> [] false", [], "holds"),
    # an unknown value is not decided
    (FAULT, "ctl", "AG n < 3", [], "incomplete"),
    (FAULT, "ctl", "EF n = 1", [], "incomplete"),
    (LOCK, "ctl", "EF {st[last] = idle}", [], "incomplete"),
    (LOCK, "ctl", "EF busy", ["--ctl=EF {st[last] = idle}"], "incomplete"),
    (LOCK, "ctl", "EF busy", ["--fair={st[last] = idle}"], "incomplete"),
    (LOCK, "ctl", "AG (busy -> {!isundefined(last) & st[last] = crit})", [], "holds"),
    (LINE, "ctl", "EF n = 2", ["--bound-depth=1"], "incomplete"),
    # a condition that distinguishes elements makes the group smaller
    (SKEW, "ctl", "EF first()", [], "holds"),
    (SKEW, "ctl", "AG (first() -> AG first())", [], "holds"),
    (SKEW, "ctl", "AX !first()", [], "fails"),
    (SKEW, "ctl", "EX first()", [], "holds"),
]
PROMELA = [
    ("ctl", "AG !(P[0]@crit && P[1]@crit)", [], "holds"),
    ("ctl", "AG n < 2", [], "holds"),
    ("ctl", "AG ({want[0] && turn == 1} -> EF P[0]@crit)", [], "holds"),
    ("ctl", "AG (want[0] -> AF P[0]@crit)", ["--fair=P[0]@crit || want[0] == 0"], "fails"),
    ("ctl", "AG EF P[1]@crit", [], "holds"),
    ("ctl", "AG (P@crit -> P[0]@crit) && EF (P[1]@crit && !P@crit)", [], "holds"), # the one with the smallest pid
]
# processes that are exchanged, in atomic sequences: paths are known after representatives only
TOKEN = """byte turn = 3;
bit busy[3];
proctype user(byte me) {
    do
    :: atomic { turn == 3 -> turn = me }; busy[me] = 1; busy[me] = 0; turn = 3
    od
}
init { atomic { run user(0); run user(1); run user(2) } }
"""
EXCHANGED = [
    ("mu", "nu Z. (<> true & [] Z)", "holds"),
    ("ctl", "AF {turn != 3}", "holds"),
    ("ctl", "AG (busy[0] -> EF busy[1])", "holds"),
    ("ctl", "AF busy[0]", "fails"),
]
WALK = """var x: 0..3; y: boolean;
startstate x := 0; y := false; end;
{more}
rule "go" x < 3 ==> x := x + 1; end;
rule "wrap" x = 3 ==> x := 0; end;
"""
TWO = WALK.format(more='startstate x := 0; y := true; end;')
WALK = WALK.format(more="")
# formula, fairness, verdict, vacuous, words of the reason
FAIRNESS = [
    (WALK, "--ctl=AG (AF x = 0)", "x = 3 & y", "holds", True, "vacuous: no path"),
    (WALK, "--ctl=EX true", "x = 3 & y", "fails", True, "vacuous: no path"),
    (WALK, "--ctl=x = 0", "x = 3 & y", "holds", False, ""),
    (WALK, "--mu=nu X. x < 4 & [] X", "x = 3 & y", "holds", False, ""),
    (WALK, "--ctl=AG (AF x = 0)", "x = 3", "holds", False, ""),
    (TWO, "--ctl=AG (AF x = 0)", "x = 3 & y", "holds", False, "from some start state no path"),
]
CHOOSES = ["--engine=symbolic", "--symbolic-symmetry=multiple"]
# options, code of the message or words of the refusal, exit status
REFUSED = [
    (LOCK, ["--ctl=AG ("], "1:5: error", 65),
    (LOCK, ["--ctl=AG nosuch"], "1:4: error: nosuch is not declared", 65),
    (LOCK, ["--ctl=AG st"], "1:4: error", 65),
    (LOCK, ["--ctl=EF busy;\n  EG (busy &"], "2:13: error", 65),
    (LOCK, ['--ctl=AG "mutx"'], 'did you mean "mutex"?', 65),
    (LOCK, ["--ctl=mu X. <> X"], "[F007]", 65),
    (LOCK, ["--mu=mu X. !X"], "1:8: error: the variable X is under an odd number", 65),
    (LOCK, ["--mu=mu X. busy <-> X"], "[F010]", 65),
    (LOCK, ["--mu=<wnt> true"], 'did you mean "want"?', 65),
    (LOCK, ["--fair=EF busy", "--ctl=EF busy"], "[F011]", 65),
    (LOCK, ["--ctl=!busy = true"], "[F006]", 65),
    (LOCK, ["--ctl=" + "!(" * 300 + "busy" + ")" * 300], "[F009]", 65),
    (LOCK, ["--mu=" + "".join(f"mu X{i}. " for i in range(70)) + "<> X3"], "[F009]", 65),
    (LOCK, ["--fair=busy"], "there is no formula", 64),
    (LOCK, ["--representatives=busy"], "belongs to --engine=symbolic", 64),
    (LOCK, ["--engine=symbolic", "--symbolic-symmetry=orbit", "--representatives=busy"], "--symbolic-symmetry=multiple", 64),
    (LOCK, [*CHOOSES, "--cosets=all"], "belongs to --representatives", 64),
    (LOCK, [*CHOOSES, "--representatives=true"], "true of some of them only", 64),
    (LOCK, [*CHOOSES, "--representatives=AG busy"], "[F012]", 65),
    (LOCK, [*CHOOSES, "--representatives=busy; busy"], "[F012]", 65),
    (LOCK, [*CHOOSES, "--representatives=busy", "--direction=backward"], "a possible state has no representative", 64),
    (LOCK, [*CHOOSES, "--ctl=EF busy", "--direction=backward"], "--direction", 64),
    (LOCK, [*CHOOSES, "--representatives=busy"], "has no representative", 64),
    (LOCK, ["--ctl=EF busy", "--search=dfs"], "--search=dfs", 64),
    (LOCK, ["--ctl=@/nowhere/at/all"], "/nowhere/at/all", 66),
]
PROMELA_MESSAGES = [
    (["--ctl=EF _pid == 1"], "1:4: error", 65),
    (["--ctl=EF timeout"], "1:4: error", 65),
    (["--ctl=EF P@crit"], "1:4: warning: there are several processes of `P`; as in Spin, the one with the smallest pid", 0),
    (["--ctl=EF n == 1", "--merge=on"], "--merge=on", 64),
]
ENGINES = [["--symmetry=off"], [], ["--engine=symbolic"],
           *(["--engine=symbolic", f"--symbolic-symmetry={m}"] for m in ("dynamic", "orbit", "multiple"))]


class Cases:
    def __init__(self, coset, folder):
        self.coset, self.folder, self.wrong, self.n = coset, folder, [], 0

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def run(self, *args):
        self.n += 1
        return tool.Run([self.coset, "check", *args], 60)

    def expect(self, ok, what, run):
        if not ok:
            self.wrong.append(f"{what}: {' '.join(run.command)}: exit {run.rc}: {run.err[:600]}")

    def verdict(self, path, kind, formula, options, want, engine):
        run = self.run(path, f"--{kind}={formula}", "--json", "--deadlock=off", *options, *engine)
        try:
            got = [p for p in json.loads(run.out)["properties"] if p["kind"] == "formula"]
        except (ValueError, KeyError):
            got = []
        self.expect(got and all(p["verdict"] == want for p in got), f"{want} was expected", run)
        if got and want == "fails":
            self.expect(bool(got[0]["trace"]), "a path was expected", run)


    def fairness(self, path, formula, fair, want, vacuous, words, engine):
        run = self.run(path, formula, f"--fair={fair}", "--json", *engine)
        try:
            got = next(p for p in json.loads(run.out)["properties"] if p["kind"] == "formula")
        except (ValueError, KeyError, StopIteration):
            got = {}
        self.expect((got.get("verdict"), got.get("vacuous")) == (want, vacuous), f"{want}, vacuous {vacuous}", run)
        self.expect(words in (got.get("reason") or "") and bool(words) == ("no path" in (got.get("reason") or "")),
                    f"the reason {got.get('reason')} with \"{words}\"", run)
        if words:
            run = self.run(path, formula, f"--fair={fair}", *engine)
            self.expect(words in run.out, f"\"{words}\" in the text", run)


def main():
    args = tool.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        c = Cases(tool.program(args), folder)
        engines = ENGINES if tool.long_run() else [ENGINES[1], ENGINES[3]]
        for text, kind, formula, options, want in VERDICTS:
            for engine in engines:
                c.verdict(c.file("model.m", text), kind, formula, options, want, engine)
        for kind, formula, options, want in PROMELA:
            c.verdict(c.file("model.pml", PETERSON), kind, formula, options, want, [])
        for kind, formula, want in EXCHANGED:
            for way in ("dynamic", "multiple"):
                options = ["--engine=symbolic", f"--symbolic-symmetry={way}"]
                c.verdict(c.file("token.pml", TOKEN), kind, formula, options, want, [])
        for text, formula, fair, want, vacuous, words in FAIRNESS:
            for engine in engines:
                c.fairness(c.file("model.m", text), formula, fair, want, vacuous, words, engine)
        for text, options, words, code in REFUSED:
            run = c.run(c.file("model.m", text), *options)
            c.expect(words in run.err and run.rc == code, f"exit {code} and \"{words}\" were expected", run)
        for options, words, code in PROMELA_MESSAGES:
            run = c.run(c.file("model.pml", PETERSON), *options)
            c.expect(words in run.err and run.rc == code, f"exit {code} and \"{words}\" were expected", run)
        # the file next to the model, and its kinds of entries
        c.file("beside.ctl", "// all of them\nreached: EF busy;\nmu live: nu X. <> X; fair {!busy};\n")
        run = c.run(c.file("beside.m", LOCK))
        c.expect(run.rc == 0 and "reached" in run.out and "live" in run.out, "the file beside the model is read", run)
        run = c.run(c.file("script.csp", "assert STOP [T= STOP\n"), "--ctl=EF true")
        c.expect(run.rc == 64, "CSPM has no formulas", run)
        run = c.run(os.path.join(folder, "beside.m"), "--ctl=EG busy", "--fixpoint=naive")
        c.expect(run.rc == 13, "a formula that fails has an exit status", run)
        for line in c.wrong:
            print(line)
        print(f"{c.n} runs, {len(c.wrong)} are wrong")
        return 1 if c.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
