#!/usr/bin/env python3
"""CSPM scripts with their verdicts. The scripts have the expectations:

  -- expect: holds        every assertion below, until the next such line
  -- expect: fails states=12 representatives=5        the same, and counts of the next assertion

Every script runs as it is, with one thread, with --symmetry=off, with components under all operators and as one
machine; `states` are those of the unreduced system. A line `-- skip: one machine` names a way that takes too long.
Scripts named in pending.txt are run too, but only their success is reported: they are known to fail, and the file says
why."""

import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

WAYS = {"as it is": [], "one thread": ["--threads=1"], "no symmetry": ["--symmetry=off"],
        "components": ["--compile=components"], "one machine": ["--compile=explicit", "--symmetry=off"]}
OTHER_STATES = ["components", "one machine"] # taus may be fewer there


def expectations(path):
    """[(line, verdict, counts)] of the assertions, in their order."""
    out, verdict, counts = [], None, {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        included = re.match(r'include "(.*)"', line)
        if included:
            out += expectations(path.parent / included[1])
        m = re.match(r"-- expect: (\w+)(.*)$", line)
        if m:
            verdict, counts = m[1], {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", m[2])}
        elif re.match(r"assert\b", line):
            if verdict is None:
                raise SystemExit(f"{path}:{number}: an assertion without expectation")
            out.append((number, verdict, counts))
            counts = {}
    return out


def differences(run, expected, way):
    if run.json is None:
        return [f"exit {run.rc} and no result: {run.err.strip()[:300]}"]
    props = run.json["properties"]
    if len(props) != len(expected):
        return [f"{len(props)} results for {len(expected)} assertions: {run.err.strip()[:300]}"]
    out = []
    for p, (line, verdict, counts) in zip(props, expected):
        if p["verdict"] != verdict:
            out.append(f"line {line}: {p['verdict']}, expected {verdict} {p.get('reason') or ''}")
        seen = p.get("counts") or run.json["counts"]
        for key, value in counts.items():
            if way in OTHER_STATES or (key == "representatives" and way == "no symmetry"):
                continue
            if tool.number(seen.get(key) or 0) != value:
                out.append(f"line {line}: {key} {seen.get(key)}, expected {value}")
    return out


def check(coset, path, limit):
    out = []
    expected = expectations(path)
    skipped = re.findall(r"^-- skip: (.*)$", path.read_text(), re.M)
    unknown = [way for way in skipped if way not in WAYS]
    if unknown:
        return [f"{path.name}: there is no way \"{unknown[0]}\" to be skipped"]
    for way, options in WAYS.items():
        if way in skipped:
            continue
        run = tool.check(coset, path, "-k", *options, limit=limit)
        out += [f"{path.name} ({way}): {d}" for d in differences(run, expected, way)]
    return out


def pending():
    lines = (HERE / "cspm" / "pending.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("scripts", nargs="*", type=pathlib.Path, help="scripts (default: all of them)")
    p.add_argument("--examples", action="store_true", help="the scripts of examples/csp instead of those here")
    p.add_argument("--limit", type=int, default=300, help="seconds for one run (%(default)s)")
    args = p.parse_args()
    coset = tool.program(args)
    folder = ROOT / "examples" / "csp" if args.examples else HERE / "cspm"
    scripts = args.scripts or tool.share(s for s in sorted(folder.glob("*.csp")) if re.search(r"^assert\b", s.read_text(), re.M))
    known = set() if args.scripts else pending()
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(zip(scripts, pool.map(lambda s: check(coset, s, args.limit), scripts)))
    bad = [p for s, ps in results if s.name not in known for p in ps]
    mended = [s.name for s, ps in results if s.name in known and not ps]
    bad += [f"{name} is as expected now: take it out of pending.txt" for name in mended]
    count = sum(len(expectations(s)) for s in scripts)
    print("\n".join(bad) or f"{len(scripts)} scripts, {count} assertions as expected; pending: {len(known)}")
    return 1 if bad or not scripts else 0


if __name__ == "__main__":
    sys.exit(main())
