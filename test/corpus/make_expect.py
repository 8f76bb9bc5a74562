#!/usr/bin/env python3
"""Generates expect.tsv from measurements of the reference tools, never from our own output:

  make_expect.py manifests/murphi.tsv research/peers.md rumur.tsv > expect.tsv

rumur.tsv: lines `model, off|exhaustive, ok|violation|rejected|timeout, states, rules, ...` of Rumur runs (one thread,
deadlock detection off). Files with equal text share their figures."""

import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "kit"))

import tool # noqa: E402

# CMurphi's own extensions: refused here with a message.
REFUSED = ("cmurphi/probrules/", "cmurphi/real/")


def number(text):
    return int(text.replace(",", ""))


class Figures:
    def __init__(self):
        self.off = self.sym = self.verdict = None
        self.sources = []

    def add(self, kind, pair, source):
        if getattr(self, kind) is None:
            setattr(self, kind, pair)
            self.sources.append(source)


def from_rumur(path, figures):
    for line in path.read_text().splitlines():
        model, symmetry, verdict, states, rules = line.split("\t")[:5]
        if model not in figures or verdict not in ("ok", "violation"):
            continue
        f = figures[model]
        f.verdict = verdict
        if verdict == "ok":
            f.add("off" if symmetry == "off" else "sym", (int(states), int(rules)), f"rumur {symmetry}")


def from_manifest(path, by_name):
    for line in path.read_text().splitlines():
        cells = line.split("\t")
        if len(cells) < 6 or cells[0] not in by_name:
            continue
        model, program, symmetry, states, rules, result = cells[:6]
        for f in by_name[model]:
            if result in ("ok", "violation"):
                f.verdict = f.verdict or result
            if result == "ok" and symmetry in ("-nosym", "off"):
                f.add("off", (int(states), int(rules)), f"manifest {program} {symmetry}")
            if result == "ok" and symmetry in ("-sym1", "exhaustive"):
                f.add("sym", (int(states), int(rules)), f"manifest {program} {symmetry}")


def from_peers(path, by_name):
    """Rows of the bench models. -sym1, -sym2 and exhaustive are exact."""
    for line in path.read_text().splitlines():
        cells = [c.strip() for c in line.split("|")]
        if len(cells) < 8 or not cells[1].startswith(("cmurphi", "rumur")) or "TIMEOUT" in line or cells[4] == "-":
            continue
        for f in by_name.get(cells[2] + ".m", []):
            option = cells[3].split()[0]
            if option in ("-nosym", "off", "-sym1", "-sym2", "exhaustive"):
                f.verdict = f.verdict or "ok"
                f.add("off" if option in ("-nosym", "off") else "sym", (number(cells[4]), number(cells[5])),
                      f"peers {cells[1].split()[0]} {option}")


def main():
    manifest, peers, rumur = map(pathlib.Path, sys.argv[1:4])
    folder = tool.shared() / "corpus/murphi"
    figures, by_text, by_name, bench = {}, {}, {}, {}
    for d in ("cmurphi", "bench", "cubicle"):
        for p in sorted((folder / d).rglob("*.m")):
            f = by_text.setdefault(hashlib.md5(p.read_bytes()).hexdigest(), Figures())
            figures[str(p.relative_to(folder))] = f
            names = bench if d == "bench" else by_name
            names.setdefault(p.name, [])
            names[p.name] += [] if f in names[p.name] else [f]
    from_rumur(rumur, figures)
    from_manifest(manifest, {n: fs for n, fs in by_name.items() if len(fs) == 1}) # an ambiguous name gives nothing
    from_peers(peers, bench)
    print("# What the reference tools say; made by make_expect.py. Deadlock detection off. Counts only where the\n"
          "# search went to its end; orbits: with exhaustive canonicalisation.")
    print("model\tstates\trules\torbits\torbit_rules\tverdict\tsource")
    for model, f in figures.items():
        if model.startswith(REFUSED):
            print(f"{model}\t\t\t\t\trefused\tuses real numbers or probabilities")
            continue
        cells = [str(n) for n in f.off or ("", "")] + [str(n) for n in f.sym or ("", "")]
        print("\t".join([model, *cells, f.verdict or "unknown", "; ".join(f.sources)]))


if __name__ == "__main__":
    main()
