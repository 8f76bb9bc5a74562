"""Runs Spin's verifier on a model, without any reduction, and reads its counts."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

FLAGS = ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-DNOFAIR", "-DMEMLIM=3000", "-w"]
BUILD = 120 # seconds of the processor
DEEPEST = 30_000_000 # steps on the stack of a search
WALL = 20   # times as many of the clock, on a machine with other load
PLAIN = ("-o1", "-o2", "-o3") # without Spin's automatic transformations of the model
# Options of the program, and of Spin for the same states.
OPTIMISED = [(["--merge=on"], ("-o1", "-o2")), (["--dead=reset"], ("-o3",)), (["--merge=on", "--dead=reset"], ())]


def missing():
    """The program that is not installed, or None."""
    for p in ("spin", "gcc"):
        if not shutil.which(p):
            return p
    return None


class Refused(Exception):
    """Spin or the compiler does not accept the model."""


class Kept:
    """Output of earlier runs, in the folder that COSET_SPIN_CACHE names; without it nothing is stored."""

    def __init__(self, model, defines, keep):
        folder = os.environ.get("COSET_SPIN_CACHE")
        model = pathlib.Path(model)
        key = repr((str(model), model.read_bytes(), defines, keep, FLAGS)).encode()
        self.path = folder and pathlib.Path(folder) / (hashlib.sha1(key).hexdigest() + ".json")

    def get(self, what, work):
        if not self.path:
            return work()
        known = json.loads(self.path.read_text()) if self.path.exists() else {}
        if what not in known:
            try:
                known[what] = [0, work()]
            except Refused as e:
                known[what] = [1, str(e)]
            self.path.write_text(json.dumps(known))
        if known[what][0]:
            raise Refused(known[what][1])
        return known[what][1]


class Pan:
    """The verifier of one model, in a separate folder. Use as a context manager. `crowded`: it stores states in less
    memory, which takes longer."""

    def __init__(self, model, defines=(), limit=120, keep=PLAIN, crowded=False):
        self.kept = Kept(model, defines, keep)
        self.folder = tempfile.TemporaryDirectory(prefix="coset_spin_")
        self.limit, self.built, self.defines = limit, None, [*defines, *keep]
        self.room = ["-DCOLLAPSE"] if crowded else []
        model = pathlib.Path(model).resolve()
        for f in model.parent.iterdir():  # includes
            if f.is_file() and f.stat().st_size < 1_000_000:
                shutil.copy(f, self.folder.name)
        self.model = pathlib.Path(self.folder.name) / model.name
        named = re.search(r"^/\* pan: (-D\w+)", model.read_text(errors="replace"), re.M) # a model may require a flag
        self.flags = [*FLAGS, named.group(1)] if named else FLAGS

    def build(self, room):
        """Spin may leave a verifier of a model that it finally refuses, so its exit status decides."""
        quick = self.limit <= 20 and shutil.which("tcc") # compiles in a tenth of the time
        compiler = ["tcc"] if quick else ["gcc", "-O2" if self.limit > 20 else "-O0"]
        for command, made in ((["spin", *self.defines, "-a", self.model.name], "pan.c"),
                              ([*compiler, *self.flags, *room, "-o", "pan", "pan.c"], "pan")):
            p = self.start(command, BUILD)
            if p.returncode or not (self.model.parent / made).exists():
                raise Refused(p.stdout[-2000:])
        self.built = room

    def start(self, command, limit):
        """Treats more processor time than `limit` like a timeout of the clock."""
        p = subprocess.run(["prlimit", f"--cpu={max(1, round(limit))}", "--", *command], cwd=self.folder.name,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                           timeout=WALL * limit, stdin=subprocess.DEVNULL, check=False)
        if p.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise subprocess.TimeoutExpired(command, limit, p.stdout)
        return p

    def call(self, command, limit):
        return self.start(command, limit).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def run(self, *options):
        """With more room for the state or for the stack if the usual room is not enough."""
        room, depths = self.room, [30_000, 1_000_000, DEEPEST]
        while True:
            result = self.run_in(room, depths[0], options)
            if "VECTORSZ is too small" in result.text and room == self.room:
                room = [*room, "-DVECTORSZ=65000"]
            elif "max search depth too small" in result.text and len(depths) > 1:
                depths.pop(0)
            else:
                return result

    def run_in(self, room, depth, options):
        command = ["./pan", f"-m{depth}", "-w20" if depth > 30_000 else "-w16", "-n", *options]

        def work():
            if self.built != room:
                self.build(room)
            return self.call(command, self.limit)

        return Result(self.kept.get(" ".join([*room, *command]), work))


def came_to(output):
    """The progress of a verifier that was stopped: from its last progress line."""
    found = re.findall(r"^Depth=.*", output if isinstance(output, str) else (output or b"").decode(errors="replace"), re.M)
    return " ".join(found[-1].split()) if found else "less than a million states"


class Result:
    """Counts of one run; None if it did not get that far."""

    def __init__(self, text):
        self.text = text

        def count(pattern):
            m = re.search(pattern, text, re.M)
            return int(float(m.group(1))) if m else None

        self.states = count(r"^\s*([0-9.e+]+) states, stored")
        self.transitions = count(r"^\s*([0-9.e+]+) transitions")
        self.errors = count(r"errors: (\d+)")
        self.full = "reached -DMEMLIM bound" in text
        self.incomplete = ("max search depth too small" in text or "VECTORSZ is too small" in text or
                           (not self.errors and "Search not completed" in text))
        m = re.search(r"^pan:\d+: (.*)$", text, re.M)
        self.error = m.group(1) if m else None
        self.rounded = bool(re.search(r"^\s*\d[0-9.]*e\+", text, re.M))
