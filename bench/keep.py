#!/usr/bin/env python3
"""Runs a bench, shows what it prints, and keeps the figures as JSON: bench/results/NAME.json.

usage: bench/keep.py NAME [ARGUMENT...]     (./dev bench keep NAME [ARGUMENT...])
Every Markdown table in the output becomes {"title", "columns", "rows"}; beside them stand the command, the date, the
commit and the machine. An older file of that name is replaced.
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

import measure

HERE = pathlib.Path(__file__).resolve().parent


def cells(line):
    return [c.strip() for c in line.strip().strip("|").split("|")]


def tables(text):
    """The tables of a text; the title is the last line before it that is not empty."""
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
    """What it prints, which is shown too."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as p:
        for line in p.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return p.returncode, "".join(lines)


def main():
    if len(sys.argv) < 2 or not (HERE / f"{sys.argv[1]}.py").is_file():
        print(__doc__, file=sys.stderr)
        return 64
    name, arguments = sys.argv[1], sys.argv[2:]
    code, text = run([sys.executable, str(HERE / f"{name}.py"), *arguments])
    if code:
        return code
    commit = subprocess.run(["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    kept = {"command": " ".join([f"bench/{name}.py", *arguments]), "date": datetime.date.today().isoformat(),
            "commit": commit.stdout.strip(), "machine": measure.machine(), "tables": tables(text)}
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{name}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
