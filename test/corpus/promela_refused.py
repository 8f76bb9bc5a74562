#!/usr/bin/env python3
"""Models that TopSPIN refuses to reduce. Each is checked nevertheless: elements that are not permuted are reported with
a line, and with the remaining symmetry the verdict, the states and the transitions are those of the unreduced run, by
two exact strategies, and with detected symmetry. So if more is permuted than by TopSPIN, the counts show that this is
sound.
Three are too large to search: all their states up to a depth are compared, because the levels of a breadth-first search
are unions of orbits; deeper in the long run, and with detected symmetry. The long run also searches smaller copies
completely: fewer clients, users, places in channels."""

import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

MORE = [] # models in which something is permuted although TopSPIN refuses all
ALONE = ["misc2.p", "telephone.p"] # no two processes are alike, or not a Spin model
LARGE = {"email.p": (3, 5), "loadbalancer.p": (6, 10), "potsmodel.p": (5, 9)} # up to which depth, in the long run
# Texts that are replaced in a smaller copy; each must occur.
SMALLER = {
    "email.p": [(r":: dest==[45] -> out = box[45]|:: dest = [45]|run client\(box[45]\);", ""), (r"\[5\] of", "[1] of")],
    "loadbalancer.p": [(r" *run client\(clients\[[245]\].*\n", ""), (r"servers\[3\]=\[3\]", "servers[3]=[1]")],
    "potsmodel.p": [(r"run User\(3,three\);", "")],
}


def sums(run):
    c = run.json["counts"]
    return run.rc, tool.number(c["states"]), tool.number(c["full_transitions"])


def judge(coset, path):
    depth = LARGE.get(path.name)
    bound = [f"--bound-depth={depth[tool.long_run()]}"] if depth else []
    group = tool.Run([coset, "symmetry", "--json", "--ended=spin", str(path)], 600)
    off = tool.check(coset, path, "--ended=spin", "--symmetry=off", *bound, limit=3600)
    if group.json is None:
        return [] if path.name in ALONE and group.rc == tool.EXIT_INPUT else [f"no result: {group.err[:200]}"]
    y, out = group.json["symmetry"], []
    lines = [r for r in y["refused"] if r["line"] and r["reason"]]
    if not lines and path.name not in ALONE:
        out.append("nothing is refused")
    if (int(y["order"]) > 1) != (path.name in MORE):
        out.append(f"a group of {y['order']}")
    for strategy in ("search", "segmented") + (("detect",) if tool.long_run() or not bound else ()):
        run = tool.check(coset, path, "--ended=spin", f"--symmetry={strategy}", *bound, limit=3600)
        if run.json is None or off.json is None:
            out.append(f"{strategy}: no result: {run.err[:200]}")
        elif run.rc != off.rc:
            out.append(f"{strategy}: exit {run.rc}, unreduced {off.rc}")
        elif off.json["counts"] and (bound or off.rc == 0) and sums(run) != sums(off):
            out.append(f"{strategy}: {sums(run)}, unreduced {sums(off)}")
    return out


def judge_smaller(coset, path, folder):
    """A complete search of a smaller copy, without symmetry and with detection; a list of differences and a text."""
    text = path.read_text()
    for old, new in SMALLER[path.name]:
        text, n = re.subn(old, new, text)
        if n == 0:
            return [f"{old} is not in the model"], ""
    small = pathlib.Path(folder) / path.name
    small.write_text(text)
    off, run = (tool.check(coset, small, "--ended=spin", f"--symmetry={s}", limit=3600) for s in ("off", "detect"))
    if off.json is None or run.json is None:
        return [f"no result: {off.err[:200]} {run.err[:200]}"], ""
    told = (f"order {run.json['symmetry']['order']}: {run.json['counts']['representatives']} orbits = "
            f"{run.json['counts']['states']} states, {run.json['counts']['full_transitions']} transitions")
    wrong = [f"unreduced {sums(off)}"] if sums(run) != sums(off) or int(run.json["symmetry"]["order"]) == 1 else []
    return wrong, told


def main():
    args = tool.parser(__doc__).parse_args()
    coset, folder, bad = tool.program(args), tool.shared(), 0
    if not folder:
        print("skipped: no corpus")
        return tool.SKIP
    models = sorted((folder / "corpus" / "promela" / "topspin" / "must-refuse").glob("*.p"))
    for path in models:
        out = judge(coset, path)
        bad += bool(out)
        print(f"{'FAIL' if out else '  ok'} {path.name}" + "".join(f"\n       {x}" for x in out), flush=True)
    with tempfile.TemporaryDirectory(prefix="coset_refused_") as small:
        for path in [p for p in models if p.name in SMALLER and tool.long_run()]:
            out, told = judge_smaller(coset, path, small)
            bad += bool(out)
            print(f"{'FAIL' if out else '  ok'} {path.name}, smaller: {told}" + "".join(f"\n       {x}" for x in out), flush=True)
    return 1 if bad or not models else 0


if __name__ == "__main__":
    sys.exit(main())
