#!/usr/bin/env python3
"""The parity computer of Bosnacki's thesis (ch. 2, table 2) with N = 4 to 6 clients, with COSET_LONG to 8: a tree of
clients, joins that add the bits of two, and a root, as in models/parity.pml. As in the thesis, ample sets of single
processes prune nothing (its column "std"). With the clusters of the thesis, the subtrees of each height, at most the
thesis's share of all states remains, and likewise with stubborn sets.

The thesis does not print its model, so the numbers themselves cannot be compared."""

import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))

import tool # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent

TABLE = {4: (1749, 1294), 5: (7933, 3938), 6: (69615, 21620), 7: (320095, 25228), 8: (2782640, 30377)} # std, cluster


def tree(n, node, rest):
    """(joins, clients) of a tree of n clients below the node; `rest` gives further nodes."""
    if n == 1:
        return [], [node]
    a, b = next(rest), next(rest)
    left, right = tree((n + 1) // 2, a, rest), tree(n // 2, b, rest)
    return [(node, a, b), *left[0], *right[0]], left[1] + right[1]


def model(n, joins, clients):
    """models/parity.pml for another number of clients."""
    runs = [f"run client({c})" for c in clients] + ["run join({}, {}, {})".format(*j) for j in joins]
    text = (HERE / "models" / "parity.pml").read_text()
    text = text.replace("byte req[8]; bit ack[8];", f"byte req[{2 * n}]; bit ack[{2 * n}];")
    return re.sub(r"^init .*$", f"init {{ atomic {{ {'; '.join(runs)} }} }}", text, flags=re.M)


def hierarchy(joins, clients):
    """A level for each height: the subtrees of at most that height. Processes are numbered: root, init, clients, joins."""
    below, height = {c: [f"client[{i + 2}]"] for i, c in enumerate(clients)}, dict.fromkeys(clients, 0)
    for i, (node, a, b) in reversed(list(enumerate(joins))):
        below[node] = [*below[a], *below[b], f"join[{i + 2 + len(clients)}]"]
        height[node] = 1 + max(height[a], height[b])
    levels = []
    for most in range(1, height[1] + 1):
        inner = {child for node, *children in joins if height[node] <= most for child in children}
        tops = [node for node in height if height[node] <= most and node not in inner]
        levels.append(" | ".join(" ".join(below[node]) for node in tops))
    return "\n".join(levels) + "\n"


def states(coset, path, *por):
    run = tool.check(coset, path, "--symmetry=off", *por, limit=1800)
    if run.rc != tool.EXIT_HOLDS or not run.json["exhaustive"]:
        raise SystemExit(f"{path.name} {' '.join(por)}: exit {run.rc}, not all was searched: {run.err.strip()[:400]}")
    return tool.number(run.json["counts"]["representatives"])


def compare(coset, folder, n):
    """The number of wrong figures."""
    path, clusters, wrong = folder / f"parity{n}.pml", folder / f"parity{n}.clusters", 0
    joins, clients = tree(n, 1, iter(range(2, 2 * n)))
    path.write_text(model(n, joins, clients))
    clusters.write_text(hierarchy(joins, clients))
    whole, single = states(coset, path, "--por=off"), states(coset, path, "--por=ample")
    std, thesis = TABLE[n]
    print(f"{n} clients: {whole:,} states, by single processes {single:,}, by clusters of the thesis "
          f"{100 * thesis / std:.1f} %")
    for por in ["--por=cluster", f"--clusters={clusters}"], ["--por=cluster"], ["--por=stubborn"]:
        reduced = states(coset, path, *por)
        good = single == whole and reduced * std <= whole * thesis
        wrong += not good
        print(f"    {' '.join(por)}: {reduced:,}, {100 * reduced / whole:.1f} %{'' if good else ': WRONG'}", flush=True)
    return wrong


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return sum(compare(tool.program(args), pathlib.Path(folder), n)
                   for n in TABLE if n <= (8 if tool.long_run() else 6))


if __name__ == "__main__":
    sys.exit(main())
