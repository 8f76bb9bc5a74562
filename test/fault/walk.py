#!/usr/bin/env python3
"""A fault walk: for models of all languages one call of malloc, calloc, realloc, mmap, open, write, rename, fork or
pthread_create is made to fail, the first, the second and so on. The program then ends with exit status 71 or 66, as
incomplete or with the right verdict; never with a crash or another verdict, and a requested output file is complete or
absent.

A sample; with COSET_LONG=1 each of the first 2,000 calls, with --every=N each Nth."""

import concurrent.futures
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

FUNCTIONS = ["malloc", "calloc", "realloc", "mmap", "open", "write", "rename", "fork", "pthread_create"]
CONFORM = tool.ROOT / "test" / "conform"
MODELS = [["examples/symbolic/mslock.m", "--engine=symbolic", "--max-states=2000"], ["test/cli/ring.m"],
          ["test/cli/ring.m", "--symmetry=detect", "--code=native"], ["test/cli/ring.m", "--search=dfs"],
          ["test/conform/promela/atomic_blocks.pml"], ["test/conform/promela/atomic_blocks.pml", "-D", "X=1"],
          ["test/cli/ring.m", "--store=bitstate", "--memory=256M", "--audit=50"], ["test/cli/ring.m", "--ctl=AG EF true"],
          ["examples/csp/philosophers.csp"], ["examples/csp/peterson.csp"]]
# In the sample too, one call in that many: printing to memory, the preprocessor's child, threads.
DENSE = {(4, "realloc"): 4, (5, "open"): 1, (1, "pthread_create"): 1}
MOST = 2000
RESOURCES, NO_INPUT, INCOMPLETE, LINKER = 71, 66, 20, 127


class Walk:
    def __init__(self, coset, library, folder):
        self.coset, self.library, self.folder = coset, library, pathlib.Path(folder)

    def run(self, case, fault, name):
        """(exit status, what is wrong with the files, number of calls)"""
        result, count, cache = (self.folder / f"{name}.{end}" for end in ("json", "count", "cache"))
        count.write_bytes(bytes(8))
        for left in [result, *self.folder.glob(f"{name}.json.*")]:
            left.unlink(missing_ok=True)
        path, *options = case
        env = {**os.environ, "LD_PRELOAD": self.library, "COSET_FAULT": fault, "COSET_FAULT_COUNT": str(count),
               "COSET_CACHE": str(cache)}
        try:
            p = subprocess.run([self.coset, "check", "-j1", "--progress=none", "-o", f"json:{result}", *options,
                                str(tool.ROOT / path)], capture_output=True, timeout=120, env=env, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return RESOURCES, "it does not end", 0, ""
        wrong = None
        if result.exists():
            try:
                told = json.loads(result.read_text())
                if told["exit_code"] != p.returncode and p.returncode not in (RESOURCES, LINKER):
                    wrong = f"the file says exit {told['exit_code']}"
            except ValueError:
                wrong = "half of a file was written"
        if p.returncode != LINKER and list(self.folder.glob(f"{name}.json.*")):
            wrong = "a temporary file was left"
        calls, = struct.unpack("Q", count.read_bytes())
        return p.returncode, wrong, calls, p.stderr.decode(errors="replace")

    def walk(self, case, function, every, most):
        """(runs, what is wrong)"""
        name, bad, n = f"{MODELS.index(case)}-{function}", [], 0
        right, _, calls, _ = self.run(case, f"{function}:0", name)
        for at in range(1, min(calls, most) + 1, every):
            rc, wrong, _, err = self.run(case, f"{function}:{at}", name)
            n += 1
            linker = rc == LINKER and ("cannot allocate memory for thread-local data" in err or err.endswith("out of memory\n")) # it ends it
            if rc not in (right, RESOURCES, NO_INPUT, INCOMPLETE) and not linker:
                wrong = f"exit {rc}, else {right}: {err[-300:]}"
            if wrong:
                bad.append(f"{' '.join(case)}: call {at} of {function}: {wrong}")
        return n, bad


def main():
    p = tool.parser(__doc__)
    p.add_argument("--library", required=True)
    p.add_argument("--every", type=int)
    p.add_argument("--function", choices=FUNCTIONS)
    args, n, bad = p.parse_args(), 0, []
    every = args.every or (1 if tool.long_run() else 0)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        walk = Walk(tool.program(args), str(pathlib.Path(args.library).resolve()), folder)
        work = [(m, f) for m in range(len(MODELS)) for f in FUNCTIONS if args.function in (None, f)]
        if not every:  # each function with some model, a handful of calls
            work = work[::7] + [w for w in DENSE if w in work and w not in work[::7]]
        for runs, wrong in pool.map(lambda w: walk.walk(MODELS[w[0]], w[1], every or DENSE.get(w, 97), MOST if every else 1000), work):
            n += runs
            bad += wrong
            for text in wrong:
                print(text, flush=True)
    print(f"{n} runs, {len(bad)} wrong")
    return 1 if bad or not n else 0


if __name__ == "__main__":
    sys.exit(main())
