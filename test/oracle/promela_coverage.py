#!/usr/bin/env python3
"""What the random Promela models contain: a table of each kind of type, expression, statement and declaration, with the
share of models that have it. Fails if a share is below a tenth."""

import pathlib
import re
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "kit")]

import promela_random # noqa: E402
import tool # noqa: E402

LEAST = 0.1
NAME = r"[A-Za-z_]\w*(?:\[[^\]]*\])?(?:\.\w+)*"
KINDS = {
    "types": {k: rf"\b{k}\b" for k in ("bit", "bool", "byte", "short", "int", "unsigned", "mtype", "chan", "typedef", "hidden")}
    | {"array": r"\b(bit|bool|byte|short|int|mtype|chan|[A-Z]\w*) +\w+\[\d+\]", "channel of several fields": r"of *\{[^}]*,",
       "buffered channel": r"= *\[[1-9]\d*\] *of", "rendez-vous channel": r"= *\[0\] *of", "several declared at once": r"\b(byte|bit|int|short) +\w+[^;{}()]*, *\w+",
       "local variable": r"\{\s*(bit|bool|byte|short|int|unsigned|mtype|chan) ", "first value of a declaration": r"\b(bit|bool|byte|short|int) +\w+ *= *"},
    "processes": {"active": r"\bactive\b", "active [n]": r"active *\[[2-9]\]", "init": r"\binit\b", "run": r"\brun\b", "parameters": r"proctype \w+ *\([^)]+\)",
                  "provided": r"\bprovided\b", "priority": r"\bpriority\b", "inline": r"\binline\b", "#define": r"#define",
                  "end label": r"\bend\w*:", "other label": r"\b(?!end|default)[a-zA-Z]\w*: "},
    "statements": {"assignment": rf"{NAME} *= *[^=]", "increment": r"\+\+", "decrement": r"--", "if": r"\bif\b", "do": r"\bdo\b", "else": r"\belse\b",
                   "break": r"\bbreak\b", "goto": r"\bgoto\b", "skip": r"\bskip\b", "assert": r"\bassert\b", "printf": r"\bprintf\b", "atomic": r"\batomic\b", "d_step": r"\bd_step\b",
                   "unless": r"\bunless\b", "timeout": r"\btimeout\b", "for over a range": r"\bfor *\(\w+ *:", "for over an array": r"\bfor *\(\w+ in", "select": r"\bselect\b",
                   "send": r"\w!(?![!=])", "sorted send": r"!!", "receive": r"\w\?[^?\[<]", "random receive": r"\?\?[^\[<]", "copy of a message": r"\?\??<", "poll": r"\?\??\["},
    "expressions": {"eval": r"\beval\b", "len": r"\blen\b", "empty": r"\bempty\b", "nempty": r"\bnempty\b", "full": r"\bfull\b", "nfull": r"\bnfull\b", "_pid": r"\b_pid\b", "_nr_pr": r"\b_nr_pr\b",
                    "_ in a receive": r"\?\??(?:[^;]*,)? *_\b", "conditional": r"->[^;:]*: ", "and": r"&&", "or": r"\|\|", "not": r"![\w(]", "index that is computed": r"\[[^\]]*[a-z][^\]]*\]", "field of a structure": r"\w\.\w", "remote reference": r"\w+\[\d\]@|\w@\w", "pc_value": r"pc_value",
                    **{f"operator {o}": re.escape(o) for o in ("==", "!=", "<=", ">=", " + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", "<<", ">>", "~")},
                    "operator <": r" < ", "operator >": r"[^-] > "},
}


def main():
    p = tool.parser(__doc__)
    p.add_argument("--count", type=int, default=400)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    texts = [promela_random.text_of(args.seed + i) for i in range(args.count)]
    rare = 0
    for group, kinds in KINDS.items():
        print(f"\n{group}")
        for name, pattern in kinds.items():
            share = sum(bool(re.search(pattern, t)) for t in texts) / len(texts)
            rare += share < LEAST
            print(f"  {name:28} {100 * share:5.1f} %{'   rare' if share < LEAST else ''}")
    print(f"\n{args.count} models; {rare} kinds in fewer than one in ten")
    return 1 if rare else 0


if __name__ == "__main__":
    sys.exit(main())
