"""expect.tsv: what the reference tools found on the models of corpus/murphi/{cmurphi,bench,cubicle}."""

import pathlib


class Row:
    """verdict: ok, violation, refused (the text is) or unknown. Counts are None where no reference could finish;
    orbits, orbit_rules: with exhaustive canonicalisation, where the model's scalarsets are legal."""

    def __init__(self, line):
        cells = line.split("\t")
        self.model, self.verdict, self.source = cells[0], cells[5], cells[6]
        self.states, self.rules, self.orbits, self.orbit_rules = (int(c) if c else None for c in cells[1:5])


def rows():
    text = (pathlib.Path(__file__).parent / "expect.tsv").read_text()
    return [Row(line) for line in text.splitlines() if line and not line.startswith(("#", "model\t"))]
