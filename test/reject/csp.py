#!/usr/bin/env python3
"""Broken CSPM scripts: each ends with one clear message, in bounded time and memory, and never in a crash.

  -- expect: LINE[:COLUMN] PATTERN        where the message points, and what it says
  -- bound: PATTERN                       no verdict within 100,000 states, and why"""

import pathlib
import re
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402

SECONDS, BYTES = 120, 8 << 30


def bounded():
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))


def check(coset, path):
    first = path.read_text().splitlines()[0]
    m = re.match(r"-- expect: (\d+)(?::(\d+))? ?(.*)$", first)
    bound = re.match(r"-- bound: (.*)$", first)
    if not m and not bound:
        return f"{path.name}: no expectation"
    try:
        more = ["--max-states=100000"] if bound else []
        p = subprocess.run([coset, "check", "--progress=none", *more, str(path)], capture_output=True, text=True,
                           timeout=SECONDS, preexec_fn=bounded)
    except subprocess.TimeoutExpired:
        return f"{path.name}: no end after {SECONDS} s"
    text = p.stderr + p.stdout
    if bound:
        cut = p.returncode == tool.EXIT_INCOMPLETE and re.search(bound[1], text)
        return None if cut else f"{path.name}: exit {p.returncode}, not cut short: {text.strip()[:300]}"
    if p.returncode != tool.EXIT_INPUT:
        return f"{path.name}: exit {p.returncode}, expected {tool.EXIT_INPUT}: {text.strip()[:300]}"
    place = rf"{re.escape(path.name)}:{m[1]}:{m[2] or r'[0-9]+'}: error: (.*)"
    told = re.search(place, text)
    if not told:
        return f"{path.name}: no error at {m[1]}:{m[2] or '?'}: {text.strip()[:300]}"
    if m[3] and not re.search(m[3], told[1], re.I):
        return f"{path.name}: the message does not say {m[3]!r}: {told[1]}"
    return None


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("scripts", nargs="*", type=pathlib.Path)
    args = p.parse_args()
    coset = tool.program(args)
    if "sanitizers" in subprocess.run([coset, "--version", "-v"], capture_output=True, text=True).stdout:
        print("a program with sanitizers maps more memory than the limit: skipped")
        return tool.SKIP
    scripts = args.scripts or sorted((HERE / "cspm").glob("*.csp"))
    with ThreadPoolExecutor(args.jobs) as pool:
        bad = [b for b in pool.map(lambda s: check(coset, s), scripts) if b]
    print("\n".join(bad) or f"{len(scripts)} scripts refused as expected")
    return 1 if bad or not scripts else 0


if __name__ == "__main__":
    sys.exit(main())
