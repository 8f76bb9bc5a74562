#!/usr/bin/env python3
"""A language and an engine that only the tests have: verdicts, counts and traces in all engines, with and without
symmetry. usage: run.py PROGRAM"""
import json
import subprocess
import sys
import tempfile


def check(text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".lamps") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([sys.argv[1], "--json", f.name, *options], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


RUNS = [("toy", 64, ["-j1", "--symmetry=off"]), ("toy", 7, ["-j1"]), ("explore", 7, ["-j2"]),
        ("symbolic", 64, ["--engine=symbolic"])]
for engine, stored, options in RUNS:
    code, result = check("lamps 6\n", *options)
    counts = result["counts"]
    assert code == 0 and (result["language"], result["engine"]) == ("lamps", engine), result
    assert (counts["states"], counts["representatives"]) == (64, stored), (options, counts)
    code, result = check("lamps 6\nnever all\n", *options)
    one = result["properties"][0]
    assert code == 12 and one["verdict"] == "fails", result
    assert one["trace"]["replayed"] and len(one["trace"]["steps"]) == 7, one
code, result = check("lamps many\n")
assert code == 65 and result["messages"][0]["code"] == "T001", result
code, result = check("lamps 3\n", "--nonprogress")
assert code == 64 and "is for Promela models" in result["reason"], result
print("ok")
