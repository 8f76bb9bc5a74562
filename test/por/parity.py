#!/usr/bin/env python3
"""The parity computer of Bosnacki's thesis (ch. 2, table 2) with N = 4 to 6 clients, with COSET_LONG to 8: a tree of
clients, joins that add the bits of two, and a root, as in models/parity.pml. By --por=stubborn at most the share of all
states remains that the clusters of the thesis leave of its column "std", by ample sets, which leave out nothing there.

The thesis does not print its text, so the numbers themselves cannot be compared."""

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


def model(n):
    """models/parity.pml for another number of clients."""
    joins, clients = tree(n, 1, iter(range(2, 2 * n)))
    runs = [f"run client({c})" for c in clients] + ["run join({}, {}, {})".format(*j) for j in joins]
    text = (HERE / "models" / "parity.pml").read_text()
    text = text.replace("byte req[8]; bit ack[8];", f"byte req[{2 * n}]; bit ack[{2 * n}];")
    return re.sub(r"^init .*$", f"init {{ atomic {{ {'; '.join(runs)} }} }}", text, flags=re.M)


def states(coset, path, por):
    run = tool.check(coset, path, "--symmetry=off", f"--por={por}", limit=900)
    if run.rc != tool.EXIT_HOLDS or not run.json["exhaustive"]:
        raise SystemExit(f"{path.name} by --por={por}: exit {run.rc}, not all was searched: {run.err.strip()[:400]}")
    return tool.number(run.json["counts"]["representatives"])


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset, wrong = tool.program(args), 0
    with tempfile.TemporaryDirectory() as folder:
        for n in [k for k in TABLE if k <= (8 if tool.long_run() else 6)]:
            path = pathlib.Path(folder) / f"parity{n}.pml"
            path.write_text(model(n))
            whole, reduced = states(coset, path, "off"), states(coset, path, "stubborn")
            std, cluster = TABLE[n]
            good = reduced * std <= whole * cluster
            wrong += not good
            print(f"{n} clients: {reduced:,} of {whole:,} states, {100 * reduced / whole:.1f} %; "
                  f"thesis {100 * cluster / std:.1f} %{'' if good else ': WRONG'}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
