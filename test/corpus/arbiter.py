#!/usr/bin/env python3
"""The arbiter of Futurebus+, right and with a fault, in every way: representatives by two variables that hold elements, with
and without chaining, forward with formulas and backward, against the explicit engine without symmetry; with one variable for
the phases and with three in each module. With COSET_LONG=1 only."""

import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "kit")]
import tool # noqa: E402

FORMULAS = ["AG (EF {isundefined(master)})", "AG ({phase = 2} -> AX {!isundefined(elect)})", "EF (AG {isundefined(elect)})",
            "AG ({exists i: module do competes[i] end} -> EF {!isundefined(master) & !isundefined(elect) & master != elect})",
            "EG {isundefined(master)}"]
LINES = ["AG (EF {isundefined(master)})", "EF (AG {isundefined(elect)})", "EG {isundefined(master)}",
         "AG ({exists i: module do at[i].competes end} -> EF {!isundefined(master) & !isundefined(elect) & master != elect})"]
# For each model: its formulas, and the text without which it is wrong.
MODELS = {"arbiter.m": (FORMULAS, " & !(exists j: module do competes[j] & above(j, i) end)\n"),
          "arbiter_lines.m": (LINES, " & !(exists j: module do at[j].competes & above(j, i) end)\n")}
# Without symmetry, representatives that are found, those of the thesis, sorted ones.
CHOSEN = "--representatives={isundefined(elect) | leads(elect)}"
WAYS = [["none"], ["multiple"], ["multiple", CHOSEN], ["dynamic"]]


def verdicts(run, depths):
    return run.rc, [(p["name"], p["verdict"], p.get("depth") if depths and p["verdict"] == "fails" else None)
                    for p in run.json["properties"]]


def compare(coset, model, defines, formulas):
    """By images with formulas, with chaining too; by preimages without."""
    bad, formulas = 0, [f"--ctl={f}" for f in formulas]
    for direction in ("forward", "backward"):
        options = [*defines, "--trace=off", *(formulas if direction == "forward" else [])]
        want = tool.check(coset, model, "--symmetry=off", "--por=off", *options, limit=600)
        for method, *chosen in WAYS:
            for more in (chosen, [*chosen, "--chaining"]):
                run = tool.check(coset, model, "--engine=symbolic", f"--symbolic-symmetry={method}",
                                 f"--direction={direction}", *more, *options, limit=600)
                if run.json is None or verdicts(run, more == chosen) != verdicts(want, more == chosen):
                    bad += 1
                    print(f"{run.shell()}: exit {run.rc} {run.err[:300]}, explore: exit {want.rc}")
    return bad


def look(coset, text, formulas, priority):
    bad = 0
    assert priority in text
    with tempfile.TemporaryDirectory() as folder:
        for name, what in ("right.m", text), ("wrong.m", text.replace(priority, "\n", 1)):
            path = pathlib.Path(folder) / name
            path.write_text(what)
            for defines in (["-DH=3", "-DL=2"], ["-DH=3", "-DL=3", "-k"], ["-DH=4", "-DCLASSES=1"]):
                bad += compare(coset, path, defines, formulas)
    return bad


def main():
    args = tool.parser(__doc__).parse_args()
    if not tool.long_run():
        return tool.SKIP
    bad = 0
    for model, (formulas, priority) in MODELS.items():
        bad += look(tool.program(args), (tool.ROOT / "examples/symbolic" / model).read_text(), formulas, priority)
    print(f"{bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
