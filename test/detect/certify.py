#!/usr/bin/env python3
"""Certificates of symmetry, and the program that verifies them.

The certificate of each model of examples/detect (small sizes), of test/detect/models and of some Promela models is
proved by coset-certcheck, in a long run those of random models too. Certificates that were tampered with, or are of
another model, are refused: each case states the message, and the value of the JSON text at which it occurs."""

import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE.parent / "oracle"))
import generate  # noqa: E402
import model as language  # noqa: E402
import tool  # noqa: E402
from stripped import strip  # noqa: E402

EXAMPLES = tool.ROOT / "examples"
SIZES = {"golfers": ["-DSIZE=1", "-DGROUPS=4", "-DWEEKS=2"], "colouring": ["-DNODES=2"], "scheduler": ["-DCYCLERS=6"]}

PAIR = """var x: array [0 .. 1] of 0 .. 3; log: 0 .. 2;
startstate "zero" begin for p: 0 .. 1 do x[p] := 0; end; log := 0; end;
ruleset p: 0 .. 1 do
  rule "count" x[p] < 2 ==> begin x[p] := x[p] + 1; end;
  rule "reset" x[p] = 2 ==> begin x[p] := 0; end;
end;
"""


class Test:
    def __init__(self, args, folder):
        self.coset = tool.program(args)
        self.checker = args.certcheck
        self.folder = folder
        self.problems, self.n = [], 0

    def certify(self, model, *options):
        out = self.folder / "certificate.json"
        out.unlink(missing_ok=True)
        r = tool.Run([self.coset, "symmetry", f"--certificate={out}", *options, str(model)], 60)
        if r.rc != 0:
            raise SystemExit(f"{r.shell()}: {r.err}")
        return json.loads(out.read_text())

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def verify(self, model, certificate, *options):
        text = certificate if isinstance(certificate, str) else json.dumps(certificate, indent=1)
        path = self.write("tried.json", text)
        p = subprocess.run([self.checker, *options, str(model), str(path)], capture_output=True, text=True, timeout=60)
        return p

    def want(self, name, p, code, out="", err=""):
        self.n += 1
        if p.returncode != code or not re.search(out, p.stdout) or not re.search(err, p.stderr):
            self.problems.append(f"{name}: exit {p.returncode}, not {code}; wanted {out or err}\n{p.stdout}{p.stderr}")

    def refused(self, name, model, certificate, message, *options):
        """The message follows FILE:LINE:COLUMN, and the line is shown."""
        p = self.verify(model, certificate, *options)
        self.want(name, p, 65, out=r"^$", err=r"tried\.json:\d+:\d+: error: " + message)
        self.want(f"{name}, the line", p, 65, err=r"\n +\d+ \| .*\n +\| +\^")


def proved(t):
    cases = [(m, SIZES.get(m.stem, [])) for m in sorted((EXAMPLES / "detect").glob("*.m"))]
    cases += [(m, []) for m in sorted((HERE / "models").glob("*.m"))]
    cases += [(EXAMPLES / "promela" / f"{name}.pml", []) for name in ("first", "initialization")]
    for model, options in cases:
        c = t.certify(model, *options)
        t.want(model.name, t.verify(model, c, *options), 0, rf"proved: {len(c['generators'])} generators? .* {c['order']}\n")


def randoms(t, number):
    """Certificates of random models may exchange rules, too."""
    for seed in range(number):
        source = language.murphi(generate.generate(seed, ("plain", "legal", "wild")[seed % 3]))
        model = t.write("random.m", strip(source) if seed % 2 else source)
        out = t.folder / "certificate.json"
        if tool.Run([t.coset, "symmetry", f"--certificate={out}", str(model)], 60).rc != 0:
            continue  # nothing can be enumerated
        p = t.verify(model, out.read_text())
        if "not proved" not in p.stdout:
            t.want(f"random model {seed}", p, 0, "^proved")


def changed(certificate, change):
    c = copy.deepcopy(certificate)
    change(c)
    return c


def row(c, generator, slot, value):
    rows = c["generators"][generator]["literals"]
    return next(r for r in rows if r[:2] == [slot, value])


def tampered(t):
    """token.m: generator 0 exchanges the labels (slots 6 to 8), generator 1 turns the ring."""
    model = EXAMPLES / "detect" / "token.m"
    c = t.certify(model)
    turn = next(i for i, g in enumerate(c["generators"]) if g["rules"])
    flip = 1 - turn

    def swap_literals(x, a, b):
        a, b = row(x, turn, *a), row(x, turn, *b)
        a[2:], b[2:] = b[2:], a[2:]

    def swap_rules(x):
        rules = x["generators"][turn]["rules"]
        rules[0][1], rules[1][1] = rules[1][1], rules[0][1]

    def drop_value(x):
        x["slots"][6]["values"].remove("1")
        x["generators"] = [x["generators"][turn]]
        x["generators"][0]["literals"] = [r for r in x["generators"][0]["literals"] if r[0] < 6]
        x["order"] = "3"

    def drop_flip(x):
        x["generators"][flip]["literals"] = [r for r in x["generators"][flip]["literals"] if r[0] != 6]

    cases = [
        ("swapped literals tear a slot", lambda x: swap_literals(x, (0, "true"), (1, "true")),
         rf"generators\[{turn}\]\.literals: slots are torn apart: leader\[0\] = false goes to leader\[\d\], but"),
        ("swapped values", lambda x: swap_literals(x, (0, "true"), (0, "false")),
         r"order: the generators make a group of order 12, not 6"),
        ("swapped values, and the order", lambda x: (swap_literals(x, (0, "true"), (0, "false")), x.update(order="12")),
         rf"generators\[{turn}\]: not a symmetry of token\.m: the image of a start state is not a start state"),
        ("swapped rules", swap_rules,
         rf"generators\[{turn}\]: not a symmetry of token\.m: \".*\" leads from the image of a state to"),
        ("an image twice", lambda x: row(x, flip, 6, "0").__setitem__(3, "0"),
         rf"generators\[{flip}\]\.literals: not one to one: both labelled\[0\] = 0 and labelled\[0\] = 1 go to"),
        ("a source twice", lambda x: x["generators"][flip]["literals"].append([6, "0", 6, "1"]),
         rf"generators\[{flip}\]\.literals\[\d+\]: labelled\[0\] = 0 has an image already"),
        ("half a generator", lambda x: (drop_flip(x), x.update(order="12")),
         rf"generators\[{flip}\]: not a symmetry of token\.m: the image of a start state"),
        ("another slot's name", lambda x: x["slots"][3].update(name="token[1]"),
         r'slots\[3\]\.name: slot 3 of this model is "token\[0\]", not "token\[1\]"'),
        ("a value is missing", lambda x: x["slots"][6]["values"].remove("1"),
         rf'generators\[\d\]\.literals\[\d+\]: slot 6 \(labelled\[0\]\) has no value "1" in its list'),
        ("a value of a state is missing", drop_value, r"slots\[6\]\.values: a state has labelled\[0\] = 1, which is not"),
        ("a value twice", lambda x: x["slots"][6]["values"].append("1"), r'slots\[6\]\.values\[2\]: the value "1" is listed twice'),
        ("values that are not listed", lambda x: x["slots"][6].update(values=None),
         r"generators.*literals\[\d+\]: slot 6 \(labelled\[0\]\) has no listed values, so it must stay"),
        ("no such slot", lambda x: row(x, flip, 6, "0").__setitem__(0, 9),
         rf"generators\[{flip}\]\.literals\[0\]: there is no slot 9; there are 9"),
        ("a larger order", lambda x: x.update(order="12"), "order: the generators make a group of order 6, not 12"),
        ("a smaller order", lambda x: x.update(order="3"), "order: the generators make a group of order 6, not 3"),
        ("no order", lambda x: x.update(order="six"), r'order: "six" is not a positive decimal number'),
        ("a generator less", lambda x: x["generators"].pop(), r"order: the generators make a group of order [23], not 6"),
        ("a rule twice", lambda x: x["generators"][turn]["rules"].append(["copy the label, u: 0", "copy the label, u: 1"]),
         rf'generators\[{turn}\]\.rules: the rule "copy the label, u: 0" has two images'),
        ("a rule less", lambda x: x["generators"][turn]["rules"].pop(), rf'generators\[{turn}\]\.rules: .*goes to'),
        ("no such rule", lambda x: [r.__setitem__(i, "bogus") for r in x["generators"][turn]["rules"] for i in (0, 1)
                                    if r[i] == "copy the label, u: 0"],
         rf"generators\[{turn}\]: not a symmetry of token\.m"),
        ("no such property", lambda x: x["properties"].append("safe"), r'properties\[0\]: this model has no property "safe"'),
        ("an origin of listed values", lambda x: x.update(origin=["false"] * 6 + ["0"] * 3), "origin: all these values are listed"),
        ("an origin of numbers", lambda x: x.update(origin=[0] * 9), r"origin\[0\]: this is not a text"),
        ("an origin too short", lambda x: x.update(origin=["false"]), "origin: there are 1 values for 9 slots"),
        ("another schema", lambda x: x.update(schema="coset-symmetry/2"), r'schema: this is "coset-symmetry/2"'),
        ("another language", lambda x: x.update(language="cspm"), r'language: no model of "cspm" can be read'),
        ("no generators", lambda x: x.pop("generators"), r'the key "generators" is missing'),
        ("an unknown key", lambda x: x["generators"][0].update(rule=[]), r'generators\[0\]: a certificate has no key "rule"'),
        ("a row of two", lambda x: x["generators"][0]["literals"].append([1, "true"]), r"generators.*literals\[\d+\]: a row is \[slot"),
        ("a number as value", lambda x: row(x, flip, 6, "0").__setitem__(1, 0), r"generators.*literals\[0\]: a row is \[slot"),
        ("slots are no array", lambda x: x.update(slots={}), r"slots: this is not an array"),
        ("a name is no text", lambda x: x["slots"][2].update(name=3), r"slots\[2\]\.name: this is not a text"),
    ]
    for name, change, message in cases:
        t.refused(name, model, changed(c, change), message)
    p = t.verify(model, changed(c, lambda x: x["slots"][2].update(name=3)))
    t.want("the line of a name", p, 65, err=r'\n +\d+ \| +"name": 3')
    text = json.dumps(c, indent=1)
    t.refused("cut off", model, text[:len(text) // 2], r"this is not JSON: .* \[C01\]")
    t.refused("a key twice", model, text.replace('"order"', '"model"'), "this is not JSON: duplicate")
    t.refused("other constants", model, c, r"slots: 9 slots are listed, and this model has 12", "-DAGENTS=4")
    t.refused("another model", EXAMPLES / "detect" / "ring.m", c, r'slots\[3\]\.name: slot 3 of this model is "bullet\[0\]"')
    p = t.verify(model, c)
    t.want("not tampered with", p, 0, "proved: 2 generators of a group of order 6")


STARTED = """bit x;
proctype P(byte me) { do :: x = 1 - x :: me = 1 - me od }
init { atomic { run P(0); run P(1) } }
"""


def origin(t):
    """The state before processes are started is the only one in which x may not be inverted."""
    model = t.write("started.pml", STARTED)
    c = t.certify(model)
    t.want("an origin", t.verify(model, c), 0, "proved: 1 generator")
    x = next(i for i, s in enumerate(c["slots"]) if s["name"] == "x")
    c["generators"] = [{"literals": [[x, "0", x, "1"], [x, "1", x, "0"]], "rules": []}]
    t.refused("another state behind the origin", model, c, r"generators\[0\]: not a symmetry of started\.pml: .*the origin")


def undefined(t):
    model = EXAMPLES / "detect" / "peterson.m"
    c = t.certify(model)
    slot = next(i for i, s in enumerate(c["slots"]) if s["values"] and "undefined" in s["values"] and len(s["values"]) == 4)
    c["generators"] = [{"literals": [[slot, "undefined", slot, "0"], [slot, "0", slot, "undefined"]], "rules": []}]
    c["order"] = "2"
    t.refused("undefined becomes defined", model, c, r"generators.*literals: .*: undefined must stay undefined")


def entries(t):
    """post.m: unordered letters, each with two persons (slots 1, 2 and 4, 5)."""
    model = HERE / "models" / "post.m"
    c = t.certify(model)
    rename = next(i for i, g in enumerate(c["generators"]) if g["rules"])
    others = [g for i, g in enumerate(c["generators"]) if i != rename]

    def only(x, keep):
        rows = x["generators"][rename]["literals"]
        x["generators"][rename]["literals"] = [r for r in rows if keep(r)]

    def exchange_entries(x):
        rows = [[s, v, (s + 3) % 6, v] for s in range(6) for v in x["slots"][s]["values"]]
        x["generators"] = others + [{"literals": rows, "rules": []}]

    def exchange_parts(x, slots):
        rows = [[s, v, 3 * (s // 3) + 3 - s % 3, v] for s in slots for v in x["slots"][s]["values"]]
        x["generators"] = others + [{"literals": rows, "rules": []}]

    def anew(x):
        """The order that the generators have now, as reported by the checker."""
        p = t.verify(model, x)
        found = re.search(r"make a group of order (\d+), not", p.stderr)
        x["order"] = found.group(1) if found else x["order"]

    g = rf"generators\[{rename}\]"
    last = rf"generators\[{len(others)}\]"
    cases = [
        ("one entry is renamed", lambda x: only(x, lambda r: r[0] != 4),
         rf"{g}\.literals: letters\{{1\}}\.src: a value goes to another one than in another entry"),
        ("no entry is renamed", lambda x: only(x, lambda r: r[0] > 5), rf"{g}: not a symmetry of post\.m"),
        ("only letters are renamed", lambda x: only(x, lambda r: r[0] < 6), rf"{g}: not a symmetry of post\.m"),
        ("receivers are not renamed", lambda x: only(x, lambda r: r[0] not in (2, 5)), rf"{g}: not a symmetry of post\.m"),
        ("entries are exchanged", exchange_entries, rf"{last}\.literals: letters\{{0\}}\?: it goes to an entry with another number"),
        ("sender and receiver, in one entry", lambda x: exchange_parts(x, (1, 2)),
         rf"{last}\.literals: letters\{{1\}}\.src: it does not go where the same part of other entries goes"),
        ("sender and receiver", lambda x: exchange_parts(x, (1, 2, 4, 5)), rf"{last}: not a symmetry of post\.m"),
        ("rules the wrong way", lambda x: x["generators"][rename].update(rules=[]), rf"{g}: not a symmetry of post\.m"),
        ("a value of an entry is not listed", lambda x: (x["slots"][1]["values"].remove("2"), x.update(generators=[]), x.update(order="1")),
         r"slots\[1\]\.values: a state has letters\{0\}\.src = 2, which is not listed"),
    ]
    for name, change, message in cases:
        wrong = changed(c, change)
        anew(wrong)
        t.refused(name, model, wrong, message)
    without = model.read_text().replace("waits[p] := true;", "waits[p] := l.dst != 2;")
    t.refused("a letter to one is not waited for", t.write("post.m", without), c, r"generators\[\d\]: not a symmetry of post\.m")
    reads = model.read_text().replace("!waits[letters[i].dst]", "!waits[letters[i].dst] & letters[i].src != 1")
    t.refused("one letter is not read", t.write("post.m", reads), c, r"generators\[\d\]: not a symmetry of post\.m")
    t.want("not tampered with", t.verify(model, c), 0, r"proved: \d generators of a group of order 18")


def twins(t):
    """The certificate of a symmetric pair for pairs that are not: one change in each."""
    c = t.certify(t.write("pair.m", PAIR))
    assert c["order"] == "2"
    cases = [
        ("a start value", "x[p] := 0; end; log", "x[p] := p; end; log", "the image of a start state is not a start state"),
        ("a guard", "x[p] < 2", "x[p] < 2 & p = 0", r'"count, p: 0" leads from the image of a state'),
        ("an effect", "begin x[p] := 0;", "begin x[p] := p;", r'"reset, p: \d" leads'),
        ("a fault instead of a step", "x[p] := x[p] + 1;", "assert x[p] + p < 2; x[p] := x[p] + 1;",
         r'"count, p: 0" leads from a state to the next, but "count, p: 1" does not'),
        ("a fault", 'rule "reset"', 'rule "stop" p = 1 & x[p] = 1 ==> begin error "stop"; end; rule "reset"',
         r'"stop, p: 1" ends in a fault in the image of a state'),
        ("a cover in a step", "begin x[p] := 0;", 'begin if p = 1 then cover "c" true; end; x[p] := 0;', "leads from"),
        ("one more step", 'rule "reset"', 'rule "skip" p = 1 & x[p] = 1 ==> begin x[p] := 2; end; rule "reset"',
         r'"skip, p: 1" leads from'),
    ]
    for name, old, new, message in cases:
        assert old in PAIR
        t.refused(name, t.write("twin.m", PAIR.replace(old, new)), c, r"generators\[0\]: not a symmetry of twin\.m: .*" + message)
    model = t.write("cover.m", PAIR + 'cover "first" x[0] = 2;\n')
    t.refused("a property", model, changed(c, lambda x: x["properties"].append("first")),
              r'generators\[0\]: not a symmetry of cover\.m: the property "first" has different values')
    t.want("a property that is not claimed", t.verify(model, c), 0, "0 of 1 properties")
    liveness = t.write("live.m", PAIR + 'ruleset p: 0 .. 1 do liveness "each" x[p] = 1; end;\n')
    t.refused("an instance of a property", liveness, changed(c, lambda x: x["properties"].append("each")),
              'generators.*the property "each" has different values')


def answers(t):
    """What is not proved is not reported as proved; usage."""
    model = EXAMPLES / "detect" / "philosophers.m"
    c = t.certify(model)
    t.want("sampled", t.verify(model, c, "--samples=100"), 20, r"^sampled, not proved: nothing wrong in 100 states")
    t.want("too many states", t.verify(model, c, "--max-states=100"), 20, r"^not proved: more than 100 states are reachable")
    for option, verdict, code in (("--max-states=100", "incomplete", 20), ("--samples=9", "sampled", 20), ("-q", "proved", 0)):
        p = t.verify(model, c, "--json", option)
        t.want(f"json {option}", p, code, r'^\{')
        if json.loads(p.stdout)["verdict"] != verdict or json.loads(p.stdout)["exit_code"] != code:
            t.problems.append(p.stdout)
    wrong = changed(c, lambda x: [r.reverse() for r in x["generators"][0]["rules"]])
    t.refused("sampled and refuted", model, wrong, r"generators\[0\]: not a symmetry", "--samples=100")
    p = t.verify(model, wrong, "--json")
    t.want("json refuted", p, 65, '"reason": "generators.0.: not a symmetry')
    for options, code, err in ((["--samples=0"], 64, "not a number"), (["--bogus"], 64, "bogus"), (["-I."], 64, "Promela"),
                               (["-DNONE=1"], 65, "NONE"), (["-DX"], 64, "-D NAME=VALUE"), (["third"], 64, "a model and a")):
        t.want(str(options), t.verify(model, c, *options), code, err=err)
    t.want("no model", t.verify(t.folder / "none.m", c), 66, err="none.m")
    t.want("help", subprocess.run([t.checker, "--help"], capture_output=True, text=True), 0, "usage: coset-certcheck")
    t.want("version", subprocess.run([t.checker, "--version"], capture_output=True, text=True), 0, r"^coset-certcheck \d")
    man = (tool.ROOT / "doc" / "man" / "coset-certcheck.1").read_text().replace("\\-", "-")
    for option in re.findall(r"--[a-z-]+", subprocess.run([t.checker, "--help"], capture_output=True, text=True).stdout):
        if option not in man:
            t.problems.append(f"the man page lacks {option}")


def main():
    p = tool.parser(__doc__)
    p.add_argument("--certcheck", default=str(tool.ROOT / "build" / "src" / "coset-certcheck"))
    p.add_argument("--random", type=int, default=600 if tool.long_run() else 0)
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Test(args, pathlib.Path(folder))
        for part in (proved, tampered, origin, undefined, entries, twins, answers):
            part(t)
        randoms(t, args.random)
    print("\n".join(t.problems))
    print(f"{t.n} checks, {len(t.problems)} failed")
    return 1 if t.problems else 0


if __name__ == "__main__":
    sys.exit(main())
