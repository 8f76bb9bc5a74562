#!/usr/bin/env python3
"""Random Murphi models with formulas that refer to rules (fired "NAME") and have parts for all elements, and with
--fair=CONDITION, without symmetry, with it, and by decision diagrams, against the same model with a variable that
stores the last rule and formulas that contain []<> CONDITION. A difference is reported with the model and its seed."""

import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = self.r.choice([1, 2, 3])
        self.ends = self.r.random() < 0.4 # runs may stop
        self.rules = [(f"r{i}", self.r.random() < 0.6) for i in range(self.r.randint(2, 4))]
        self.bodies = [self.rule(own) for _, own in self.rules]

    def test(self, own):
        some = [f"x = {self.r.randint(0, 2)}", "f", "!f", f"x != {self.r.randint(0, 2)}"]
        if own:
            some += [f"s[p] = {self.r.randint(0, 1)}"] * 3
        return self.r.choice(some)

    def change(self, own):
        some = [f"x := {self.r.randint(0, 2)}", "f := !f", "f := true", "x := (x + 1) % 3"]
        if own:
            some += ["s[p] := 1 - s[p]", "s[p] := 1"] * 2
        return self.r.choice(some)

    def rule(self, own):
        guard = " & ".join(sorted({self.test(own) for _ in range(self.r.randint(1, 2 if self.ends else 1))}))
        return guard, "; ".join(self.change(own) for _ in range(self.r.randint(1, 2)))

    def text(self, history, declared=True):
        kind = f"scalarset({self.n})" if declared else f"0..{self.n - 1}"
        lines = [f"type pid: {kind};", "var s: array [pid] of 0..1; x: 0..2; f: boolean;"]
        if history:
            lines.append("last: 0..5;")
        start = " last := 5;" if history else ""
        lines.append(f"startstate begin for p: pid do s[p] := 0; end; x := 0; f := false;{start} end;")
        idle = []
        for i, ((name, own), (guard, body)) in enumerate(zip(self.rules, self.bodies)):
            note = f"; last := {i}" if history else ""
            rule = f'rule "{name}" {guard} ==> begin {body}{note}; end;'
            lines.append(f"ruleset p: pid do {rule} end;" if own else rule)
            idle.append(f"(forall p: pid do !({guard}) end)" if own else f"!({guard})")
        if history:
            lines.append(f'rule "none" {" & ".join(idle)} ==> begin last := 5; end;')
        return "\n".join(lines) + "\n"

    def condition(self):
        r = self.r
        if r.random() < 0.5:
            return ("rule", r.randrange(len(self.rules)))
        return ("state", r.choice([f"x = {r.randint(0, 2)}", "f", "(exists p: pid do s[p] = 1 end)",
                                   "(forall p: pid do s[p] = 0 end)"]))

    def recurring(self):
        """The value of --fair; "each": for each element separately."""
        return ("each", self.test(True)) if self.r.random() < 0.35 else self.condition()

    def premise(self, c):
        return f"forall p: pid do []<> {{{c[1]}}} end" if c[0] == "each" else f"[]<> {self.written([c], True)}"

    def formula(self, depth):
        """As a list of texts and conditions."""
        r = self.r
        if depth == 0 or r.random() < 0.15:
            return [self.condition()]
        k = r.random()
        if k < 0.25: # one part for each element, which a renaming permutes
            inner = r.choice(["[]<> {%s}", "<>[] {%s}", "<> {%s}", "[] {%s}", "[] ({%s} -> <> {s[p] = 1})", "{s[p] = 0} U {%s}",
                              "X {%s}", "[] ({%s} -> X {s[p] = 1})"])
            return [f"({r.choice(['forall', 'exists'])} p: pid do {inner % self.test(True)} end)"]
        if k < 0.6:
            return [r.choice(["[] (", "<> (", "[]<> (", "<>[] (", "! (", "X ("]), *self.formula(depth - 1), ")"]
        op = r.choice([" && ", " || ", " -> ", " U ", " W "])
        return ["((", *self.formula(depth - 1), ")", op, "(", *self.formula(depth - 1), "))"]

    def written(self, parts, history):
        out = ""
        for p in parts:
            if isinstance(p, str):
                out += p
            elif p[0] == "each":
                out += f"forall p: pid do {{{p[1]}}} end"
            elif p[0] == "state":
                out += "{" + p[1] + "}"
            else:
                out += f"{{last = {p[1]}}}" if history else f'fired "{self.rules[p[1]][0]}"'
        return out


def row(run):
    found = [p for p in run.json["properties"] if p["kind"] == "temporal"] if run.json else []
    return found[0] if found else {"verdict": f"exit {run.rc}: {run.err.strip()[:300]}"}


def one(coset, seed):
    """The differences, and the number of comparisons."""
    m, out, made = Maker(seed), [], 0
    with tempfile.TemporaryDirectory(prefix="coset_rules_") as folder:
        model, history = pathlib.Path(folder) / "m.m", pathlib.Path(folder) / "h.m"
        model.write_text(m.text(False))
        history.write_text(m.text(True))
        undeclared = pathlib.Path(folder) / "u.m"
        undeclared.write_text(m.text(False, False))
        for _ in range(3):
            parts = m.formula(3)
            fair = [m.recurring() for _ in range(m.r.choice([0, 0, 1, 2]))]
            kind = m.r.choice([[], [], ["--fair=weak"], ["--fair=strong"]])
            premise = " && ".join(f"({m.premise(c)})" for c in fair) or "true"
            old = row(tool.check(coset, history, "--symmetry=off", *kind, f"--ltl=({premise}) -> ({m.written(parts, True)})"))
            none = row(tool.check(coset, history, "--symmetry=off", *kind, f"--ltl=!({premise})"))["verdict"] if fair else "fails"
            options = [*kind, f"--ltl={m.written(parts, False)}", *(f"--fair={m.written([c], False)}" for c in fair)]
            ways = ["--symmetry=off", "--symmetry=auto", "--symmetry=detect"]
            if not any(p[0] == "rule" for p in [*parts, *fair] if not isinstance(p, str)):
                ways.append("--engine=symbolic") # which does not support formulas about rules
            for way in ways:
                made += 1
                new = row(tool.check(coset, undeclared if way == "--symmetry=detect" else model, way, *options))
                vacuous = new["verdict"] == "holds" and none == "holds"
                if new["verdict"] != old["verdict"] or new.get("vacuous", False) != vacuous:
                    out.append(f"seed {seed}, {way} {options}: {new['verdict']} "
                               f"(vacuous: {new.get('vacuous', False)}), expected {old['verdict']} (vacuous: {vacuous})")
    return ([*out, m.text(False)] if out else []), made


LOCK = """type pid: scalarset(5);
var s: array [pid] of 0..2; turn: boolean;
startstate begin for p: pid do s[p] := 0; end; turn := false; end;
ruleset p: pid do
  rule "a" s[p] = 0 ==> begin s[p] := 1; end;
  rule "b" s[p] = 1 & !turn ==> begin s[p] := 2; turn := true; end;
  rule "c" s[p] = 2 ==> begin s[p] := 0; turn := false; end;
end;
"""
# Formulas that are the same when two elements are exchanged, although their conditions are not; most states with symmetry.
SYMMETRIC = [("(forall p: pid do []<> s[p] = 2 end) && true", "fails", 15),
             ("[] ((exists p: pid do s[p] = 2 end) -> exists p: pid do s[p] = 2 U s[p] = 0 end)", "holds", 15),
             ("(forall p: pid do []<> s[p] = 2 end) || (exists p: pid do []<> s[p] = 1 end)", "holds", 20),
             ("(forall p: pid do []<> s[p] = 2 end) -> []<> turn", "holds", 30),
             ("(forall p: pid do []<> s[p] = 0 end) -> forall p: pid do []<> s[p] != 0 end", "fails", 15)]


def permuted(coset):
    """Also with an undeclared symmetry."""
    out = []
    with tempfile.TemporaryDirectory(prefix="coset_permuted_") as folder:
        model = pathlib.Path(folder) / "m.m"
        model.write_text(LOCK)
        told = subprocess.run([coset, "symmetry", "--ltl=forall p: pid do []<> s[p] = 2 end",
                               *(f"--ltl={formula}" for formula, _, _ in SYMMETRIC), model], capture_output=True, text=True, check=False)
        groups = [line for line in told.stdout.splitlines() if line.startswith("temporal")]
        if (told.returncode or "bug" in told.stdout + told.stderr or "keeps 1 of the 120" not in told.stdout or len(groups) != 1 or
                "end\": pid S4 of 5" not in groups[0]):
            out.append(f"coset symmetry: {told.stdout}{told.stderr}")
        undeclared = pathlib.Path(folder) / "u.m"
        undeclared.write_text(LOCK.replace("scalarset(5)", "0..4"))
        found = row(tool.check(coset, undeclared, "--symmetry=detect", "--ltl=<> exists p: pid do s[p] = 2 end"))
        if found["verdict"] != "holds" or found["searched"] > 20:
            out.append(f"detected symmetry: {found}")
        many = pathlib.Path(folder) / "many.m"
        many.write_text(LOCK.replace("scalarset(5)", "scalarset(9)"))
        nine = row(tool.check(coset, many, "--ltl=(forall p: pid do []<> s[p] = 2 end) -> []<> turn"))
        if nine["verdict"] != "holds" or nine["searched"] > 50:
            out.append(f"nine elements: {nine}")
        for formula, want, most in SYMMETRIC:
            off = row(tool.check(coset, model, "--symmetry=off", "--search=dfs", f"--ltl={formula}")) # which does not store its states
            on = row(tool.check(coset, model, "--symmetry=auto", f"--ltl={formula}"))
            if (off["verdict"], on["verdict"]) != (want, want) or on["searched"] > most or off["searched"] < 2 * most:
                out.append(f"{formula}: {off['verdict']}, {off.get('searched')} states, with symmetry {on['verdict']}, "
                           f"{on.get('searched')}")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=1000 if tool.long_run() else 12)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, made = tool.program(args), 0, 0
    for text in permuted(coset):
        bad += 1
        print("FAIL " + text)
    with ThreadPoolExecutor(args.jobs) as pool:
        for out, n in pool.map(lambda s: one(coset, s), range(args.seed, args.seed + args.models)):
            bad += bool(out)
            made += n
            if out:
                print("FAIL " + "\n     ".join(out), flush=True)
    print(f"{args.models} models, {made} comparisons, {bad} wrong")
    return 1 if bad or not made else 0


if __name__ == "__main__":
    sys.exit(main())
