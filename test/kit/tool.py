"""Runs the program under test and reads its JSON result. Shared by the test runners."""

import argparse
import json
import os
import pathlib
import subprocess
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIP = 77  # ctest: SKIP_RETURN_CODE

EXIT_HOLDS, EXIT_INPUT, EXIT_INCOMPLETE = 0, 65, 20
STRATEGIES = ["full", "sorted", "segmented", "refine", "search", "label"]


def shared():
    """The folder with corpus/, or None."""
    p = pathlib.Path(os.environ.get("COSET_SHARED") or ROOT.parent / "shared")
    return p if (p / "corpus").is_dir() else None


def long_run():
    return os.environ.get("COSET_LONG", "0") not in ("", "0")


def is_sanitized(coset):
    """A program with sanitizers needs different time and memory."""
    return "sanitizers" in subprocess.run([coset, "--version", "-v"], capture_output=True, text=True).stdout


def share(items):
    """All of them, or with COSET_EVERY=N every Nth: for runs in which a sanitizer searches for faults of the program,
    while a run without it compares all results."""
    return list(items)[::int(os.environ.get("COSET_EVERY", "1"))]


def parser(about):
    p = argparse.ArgumentParser(description=about)
    p.add_argument("--coset", default=os.environ.get("COSET"), help="the program (default: $COSET, build/src/coset)")
    p.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="runs at a time")
    return p


def program(args):
    p = pathlib.Path(args.coset) if args.coset else ROOT / "build" / "src" / "coset"
    if not p.is_file():
        raise SystemExit(f"no program at {p}: build it, or say --coset=FILE")
    return str(p.resolve())


def has_machine_code(coset):
    """The program was built with the library for machine code."""
    p = subprocess.run([coset, "--version", "-v"], capture_output=True, text=True)
    return "machine code" in p.stdout


def environment(command):
    """With COSET_LEAKS=N a sanitizer searches for leaks at the end of one run of N, because that takes longer than
    most runs."""
    one_of = int(os.environ.get("COSET_LEAKS", "1"))
    if zlib.crc32(" ".join(command).encode()) % one_of == 0:
        return None
    return {**os.environ, "ASAN_OPTIONS": f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"}


class Run:
    """rc is None if the time limit was reached; json is None if there is no result (an error's object is none)."""

    def __init__(self, command, limit):
        began = time.monotonic()
        self.command = command
        try:
            p = subprocess.run(command, capture_output=True, timeout=limit, stdin=subprocess.DEVNULL,
                               env=environment(command))
            self.rc = p.returncode
            self.out, self.err = p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired as e:
            self.rc, self.out, self.err = None, (e.stdout or b"").decode(errors="replace"), "time limit"
        self.seconds = time.monotonic() - began
        self.json = None
        if self.out.startswith("{"):
            try:
                self.json = json.loads(self.out)
            except ValueError:
                pass
        if self.json and self.json.get("verdict") in ("error", "incomplete") and "properties" not in self.json:
            self.json = None

    @property
    def crashed(self):
        return self.rc is None or self.rc < 0 or self.rc in (70, 71) or self.rc >= 128 or "Sanitizer" in self.err

    def shell(self):
        return " ".join(self.command)


def number(v):
    """Counts beyond 2^53 are decimal strings."""
    return int(v) if isinstance(v, str) else v


def check(coset, model, *options, limit=120):
    return Run([coset, "check", "--json", "--progress=none", *options, str(model)], limit)


def props(run):
    return {(p["kind"], p["name"]): p for p in run.json["properties"]}
