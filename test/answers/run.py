#!/usr/bin/env python3
"""Small models of all languages through every engine, store and strategy, against one table of answers.

answers.tsv has one line for each model: the ways that are tried, the exit status, the verdict of each property (h:
holds, f: fails), and the counts of states and transitions, which do not depend on the way. `--write` generates the
table again: the unreduced search by the interpreter gives the answer, and a way with another answer is named and
omitted. Review the change before you commit it. A run takes every SHARE-th pair of a model and a way; all of them with
COSET_LONG or --all."""

import pathlib
import re
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

TABLE = HERE / "answers.tsv"
FOLDERS = ["test/answers/models", "test/conform/murphi", "test/conform/promela", "test/conform/cspm", "test/legal/murphi",
           "test/legal/promela", "test/detect/models", "test/symmetry/csp", "examples/murphi", "examples/promela",
           "examples/csp", "examples/detect", "examples/symbolic"]
SHARE = 4
WRITTEN = 4   # the table has every fourth way, different ones for each model, and always `off` and `auto`
STATES = 5000 # a larger model is not for this table

SYMBOLIC = ["--engine=symbolic"]
RULES = {"off": ["--symmetry=off", "--code=interp"], "auto": [], "native": ["--symmetry=off", "--code=native"],
         **{s: [f"--symmetry={s}"] for s in [*tool.STRATEGIES, "detect", "detect-types", "detect-elements",
                                             "detect-label", "detect-local"]},
         "dfs": ["--symmetry=off", "--search=dfs"], "dfs-auto": ["--search=dfs"], "one-thread": ["--threads=1"],
         **{s: [f"--store={s}", "--symmetry=off"] for s in ("packed", "tree", "collapse", "compact")},
         "no-trace": ["--no-trace"], "simplify": ["--simplify=on"], "symbolic": SYMBOLIC,
         "backward": [*SYMBOLIC, "--direction=backward"], "chaining": [*SYMBOLIC, "--chaining"],
         "reorder": [*SYMBOLIC, "--reorder"],
         **{f"symbolic-{s}": [*SYMBOLIC, f"--symbolic-symmetry={s}"] for s in
            ("dynamic", "orbit", "multiple", "counter", "relation")}}
WAYS = {".m": RULES, ".pml": {**RULES, "pc-sorted": ["--symmetry=pc-sorted"], "pc-segmented": ["--symmetry=pc-segmented"],
                              "merge": ["--merge=on"], "dead": ["--dead=reset"]},
        ".csp": {"off": ["--symmetry=off"], "auto": [], "one-thread": ["--threads=1"], "components": ["--compile=components"],
                 "explicit": ["--compile=explicit", "--symmetry=off"], "symbolic": SYMBOLIC}}


def options(text):
    """The options that the model itself needs."""
    found = re.search(r"^(?:-- |/\* )args: (.*?)(?: \*/)?$", text, re.M)
    return found[1].split() if found else []


def command(coset, model, way):
    path = tool.ROOT / model
    return [coset, "check", "--json", "--progress=none", "--trace=off", "-k", *WAYS[path.suffix][way],
            *(["--ended=spin"] if path.suffix == ".pml" else []), *options(path.read_text()), str(path)]


def count(value):
    return "-" if value is None else str(value)


def answer(run, way):
    """The entry of the table: [exit, verdicts, states, transitions]; "-" if a way does not report it."""
    if run.json is None:
        return None
    props = run.json["properties"]
    verdicts = "".join({"holds": "h", "fails": "f"}.get(p["verdict"], "?") for p in props)
    if run.json["language"] == "cspm":
        tells = way in ("off", "auto", "one-thread")
        counts = [p.get("counts") or {} if p["verdict"] == "holds" else {} for p in props] # a violation ends it
        states = ",".join(count(c.get("states")) for c in counts) if tells else "-"
        fired = ",".join(count(c.get("full_transitions")) for c in counts) if tells else "-"
    else:
        counts = run.json["counts"]
        states, fired = (count(counts["states"]), count(counts["full_transitions"]))
        if way in ("merge", "dead", "simplify"):
            states = fired = "-"
    if way == "compact": # which never says that a property holds
        return ["0" if run.rc == tool.EXIT_INCOMPLETE else str(run.rc), verdicts.replace("?", "h"), states, fired]
    return [str(run.rc), verdicts, states, fired]


def agrees(got, want):
    return got is not None and all(a in (b, "-") or b == "-" for a, b in zip(got, want))


def judge(run, model, way, want):
    got = answer(run, way)
    if agrees(got, want):
        return []
    return [f"{model} ({way}): {got if got else run.err.strip()[:200]}, expected {want}\n    {run.shell()}"]


def table():
    """[(model, way, answer)]"""
    out = []
    for line in TABLE.read_text().splitlines():
        if not line.startswith("#"):
            model, ways, *want = line.split("\t")
            out += [(model, way, want) for way in ways.split(",")]
    return out


def one_of(n, *names):
    return zlib.crc32(" ".join(names).encode()) % n == 0


def row(coset, path):
    """A line of the table, and remarks; None if the table does not take the model."""
    model = str(path.relative_to(tool.ROOT))
    reference = tool.Run([*command(coset, model, "off"), "--max-states=" + str(STATES)], 20)
    want = answer(reference, "off")
    if want is None or not want[1] or "?" in want[1]:
        return None, [f"{model}: not for the table: exit {reference.rc}"]
    ways, seen = [], []
    for way in WAYS[path.suffix]:
        if way not in ("off", "auto") and not one_of(WRITTEN, way, model):
            continue
        run = tool.Run(command(coset, model, way), 20)
        got = answer(run, way)
        if agrees(got, want):
            ways.append(way)
        elif got and run.rc != tool.EXIT_INCOMPLETE:
            seen.append(f"{model} ({way}): {got}, without symmetry {want}")
    return "\t".join([model, ",".join(ways), *want]), seen


def write(coset, jobs):
    models = [p for folder in FOLDERS for p in sorted((tool.ROOT / folder).glob("*")) if p.suffix in WAYS]
    lines = ["# model\tways\texit\tverdicts\tstates\ttransitions"]
    with ThreadPoolExecutor(jobs) as pool:
        for line, seen in pool.map(lambda p: row(coset, p), models):
            lines += [line] if line else []
            print("\n".join(seen), end="\n" if seen else "", flush=True)
    TABLE.write_text("\n".join(lines) + "\n")


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--write", action="store_true", help="make the table again")
    p.add_argument("--all", action="store_true", help="every model in every way")
    args = p.parse_args()
    coset = tool.program(args)
    if args.write:
        write(coset, args.jobs)
        return 0
    cases = tool.share(c for c in table() if args.all or tool.long_run() or one_of(SHARE, "share", *c[:2]))
    with ThreadPoolExecutor(args.jobs) as pool:
        bad = [x for xs in pool.map(lambda c: judge(tool.Run(command(coset, *c[:2]), 60), *c), cases) for x in xs]
    print("\n".join(bad) or f"{len(cases)} answers as expected")
    return 1 if bad or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
