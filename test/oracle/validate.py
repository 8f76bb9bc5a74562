#!/usr/bin/env python3
"""A check of the oracle. Models without unions and multisets are also run through Rumur (unreduced): verdict, states,
fired rules and cover hits must agree with the oracle's enumeration. Slow (one C compilation for each model): not part
of the fast suite."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "kit")]

import generate # noqa: E402
import model as language # noqa: E402
import semantics # noqa: E402
import tool # noqa: E402


def enumerate_model(m):
    """Rumur faults on an assignment from an undefined variable."""
    return semantics.search(m, copies_undefined=False, limit=2500, edge_limit=40000)


def rumur(text, deadlock):
    with tempfile.TemporaryDirectory() as d:
        path = pathlib.Path(d) / "model.m"
        path.write_text(text)
        options = ["--symmetry-reduction", "off", "--deadlock-detection", deadlock, "--value-type", "int32_t"]
        p = subprocess.run(["rumur", "--threads", "1", *options, "-o", f"{d}/model.c", str(path)], capture_output=True,
                           text=True)
        if p.returncode:
            return "rejected: " + p.stderr
        cc = ["cc", "-w", "-O0", "-march=native", "-o", f"{d}/model", f"{d}/model.c", "-lpthread"]
        subprocess.run(cc, check=True)
        return subprocess.run([f"{d}/model"], capture_output=True, text=True).stdout


def differences(r, out, deadlock):
    fails = set(r.fails) | {k for k, d in r.live.items() if d is not None} | {k for k, n in r.hits.items() if not n}
    if r.live_fault is not None:
        fails.add("fault")
    if {"off": None, "stuck": r.stuck, "stuttering": r.stutters}[deadlock] is not None:
        fails.add("deadlock")
    ok = "No error found" in out
    if out.startswith("rejected") or ok != (not fails):
        yield f"fails {fails}, Rumur: {out[-800:]}"
    elif ok:
        m = re.search(r"(\d+) states?, (\d+) rules fired", out)
        if (int(m[1]), int(m[2])) != (len(r.states), r.transitions):
            yield f"{len(r.states)} states, {r.transitions} fired rules, Rumur: {m[0]}"
        for name, n in r.hits.items() if not r.dropped else (): # Rumur counts hits on the way to dropped states
            if not re.search(rf'"{re.escape(name)}" hit {n} times', out):
                yield f"{name} hit {n} times, Rumur: {out}"


def one(seed):
    flavour = "lab-plain" if seed % 2 else "plain"
    m, r = generate.sized(seed, flavour, enumerate_model, semantics.TooBig)
    deadlock = ["off", "stuck", "stuttering"][seed % 3]
    return seed, list(differences(r, rumur(language.murphi(m), deadlock), deadlock)) if m else []


def main():
    p = tool.parser(__doc__)
    p.add_argument("--models", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    if not shutil.which("rumur"):
        print("rumur is not installed: skipped")
        return tool.SKIP
    bad = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for seed, out in pool.map(one, range(args.seed, args.seed + args.models)):
            for text in out:
                bad += 1
                print(f"seed {seed}: {text}")
    print(f"{args.models} models, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
