"""Formulas in the notation of Spot, in ours."""
import re


def from_spot(text):
    """G, F and X before their operand without a blank; & and |."""
    text = re.sub("[GFX]", lambda m: {"G": "[] ", "F": "<> ", "X": "X "}[m[0]], text)
    return re.sub(r"(?<!&)&(?!&)", "&&", re.sub(r"(?<!\|)\|(?!\|)", "||", text))
