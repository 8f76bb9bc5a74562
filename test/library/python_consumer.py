#!/usr/bin/env python3
"""Uses an installed libcoset.so through ctypes.

usage: test/library/python_consumer.py LIBCOSET EXAMPLES [CODE]
CODE: what `coset version --verbose` says about machine code.
"""
import ctypes as c
import itertools
import json
import os
import signal
import sys
import threading
import time

import coset_ctypes as k

lib = k.load(sys.argv[1])
examples = sys.argv[2]


def settings(**values):
    pairs = [(key.replace("_", "-").encode(), str(value).encode()) for key, value in values.items()]
    return (k.Setting * (len(pairs) + 1))(*pairs, (None, None))


def want(what, got, expected):
    if got != expected:
        sys.exit(f"{what}: {got!r}, but {expected!r} is right")


class Problem:
    def __init__(self, opening, *what, **values):
        self.handle = c.c_void_p()
        self.code = opening(*what, settings(**values), c.byref(self.handle))
        want("the code of a problem", lib.coset_problem_code(self.handle), self.code)

    def properties(self):
        one = k.Property()
        for i in range(lib.coset_problem_properties(self.handle)):
            want("a property", lib.coset_problem_property(self.handle, i, c.byref(one)), 1)
            yield one.name.decode(), one.kind.decode(), one.at.line
        want("no property", lib.coset_problem_property(self.handle, 10**6, c.byref(one)), 0)

    def notes(self):
        found = []
        note = k.OnNote(lambda _, n: found.append((n[0].severity, n[0].code, n[0].at.line, n[0].at.column, n[0].text)))
        lib.coset_problem_notes(self.handle, note, None)
        return found

    def run(self, progress=None):
        return Answer(self, k.OnProgress(progress) if progress else k.OnProgress())

    def close(self):
        lib.coset_close(self.handle)


class Answer:
    def __init__(self, problem, progress):
        self.handle = c.c_void_p()
        self.code = lib.coset_run(problem.handle, progress, None, c.byref(self.handle))
        want("the code of an answer", lib.coset_answer_code(self.handle), self.code)
        self.totals = k.Totals()
        self.reason = lib.coset_answer_reason(self.handle)
        self.exhaustive = lib.coset_answer_exhaustive(self.handle)
        lib.coset_answer_totals(self.handle, c.byref(self.totals))

    def json(self):
        return json.loads(lib.coset_answer_json(self.handle))

    def findings(self):
        one = k.Finding()
        for i in range(lib.coset_answer_findings(self.handle)):
            lib.coset_answer_finding(self.handle, i, c.byref(one))
            yield i, one

    def verdicts(self):
        return {f.property.name.decode(): f.verdict.decode() for _, f in self.findings()}

    def trace(self, i, n):
        """Actions, and the last state."""
        step, change, actions, state = k.Step(), k.Change(), [], {}
        for s in range(n):
            want("a step", lib.coset_answer_step(self.handle, i, s, c.byref(step)), 1)
            actions.append(step.action.decode())
            for v in range(step.changes):
                lib.coset_answer_change(self.handle, i, s, v, c.byref(change))
                state[change.variable.decode()] = change.value.decode()
        return actions, state

    def free(self):
        lib.coset_answer_free(self.handle)


def text(name, source, **values):
    source = source.encode()
    return Problem(lib.coset_open_text, name.encode(), source, len(source), **values)


MUTEX = """const N: 3;
type proc: scalarset(N);
var busy: array[proc] of boolean;
startstate for p: proc do busy[p] := false; end; end;
ruleset p: proc do
  rule "enter" !busy[p] ==> busy[p] := true; end;
  rule "leave" busy[p] ==> busy[p] := false; end;
end;
invariant "few" forall p: proc do forall q: proc do p = q | !busy[p] | !busy[q] end end;
"""


def violated_murphi():
    p = text("mutex.m", MUTEX, D="N=4")
    want("opening a Murphi model", p.code, k.HOLDS)
    want("its language", lib.coset_problem_language(p.handle), b"murphi")
    assert ("few", "invariant", 9) in list(p.properties()), list(p.properties())
    for _ in range(2):
        a = p.run()
        want("a violated invariant", (a.code, a.exhaustive), (k.SAFETY, 0))
        want("verdicts", a.verdicts()["few"], "fails")
        i, found = next((i, f) for i, f in a.findings() if f.property.name == b"few")
        actions, state = a.trace(i, found.steps)
        want("the rules of the trace", [x.split(",")[0] for x in actions[1:]], ["enter"] * 2)
        want("processes that are in", sum(v == "true" for v in state.values()), 2)
        want("the JSON", (a.json()["schema"], a.json()["exit_code"]), ("coset/1", k.SAFETY))
        a.free()
    p.close()


def promela():
    p = Problem(lib.coset_open, f"{examples}/promela/first.pml".encode())
    want("opening a Promela model", (p.code, lib.coset_problem_language(p.handle)), (k.HOLDS, b"promela"))
    a, off = p.run(), Problem(lib.coset_open, f"{examples}/promela/first.pml".encode(), symmetry="off")
    b = off.run()
    want("states with and without symmetry", a.totals.states, b.totals.states)
    assert a.code == b.code and b.totals.states == b.totals.representatives, (a.code, b.code)
    for x in (a, b):
        x.free()
    p.close(), off.close()


CSP = """channel a, b
P = a -> P [] b -> STOP
assert P :[deadlock free]
assert STOP [T= P
assert P [T= a -> STOP
"""


def script():
    p = text("script.csp", CSP)
    want("assertions", [(kind, line) for _, kind, line in p.properties()],
         [("deadlock", 3), ("refinement", 4), ("refinement", 5)])
    a = p.run()
    want("verdicts", [f.verdict for _, f in a.findings()], [b"fails", b"fails", b"holds"])
    want("the code", a.code in (k.DEADLOCK, k.REFINEMENT), True)
    i, found = next((i, f) for i, f in a.findings())
    want("the trace to a deadlock", a.trace(i, found.steps)[0][-1], "b")
    a.free(), p.close()


def errors():
    p = text("wrong.m", "var x: 0..3;\nstartstate x := 0; end;\nrule y > 0 ==> x := 1; end;\n")
    want("a text with errors", p.code, k.MODEL)
    notes = p.notes()
    want("the place of the error", [n[2:4] for n in notes if n[0] == b"error"], [(3, 6)])
    assert b"wrong.m" in lib.coset_problem_reason(p.handle)
    p.close()
    for what, code, values in (("an unknown option", k.USAGE, {"symetry": "auto"}),
                               ("a wrong value", k.USAGE, {"symmetry": "none"}),
                               ("an option that writes", k.USAGE, {"exit-code": "simple"}),
                               ("a constant that is not there", k.MODEL, {"D": "M=3"})):
        p = text("mutex.m", MUTEX, **values)
        want(what, p.code, code)
        assert lib.coset_problem_reason(p.handle), what
        p.close()
    p = text("mutex.m", MUTEX, symetry="auto")
    assert b"did you mean --symmetry?" in lib.coset_problem_reason(p.handle)
    p.close()
    p = Problem(lib.coset_open, b"/nowhere/model.m")
    want("a file that is not there", p.code, k.NO_INPUT)
    p.close()


COUNT = """type n: 0..20000000;
var x, y: n;
startstate x := 0; y := 0; end;
rule "x" x < 20000000 ==> x := x + 1; end;
rule "y" y < 20000000 ==> y := y + 1; end;
"""


def cancelled():
    seen = []
    p = text("count.m", COUNT, symmetry="off", code="interp", j=1)
    began = time.monotonic()
    a = p.run(lambda _, now: seen.append(now[0].representatives) or 1)
    want("cancelled by progress", (a.code, a.exhaustive, len(seen)), (k.INCOMPLETE, 0, 1))
    assert seen[0] > 0 and a.reason and time.monotonic() - began < 10, (seen, a.reason)
    assert int(a.totals.representatives) >= seen[0]
    a.free()
    timer = threading.Timer(0.3, lib.coset_cancel, [p.handle])
    timer.start()
    a = p.run()
    timer.join()
    want("cancelled by another thread", a.code, k.INCOMPLETE)
    a.free(), p.close()
    p = text("count.m", COUNT, symmetry="off", time="300ms")
    a = p.run()
    want("a time limit", (a.code, b"time" in a.reason), (k.INCOMPLETE, True))
    a.free(), p.close()


def side_by_side():
    """The symbolic engine has global state; here each run has its own."""
    problems = [Problem(lib.coset_open, f"{examples}/murphi/first.m".encode(), engine="symbolic") for _ in range(3)]
    answers = [None] * len(problems)

    def work(i):
        answers[i] = problems[i].run()

    threads = [threading.Thread(target=work, args=[i]) for i in range(len(problems))]
    [t.start() for t in threads]
    [t.join() for t in threads]
    want("symbolic runs", len({(a.code, a.totals.states) for a in answers}), 1)
    [a.free() for a in answers]
    [p.close() for p in problems]


def machine_code():
    """Its module finds the functions that it calls in the engine."""
    p = Problem(lib.coset_open, f"{examples}/murphi/german.m".encode(), code="native", D="NODES=2")
    a = p.run()
    want("messages about machine code", lib.coset_answer_log(a.handle), b"")
    want("with machine code", (a.code, a.exhaustive), (k.HOLDS, 1))
    a.free(), p.close()


# ---- a model given by callbacks ------------------------------------------------------------------------------------

N = 4  # processes; each is idle, waiting or critical, and may hold the token


class Tokens:
    """Processes take a token one at a time, and give it to one that waits."""
    IDLE, WAIT, IN = range(3)

    def __init__(self, broken=False):
        self.broken = broken
        self.keep = [k.Range(0, 0), k.Type(b"proc", N, None), k.GivenProperty(b"one is in", 0, 0)]
        by_process, self.types, self.properties = self.keep
        self.variables = (k.Variable * 2)((b"at", 2, k.PLAIN, 0, 1, c.pointer(by_process)),
                                          (b"holder", N, 0, 1, 0, None))
        self.rules = (k.Rule * 4)(*((name, 1, c.pointer(by_process))
                                    for name in (b"want", b"enter", b"leave", b"drop")))
        self.given = k.Given(b"tokens", 1, 2, 4, 1, c.pointer(self.types), self.variables, self.rules,
                             c.pointer(self.properties), None, 0, k.Starts(self.starts),
                             k.Successors(self.successors), k.Holds(self.holds), k.MayEnd())

    def start_states(self):
        return [(0,) * N + (0,)]

    def steps(self, state):
        at, holder = state[:N], state[N]
        for p in range(N):
            def to(place, who):
                return at[:p] + (place,) + at[p + 1:] + (who,)
            if at[p] == self.IDLE and not (self.broken and p == 2 and sum(at) == 3):
                yield 0, p, to(self.WAIT, holder)
            if at[p] == self.WAIT and holder in (0, p + 1):
                yield 1, p, to(self.IN, p + 1)
            if at[p] == self.IN and holder == p + 1:
                yield 2, p, to(self.IDLE, holder)
            if at[p] == self.IDLE and holder == p + 1:
                yield 3, p, to(self.IDLE, 0)

    def starts(self, _, emit, sink):
        for s in self.start_states():
            emit(sink, 0, None, (c.c_uint32 * (N + 1))(*s))
        return 0

    def successors(self, _, state, emit, sink):
        for rule, p, to in self.steps(tuple(state[:N + 1])):
            emit(sink, rule, (c.c_uint32 * 1)(p), (c.c_uint32 * (N + 1))(*to))
        return 0

    def holds(self, _, prop, state):
        return int(sum(state[p] == self.IN for p in range(N)) <= 1)

    def enumerate(self):
        """All reachable states and edges, and the number of orbits, by brute force."""
        seen, work, edges = set(self.start_states()), list(self.start_states()), 0
        while work:
            for _, _, to in self.steps(work.pop()):
                edges += 1
                if to not in seen:
                    seen.add(to)
                    work.append(to)

        def rename(perm, s):
            at = [0] * N
            for p in range(N):
                at[perm[p]] = s[p]
            return (*at, perm[s[N] - 1] + 1 if s[N] else 0)
        orbits = {min(rename(perm, s) for perm in itertools.permutations(range(N))) for s in seen}
        return len(seen), edges, len(orbits)


def given(model, **values):
    return Problem(lib.coset_open_given, c.byref(model.given), **values)


def callbacks():
    model = Tokens()
    states, edges, orbits = model.enumerate()
    p = given(model)
    want("opening callbacks", (p.code, lib.coset_problem_language(p.handle)), (k.HOLDS, b"callbacks"))
    a = p.run()
    want("callbacks", (a.code, a.exhaustive), (k.HOLDS, 1))
    want("orbits and states", (a.totals.representatives, a.totals.states, a.totals.full_transitions),
         tuple(str(n).encode() for n in (orbits, states, edges)))
    want("the group", a.totals.group_order, b"24")
    a.free(), p.close()
    p = given(model, symmetry="off")
    a = p.run()
    want("without symmetry", (a.totals.representatives, a.totals.states), (str(states).encode(),) * 2)
    a.free(), p.close()


def violated_callbacks():
    model = Tokens()
    model.given.holds = k.Holds(lambda _, prop, state: int(sum(state[p] == 2 for p in range(N)) == 0))
    p = given(model)
    a = p.run()
    want("a violated property", (a.code, a.verdicts()["one is in"]), (k.SAFETY, "fails"))
    i, found = next((i, f) for i, f in a.findings() if f.verdict == b"fails")
    actions, state = a.trace(i, found.steps)
    want("the rules of its trace", [x.split("(")[0] for x in actions], ["start", "want", "enter"])
    want("the holder", state["at[" + state["holder"] + "]"], "2")
    a.free(), p.close()


def asymmetric_callbacks():
    p = given(Tokens(broken=True))
    a = p.run()
    want("a declaration that is wrong", (a.code, b"not symmetric" in a.reason), (k.MODEL, True))
    a.free(), p.close()
    p = given(Tokens(broken=True), symmetry="off")
    a = p.run()
    want("the same without symmetry", a.totals.states, str(Tokens(broken=True).enumerate()[0]).encode())
    a.free(), p.close()


def bad_callbacks():
    def wrong_value(_, state, emit, sink):
        emit(sink, 0, (c.c_uint32 * 1)(0), (c.c_uint32 * (N + 1))(*[9] * (N + 1)))
        return 0
    for what, function, words in (("a value out of range", wrong_value, "larger than"),
                                  ("a callback that fails", lambda *_: 7, "returns 7")):
        model = Tokens()
        model.given.successors = k.Successors(function)
        p = given(model, symmetry="off")
        a = p.run()
        want(what, a.code, k.SAFETY)
        assert words in json.dumps(a.json()), a.json()
        a.free(), p.close()
    for what, values in (("engine", {"engine": "symbolic"}), ("formula", {"ltl": "[] p"}), ("define", {"D": "N=3"}),
                         ("detection", {"symmetry": "detect"}), ("depth first", {"search": "dfs"})):
        p = given(Tokens(), **values)
        want("refused for callbacks: " + what, p.code, k.USAGE)
        p.close()
    model = Tokens()
    model.variables[1].max = N - 1
    p = given(model)
    want("a description that is wrong", (p.code, b"holder" in lib.coset_problem_reason(p.handle)), (k.MODEL, True))
    p.close()


def child_that_dies():
    """Whatever ends the child process: the caller continues, and there is no verdict."""
    libc = c.CDLL(None)
    for what, function, code in (("_exit", lambda *_: os._exit(0), k.INTERNAL),
                                 ("exit", lambda *_: libc.exit(0), k.RESOURCES),
                                 ("abort", lambda *_: libc.abort(), k.INTERNAL),
                                 ("a killed process", lambda *_: os.kill(os.getpid(), signal.SIGKILL), k.RESOURCES)):
        model = Tokens()
        model.given.successors = k.Successors(function)
        p = given(model, symmetry="off")
        a = p.run()
        want("a callback with " + what, (a.code, a.exhaustive), (code, 0))
        assert a.totals.states is None, what
        a.free(), p.close()
    model = Tokens()
    model.given.successors = k.Successors(lambda *_: [None for _ in iter(int, 1)])
    p = given(model, symmetry="off", time="300ms")
    a = p.run()
    want("a callback that does not return", (a.code, b"time" in a.reason), (k.INCOMPLETE, True))
    a.free(), p.close()
    p = text("count.m", COUNT, symmetry="off", memory="30M")
    a = p.run()
    want("a memory limit", (a.code, b"memory" in a.reason), (k.INCOMPLETE, True))
    a.free(), p.close()


def nobody_else_waits():
    """A caller that ignores its children; no descriptor and no process is left."""
    before = os.listdir("/proc/self/fd")
    old = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    p = Problem(lib.coset_open, f"{examples}/promela/first.pml".encode())
    a = p.run()
    want("with SIGCHLD ignored", (p.code, a.exhaustive), (k.HOLDS, 1))
    a.free(), p.close()
    signal.signal(signal.SIGCHLD, old)
    want("open descriptors", os.listdir("/proc/self/fd"), before)
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return
    sys.exit("a child process stays")


def told_apart_by_starts():
    """Start states in which one process has the token: the search covers renamings, counts are those of the model."""
    model = Tokens()
    model.start_states = lambda: [(0,) * N + (1,)]
    states, edges, _ = model.enumerate()
    p = given(model)
    a = p.run()
    want("a process that begins", (a.code, a.totals.states, a.totals.full_transitions),
         (k.HOLDS, str(states).encode(), str(edges).encode()))
    a.free(), p.close()


for test in (violated_murphi, promela, script, errors, cancelled, side_by_side, machine_code, callbacks, violated_callbacks,
             asymmetric_callbacks, told_apart_by_starts, bad_callbacks, child_that_dies, nobody_else_waits):
    if test is machine_code and "machine code" not in "".join(sys.argv[3:]):
        continue
    test()
    print(f"{test.__name__}: ok", flush=True)
