#!/usr/bin/env python3
"""Runs the commands that README.md and doc/guide.md show, and compares their output. Prints one line for each difference.

Blocks marked `console` hold commands ("$ ...", run by bash in a folder with a copy of examples/) and below each command
its output, on either stream. A line "..." matches any number of lines. Blanks, numbers of threads, times and memory are
not compared. Blocks marked with a language must be the text of an example, comments aside. The blocks of a document run
in their order, in one folder; the guide runs in that of the README. Also: the README has at most 900 words, links lead
to files, the map of folders is that of src/LAYERS."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = {"murphi": "murphi/*.m", "promela": "promela/*.pml", "cspm": "csp/*.csp"}
WORDS = 900


def blocks(text):
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)


def commands(block):
    """Pairs of a command and the lines below it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def plain(lines):
    """The lines without blanks at their ends and what depends on the machine."""
    text = "\n".join(" ".join(line.split()) for line in lines if not re.match(r"\d+:\d\d  depth ", line)) # a slow machine
    text = re.sub(r"\d+ threads?", "N threads", text)
    text = re.sub(r"^time .*$", "time", text, flags=re.M)
    text = re.sub(r"detected in [\d.]+ s", "detected in S s", text)
    return [line for line in text.splitlines() if line]


def fits(expected, actual):
    """Whether the lines are the expected ones; "..." matches any."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return plain(line.split("--")[0] for line in text.splitlines())


def run_commands(name, text, folder, env):
    failures = []
    for kind, block in blocks(text):
        if kind in EXAMPLES:
            examples = (without_comments(p.read_text()) for p in (ROOT / "examples").glob(EXAMPLES[kind]))
            if without_comments(block) not in examples:
                failures.append(f"{name}: a {kind} block is not the text of an example:\n{block}")
        if kind != "console":
            continue
        for command, expected in commands(block):
            p = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, timeout=120, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if not fits(plain(expected), plain(p.stdout.splitlines())):
                failures.append(f"{name}: another output of: {command}\n{p.stdout}")
    return failures


def check_links(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    return [f"{path.relative_to(ROOT)}: no file {link}" for link in links if not (path.parent / link).exists()]


def check_map():
    """The map of folders has the layers of src/LAYERS, and those only."""
    layers = {line.split(":")[0] for line in (ROOT / "src/LAYERS").read_text().splitlines() if re.match(r"[\w/]+:", line)}
    folders = set(re.findall(r"^\| `([\w/]+)` \|", (ROOT / "doc/architecture.md").read_text(), re.M))
    return [f"doc/architecture.md: layer {name} is in the map or in src/LAYERS only" for name in sorted(layers ^ folders)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--coset", required=True)
    args = parser.parse_args()
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE")}
    env["PATH"] = f"{pathlib.Path(args.coset).resolve().parent}:{env['PATH']}"
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", pathlib.Path(folder) / "examples")
        for name in ("README.md", "doc/guide.md"):
            failures += run_commands(name, (ROOT / name).read_text(), folder, env)
    for path in [*ROOT.glob("*.md"), *(ROOT / "doc").rglob("*.md")]:
        failures += check_links(path)
    failures += check_map()
    words = len((ROOT / "README.md").read_text().split())
    if words > WORDS:
        failures.append(f"README.md has {words} words, more than {WORDS}")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
