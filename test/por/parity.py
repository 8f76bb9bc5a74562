#!/usr/bin/env python3
"""The parity computer of Bosnacki's thesis (ch. 2, table 2) with N = 4 to 6 clients, with COSET_LONG to 8: a tree of clients,
joins that add the bits of two, and a root. Of all states at most the share remains that the clusters of the thesis leave.

Its text is not printed there, so the numbers themselves cannot be compared. In the thesis ample sets of single processes leave
out nothing, as all steps are on shared variables: its column "std" is all states."""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))

import tool  # noqa: E402

TABLE = {4: (1749, 1294), 5: (7933, 3938), 6: (69615, 21620), 7: (320095, 25228), 8: (2782640, 30377)}  # std, cluster


def tree(n, node, rest):
    """(joins, clients) of a tree of n clients below the node; `rest` gives further nodes."""
    if n == 1:
        return [], [node]
    a, b = next(rest), next(rest)
    left, right = tree((n + 1) // 2, a, rest), tree(n // 2, b, rest)
    return [(node, a, b), *left[0], *right[0]], left[1] + right[1]


def model(n):
    joins, clients = tree(n, 1, iter(range(2, 2 * n)))
    runs = [f"run client({c})" for c in clients] + ["run join({}, {}, {})".format(*j) for j in joins]
    return f"""byte req[{2 * n}]; bit ack[{2 * n}];
proctype client(byte i)
{{
    if :: req[i] = 1 :: req[i] = 2 fi;
    do
    :: atomic {{ ack[i] -> ack[i] = 0; if :: req[i] = 1 :: req[i] = 2 fi }}
    od
}}
proctype join(byte i; byte l; byte r)
{{
    do
    :: atomic {{ req[l] && req[r] && !ack[l] && !ack[r] ->
                req[i] = 1 + ((req[l] + req[r]) & 1); req[l] = 0; req[r] = 0; ack[l] = 1; ack[r] = 1 }};
       atomic {{ ack[i] -> ack[i] = 0 }}
    od
}}
active proctype root()
{{
    do
    :: atomic {{ req[1] && !ack[1] -> req[1] = 0; ack[1] = 1 }}
    od
}}
init {{ atomic {{ {"; ".join(runs)} }} }}
"""


def main():
    args = tool.parser(__doc__.splitlines()[0]).parse_args()
    coset, wrong = tool.program(args), 0
    with tempfile.TemporaryDirectory() as folder:
        for n in [k for k in TABLE if k <= (8 if tool.long_run() else 6)]:
            path = pathlib.Path(folder) / f"parity{n}.pml"
            path.write_text(model(n))
            counts = []
            for por in ("off", "stubborn"):
                run = tool.check(coset, path, "--symmetry=off", f"--por={por}", limit=900)
                counts.append(tool.number(run.json["counts"]["representatives"]))
            std, cluster = TABLE[n]
            good = counts[1] * std <= counts[0] * cluster
            wrong += not good
            print(f"{n} clients: {counts[1]:,} of {counts[0]:,} states, {100 * counts[1] / counts[0]:.1f} %; "
                  f"thesis {100 * cluster / std:.1f} %{'' if good else ': WRONG'}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
