#!/usr/bin/env python3
"""How coset scales: representatives, time and memory over N, with and without symmetry, for families of models.
Writes one SVG for each family and one Markdown table with the time for each representative and, in the last column,
the largest N that fits into the given memory.

  bench/scaling.py --limit 30 --out plots german peterson"""

import argparse
import json
import math
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test" / "kit"))

import measure # noqa: E402
import peers # noqa: E402
import sizes # noqa: E402
import tool # noqa: E402


def constant(model, name):
    """The model of the corpus with a constant set to N."""
    return lambda shared, folder, n: ["-D", f"{name}={n}", str(peers.find(shared, model))]


def nodes_of(script, **others):
    """The script of examples/csp with N nodes, its first assertion."""
    def command(shared, folder, n):
        text = sizes.resized((tool.ROOT / "examples/csp" / f"{script}.csp").read_text(), {"nodes": n, **others})
        path = folder / f"{script}{n}.csp"
        path.write_text(sizes.only_assertion(text, 1, " :[symmetry reduce]"))
        return [str(path)]
    return command


# family -> (arguments after the options for N, values of N)
FAMILIES = {
    "german": (constant("german4", "NODE_NUM"), range(2, 9)),
    "peterson": (constant("n_peterson", "N"), range(3, 11)),
    "mcslock1": (constant("mcslock1", "N"), range(2, 8)),
    "list6": (constant("list6", "CellCount"), range(3, 9)),
    "ldash": (constant("ldash", "RemoteCount"), range(2, 7)),
    "liststack": (nodes_of("liststack", threads=3, data=2), range(2, 16)),
}
COLOURS = {"off": "#b2182b", "auto": "#2166ac"}
PANELS = [("representatives", "states stored"), ("seconds", "seconds"), ("megabytes", "peak MB")]


def one(coset, model, symmetry, args):
    command = [coset, "check", "--json", "--progress=none", "--por=off", f"--symmetry={symmetry}",
               f"--threads={args.threads}", f"--memory={args.memory}", *model]
    best = None
    for _ in range(args.runs):
        got = measure.run(command, args.limit)
        if got is None:
            return None
        best = got if best is None or got[0] < best[0] else best
    try:
        result = json.loads(best[3])
    except ValueError:
        return None
    if result["verdict"] == "incomplete":
        return None
    return {"representatives": int(result["counts"]["representatives"]),
            "states": result["counts"]["states"], "order": result["symmetry"]["order"], "seconds": best[0],
            "megabytes": best[2] / 1024, "bytes_per_state": result["bytes_per_state"]}


def family(coset, shared, folder, name, args):
    model, values = FAMILIES[name]
    out = {}
    for symmetry in ("auto", "off"):
        out[symmetry] = []
        for n in values:
            point = one(coset, model(shared, folder, n), symmetry, args)
            if point is None:
                break # the next one would take longer
            out[symmetry].append({"n": n, **point})
            print(f"\r{name} {symmetry} {n}   ", end="", file=sys.stderr, flush=True)
    return out


# ---- SVG ----


def panel(series, key, title, left):
    """One plot of `key` over N, on a logarithmic scale."""
    top, width, height = 30, 250, 200
    points = [p for s in series.values() for p in s]
    lo = math.floor(math.log10(max(min(p[key] for p in points), 1e-3)))
    hi = max(math.ceil(math.log10(max(p[key] for p in points))), lo + 1)
    first, last = min(p["n"] for p in points), max(p["n"] for p in points)

    def x(n):
        return left + width * (n - first) / max(last - first, 1)

    def y(v):
        return top + height * (1 - (math.log10(max(v, 1e-3)) - lo) / (hi - lo))

    yield f'<text x="{left + width / 2}" y="18" text-anchor="middle">{title}</text>'
    for e in range(lo, hi + 1):
        label = f"{10 ** e:g}" if -3 <= e < 4 else f"1e{e}"
        yield f'<path d="M{left} {y(10 ** e):.1f}h{width}" stroke="#ddd"/>'
        yield f'<text x="{left - 6}" y="{y(10 ** e) + 4:.1f}" text-anchor="end">{label}</text>'
    for n in range(first, last + 1):
        yield f'<text x="{x(n):.1f}" y="{top + height + 16}" text-anchor="middle">{n}</text>'
    for symmetry, s in series.items():
        line = " ".join(f"{x(p['n']):.1f},{y(p[key]):.1f}" for p in s)
        yield f'<polyline points="{line}" fill="none" stroke="{COLOURS[symmetry]}" stroke-width="2"/>'
        for p in s:
            yield f'<circle cx="{x(p["n"]):.1f}" cy="{y(p[key]):.1f}" r="3" fill="{COLOURS[symmetry]}"/>'


def svg(name, series):
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="960" height="290" font-family="sans-serif" font-size="12">',
           '<rect width="960" height="290" fill="white"/>']
    for i, (key, title) in enumerate(PANELS):
        out += panel(series, key, f"{name}: {title}", 50 + 310 * i)
    for i, (symmetry, label) in enumerate((("auto", "with symmetry"), ("off", "without"))):
        out.append(f'<circle cx="{60 + 140 * i}" cy="272" r="4" fill="{COLOURS[symmetry]}"/>')
        out.append(f'<text x="{70 + 140 * i}" y="276">{label}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


# ---- table ----


def reach(points, gigabytes):
    """The largest N that fits, if states keep the growth factor of the last two N."""
    if len(points) < 2:
        return ""
    a, b = points[-2:]
    growth, n, states = b["representatives"] / a["representatives"], b["n"], b["representatives"]
    while growth > 1.01 and states * growth * b["bytes_per_state"] < gigabytes * 1e9:
        states *= growth
        n += 1
    return f"N = {n} (extrapolated)" if n > b["n"] else f"N = {n}"


def table(all_series, gigabytes):
    yield f"| family | symmetry | N | stored | seconds | us each | peak MB | bytes each | in {gigabytes:g} GB |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, series in all_series.items():
        for symmetry, points in series.items():
            for p in points:
                far = reach(points, gigabytes) if p is points[-1] else ""
                yield (f"| {name} | {symmetry} | {p['n']} | {p['representatives']:,} | {p['seconds']:.2f} | "
                       f"{p['seconds'] / p['representatives'] * 1e6:.2f} | {p['megabytes']:.0f} | "
                       f"{p['bytes_per_state']:.1f} | {far} |")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("families", nargs="*", default=list(FAMILIES))
    p.add_argument("--coset", default=os.environ.get("COSET"))
    p.add_argument("--runs", type=int, default=1, help="the fastest counts")
    p.add_argument("--limit", type=float, default=60, help="seconds for one run")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--memory", default="16G")
    p.add_argument("--gigabytes", type=float, default=24, help="memory for the last column")
    p.add_argument("--out", default="plots", help="folder for the plots, table and figures")
    args, shared = p.parse_args(), tool.shared()
    if not shared:
        print("no corpus (COSET_SHARED)")
        return tool.SKIP
    coset, out = tool.program(args), pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        all_series = {name: family(coset, shared, pathlib.Path(folder), name, args) for name in args.families}
    print(file=sys.stderr)
    for name, series in all_series.items():
        if any(series.values()):
            (out / f"{name}.svg").write_text(svg(name, {k: v for k, v in series.items() if v}))
    (out / "scaling.json").write_text(json.dumps({"machine": measure.machine(), "families": all_series}, indent=1))
    (out / "scaling.md").write_text(f"{measure.machine()}, {args.threads} thread(s)\n\n"
                                    + "\n".join(table(all_series, args.gigabytes)) + "\n")
    print((out / "scaling.md").read_text(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
