#!/usr/bin/env python3
"""Promela texts by others, compared with Spin: a text that Spin parses is parsed and checked without error. The same
texts cut at random points, and texts on which Spin crashes, are accepted or refused with a message; never a crash or
hang."""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

FOLDERS = ["promela/spin-examples", "promela/topspin", "promela/beem", "bosnacki"]
ENDINGS = {".pml", ".prom", ".promela", ".pm", ".p", ".h"}

# Texts like those that are known to crash Spin: deep braces, long names, undeclared names.
TRAPS = {
    "deep braces": "{" * 300 + "\n",
    "deep blocks": "init " + "{" * 5000 + "skip" + "}" * 5000 + "\n",
    "closing braces": "}" * 300 + "\n",
    "long name": "short " + "f" * 4096 + "\n",
    "long string": "init { printf(\"" + "x" * 5000 + "\") }\n",
    "long number": "byte x = " + "9" * 500 + "; init { skip }\n",
    "long argument": "inline f(a) { x = a }\nbyte x; init { f(" + "1+" * 1000 + "1) }\n",
    "many parameters": "inline f(" + ", ".join(f"p{i}" for i in range(500)) + ") { skip }\ninit { skip }\n",
    "many arguments": "inline f(a) { skip }\ninit { f(" + ", ".join("1" for _ in range(500)) + ") }\n",
    "deep inlines": "".join(f"inline f{i}() {{ f{i + 1}(); f{i + 1}() }}\n" for i in range(40))
                    + "inline f40() { skip }\ninit { f0() }\n",
    "bound not there": "byte a[nothing];\ninit { skip }\n",
    "bound of itself": "byte a[a];\ninit { skip }\n",
    "copies not there": "active [nothing] proctype P() { skip }\n",
    "loop over nothing": "init { for (x in y) { skip } }\n",
    "loop over a number": "init { byte i; for (i in 3) { skip } }\n",
    "loop over itself": "init { byte i; for (i in i) { skip } }\n",
    "select of nothing": "init { select (x : 1 .. 2) }\n",
    "large select": "init { int x; select (x : 0 .. 2000000000) }\n",
    "field of nothing": "init { a.b.c = 1 }\n",
    "type in itself": "typedef T { T t; };\nT t;\ninit { t.t.t.t = 1 }\n",
    "message to nothing": "init { q!1; r?x; s??[y] }\n",
    "run of nothing": "init { run P(run P(1)) }\n",
    "remote of nothing": "never { P[0]@l && Q:x }\n",
    "empty formula": "ltl { }\n",
    "formula of braces": "ltl x { { { } } }\n",
    "divided by zero": "byte a[1/0];\ninit { skip }\n",
    "least by minus one": "byte a[(-2147483647 - 1) / -1];\ninit { skip }\n",
    "label alone": "init { l: }\n",
    "only an option": ":: skip\n",
    "unless alone": "init { unless skip }\n",
    "zero byte": "byte x\0y;\ninit { skip }\n",
    "no text": "",
    "macro of itself": "#define x x\nbyte x;\ninit { x = 1 }\n",
    "macros without end": "".join(f"#define a{i} a{i + 1} a{i + 1}\n" for i in range(60)) + "init { a0 }\n",
    "include of itself": "#include \"trap.pml\"\ninit { skip }\n",
    "condition open": "#if 1\n#if 0\ninit { skip }\n",
    "line far away": "#line 4000000000 \"nowhere\"\nbyte x = ;\n",
    "deep parentheses": "init { byte x; x = " + "(" * 20000 + "1" + ")" * 20000 + " }\n",
    "deep not": "init { " + "!" * 0 + "! " * 20000 + "1 }\n",
    "long sum": "byte x = " + "1+" * 20000 + "1;\ninit { skip }\n",
}


def texts(shared):
    for folder in FOLDERS:
        for path in sorted((shared / "corpus" / folder).rglob("*")):
            if path.suffix in ENDINGS:
                yield folder, path


def spin_parses(spin, path, folder):
    """Runs Spin in a separate folder, because it leaves files."""
    p = subprocess.run([spin, "-a", str(path)], cwd=folder, capture_output=True, text=True, errors="replace",
                       timeout=60, stdin=subprocess.DEVNULL)
    return p.returncode == 0 and "Error:" not in p.stdout + p.stderr


def beside_spin(coset, spin, path):
    """None if the two agree, else what is wrong; and whether Spin parses it."""
    with tempfile.TemporaryDirectory() as folder:
        for other in path.parent.iterdir(): # files that it may include
            if other.is_file():
                shutil.copy(other, folder)
        good = spin_parses(spin, path.name, folder)
    if path.suffix == ".h" and not good:
        return None, False # a part of another text
    language = ["--lang=promela"] if path.suffix == ".h" else []
    run = tool.Run([coset, "check", "--typecheck", str(path), *language], 60)
    if run.crashed or run.rc not in (tool.EXIT_HOLDS, tool.EXIT_INPUT):
        return f"{path}: exit {run.rc}: {run.err[:300]}", good
    if good and run.rc != tool.EXIT_HOLDS:
        return f"{path}: Spin parses it, but: {run.err[:500]}", good
    return None, good


def refused_well(coset, name, text, folder):
    """A text with any kind of error."""
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(text)
    run = tool.Run([coset, "check", "--typecheck", path], 60)
    os.unlink(path)
    if run.crashed or run.rc not in (tool.EXIT_HOLDS, tool.EXIT_INPUT) or (run.rc and not run.err):
        return f"exit {run.rc}: {run.err[:300]}"
    return None


def cuts(coset, path, points, seed):
    text, r, out = path.read_bytes(), random.Random(f"{seed}:{path.name}"), []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(points):
            at = r.randrange(len(text) + 1)
            wrong = refused_well(coset, "cut.pml", text[:at], folder)
            if wrong:
                out.append(f"{path} cut after {at} bytes: {wrong}")
    return out


def main():
    p = tool.parser(__doc__)
    p.add_argument("--points", type=int, default=20 if tool.long_run() else 2, help="cuts of each file")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    coset, bad, shared, spin = tool.program(args), [], tool.shared(), shutil.which("spin")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TRAPS.items():
            wrong = refused_well(coset, "trap.pml", text.encode(), folder)
            if wrong:
                bad.append(f"{name}: {wrong}")
    print(f"{len(TRAPS)} traps, {len(bad)} failures")
    paths = tool.share(path for _, path in texts(shared)) if shared else []
    with ThreadPoolExecutor(args.jobs) as pool:
        if spin and paths:
            results = list(pool.map(lambda q: beside_spin(coset, spin, q), paths))
            bad += [wrong for wrong, _ in results if wrong]
            print(f"{len(paths)} texts, of which Spin parses {sum(good for _, good in results)}")
        elif paths:
            print("Spin is not installed: its side is skipped")
        for out in pool.map(lambda q: cuts(coset, q, args.points, args.seed), paths):
            bad += out
    for text in bad:
        print(text)
    print(f"{len(bad)} failures")
    if bad:
        return 1
    if not paths:
        print("no corpus (COSET_SHARED): the rest is skipped")
    return 0 if spin and paths else tool.SKIP


if __name__ == "__main__":
    sys.exit(main())
