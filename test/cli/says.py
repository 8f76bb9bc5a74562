#!/usr/bin/env python3
"""What the program reports about the models in says/. Comments of a model define:

  -- run: check --symmetry=off    a command to run; there may be several
  -- exit: 12                     default 0
  -- says: a = [blue]             a part of the output; runs of spaces count as one
  -- says not: never fires        must not be in the output"""

import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


def told(text, word):
    return re.findall(rf"^(?:--|/\*) {word}: (.*?)(?: \*/)?$", text, re.M)


def is_checked(path, sanitized):
    """Sanitizers need additional memory."""
    return not (sanitized and "--memory" in " ".join(told(path.read_text(), "run")))


def check(coset, path):
    text = path.read_text()
    return "".join(check_run(coset, path, text, options) for options in told(text, "run")) or missing(path, text)


def missing(path, text):
    return "" if told(text, "run") else f"{path.name}: no line says what is run\n"


def check_run(coset, path, text, options):
    run = tool.Run([coset, *options.split(), str(path)], 60)
    output, want = " ".join((run.out + run.err).split()), int((told(text, "exit") or ["0"])[0])
    out = [f"exit {run.rc}, not {want}"] if run.rc != want else []
    out += [f"does not say: {part}" for part in told(text, "says") if part not in output]
    out += [f"says: {part}" for part in told(text, "says not") if part in output]
    return "".join(f"{path.name}: {x}\n" for x in out) + (f"    {run.shell()}\n{run.out}{run.err}\n" if out else "")


def main():
    args = tool.parser(__doc__).parse_args()
    coset, models = tool.program(args), sorted((HERE / "says").iterdir())
    sanitized = tool.is_sanitized(coset)
    checked = [m for m in models if is_checked(m, sanitized)]
    with ThreadPoolExecutor(args.jobs) as pool:
        bad = "".join(pool.map(lambda p: check(coset, p), checked))
    print(bad or f"{len(checked)} models as expected, {len(models) - len(checked)} with a memory limit skipped")
    return 1 if bad or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
