#!/usr/bin/env python3
"""Around a search: signals, many errors, options that do not apply, byte order marks, names that are long or have
several lines, and one status in all outputs."""

import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool # noqa: E402

GERMAN = tool.ROOT / "examples/murphi/german.m"
FIRST = tool.ROOT / "examples/promela/first.pml"
SCRIPT = tool.ROOT / "examples/csp/philosophers.csp"
LANGUAGES = {"murphi": GERMAN, "promela": FIRST, "cspm": SCRIPT}
OWNED = {"promela": ["--merge=on", "--dead=reset", "--assertions=off", "--unspecified=on", "--exclusive=on",
                     "--least-int=on", "--trail=t", "--trace=columns", "-I.", "--sym=s"],
         "murphi promela": ["--por=stubborn", "--automaton=a.hoa", "--claim=c", "--code=interp"],
         "cspm": ["--assertion=1", "--compile=explicit", "--max-counterexamples=2", "--reveal-taus"]}
ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGXCPU]


class Tests:
    def __init__(self, coset, folder):
        self.coset, self.folder, self.bad, self.n = coset, folder, [], 0

    def run(self, *args, **more):
        return subprocess.run([self.coset, *map(str, args)], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              **more)

    def check(self, ok, what, p=None):
        self.n += 1
        if not ok:
            told = f"\n  exit {p.returncode}\n  {p.stdout[-600:]}\n  {p.stderr[-600:]}" if p else ""
            self.bad.append(f"FAILED: {what}{told}")


def test_signals(t):
    """A signal that arrives before the program starts to work: the result is reported nevertheless."""
    for number in ENDING:
        def send(number=number): # waits until the program lets it in
            signal.pthread_sigmask(signal.SIG_BLOCK, [number])
            os.kill(os.getpid(), number)
        for model in (GERMAN, FIRST):
            p = t.run(model, "--json", preexec_fn=send)
            result = json.loads(p.stdout) if p.stdout.startswith("{") else {}
            t.check(p.returncode == 20 and result.get("verdict") == "incomplete" and result.get("exit_code") == 20,
                    f"{number.name}, {model.name}", p)


def test_progress(t):
    """On a terminal the progress line is rewritten, so it is not wider than the terminal."""
    for columns in (30, 60, 200):
        master, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen([t.coset, GERMAN, "-DNODES=6", "--symmetry=off", "-t2", "-j1"], stdout=subprocess.DEVNULL,
                              stderr=terminal) as p:
            os.close(terminal)
            shown = b""
            try:
                while part := os.read(master, 4096):
                    shown += part
            except OSError: # the other end is closed
                pass
        os.close(master)
        lines = [line.split("\033[K")[0] for line in shown.decode().split("\r")]
        longest = max(map(len, lines))
        t.check(len(lines) > 3 and 20 < longest < columns, f"{columns} columns: {longest} of {lines[-3:]}")


def test_places(t):
    """A report names files without their folder, in warnings and lists as in columns and traces."""
    model = tool.ROOT / "examples/murphi/order.m"
    for args in ([model, "-v"], ["symmetry", model], ["symmetry", SCRIPT]):
        p = t.run(*args)
        t.check(re.search(r"^.*\b(order\.m|philosophers\.csp):\d+", p.stdout, re.M) and str(tool.ROOT) not in p.stdout,
                f"places in the report of {args}", p)


def test_exit_codes(t):
    (t.folder / "wrong.m").write_text("var x: 0..n;\n")
    (t.folder / "fails.m").write_text("var x: 0..1;\nstartstate x := 0; end;\nrule x = 0 ==> x := 1; end;\n"
                                      "invariant x = 0;\n")
    for model, status in ((GERMAN, 0), (FIRST, 0), (SCRIPT, 1), ("fails.m", 1), ("wrong.m", 2)):
        p = t.run(model, "--exit-code=simple", "--json")
        t.check(p.returncode == status and json.loads(p.stdout)["exit_code"] == status, f"simple status of {model} in JSON", p)
        text = t.run(model, "--exit-code=simple", "-q")
        told = re.search(r"exit (\d+)$", text.stdout, re.M)
        t.check(text.returncode == status and (told is None or int(told[1]) == status), f"simple status of {model}", text)


def test_options(t):
    for owner, options in OWNED.items():
        for language, model in LANGUAGES.items():
            for option in options:
                p = t.run(model, option, "--typecheck")
                refused = p.returncode == 64 and "leave it out" in p.stderr
                t.check(refused == (language not in owner.split()), f"{option} on {language}", p)


def test_marks(t):
    """A byte order mark at the start of a model and of an included file."""
    mark = b"\xef\xbb\xbf"
    (t.folder / "mark.m").write_bytes(mark + b"var x: 0..1;\nstartstate x := 0; end;\nrule x := 1 - x; end;\n")
    (t.folder / "mark.pml").write_bytes(mark + b"active proctype P() { skip }\n")
    (t.folder / "part.h").write_bytes(mark + b"byte x;\n")
    (t.folder / "macro.pml").write_bytes(mark + b"#define N 1\n#include \"part.h\"\nactive proctype P() { x = N }\n")
    for name in ("mark.m", "mark.pml", "macro.pml"):
        p = t.run(name, "-q")
        t.check(p.returncode == 0, f"byte order mark in {name}", p)


def test_formula_names(t):
    (t.folder / "names.m").write_text("var x: 0..1;\nstartstate x := 0; end;\nrule \"r\" x := 1 - x; end;\n")
    (t.folder / "names.ctl").write_text("AG /* over\nlines */ (EF\n  // more\n  (x =\n   1));\nEF {x -- a comment\n = 1}\n")
    p = t.run("names.m", "--json")
    names = [q["name"] for q in json.loads(p.stdout)["properties"] if q["kind"] == "formula"]
    t.check(names == ["AG (EF (x = 1))", "EF {x = 1}"], f"names of formulas: {names}", p)


def test_errors(t):
    """The number of messages is bounded in a file that is included many times."""
    (t.folder / "errors.h").write_text("\"abc\n@\n12xz\n''\n#\n" * 4000)
    (t.folder / "errors.pml").write_text("#include \"errors.h\"\n" * 5 + "init { skip }\n")
    p = t.run("errors.pml")
    t.check(p.returncode == 65 and len(p.stderr) < 20000, "many errors", p)


def test_replay(t):
    """A truncated name does not match longer names; complete names are written and found again."""
    model, cut = HERE / "robust/replay_long_names.m", HERE / "robust/replay_long_names.itf.json"
    p = t.run("replay", model, cut)
    t.check(p.returncode == 65, "a trace of cut names", p)
    p = t.run(model, "--itf=whole.json", "-q")
    t.check(p.returncode == 12, "the model of long names", p)
    p = t.run("replay", model, "whole.json")
    t.check(p.returncode == 0 and "shows: i" in p.stdout, "a trace of whole names", p)


def test_promela(t):
    """Empty lists in the syntax tree, counts that do not fit, and Spin's verdict on errors that it tolerates."""
    p = t.run(HERE / "robust/sym_null.pml", "-q")
    t.check(p.returncode in (0, 11, 12, 14), "a scalarset of one element", p)
    for channels in (127, 128, 255):
        (t.folder / "channels.pml").write_text(
            f"typedef M {{ chan a[{channels}] = [0] of {{ bit }} }}\nproctype U(chan c) {{ c!1 }}\n"
            "proctype T() { M m; run U(m.a[0]); run U(m.a[1]) }\ninit { run T() }\n")
        p = t.run("channels.pml", "-q")
        t.check(p.returncode in (0, 11, 20), f"{channels} channels of a process", p)
    (t.folder / "short.pml").write_text("chan q = [1] of { byte, byte };\nactive proctype P() { byte a, b; q!1; q?a,b }\n")
    p = t.run("short.pml", "-q")
    t.check(p.returncode == 14 and "too few fields" in p.stdout, "too few fields in a send", p)
    (t.folder / "large.pml").write_text("int x; active proctype P() { x = 9223372036854775808; assert(x == -1);\n"
                                        "x = 18446744073709551616; assert(x == -1); x = 4294967297; assert(x == 1) }\n")
    p = t.run("large.pml", "-q")
    t.check(p.returncode == 0, "numbers beyond 2^63 - 1", p)


def test_bounds(t):
    """A d_step that repeats a state runs for ever."""
    (t.folder / "d_step.pml").write_text("bit x; active proctype P() { d_step { do :: x = 1 - x od } }\n")
    for options in ([], ["--code=interp"], ["--search=dfs"], ["--engine=symbolic"]):
        p = t.run("d_step.pml", "-q", *options)
        t.check(p.returncode == 12, f"a d_step without end, {options}", p)


def main():
    args = tool.parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        t = Tests(str(pathlib.Path(tool.program(args)).resolve()), pathlib.Path(folder))
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                test(t)
    print("\n".join(t.bad))
    print(f"{t.n} checks, {len(t.bad)} failed")
    return 1 if t.bad else 0


if __name__ == "__main__":
    sys.exit(main())
