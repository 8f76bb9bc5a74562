#!/usr/bin/env python3
"""Small models with formulas, claims and labels. Their first lines have the expectations:

  /* expect OPTIONS: NAME=holds NAME=fails */     in Murphi after --

Each runs without symmetry, with the default strategy and with detection, with formulas checked before all states are
known and only afterwards, and must end with the exit status of its verdicts."""

import itertools
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


def expectations(model):
    for line in re.findall(r"^(?:/\*|--) expect(.*?)(?: \*/)?$", model.read_text(), re.M):
        options, rows = line.split(":", 1) if not line.strip().startswith("-") else line.rsplit(": ", 1)
        yield options.split(), dict(re.findall(r"(\S[^=]*?)=(\w+)", rows))


def strategies(options):
    """The symbolic engine reports detection differently."""
    return ["off", "auto"] + ["detect"] * ("--engine=symbolic" not in options)


def shares(model):
    """Values of --share with which it ends: formulas of some models must be checked before all states are known."""
    return ["long"] if "more states than a test can wait for" in model.read_text() else ["long", "all"]


def unexplained(run, options):
    """Rows with a loop under fairness that is not reported as fair: in steps of the loop, and if all are fair, some
    move."""
    for p in run.json["properties"]:
        trace = p.get("trace") or {}
        if "loop" not in trace or not any(o.startswith(("--fair=weak", "--fair=strong")) for o in options):
            continue
        steps = range(trace["loop"] + 1, len(trace["steps"]))
        who = trace.get("fair", [])
        all_fair = not any(":" in o for o in options)
        if all_fair and not any(w["moves"] for w in who) or any(w["step"] not in steps for w in who):
            yield f"{p['name']}: the loop is not explained: {who}"


def judge(coset, model):
    out = []
    for options, want in expectations(model):
        for symmetry, share in itertools.product(strategies(options), shares(model)):
            run = tool.check(coset, model, f"--symmetry={symmetry}", f"--share={share}", *options)
            if run.json is None:
                out.append(f"{options}, {symmetry}: exit {run.rc}: {run.err.strip()[:300]}")
                continue
            got = {p["name"]: p["verdict"] for p in run.json["properties"]}
            out += [f"{options}, {symmetry}: {name} {got.get(name)}, expected {v}"
                    for name, v in want.items() if got.get(name) != v]
            out += [f"{options}, {symmetry}: {x}" for x in unexplained(run, options)]
            fails = "fails" in got.values()
            if (run.rc in (11, 13)) != fails:
                out.append(f"{options}, {symmetry}: exit {run.rc} with {got}")
    return out


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset, bad = tool.program(args), 0
    for model in tool.share(sorted(HERE.glob("models/*"))):
        out = judge(coset, model)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} {model.name}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
