#!/usr/bin/env python3
"""The arbiter of Futurebus+, right and with a fault, in every way: representatives by two variables that hold elements, with
and without chaining, and formulas, against the explicit engine without symmetry. With COSET_LONG=1 only."""

import pathlib
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "kit")]
import tool # noqa: E402

FORMULAS = ["AG (EF {isundefined(master)})", "AG ({phase = 2} -> AX {!isundefined(elect)})", "EF (AG {isundefined(elect)})",
            "AG ({exists i: module do competes[i] end} -> EF {!isundefined(master) & !isundefined(elect) & master != elect})",
            "EG {isundefined(master)}"]
PRIORITY = " & !(exists j: module do competes[j] & above(j, i) end)\n"


def verdicts(run, depths):
    return run.rc, [(p["name"], p["verdict"], p.get("depth") if depths and p["verdict"] == "fails" else None)
                    for p in run.json["properties"]]


def compare(coset, model, defines):
    options, bad = [*defines, "--trace=off", *(f"--ctl={f}" for f in FORMULAS)], 0
    want = tool.check(coset, model, "--symmetry=off", *options, limit=600)
    for method in ("none", "multiple", "dynamic"):
        for more in ([], ["--chaining"]):
            run = tool.check(coset, model, "--engine=symbolic", f"--symbolic-symmetry={method}", *more, *options, limit=600)
            if run.json is None or verdicts(run, not more) != verdicts(want, not more):
                bad += 1
                print(f"{run.shell()}: exit {run.rc} {run.err[:300]}, explore: exit {want.rc}")
    return bad


def main():
    args = tool.parser(__doc__).parse_args()
    if not tool.long_run():
        return tool.SKIP
    text, bad = (tool.ROOT / "examples/symbolic/arbiter.m").read_text(), 0
    assert PRIORITY in text
    with tempfile.TemporaryDirectory() as folder:
        for name, what in ("right.m", text), ("wrong.m", text.replace(PRIORITY, "\n", 1)):
            path = pathlib.Path(folder) / name
            path.write_text(what)
            for defines in (["-DH=3", "-DL=2"], ["-DH=3", "-DL=3", "-k"], ["-DH=4", "-DCLASSES=1"]):
                bad += compare(tool.program(args), path, defines)
    print(f"{bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
