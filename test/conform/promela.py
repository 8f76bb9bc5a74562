#!/usr/bin/env python3
"""Small Promela models, one behaviour each; those in promela/long if COSET_LONG is set. The first line of a model has
the expectation:
/* expect: states=.. transitions=.. orbits=.. group=.. exit=.. */ (transitions without the one to the start state).
These are numbers as Spin counts; vanish=.. are the orbits if processes that end vanish at once, and vanish_states=..
the states of that variant.
If Spin is installed, a third of the models, and all with COSET_LONG, are also compared with its verifier, as written
and with symmetry, unless the first line says how Spin differs."""

import pathlib
import re
import sys
import zlib

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE.parent / "corpus")]

import spin # noqa: E402
import tool # noqa: E402
from spin_side import compare # noqa: E402


def counts(run):
    """Of the model as written, also if representatives are searched."""
    return [tool.number(run.json["counts"][k]) for k in ("states", "full_transitions")]


def facts(coset, model):
    """What is to be compared: as written, and with the default symmetry."""
    plain = tool.check(coset, model, "--symmetry=off", "--code=interp")
    run = tool.check(coset, model, "--ended=spin")
    if plain.json is None or run.json is None:
        return {"exit": run.rc}
    got = {"exit": run.rc, "states": tool.number(plain.json["counts"]["states"]),
           "transitions": tool.number(plain.json["counts"]["full_transitions"]),
           "orbits": tool.number(run.json["counts"]["representatives"]), "group": int(run.json["symmetry"]["order"])}
    if plain.rc != run.rc:
        got["exit"] = (plain.rc, run.rc)
    elif run.rc == 0 and (counted := counts(run)) != counts(plain):
        got["states"], got["transitions"] = zip(counts(plain), counted)
    variant = tool.check(coset, model)
    if variant.rc != plain.rc:
        got["exit"] = (plain.rc, variant.rc)
    if variant.json and variant.json.get("variant"):
        whole = tool.check(coset, model, "--symmetry=off", "--ended=vanish")
        got |= {"vanish": tool.number(variant.json["counts"]["representatives"]),
                "vanish_states": tool.number(whole.json["counts"]["states"])}
        if variant.rc == 0 and tool.number(variant.json["counts"]["states"]) != got["vanish_states"]:
            got["vanish_states"] = (variant.json["counts"]["states"], got["vanish_states"])
    return got


def in_depth(coset, model, got):
    """A depth-first search finds the same, unless it ended at another violation."""
    out = []
    for strategy, states in (("off", "states"), ("search", "orbits")):
        run = tool.check(coset, model, "--search=dfs", f"--symmetry={strategy}", "--code=interp", "--ended=spin")
        if run.rc != got["exit"]:
            out.append(f"in depth, {strategy}: exit {run.rc}, in breadth {got['exit']}")
        elif run.rc == 0 and tool.number(run.json["counts"]["representatives"]) != got[states]:
            out.append(f"in depth, {strategy}: {run.json['counts']['representatives']} states, in breadth {got[states]}")
    return out


def judge(coset, model):
    first = model.read_text().splitlines()[0]
    want = dict(re.findall(r"(\w+)=(-?\d+)", first)) if "expect:" in first else {}
    got = facts(coset, model)
    out = [f"{k} {got.get(k)}, expected {v}" for k, v in want.items() if str(got.get(k)) != v]
    if not want:
        out.append(f"says nothing of what to expect; got {got}")
    out += in_depth(coset, model, got)
    beside = tool.long_run() or "as_spin" in model.name or zlib.crc32(model.name.encode()) % 3 == 0
    if beside and not spin.missing() and "Spin differs" not in first:
        result = compare(coset, model, 10)
        out += [result] if isinstance(result, str) else result
        for options, keep in spin.OPTIMISED if "as_spin" in model.name or tool.long_run() else ():
            result = compare(coset, model, 10, options, keep)
            out += [f"{options}: {x}" for x in ([result] if isinstance(result, str) else result)]
    return out


def main():
    args = tool.parser(__doc__).parse_args()
    coset, bad = tool.program(args), 0
    here = "**/*.pml" if tool.long_run() else "*.pml" # promela/long: if there is time
    models = [*sorted((HERE / "promela").glob(here)), *sorted((tool.ROOT / "examples" / "promela").glob("*.pml"))]
    for model in tool.share(models):
        out = judge(coset, model)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} {model.name}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
