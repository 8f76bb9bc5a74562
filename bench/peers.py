"""The compared tools. A peer is a row of ROWS: it turns a model into a command and reads the counts from its output.

A new peer, or a peer with other options, is one more row."""

import functools
import json
import pathlib
import re
import statistics
import subprocess
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Peer:
    tool: str
    variant: str # its displayed name
    language: str # file extension of its models
    symmetry: bool # which of the two tables it belongs to
    threads: int
    command: Callable # (peer, model, folder for files, path of coset) -> (command, what else was run to make it)
    counts: Callable # output -> (states, transitions) or None; transitions without one to the start state
    memory: Callable # (output, states) -> figures about the memory of states, for the row


def lines(*commands):
    return [" ".join(map(str, c)) for c in commands]


# ---- coset ----


def coset_command(peer, model, folder, coset):
    return [coset, "check", "--json", "--progress=none", "--deadlock=off", "--por=off", f"--symmetry={peer.variant}",
            f"--threads={peer.threads}", str(model)], []


def coset_counts(text):
    try:
        c = json.loads(text)["counts"]
        return int(c["representatives"]), int(c["transitions"])
    except (ValueError, KeyError, TypeError):
        return None


def coset_memory(text, states):
    """Tables, links and the frontier."""
    return {"store_bytes_per_state": json.loads(text)["bytes_per_state"]}


# ---- rumur ----


def rumur_command(peer, model, folder, coset):
    exe = folder / f"{model.stem}-rumur-{peer.variant}-{peer.threads}"
    make = ["rumur", "--symmetry-reduction", peer.variant, "--deadlock-detection", "off", "--threads",
            str(peer.threads), "-o", f"{exe}.c", str(model)]
    build = ["cc", "-w", "-O2", "-march=native", "-o", str(exe), f"{exe}.c", "-lpthread"]
    if not exe.exists():
        for c in make, build:
            subprocess.run(c, check=True, capture_output=True, timeout=BUILD_LIMIT)
    return [str(exe)], lines(make, build)


def rumur_counts(text):
    m = re.search(r"(\d+) states?, (\d+) rules fired", text)
    return (int(m[1]), int(m[2])) if m else None


def no_memory(text, states):
    return {}


# ---- spin ----

# Promela models that take Spin's verifier more than a second. For its hash table a power of two that is near the number of
# states, so that it is neither crowded nor wasted.
PROMELA = {"peterson.4": 20, "phils.4": 18, "cambridge": 20, "sort": 19, "leader": 22, "dbm11": 19, "dbm12": 21}
STACK = 1 << 20 # steps, enough for these


def spin_command(peer, model, folder, coset):
    """Without Spin's automatic transformations of the model, so that states and transitions are those of coset."""
    place = folder / f"{model.stem}-spin-{peer.variant.replace(' ', '')}"
    make = ["spin", "-o1", "-o2", "-o3", "-a", str(model)]
    build = ["cc", "-w", "-O2", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", *peer.variant.split(), "-o", "pan", "pan.c"]
    if not place.exists():
        place.mkdir()
        for c in make, build:
            subprocess.run(c, check=True, capture_output=True, cwd=place, timeout=BUILD_LIMIT)
    return [str(place / "pan"), f"-m{STACK}", f"-w{PROMELA.get(model.stem, 24)}", "-n", "-E"], lines(make, build)


def spin_counts(text):
    """Spin counts the start state as a transition. It rounds numbers of nine digits or more."""
    states, steps = (re.search(rf"^\s*([0-9.e+]+) {x}", text, re.M) for x in ("states, stored", r"transitions \("))
    done = "errors: 0" in text and "max search depth too small" not in text and "Search not completed" not in text
    return (int(float(states[1])), int(float(steps[1])) - 1) if states and steps and done else None


def spin_memory(text, states):
    """States with their headers, and the hash table; without the search stack."""
    kept, table = (re.search(rf"([0-9.]+)\s+{x}", text) for x in
                   ("(?:actual )?memory usage for states", "memory used for hash table"))
    if not kept or not table:
        return {}
    both = float(kept[1]) + float(table[1])
    return {"kept_bytes_per_state": float(kept[1]) * 2**20 / states, "store_bytes_per_state": both * 2**20 / states}


# ---- all ----


def row(tool, variant, language, symmetry, threads):
    how = {"coset": (coset_command, coset_counts, coset_memory), "rumur": (rumur_command, rumur_counts, no_memory),
           "spin": (spin_command, spin_counts, spin_memory)}[tool]
    return Peer(tool, variant, language, symmetry, threads, *how)


ENDINGS = (".pml", ".promela", ".pm", ".p") # of Promela models
MEMORY = "-DMEMLIM=20000"
BUILD_LIMIT = 600 # seconds; compiling Rumur's verifier of 4,000 rules takes longer than that
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


def cells_of(peers, tool):
    """Tool, model, option, states, rules fired, seconds of the runs that ended in the tables of peers.md."""
    for line in peers.read_text().splitlines() if peers.is_file() else []:
        cells = [c.strip() for c in line.split("|")[1:7]]
        if len(cells) == 6 and cells[0].startswith(tool) and cells[3] != "-" and "TIMEOUT" not in line:
            yield cells


def published(peers):
    """(model, symmetry, states) -> seconds of CMurphi, from peers.md: the fastest of its options that find so many
    states."""
    out = {}
    for _, model, option, states, _, wall in cells_of(peers, "cmurphi"):
        key, seconds = (model, "-nosym" not in option, int(states.replace(",", ""))), float(wall.split()[0])
        out[key] = min(seconds, out.get(key, seconds))
    return out


def slowdown(peers, rows):
    """How many times longer Rumur takes here than in peers.md: the median over common models, or None."""
    then = {(model, option): float(wall.split()[0]) for tool, model, option, *_, wall in cells_of(peers, "rumur 1thr")}
    found = [r["seconds"] / then[r["model"], r["variant"]] for r in rows if r["tool"] == "rumur" and r["threads"] == 1
             and "seconds" in r and then.get((r["model"], r["variant"]), 0) >= 0.3]
    return statistics.median(found) if found else None


def language(model):
    return ".pml" if model.suffix in ENDINGS else model.suffix


def find(shared, name):
    """A model by its name in the corpus, or by its path."""
    promela = [p for folder in ("promela", "bosnacki") for ending in ENDINGS
               for p in sorted((shared / "corpus" / folder).glob(f"**/{name}{ending}"))]
    for p in (pathlib.Path(name), shared / "corpus/murphi/bench" / f"{name}.m", *promela):
        if p.is_file():
            return p.resolve()
    raise SystemExit(f"no model {name}")
