#!/usr/bin/env python3
"""Runs a bench, shows its output, and stores the figures as JSON: bench/results/NAME.json.

usage: bench/keep.py NAME[:FILE] [ARGUMENT...]     (./dev bench keep NAME[:FILE] [ARGUMENT...])
FILE is another name for the file, without .json. Every Markdown table in the output becomes {"title", "columns",
"rows"}; the file also has the command, the date, the commit, the machine, and its load (runnable processes, over the
last minute) at the start and at the end: above 0.5, the machine was busy. An older file is replaced.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import measure

HERE = pathlib.Path(__file__).resolve().parent


def cells(line):
    return [c.strip() for c in line.strip().strip("|").split("|")]


def tables(text):
    """The tables of a text; the title is the last non-empty line before the table."""
    found, title, columns = [], "", None
    for line in text.splitlines():
        if line.lstrip().startswith("|"):
            if columns is None:
                columns = cells(line)
                found.append({"title": title, "columns": columns, "rows": []})
            elif not re.fullmatch(r"[\s|:-]+", line):
                found[-1]["rows"].append(cells(line))
        else:
            columns, title = None, line.strip() or title
    return found


def run(command):
    """The output of the command, which is shown too."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as p:
        for line in p.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return p.returncode, "".join(lines)


def main():
    name, _, file = (sys.argv[1] if len(sys.argv) > 1 else "").partition(":")
    if not (HERE / f"{name}.py").is_file():
        print(__doc__, file=sys.stderr)
        return 64
    arguments, file, load = sys.argv[2:], file or name, [os.getloadavg()[0]]
    code, text = run([sys.executable, str(HERE / f"{name}.py"), *arguments])
    if code:
        return code
    commit = subprocess.run(["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    kept = {"command": " ".join([f"bench/{name}.py", *arguments]), "date": datetime.date.today().isoformat(),
            "commit": commit.stdout.strip(), "machine": measure.machine(),
            "load": [round(x, 1) for x in [*load, os.getloadavg()[0]]], "tables": tables(text)}
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{file}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
