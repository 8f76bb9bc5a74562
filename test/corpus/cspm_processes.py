#!/usr/bin/env python3
"""The processes of libcspm's evaluator tests: next to each script is a text with the structure of each of its
`procTest`, one definition for each process. The text is turned into a script again, and both must refine each other in
failures and divergences."""

import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

QUICK = ["prefixing", "timed_section_2"] # the others in the long run

# Processes that cannot be compared, and why.
LEFT_OUT = {
    "buffer-procTest2": "WEAK_BUFFER, which is not supported",
    "failure_watchdog-procTest1": "failure_watchdog, which is not supported",
    "infinite_compression-procTest1": "a process that needs itself",
    "function_process_names-procTest1": "two processes of one name",
    "function_processes-procTest1": "two processes of one name",
    "function_processes-procTest2": "two processes of one name",
    "prioritise_po-procTest1": "an order that names the internal event",
}


# What the text has instead of CSPM.
WRITTEN = [("✓ -> STOP", "SKIP"), ("chase_no_cache", "chase_nocache"), ("STOP(tock)", "Waiting"),
           ("SKIP(tock)", "Ending")]
WAITING = "Waiting = tock -> Waiting\nEnding = tock -> Ending [] SKIP"


def definitions(text, process):
    """(the lines of a script, the name of the process) for the contents of an expected file."""
    for there, here in WRITTEN:
        text = text.replace(there, here)
    text = re.sub(r"(\{[^{}]*\}) -> STOP", r"([] e : \1 @ e -> STOP)", text)
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", text.strip())]
    pairs = [m.groups() for m in (re.match(r"(.*?) = (.*)$", p) for p in paragraphs) if m]
    pairs = [(name, body) for name, body in pairs if body != name and name != "DIV"]
    names = {name: f"Expected{i}" for i, (name, _) in enumerate(pairs)}
    if names:
        either = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
        name_of = re.compile(r"(?<![A-Za-z0-9_':.])(" + either + r")(?![A-Za-z0-9_'(:])")
        pairs = [(names[n], name_of.sub(lambda m: names[m[1]], body)) for n, body in pairs]
    return [f"{n} = {body}" for n, body in pairs], names.get(paragraphs[-1], names.get(process))


def question(script, expected, process):
    lines, name = definitions(expected.read_text(), process)
    if any("Waiting" in line or "Ending" in line for line in lines):
        lines.append(WAITING)
    return "\n".join([script.read_text(), "", *lines, f"assert {process} [FD= {name}", f"assert {name} [FD= {process}",
                      ""])


def asked(coset, path, text):
    """The answers; functions that the text names without declaring them are declared."""
    path.write_text(text)
    run = tool.check(coset, path, "-k", limit=60)
    declared = set(re.findall(r"help: declare it: (\w+ \w+)", run.err)) if run.json is None else set()
    if declared:
        return asked(coset, path, text + "\n".join(declared) + "\n")
    return run


def main():
    p = tool.parser(__doc__)
    p.add_argument("names", nargs="*", help="only these scripts", default=[] if tool.long_run() else QUICK)
    p.add_argument("--print", action="store_true", help="print the scripts")
    args = p.parse_args()
    coset = tool.program(args)
    if not tool.shared():
        print("no corpus here")
        return 77
    where = tool.shared() / "corpus/cspm/libcspm-tests/evaluator/should_pass"
    wrong = done = 0
    with tempfile.TemporaryDirectory() as folder:
        for expected in sorted(where.glob("*-expected*.txt")):
            name, process = re.match(r"(.*)-(procTest\w*)-expected\d*\.txt", expected.name).groups()
            if args.names and name not in args.names:
                continue
            if f"{name}-{process}" in LEFT_OUT or not expected.read_text().strip():
                continue
            text = question(where / f"{name}.csp", expected, process)
            path = pathlib.Path(folder) / f"{name}.csp"
            if args.print:
                print(text)
            run = asked(coset, path, text)
            verdicts = [x["verdict"] for x in run.json["properties"]][-2:] if run.json else [run.err.strip()[:400]]
            done += 1
            if verdicts != ["holds", "holds"]:
                wrong += 1
                print(f"{expected.name}: {verdicts}\n{text}")
    print(f"{done} processes, {wrong} not as expected")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
