"""A renaming of processes is refuted by two runs of a model in lockstep: whenever the first takes a statement of
process p, the second takes the same statement of the process that p is renamed to. There is one start state, and no two
steps of a state have the same name (else this fails). So an automorphism of the state graph that renames steps in this
way, whatever it does to data, maps the first run to the second, state by state. If the enabled steps of the first,
renamed, are not those of the second, there is no such automorphism. For the identity it follows that no state is moved.
So the automorphisms that map each statement to the same statement of perhaps another process are at most the renamings
that are not refuted."""

import itertools
import os
import random
import re
import subprocess

CHOICE = re.compile(r" {2,}(\d+)\) (.*)\n")
PID = re.compile(r", pid: (\d+)\b")


class Walk:
    """coset simulate --interactive, step by step."""

    def __init__(self, coset, path):
        self.process = subprocess.Popen([coset, "simulate", "--interactive", str(path)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.choices = self.listen()

    def listen(self):
        """{name and place of a step: its number}."""
        text = b""
        while not text.endswith(b"\n> "):
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise RuntimeError(f"the simulation has ended: {text[-300:]}")
            text += more
        found = CHOICE.findall(text.decode(errors="replace"))
        choices = {name.strip(): number for number, name in found}
        if len(choices) != len(found):
            raise RuntimeError(f"two steps have one name: {found}")
        return choices

    def take(self, name):
        self.process.stdin.write(f"{self.choices[name]}\n".encode())
        self.process.stdin.flush()
        self.choices = self.listen()

    def close(self):
        self.process.communicate(b"q\n", timeout=60)


def renamed(name, to):
    return PID.sub(lambda m: f", pid: {to.get(int(m[1]), int(m[1]))}", name)


def refuted(coset, path, to, seed, most=20000):
    """(steps before, a step that only one of the runs can then take), or None if a random run reaches its end."""
    dice, a, b = random.Random(seed), Walk(coset, path), Walk(coset, path)
    try:
        for n in range(most):
            wanted = {renamed(name, to) for name in a.choices}
            if wanted != set(b.choices):
                return n, sorted(wanted ^ set(b.choices))[0]
            if not a.choices:
                return None
            name = dice.choice(sorted(a.choices))
            a.take(name)
            b.take(renamed(name, to))
        return None
    finally:
        a.close()
        b.close()


def processes(coset, path, seed=1, most=200):
    """{proctype: its pids}, of those that have several, as observed in a random run."""
    dice, walk, seen = random.Random(seed), Walk(coset, path), {}
    for _ in range(most):
        for name in walk.choices:
            for pid in PID.findall(name):
                seen.setdefault(name.partition(":")[0], set()).add(int(pid))
        if not walk.choices:
            break
        walk.take(dice.choice(sorted(walk.choices)))
    walk.close()
    return {name: sorted(pids) for name, pids in seen.items() if len(pids) > 1}


def renamings(families):
    """All renamings that preserve proctypes, except the identity."""
    ways = [[dict(zip(pids, image)) for image in itertools.permutations(pids)] for pids in families.values()]
    for parts in itertools.product(*ways):
        to = {p: q for part in parts for p, q in part.items()}
        if any(p != q for p, q in to.items()):
            yield to


def judge(coset, path, seeds=range(1, 9)):
    """(renamings, those that no run refutes, the longest run that was needed, its description)."""
    kept, longest, told, n = [], -1, "", 0
    for to in renamings(processes(coset, path)):
        n += 1
        found = next(filter(None, (refuted(coset, path, to, seed) for seed in seeds)), None)
        if not found:
            kept.append(to)
        elif found[0] > longest:
            longest, told = found
    return n, kept, longest, told


# ---- Spin's own runs --------------------------------------------------------------------------------------------------

STEP = re.compile(r"proc\s+(\d+) \(\w+")


def spin_run(path, seed, pids):
    """({pid: number of its last step}, {pid: when it is gone}) in a random run of Spin's simulator."""
    p = subprocess.run(["spin", f"-n{seed}", "-p", path.name], cwd=path.parent, capture_output=True, text=True, timeout=300)
    last, gone = {}, {}
    for n, line in enumerate(p.stdout.splitlines()):
        m = STEP.search(line)
        if m and int(m[1]) in pids:
            (gone if line.endswith("terminates") else last)[int(m[1])] = n
    return last, gone


def spin_order(path, older, younger, seeds):
    """Runs in which the younger process has vanished while the older continues; in which the older is at its end while
    the younger continues; and those of the latter in which it has vanished then."""
    counts = [0, 0, 0]
    for seed in seeds:
        last, gone = spin_run(path, seed, (older, younger))
        counts[0] += gone[younger] < last[older]
        counts[1] += last[older] < last[younger]
        counts[2] += gone[older] < last[younger]
    return counts
