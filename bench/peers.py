"""Who takes part. A peer is a row of ROWS: it turns a model into a command and reads the counts from its output.

A new peer, or another way to call one, is one more row."""

import functools
import json
import pathlib
import re
import subprocess
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Peer:
    tool: str
    variant: str # how it is called, for people
    language: str # ending of the models it reads
    symmetry: bool # which of the two tables it belongs to
    threads: int
    command: Callable # (peer, model, folder for files, path of coset) -> (command, what else was run to make it)
    counts: Callable # output -> (states, transitions) or None


def lines(*commands):
    return [" ".join(map(str, c)) for c in commands]


# ---- coset ----


def coset_command(peer, model, folder, coset):
    return [coset, "check", "--json", "--progress=none", "--deadlock=off", f"--symmetry={peer.variant}",
            f"--threads={peer.threads}", str(model)], []


def coset_counts(text):
    try:
        c = json.loads(text)["counts"]
        return int(c["representatives"]), int(c["transitions"])
    except (ValueError, KeyError, TypeError):
        return None


# ---- rumur ----


def rumur_command(peer, model, folder, coset):
    exe = folder / f"{model.stem}-rumur-{peer.variant}-{peer.threads}"
    make = ["rumur", "--symmetry-reduction", peer.variant, "--deadlock-detection", "off", "--threads",
            str(peer.threads), "-o", f"{exe}.c", str(model)]
    build = ["cc", "-w", "-O2", "-march=native", "-o", str(exe), f"{exe}.c", "-lpthread"]
    if not exe.exists():
        for c in make, build:
            subprocess.run(c, check=True, capture_output=True)
    return [str(exe)], lines(make, build)


def rumur_counts(text):
    m = re.search(r"(\d+) states?, (\d+) rules fired", text)
    return (int(m[1]), int(m[2])) if m else None


# ---- spin ----


def spin_command(peer, model, folder, coset):
    place = folder / f"{model.stem}-spin-{peer.variant.replace(' ', '')}"
    make = ["spin", "-a", str(model)]
    build = ["cc", "-w", "-O2", "-DSAFETY", "-DNOREDUCE", *peer.variant.split(), "-o", "pan", "pan.c"]
    if not place.exists():
        place.mkdir()
        for c in make, build:
            subprocess.run(c, check=True, capture_output=True, cwd=place)
    return [str(place / "pan"), "-m10000000", "-w26", "-n", "-E"], lines(make, build)


def spin_counts(text):
    states, steps = re.search(r"(\d+) states, stored", text), re.search(r"(\d+) transitions \(", text)
    return (int(states[1]), int(steps[1])) if states and steps else None


# ---- all ----


def row(tool, variant, language, symmetry, threads):
    command, counts = {"coset": (coset_command, coset_counts), "rumur": (rumur_command, rumur_counts),
                       "spin": (spin_command, spin_counts)}[tool]
    return Peer(tool, variant, language, symmetry, threads, command, counts)


MEMORY = "-DMEMLIM=20000"
ROWS = [row("coset", "off", language, False, j) for language in (".m", ".pml") for j in (1, 2)]
ROWS += [row("coset", "auto", language, True, j) for language in (".m", ".pml") for j in (1, 2)]
ROWS += [row("rumur", "off", ".m", False, j) for j in (1, 2)]
ROWS += [row("rumur", variant, ".m", True, j) for variant in ("heuristic", "exhaustive") for j in (1, 2)]
ROWS += [row("spin", variant, ".pml", False, 1) for variant in (MEMORY, f"{MEMORY} -DCOLLAPSE")]


@functools.cache
def version(tool, coset):
    ask = {"coset": [coset, "--version"], "rumur": ["rumur", "--version"], "spin": ["spin", "-V"]}[tool]
    try:
        out = subprocess.run(ask, capture_output=True, text=True)
        return (out.stdout + out.stderr).strip().splitlines()[0]
    except (OSError, IndexError):
        return "not installed"


def published(peers):
    """(model, symmetry) -> (states, seconds) of CMurphi: its fastest exact or normalising option, from peers.md."""
    out = {}
    for line in peers.read_text().splitlines() if peers.is_file() else []:
        cells = [c.strip() for c in line.split("|")]
        if len(cells) < 8 or not cells[1].startswith("cmurphi") or cells[4] == "-":
            continue
        symmetry = "-nosym" not in cells[3]
        seconds = float(cells[6].split()[0])
        best = out.get((cells[2], symmetry))
        if not best or seconds < best[1]:
            out[cells[2], symmetry] = (int(cells[4].replace(",", "")), seconds)
    return out


def find(shared, name):
    """A model by its name in the corpus, or by its path."""
    for p in (pathlib.Path(name), shared / "corpus/murphi/bench" / f"{name}.m",
              *sorted((shared / "corpus/promela").glob(f"**/{name}.p*ml"))):
        if p.is_file():
            return p.resolve()
    raise SystemExit(f"no model {name}")
