#!/usr/bin/env python3
"""Detected symmetry against brute force.

Models of test/detect/models state in comments which group they must have ("-- order: 6") and their twins: "-- twin: 2
|old text| new text" is the same model with one text replaced, whose group must have that order. For each: every
generator is an automorphism of the whole state graph (detect_brute), and reduced runs agree with unreduced ones, orbits
summed up. The same for models of the corpus with ranges instead of scalarsets, and for random models, in Promela
too."""

import concurrent.futures
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE.parent / "oracle"))
sys.path.insert(0, str(HERE.parent / "corpus"))
import generate  # noqa: E402
import model as language  # noqa: E402
import promela_channels  # noqa: E402
import promela_random  # noqa: E402
import tool  # noqa: E402
from stripped import SCALARSET, strip  # noqa: E402

BATCH, TENTH = 20, 10


def brute(args, path, most=20000):
    """`path`: one, or a list of them."""
    paths = map(str, path if isinstance(path, list) else [path])
    p = subprocess.run([args.brute, "--most", str(most), *paths], capture_output=True, text=True, timeout=300)
    m = re.search(r": order (\d+),", p.stdout)
    return p.returncode, int(m[1]) if m else None, p.stdout + p.stderr


def counts(r):
    c = r.json["counts"]
    return {"verdicts": [(p["name"], p["verdict"]) for p in r.json["properties"]], "states": tool.number(c["states"]),
            "transitions": tool.number(c["full_transitions"]) if c["full_transitions"] is not None else None,
            "rules": [tool.number(x["fired"]) for x in r.json["rules"] if x["fired"] is not None]}


def check(coset, path, symmetry, limit=120):
    return tool.Run([coset, "check", "--json", "--threads=1", f"--symmetry={symmetry}", "--por=off", "--keep-going", "--max-states=200000",
                     str(path)], limit)


def known(plain, reduced):
    """If a group maps rules to other rules, the number of times that each fires is not reported."""
    return plain if reduced["rules"] else {**plain, "rules": []}


def ways(path):
    """Ways to find representatives: the default, and others by name; a few of them if time is short."""
    exact = ["detect-types", "detect-elements", "detect-label"]
    return ["detect", "detect-local"] + (exact if tool.long_run() else [exact[zlib.crc32(path.name.encode()) % len(exact)]])


def compare(coset, path):
    """The differences between reduced and unreduced runs."""
    plain = check(coset, path, "off")
    if plain.crashed:
        return f"{plain.shell()}: {plain.err}"
    if not plain.json or not plain.json["exhaustive"]:
        return None
    a = counts(plain)
    for way in ways(path):
        r = check(coset, path, way)
        if r.crashed:
            return f"{r.shell()}: {r.err}"
        b = counts(r) if r.json else None
        if b and r.json["symmetry"]["exact"] and known(a, b) != b:
            return f"{path}: off {a}, {way} {b}"
        if b and a["verdicts"] != b["verdicts"]:
            return f"{path}: verdicts {a['verdicts']}, {way} {b['verdicts']}"
    return None


def examine(args, coset, path, order=None):
    rc, found, text = brute(args, path)
    if rc != 0:
        return text
    if order is not None and found != order:
        return f"{path}: the group has order {found}, not {order}\n{text}"
    return compare(coset, path)


def models(args, coset, folder):
    problems, n = [], 0
    for path in sorted((HERE / "models").glob("*.m")):
        source = path.read_text()
        cases = [(path, int(re.search(r"-- order: (\d+)", source)[1]))]
        for i, (order, old, new) in enumerate(re.findall(r"-- twin: (\d+) \|(.*?)\|(.*)", source)):
            if source.count(old) < 2:
                problems.append(f"{path}: no text {old}")
            twin = folder / f"{path.stem}_twin{i}.m"
            at = source.rindex(old)
            twin.write_text(source[:at] + new + source[at + len(old):])
            cases.append((twin, int(order)))
        for p, order in cases:
            n += 1
            problems += filter(None, [examine(args, coset, p, order)])
    return problems, n


def corpus(args, coset, folder):
    """Scalarsets become ranges: every detected group must be correct."""
    problems, n = [], 0
    shared = tool.shared()
    if not shared or not tool.long_run():
        return problems, n
    for path in sorted((shared / "corpus" / "murphi" / "cmurphi" / "sym").glob("*.m")):
        source = path.read_text(errors="replace")
        if not SCALARSET.search(source):
            continue
        stripped = folder / path.name
        stripped.write_text(strip(source))
        n += 1
        rc, _, text = brute(args, stripped, 3000)
        if rc != 0:
            problems.append(text)
    return problems, n


def random_model(seed, folder):
    """Every other one with ranges instead of scalarsets."""
    flavour = ("plain", "legal", "wild")[seed % 3]
    source = language.murphi(generate.generate(seed, flavour))
    path = folder / f"{flavour}_{seed}.m"
    path.write_text(strip(source) if seed % 2 else source)
    return path


def one_batch(args, coset, folder, seeds):
    """Problems, and how many models had a group, from the text of the program, cut. One in TENTH is searched too."""
    paths = [random_model(seed, folder) for seed in seeds]
    truth = ["--truth"] if seeds[0] // len(seeds) % 2 else []
    p = subprocess.run([args.brute, "--most", "2000", *truth, *map(str, paths)], capture_output=True, text=True, timeout=1200)
    problems = [] if p.returncode == 0 else [p.stdout + p.stderr]
    found = [(int(m[1]), int(m[2])) for m in re.finditer(r", (\d+) generators, .* runs, (\d+) of the text", p.stdout)]
    if len(found) + p.stdout.count(": not loaded") != len(paths):
        problems.append(f"{len(found)} of {len(paths)} models were looked at: {p.stdout}{p.stderr}")
    problems += filter(None, [compare(coset, path) for path in paths if int(path.stem.split("_")[1]) % TENTH == 0])
    for path in paths:
        path.unlink()
    return problems, [len(found), sum(n > 0 for n, _ in found), sum(t > 0 for _, t in found), p.stdout.count(" (cut)")]


def randoms(args, coset, folder, first, number):
    problems, sums = [], [0, 0, 0, 0]
    batches = [range(i, min(i + BATCH, first + number)) for i in range(first, first + number, BATCH)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for found, counted in pool.map(lambda seeds: one_batch(args, coset, folder, seeds), batches):
            problems += found
            sums = [a + b for a, b in zip(sums, counted)]
    print(f"{sums[0]} random models: {sums[1]} have a group, {sums[2]} by their text; {sums[3]} not explored to the end")
    return problems, sums[0]


def processes(args, coset, folder, first, number):
    """Random models in Promela: processes that know their pids, that get channels as arguments."""
    problems = []
    for seed in range(first, first + number):
        maker = promela_channels.Maker(seed) if seed % 2 else promela_random.Maker(seed)
        path = folder / f"processes_{seed}.pml"
        path.write_text(maker.model() if seed % 2 else maker.symmetric())
        problem = examine(args, coset, path)
        if problem:
            problems.append(f"{seed}: {problem}\n{path.read_text()}")
    return problems, number


def automatic(args, coset, folder):
    """Without a request the program detects symmetry once the search is long, and only if that may pay."""
    problems = []
    source = (HERE / "models" / "philosophers.m").read_text()
    long = [] if tool.is_sanitized(coset) else [(12, 531440, "elements")] # there it may not pay
    for n, states, strategy in (*long, (9, 19682, "off")):
        path = folder / f"philosophers{n}.m"
        path.write_text(source.replace("const N: 5", f"const N: {n}"))
        r = tool.Run([coset, "check", "--json", "--deadlock=off", str(path)], 120)
        if not r.json or tool.number(r.json["counts"]["states"]) != states or r.json["symmetry"]["strategy"] != strategy:
            problems.append(f"{path}: {r.out} {r.err}")
        elif ("not_looked" in r.json["symmetry"]) != (strategy == "off"):
            problems.append(f"{path}: it must say whether it has looked: {r.json['symmetry']}")
    told = tool.Run([coset, "check", "--deadlock=off", str(path)], 120).out
    if "no symmetry detection: the search ended at 19,682 states" not in told:
        problems.append(f"{path}: {told}")
    return problems, 2


COUNTING = """-- Processes are declared; places are a ring that nobody declares.
type
  pid: scalarset(11);
  place: 0 .. 2;
var
  on: array [pid] of boolean;
  at: place;
  n: 0 .. 11;
startstate "begin" for p: pid do on[p] := false; end; at := 0; n := 0; end;
startstate "one" for p: pid do on[p] := false; end; at := 1; n := 0; end;
startstate "two" for p: pid do on[p] := false; end; at := 2; n := 0; end;
ruleset p: pid do rule "set" !on[p] ==> begin on[p] := true; end; end;
rule "turn" true ==> begin at := (at + 1) % 3; end;
rule "count" true ==> var k: 0 .. 11; begin
  k := 0;
  for p: pid do if on[p] then k := k + 1; end; end;
  n := k;
end;
"""


def combined(args, coset, folder):
    """Declared and detected symmetry form one group."""
    path = folder / "counting.m"
    path.write_text(COUNTING)
    order = 3 * math.factorial(11)
    told = json.loads(tool.Run([coset, "symmetry", "--json", str(path)], 60).out)["detected"]
    if told["order"] != str(order):
        return [f"{path}: {told}"], 1
    plain, reduced = check(coset, path, "off"), check(coset, path, "detect")
    if not reduced.json or counts(plain) != counts(reduced) or int(reduced.json["counts"]["representatives"]) > 100:
        return [f"{path}: {plain.out} {reduced.out} {reduced.err}"], 1
    return [], 1


def certificates(args, coset, folder):
    """A certificate lists bijections of the literals that it names, and rules that exist."""
    problems, n = [], 0
    for path in sorted((HERE / "models").glob("*.m")):
        out, source = folder / "certificate.json", path.read_text()
        r = tool.Run([coset, "symmetry", f"--certificate={out}", str(path)], 120)
        c = json.loads(out.read_text()) if r.rc == 0 else None
        if not c or c["schema"] != "coset-symmetry/1" or bool(c["generators"]) == ("-- order: 1\n" in source):
            problems.append(f"{path}: {r.out} {r.err}")
            continue
        for g in c["generators"]:
            sources, images = ({(x[i], x[i + 1]) for x in g["literals"]} for i in (0, 2))
            listed = all(v in c["slots"][s]["values"] for s, v in sources)
            if sources != images or not listed or len(sources) != len(g["literals"]):
                problems.append(f"{path}: literals {g['literals']}")
            if {a for a, _ in g["rules"]} != {b for _, b in g["rules"]}:
                problems.append(f"{path}: rules {g['rules']}")
        n += 1
    return problems, n


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute", required=True)
    p.add_argument("--models", dest="random", metavar="N", help="random ones", type=int, default=3000 if tool.long_run() else 10)
    p.add_argument("--first", type=int, default=0)
    args = p.parse_args()
    coset = tool.program(args)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        total = 0
        for part in (models, automatic, combined, certificates, corpus, lambda *a: randoms(*a, args.first, args.random),
                     lambda *a: processes(*a, args.first, args.random // 3)):
            problems, n = part(args, coset, folder)
            total += n
            for text in problems:
                print(text)
            if problems:
                return 1
    print(f"{total} models: all generators are automorphisms, reduced runs agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
