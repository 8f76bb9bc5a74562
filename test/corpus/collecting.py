#!/usr/bin/env python3
"""The symbolic engine with garbage collected before the creation of every node (test/support/collect.c): all numbers
are the same. A handle without a reference would by then be another function. That no reference is left at the end is an
invariant of the program (coset_bdd_free), so an exit status of 70 or a signal is a failure here as well.

The fast run takes two small models; the long one all small models of the tests, each with every method of symmetry, in both
directions and with formulas."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

ITSELF = "itself" # two copies of the model
FAST = [("scalarset_index", []), ("union_member", ["--symbolic-symmetry=dynamic"]),
        ("scalarset_index", ["compare", "--symbolic-symmetry=multiple"])]
FAIR = [("moved_by_another.pml", ["--fair=weak"]), ("small_fair.m", ["--fair=strong"])]
LONG = [[], ["--symbolic-symmetry=dynamic"], ["--symbolic-symmetry=orbit"], ["--symbolic-symmetry=multiple"],
        ["--symbolic-symmetry=counter"], ["--direction=backward"], ["--chaining"], ["--ctl=AG EF true", "--ctl=EG true"],
        ["compare"], ["compare", "--relation=simulation", "--symbolic-symmetry=dynamic"], ["compare", "--pairs=apart"],
        ["compare", ITSELF], ["compare", ITSELF, "--relation=simulation", "--symbolic-symmetry=dynamic"]]
MOST_STATES = 60
MOST_SECONDS = 20
SAME = ("classes", "verdict", "exhaustive", "stopped", "counts", "properties", "rules", "symmetry")


def told(run):
    try:
        whole = json.loads(run.stdout)
    except ValueError:
        return run.returncode, run.stderr.replace("\n", " ")
    kept = json.loads(json.dumps({k: whole.get(k) for k in SAME}))
    return run.returncode, json.dumps(kept, sort_keys=True)


def run_one(coset, collecting, path, options, folder):
    """None if the plain run is too large; else what is wrong, and the number of nodes created."""
    compare = options[:1] == ["compare"]
    verb = ["compare"] if compare else ["check", "--progress=none"]
    command = [coset, *verb, "--engine=symbolic", "--json", str(path), *[str(path) if o is ITSELF else o for o in options[compare:]]]
    plain = subprocess.run(command, capture_output=True, text=True, timeout=60)
    count = folder / "made"
    count.unlink(missing_ok=True)
    env = dict(os.environ, COSET_COLLECTED=str(count))
    try:
        run = subprocess.run([str(collecting), *command[1:]], capture_output=True, text=True, timeout=MOST_SECONDS, env=env)
    except subprocess.TimeoutExpired:
        return None
    made = int(count.read_text()) if count.exists() else 0
    wrong = "" if told(run) == told(plain) else f"{' '.join(command)}: {told(run)}, plain: {told(plain)}"
    return wrong, made


def small(coset, path):
    run = tool.check(coset, path, "--symmetry=off", "--threads=1", f"--max-states={MOST_STATES}", limit=30)
    return run.json and run.json["exhaustive"]


def jobs(coset):
    tests = HERE.parent / "conform"
    fair = [(HERE.parent / "temporal" / "models" / name, options) for name, options in FAIR]
    if not tool.long_run():
        return [(tests / "murphi" / f"{name}.m", options) for name, options in FAST] + fair
    paths = sorted((tests / "murphi").glob("*.m")) + sorted((tests / "promela").glob("*.pml"))
    return [(p, options) for p in paths if small(coset, p) for options in LONG] + fair


def main():
    p = tool.parser(__doc__)
    p.add_argument("--collecting", required=True, help="made of test/support/collect.c")
    args = p.parse_args()
    coset, bad, nodes, large, done = tool.program(args), 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        for path, options in jobs(coset):
            out = run_one(coset, args.collecting, path, options, pathlib.Path(name))
            if out is None:
                large += 1
                continue
            done += 1
            nodes += out[1]
            if out[0]:
                bad += 1
                print(out[0][:1500], flush=True)
    print(f"{done} runs, {nodes} collections, {bad} differ, {large} not ended")
    return 1 if bad or not nodes else 0


if __name__ == "__main__":
    sys.exit(main())
