#!/usr/bin/env python3
"""Counterexamples of Promela models are replayed by Spin: the file of --trail is run with `spin -t -k FILE MODEL`. Spin
must follow it to the end, send and receive the same messages, see the same assertion fail, and stop with each process
in the same place. With and without symmetry, as written and as Spin optimises it; and random runs likewise. Skipped if
Spin is not installed."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "kit")]

import spin # noqa: E402
import tool # noqa: E402
from spin_side import models, side_by_side # noqa: E402

LOST = re.compile(r"no matching stmnt|stop error|transition failed|invalid statement|no process|cannot find trail"
                  r"|\(\?\)|step \d+: proc|used search permutation")
PLACE = re.compile(r"proc +(\d+) \(.*\(state (\d+)\)")


# What Spin's simulator does differently from its verifier, or not at all.
NOT_LIKE_PAN = {"numbers.pml": "it cuts the elements of bit arrays", "queues.pml": "it shows values before they are cut",
                "d_step_offers.pml": "it lets a d_step offer", "wordcount.pml": "it reads no STDIN here"}


def messages(text):
    """(column, message) of each line between the header and the end."""
    lines, out = re.sub(r"spin: .*\n", "", text).splitlines(), [] # a warning may be in the middle of a line
    start = next((i for i, line in enumerate(lines) if line.startswith("q\\p")), len(lines))
    for line in lines[start + 1:]:
        m = re.match(r"^ *\d+ ((?:  \.)*) +([^ .]+[!?].*)$", line)
        if m:
            out.append((m.group(1).count("."), m.group(2).replace(" ", "")))
    return out


def same_message(ours, theirs):
    """Spin gives channels as numbers, coset by their names."""
    def parts(m):
        return re.split(r"[!?]+", m[1])[0], re.split(r"[!?]+", m[1])[-1].split(",")
    (name, values), (their_name, their_values) = parts(ours), parts(theirs)
    their_values = [v.strip("[]") for v in their_values] # around what a receive matches
    return ours[0] == theirs[0] and name == their_name and len(values) == len(their_values) and \
        all(a == b or re.search(r"[A-Za-z]", a) and b.isdigit() for a, b in zip(values, their_values))


def places(text):
    """The last reported place of each process."""
    return {int(m.group(1)): int(m.group(2)) for m in PLACE.finditer(text)}


class Replay:
    """One run with --trail, replayed by Spin in a separate folder."""

    def __init__(self, coset, model, verb, options, limit):
        with tempfile.TemporaryDirectory(prefix="coset_trail_") as folder:
            for f in model.parent.iterdir(): # includes
                if f.is_file() and f.stat().st_size < 1_000_000:
                    shutil.copy(f, folder)
            trail = pathlib.Path(folder) / "the.trail"
            self.run = tool.Run([coset, verb, "--trace=columns", f"--trail={trail}", *options, str(model)], limit)
            lines = trail.read_text().splitlines() if trail.exists() else []
            self.length = sum(line[0].isdigit() for line in lines) # others mark the start of a cycle
            self.columns = self.spin(folder, "-c", model) if self.length else ""
            self.steps = self.spin(folder, "-p", model) if self.length else ""

    @staticmethod
    def spin(folder, how, model):
        p = subprocess.run(["spin", "-t", "-k", "the.trail", how, model.name], cwd=folder, capture_output=True,
                           timeout=60, stdin=subprocess.DEVNULL, check=False)
        return p.stdout.decode(errors="replace")

    def differences(self):
        out, said = [], self.run.out
        if "tl_spin: expected" in self.steps or "[E190]" in self.run.err:
            return [] # Spin cannot read the formulas
        if LOST.search(self.columns + self.steps):
            out.append("Spin loses the way: " + LOST.search(self.columns + self.steps).group(0))
        if f"trail ends after {self.length} steps" not in self.steps:
            out.append(f"Spin does not come to the end ({self.length} steps): {self.steps[-300:]}")
        ours, theirs = messages(said), messages(self.columns)
        if len(ours) != len(theirs) or not all(map(same_message, ours, theirs)):
            i = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if not same_message(a, b)),
                     min(len(ours), len(theirs)))
            out.append(f"message {i}: {ours[i:i + 1]}, Spin {theirs[i:i + 1]}")
        failed = "assertion violated" in self.columns
        if failed != (self.run.rc == 14):
            out.append(f"exit {self.run.rc}, Spin says assertion violated: {failed}")
        if self.run.rc in (0, 11) and places(said) != places(self.steps.split("trail ends after")[-1]):
            out.append(f"at the end {places(said)}, Spin {places(self.steps.split('trail ends after')[-1])}")
        return out


def compare(coset, model, limit):
    """A list of differences, or a text: why nothing was compared."""
    out, n = [], 0
    alone = [("check", ("--merge=on",)), ("check", ("--dead=reset",))] if tool.long_run() else []
    for verb, options in (("check", ("--symmetry=off",)), ("check", ()), ("check", ("--merge=on", "--dead=reset")), *alone,
                          ("simulate", ("--seed=1", "--steps=40", "--dead=reset")),
                          ("simulate", ("--seed=2", "--steps=200"))):
        r = Replay(coset, model, verb, options, limit)
        if r.run.crashed and r.run.rc is not None:
            out.append(f"{r.run.shell()}: exit {r.run.rc} {r.run.err[-500:]}")
        if r.length:
            n += 1
            out += [f"{r.run.shell()}: {x}" for x in r.differences()]
    return out if n or out else "no run"


def main():
    p = tool.parser(__doc__)
    p.add_argument("--limit", type=float, default=20, help="seconds for one run")
    p.add_argument("models", nargs="*", help="the fast run takes only models whose path has one of these in it")
    args = p.parse_args()
    coset, folder = tool.program(args), tool.shared()
    if spin.missing():
        print(f"skipped: no {spin.missing()}")
        return tool.SKIP
    own = sorted((HERE.parent / "conform" / "promela").glob("*.pml"))
    chosen = own + (list(models(folder / "corpus")) if folder else [])
    some = [] if tool.long_run() else args.models
    chosen = [m for m in chosen if m.name not in NOT_LIKE_PAN and (not some or any(x in str(m) for x in some))]
    compared, bad = side_by_side(chosen, lambda m: compare(coset, m, args.limit), args.jobs)
    print(f"{compared} models replayed, {bad} differ")
    return 1 if bad or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
