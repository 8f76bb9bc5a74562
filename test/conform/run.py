#!/usr/bin/env python3
"""One behaviour per model. The model's first comments have the expectations:

  -- expect: states=12 rules=34 exit=0     counts are those of the unreduced model
  -- args: --dialect=rumur                 more options
  -- verdict NAME = fails                  of the property NAME

Every model runs without symmetry and with the default strategy, and must have the unreduced counts both times; and once
more with many added rules that are never enabled, so that rules are found by the contents of variables."""

import pathlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


# Their variable stays undefined.
MANY = "\nvar among: 0..1100;\n" + "".join(f'rule "among {i}" !isundefined(among) & among = {i} ==> clear among; end;\n'
                                           for i in range(1100))


class Expected:
    def __init__(self, path):
        text = path.read_text()
        line = re.search(r"^-- expect: (.*)$", text, re.M)
        if not line:
            raise SystemExit(f"{path}: no expectation")
        self.numbers = {k: int(v) for k, v in (w.split("=") for w in line[1].split())}
        args = re.search(r"^-- args: (.*)$", text, re.M)
        self.args = args[1].split() if args else []
        self.verdicts = dict(re.findall(r"^-- verdict (.+?) = (\w+)$", text, re.M))


def differences(run, expected):
    if run.json is None:
        return [f"exit {run.rc} and no result: {run.err.strip()[:200]}"]
    counts = run.json["counts"]
    seen = {"exit": run.rc, "states": tool.number(counts["states"]),
            "rules": tool.number(counts["full_transitions"])}
    out = [f"{k} {seen[k]}, expected {v}" for k, v in expected.numbers.items() if seen[k] != v]
    verdicts = {p["name"]: p["verdict"] for p in run.json["properties"]}
    return out + [f"{name}: {verdicts.get(name)}, expected {v}" for name, v in expected.verdicts.items()
                  if verdicts.get(name) != v]


def check(coset, path):
    expected = Expected(path)
    out = []
    for symmetry in ("off", "auto"):
        run = tool.check(coset, path, f"--symmetry={symmetry}", *expected.args)
        out += [f"{path.name} ({symmetry}): {d}" for d in differences(run, expected)]
    with tempfile.TemporaryDirectory() as folder:
        among = pathlib.Path(folder, path.name)
        among.write_text(path.read_text() + MANY)
        run = tool.check(coset, among, "--symmetry=off", *expected.args)
        return out + [f"{path.name} (among many rules): {d}" for d in differences(run, expected)]


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset = tool.program(args)
    models = tool.share(sorted(HERE.glob("*/*.m")))
    with ThreadPoolExecutor(args.jobs) as pool:
        problems = [p for ps in pool.map(lambda m: check(coset, m), models) for p in ps]
    print("\n".join(problems) or f"{len(models)} models as expected")
    return 1 if problems or not models else 0


if __name__ == "__main__":
    sys.exit(main())
