#!/usr/bin/env python3
"""Every model of Rumur's tests, cut at random points, is read: accepted or refused with a message; never a crash, never
a hang. Meant for a sanitizer build; the points follow from the seed."""

import os
import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402


def one(coset, path, points, seed, folder):
    text, r, out = path.read_bytes(), random.Random(f"{seed}:{path.name}"), []
    for _ in range(points):
        at = r.randrange(len(text) + 1)
        cut = os.path.join(folder, f"{path.stem}-{at}.m")
        with open(cut, "wb") as f:
            f.write(text[:at])
        run = tool.Run([coset, "check", "--typecheck", cut], 20)
        if run.crashed or run.rc not in (tool.EXIT_HOLDS, tool.EXIT_INPUT) or (run.rc and not run.err):
            out.append(f"{path.name} cut after {at} bytes: exit {run.rc}: {run.err[:300]}")
        os.unlink(cut)
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--points", type=int, default=20 if tool.long_run() else 2, help="cuts of each file")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    shared = tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED): skipped")
        return tool.SKIP
    coset, bad = tool.program(args), 0
    paths = tool.share(sorted((shared / "corpus/murphi/rumur-tests").glob("*.m")))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        for out in pool.map(lambda q: one(coset, q, args.points, args.seed, folder), paths):
            for text in out:
                bad += 1
                print(text)
    print(f"{len(paths)} files, {args.points} cuts each, {bad} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
