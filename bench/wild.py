#!/usr/bin/env python3
"""Promela models that others wrote, compared with Spin's verifier: no symmetry, no reductions. Never a test: prints a
Markdown table.

  bench/wild.py --repeat 3
  bench/wild.py --threads 2     wall seconds, Spin's on one thread: on an idle machine
  bench/wild.py path/to/model.pml

Models: those of test/natural/promela with more elements (LARGER), and the corpus (../shared/corpus/promela), without
their claims, with --least to --most states, equal in both; of several with the same name and number of states the
first. CPU seconds of whole runs, the least of --repeat alternating ones; coset's include machine code generation (the
time of the other thread), Spin's exclude compilation. Models whose counts with -c0 differ, or that do not finish, are
not shown."""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent),
                str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit")]

import measure # noqa: E402
import peers # noqa: E402
import tool # noqa: E402

# Numbers of elements that give 10^5 to 10^6 states or a few more.
LARGER = {"alternating_bits": 8, "bakery_atomic": 8, "barrier": 9, "bully": 15, "cache_lines": 10, "chat_room": 5,
          "elevator_requests": 15, "filter_lock": 4, "first_wins": 15, "fork_join": 7, "gossip": 6, "hidden_scratch": 9,
          "lock_server": 7, "loop_in_steps": 5, "membership": 12, "philosophers": 15, "rendezvous_array": 8,
          "started_in_do": 9, "ticket_lock": 7, "token_ring": 16, "two_phase_commit": 6, "typedef_array": 5, "voting": 10}
ELEMENTS = re.compile(r"(#define (?:N|PEOPLE|WORKERS|SEATS)) \d+")
NATURAL = tool.ROOT / "test/natural/promela"
CLAIM = re.compile(r"\b(?:ltl|never)\b[^{};/]*\{")


def without_claims(text):
    """`ltl NAME { ... }` and `never { ... }` are removed; the following text keeps its line numbers."""
    while m := CLAIM.search(text):
        end, depth = m.end(), 1
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[:m.start()] + "\n" * text.count("\n", m.start(), end) + text[end:]
    return text


def models(args):
    if args.models:
        return args.models
    folders = [NATURAL]
    if shared := tool.shared():
        folders.append(shared / "corpus/promela")
    return [p for f in folders for p in sorted(f.rglob("*")) if p.suffix in (*peers.ENDINGS, ".prm")]


def copy(model, folder):
    for f in model.parent.iterdir(): # includes
        if f.is_file() and f.stat().st_size < 1_000_000:
            shutil.copy(f, folder)
    text = without_claims(model.read_text(errors="replace"))
    if model.parent == NATURAL and model.stem in LARGER:
        text = ELEMENTS.sub(rf"\g<1> {LARGER[model.stem]}", text, count=1)
    out = folder / model.name
    out.write_text(text)
    return out


def once(peer, command, args):
    """(seconds, (states, transitions)), or None."""
    r = measure.run(command, args.limit, cpu=True)
    counts = r and peer.counts(r[3])
    return (r[0 if args.threads > 1 else 1], counts) if counts else None


def compare(model, folder, args, coset, shown):
    """(states, least seconds of pan, of coset), or None. `shown`: names and states before."""
    us, them = (peers.row(x, v, ".pml", False, t) for x, v, t in
                (("coset", "off", args.threads), ("spin", "-DNOFAIR -DVECTORSZ=8192", 1)))
    model = copy(model, folder)
    ours, _ = us.command(us, model, folder, coset)
    ours += ["-k", f"--max-states={args.most + 1}", "--trace=off"]
    first = once(us, ours, args)
    if not first or not args.least <= first[1][0] <= args.most:
        return None
    if (model.stem, first[1][0]) in shown:
        return None
    shown.add((model.stem, first[1][0]))
    try:
        theirs, _ = them.command(them, model, folder, coset)
    except subprocess.CalledProcessError:
        return None
    theirs += [f"-w{first[1][0].bit_length()}", "-c0"]
    mine, other = [first], []
    for i in range(args.repeat):
        other.append(once(them, theirs, args))
        if not other[-1] or other[-1][1][0] != first[1][0]:
            return None
        if i:
            mine.append(once(us, ours, args))
    return first[1][0], min(r[0] for r in other if r), min(r[0] for r in mine if r)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("models", nargs="*", type=pathlib.Path)
    p.add_argument("--least", type=int, default=100_000, help="states")
    p.add_argument("--most", type=int, default=5_000_000)
    p.add_argument("--limit", type=float, default=60, help="CPU seconds of one run")
    p.add_argument("--repeat", type=int, default=2)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--coset")
    args = p.parse_args()
    coset, ratios, shown = tool.program(args), [], set()
    print(f"{measure.machine()}\n\n| model | states | Spin s | coset s | ratio |\n|---|---|---|---|---|")
    for model in models(args):
        with tempfile.TemporaryDirectory() as folder:
            r = compare(model.resolve(), pathlib.Path(folder), args, coset, shown)
        if r:
            ratios.append(r[1] / max(r[2], 0.01))
            print(f"| {model.parent.name}/{model.stem} | {r[0]:,} | {r[1]:.2f} | {r[2]:.2f} | {ratios[-1]:.2f} |", flush=True)
    if ratios:
        print(f"\n{len(ratios)} models, median {statistics.median(ratios):.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
