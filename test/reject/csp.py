#!/usr/bin/env python3
"""Broken CSPM scripts: each ends with one clear message, in bounded time and memory, and never in a crash.

  -- expect: LINE[:COLUMN] PATTERN        the place of the message, and its text
  -- bound: PATTERN                       no verdict within 100,000 states, and why
  -- given: OPTIONS : PATTERN             no verdict with these options, and why; --time is kept"""

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
LATE = 15 # seconds after --time in which the program must have ended, on a busy machine


def bounded():
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))


def run(coset, path, options, limit):
    try:
        return subprocess.run([coset, "check", "--progress=none", *options, str(path)], capture_output=True, text=True,
                              timeout=limit, preexec_fn=bounded)
    except subprocess.TimeoutExpired:
        return None


def cut_short(coset, path, options, pattern, limit):
    p = run(coset, path, options, limit)
    if p is None:
        return f"{path.name}: no end after {limit} s"
    text = p.stderr + p.stdout
    good = p.returncode == tool.EXIT_INCOMPLETE and re.search(pattern, text)
    return None if good else f"{path.name}: exit {p.returncode}, not cut short as expected: {text.strip()[:300]}"


def refused(coset, path, line, column, words):
    p = run(coset, path, [], SECONDS)
    if p is None:
        return f"{path.name}: no end after {SECONDS} s"
    text = p.stderr + p.stdout
    if p.returncode != tool.EXIT_INPUT:
        return f"{path.name}: exit {p.returncode}, expected {tool.EXIT_INPUT}: {text.strip()[:300]}"
    told = re.search(rf"{re.escape(path.name)}:{line}:{column or r'[0-9]+'}: error: (.*)", text)
    if not told:
        return f"{path.name}: no error at {line}:{column or '?'}: {text.strip()[:300]}"
    if words and not re.search(words, told[1], re.I):
        return f"{path.name}: the message does not say {words!r}: {told[1]}"
    return None


def check(coset, path):
    first = path.read_text().splitlines()[0]
    if m := re.match(r"-- expect: (\d+)(?::(\d+))? ?(.*)$", first):
        return refused(coset, path, *m.groups())
    if m := re.match(r"-- bound: (.*)$", first):
        return cut_short(coset, path, ["--max-states=100000"], m[1], SECONDS)
    if m := re.match(r"-- given: (.*?) : (.*)$", first):
        time = re.search(r"--time=(\d+)s", m[1])
        return cut_short(coset, path, m[1].split(), m[2], int(time[1]) + LATE if time else SECONDS)
    return f"{path.name}: no expectation"


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("scripts", nargs="*", type=pathlib.Path)
    args = p.parse_args()
    coset = tool.program(args)
    if tool.is_sanitized(coset):
        print("a program with sanitizers maps more memory than the limit: skipped")
        return tool.SKIP
    scripts = args.scripts or sorted((HERE / "cspm").glob("*.csp"))
    with ThreadPoolExecutor(args.jobs) as pool:
        bad = [b for b in pool.map(lambda s: check(coset, s), scripts) if b]
    print("\n".join(bad) or f"{len(scripts)} scripts refused as expected")
    return 1 if bad or not scripts else 0


if __name__ == "__main__":
    sys.exit(main())
