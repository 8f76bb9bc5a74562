#!/usr/bin/env python3
"""Random variants of the natural Promela models, by brute force: each with symmetry and without, and its group against
the true one.

A variant changes a few places: uses of a process's number, constants, comparisons, loops and their order, atomic
sequences, starts (active, run, in a loop, in different order), endings (a loop becomes a choice, labels), statements
that are exchanged, repeated or omitted, a monitor that reads one process. Many variants are no valid models; they are
counted and skipped."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE.parent / "legal"), str(HERE.parent / "detect")]

import nearly # noqa: E402
import random_loops # noqa: E402
import tool # noqa: E402

LARGE = ("broadcast_acks", "broadcast_full", "work_queue", "typedef_array")
MODELS = [p.read_text() for p in sorted((HERE / "promela").glob("*.pml")) if p.stem not in LARGE]
NUMBER = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
COMPARED = re.compile(r"==|!=|<=|>=|(?<![<-])<(?![<=])|(?<![>-])>(?![>=])")
STATEMENT = re.compile(r"(?<=[;{>]) *([a-z][\w.\[\] +%-]*(?:=|\+\+|--|!|\?)[^;:{}>-]*)(?=;|\})")
ACTIVE = re.compile(r"active *(?:\[ *(\w+) *\])? *proctype (\w+)\(\)")
LOOP = re.compile(r"for \((\w+) : ([^.]*) \.\. ([^)]*)\)")
ARRAY = re.compile(r"^(?:bit|bool|byte|short|int) (\w+)\[(\w+)\]", re.M)


class Variant:
    def __init__(self, rng, text):
        self.rng, self.text = rng, text

    def place(self, pattern):
        found = list(re.finditer(pattern, self.text))
        return self.rng.choice(found) if found else None

    def put(self, match, new):
        if match:
            self.text = self.text[:match.start()] + new + self.text[match.end():]

    # ---- one change each

    def number_of_process(self):
        self.put(self.place(r"\b_pid\b"), self.rng.choice(
            ["(_pid + 1)", "(_pid - 1)", "(1 - _pid)", "((_pid + 1) % 3)", "(2 - _pid)", "0", "1", "(_pid + 0)", "(_pid ^ 1)", "(_pid -> _pid : _pid)"]))

    def constant(self):
        at = self.place(NUMBER)
        if at:
            self.put(at, str(max(0, int(at[0]) + self.rng.choice([-1, 1]))))

    def comparison(self):
        self.put(self.place(COMPARED), self.rng.choice(["==", "!=", "<", "<=", ">", ">="]))

    def left_out(self):
        self.put(self.place(STATEMENT), " skip")

    def repeated(self):
        at = self.place(STATEMENT)
        if at:
            self.put(at, f" {at[1]}; {at[1]}")

    def exchanged(self):
        at = self.place(re.compile(STATEMENT.pattern[:-len("(?=;|\\})")] + ";" + r"( *[a-z][\w.\[\]]* *(?:=|\+\+|--)[^;:{}>-]*)(?=;|\})"))
        if at:
            self.put(at, f"{at[2]}; {at[1]}")

    def less_atomic(self):
        self.put(self.place(r"\b(?:atomic|d_step)\b(?= *\{)"), self.rng.choice(["", "", "atomic", "d_step"]))

    def bounds_of_loop(self):
        at = self.place(LOOP)
        if at:
            low, high = self.rng.choice([(at[2], f"{at[3]} - 1"), ("1", at[3]), (at[2], at[3]), ("0", "1")])
            self.put(at, f"for ({at[1]} : {low} .. {high})")

    def early_exit(self):
        at = self.place(LOOP)
        brace = at and self.text.find("{", at.end())
        if at and brace > 0:
            self.text = f"{self.text[:brace + 1]} if :: {self.rng.choice(['x_v', at[1]])} == 1 -> break :: else fi; {self.text[brace + 1:]}"

    def search_loop(self):
        """Searches the first set element of an array, by a loop."""
        arrays, process = ARRAY.findall(self.text), self.place(r"proctype \w+\([^)]*\)\s*\{")
        if arrays and process:
            a, n = self.rng.choice(arrays)
            deed = self.rng.choice([f"x_n = x_n + (x_i != _pid && {a}[x_i])", f"x_v = {a}[x_i]", f"if :: {a}[x_i] -> x_v = x_i :: else fi",
                                    f"if :: x_n == 0 && {a}[x_i] -> x_n = 1 :: else fi", f"{a}[x_i] = 0"])
            until = self.rng.choice([n, f"{n} - 1"])
            loop = f"atomic {{ x_n = 0; x_v = 0; x_i = 0; do :: x_i < {until} -> {deed}; x_i++ :: else -> break od; x_i = 0 }}; "
            self.put(process, f"{process[0]} byte x_i, x_n, x_v; {loop}")

    def fewer(self):
        at = self.place(ACTIVE)
        if at and at[1]:
            self.put(at, f"active [{self.rng.choice(['2', '3', at[1]])}] proctype {at[2]}()")

    def started_by_init(self):
        found = ACTIVE.findall(self.text)
        if "init" in self.text or not found:
            return
        self.text = ACTIVE.sub(lambda m: f"proctype {m[2]}()", self.text)
        runs = [f"run {name}()" for n, name in found for _ in range(3 if n else 1)]
        if self.rng.random() < 0.3:
            self.rng.shuffle(runs)
        form = self.rng.choice(["atomic { %s }", "%s", "atomic { %s }; end_i: false"])
        self.text += f"init {{ {form % '; '.join(runs)} }}\n"

    def started_by_loop(self):
        found = ACTIVE.findall(self.text)
        if "init" in self.text or len(found) != 1:
            return
        self.text = ACTIVE.sub(lambda m: f"proctype {m[2]}()", self.text)
        loop = f"byte k; do :: k < 3 -> run {found[0][1]}(); k++ :: else -> break od"
        self.text += f"init {{ {self.rng.choice(['atomic { %s }', '%s']) % loop} }}\n"

    def ends(self):
        at = self.place(r"\bdo\b")
        last = self.text.rfind("od")
        if at and last > at.end():
            self.text = self.text[:at.start()] + "if" + self.text[at.end():last] + "fi" + self.text[last + 2:]

    def label(self):
        at = self.place(r"(?<=[;{])\s*(?=do\b)")
        if at:
            self.put(at, self.rng.choice([" end_x: ", " progress_x: "]))

    def monitor(self):
        arrays = ARRAY.findall(self.text)
        if arrays and "zmonitor" not in self.text:
            a, n = self.rng.choice(arrays)
            asked = self.rng.choice([f"{a}[0] == 0", f"{a}[1] <= {a}[0]", f"{a}[0] + {a}[1] < 3", f"!({a}[0] == 1 && {a}[1] == 0)", f"{a}[{n} - 1] != 1"])
            self.text += f"active proctype zmonitor() {{ end: do :: !({asked}) -> {self.rng.choice(['assert(false)', 'skip'])} od }}\n"

    def observed(self):
        process = self.place(r"proctype \w+\([^)]*\)\s*\{")
        if process:
            self.put(process, process[0] + self.rng.choice([" byte x_me = _pid;", " byte x_me; x_me = _pid;", " (_nr_pr >= 2);", " byte x_all = _nr_pr;",
                                                            " (_pid < 9);", " assert(_pid != 7);", " assert(_pid <= 2);", " byte x_other = 1 - _pid;"]))


KINDS = [Variant.number_of_process, Variant.constant, Variant.comparison, Variant.left_out, Variant.repeated, Variant.exchanged, Variant.less_atomic,
         Variant.bounds_of_loop, Variant.early_exit, Variant.search_loop, Variant.fewer, Variant.started_by_init, Variant.started_by_loop, Variant.ends,
         Variant.label, Variant.monitor, Variant.observed]


def model(rng):
    v = Variant(rng, "\n".join(re.sub(r"^#define N .*", "#define N 3", line) for line in rng.choice(MODELS).splitlines()) + "\n")
    for kind in rng.sample(KINDS, rng.choice([1, 2, 2, 3, 4])):
        kind(v)
    return v.text


def run(coset, path, *options):
    return tool.Run([coset, "check", "--json", "--progress=none", "-k", "--max-states=12000", *options, str(path)], 120)


def verdicts(r):
    """Without the assertions of a reduced run itself, and rows that hold and that a run has only if it takes the steps
    of a loop one by one."""
    return r.rc, {f"{p['kind']} {p['name']} {p.get('line')}": p["verdict"] for p in r.json["properties"]
                  if p["name"] != nearly.ASSUMED and (p["verdict"] != "holds" or not p["name"].startswith("a d_step blocks here"))}


def compare(coset, truth, path, seed):
    """The differences, or the kind of the run."""
    whole = run(coset, path, "--symmetry=off")
    if whole.rc in (64, 65):
        return "invalid"
    reduced = run(coset, path, *(["--symmetry=detect"] if seed % 3 == 0 else []), *(["--code=native"] if seed % 4 == 0 else []))
    if whole.json is None or reduced.json is None:
        return f"{path}: no result: {whole.rc} {reduced.rc} {whole.err[:200]} {reduced.err[:200]}"
    if not (whole.json["exhaustive"] and reduced.json["exhaustive"]):
        return "cut"
    symmetry, same = reduced.json["symmetry"], whole
    if reduced.json.get("variant"):
        same = run(coset, path, "--symmetry=off", "--ended=vanish")
    counts = [tool.number(r.json["counts"]["states"]) for r in (same, reduced)]
    if verdicts(whole)[0] != reduced.rc or verdicts(same) != verdicts(reduced) or (counts[0] != counts[1] and symmetry.get("exact", True)):
        return f"{path}: {verdicts(whole)} {verdicts(same)} {verdicts(reduced)} {counts}"
    if seed % 3:
        wrong = random_loops.too_large(truth, path, symmetry)
        if wrong:
            return f"{path}: used {wrong}"
    group = "reduced" if symmetry["order"] != "1" else "plain"
    return group + (" checked" if symmetry.get("checked_loops") else "") + (" variant" if reduced.json.get("variant") else "")


if __name__ == "__main__":
    sys.exit(random_loops.drive(__doc__.splitlines()[0], model, 5000 if tool.long_run() else 20, compare, "pml", ("reduced", "reduced variant")))
