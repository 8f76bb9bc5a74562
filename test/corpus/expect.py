"""expect.tsv: what the reference tools found on the models of corpus/murphi/{cmurphi,bench,cubicle}."""

import pathlib


class Row:
    """verdict: ok, violation, refused (the text is) or unknown. Counts are None if no reference could finish; orbits,
    orbit_rules: with exhaustive canonicalisation, if the model's scalarsets are legal."""

    def __init__(self, line):
        cells = line.split("\t")
        self.model, self.verdict, self.source = cells[0], cells[5], cells[6]
        self.states, self.rules, self.orbits, self.orbit_rules = (int(c) if c else None for c in cells[1:5])


class First:
    """The first error that CMurphi's search finds without options: none, error, deadlock, or several at one depth;
    unknown if the first million states have none. states: how many were visited; source: by which tool."""

    def __init__(self, line):
        self.model, self.kind, depth, states, self.source = line.split("\t")
        self.depth, self.states = int(depth) if depth else None, int(states)


def firsts():
    """first_error.tsv by model."""
    text = (pathlib.Path(__file__).parent / "first_error.tsv").read_text()
    lines = [First(line) for line in text.splitlines() if line and not line.startswith(("#", "model\t"))]
    return {f.model: f for f in lines}


def rows():
    text = (pathlib.Path(__file__).parent / "expect.tsv").read_text()
    return [Row(line) for line in text.splitlines() if line and not line.startswith(("#", "model\t"))]
