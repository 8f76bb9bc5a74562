#!/usr/bin/env python3
"""Declared symmetry found again without the declaration.

Every Murphi model of the corpus that declares a scalarset is rewritten with ranges instead of scalarsets, and unions of
scalarsets as the wider range. The group that is detected in that text is compared with the group that is proved for the
declaration. It must be as large or larger, except in EXCEPTIONS, with the reason.

Without COSET_LONG=1 only the models in SHORT."""

import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
import tool  # noqa: E402

SHORT = ["cmurphi/mux/n_peterson.m", "cmurphi/sym/list6.m", "cmurphi/multiset+sym/newcache3.m", "bench/german4.m"]
FOLDERS = [("cmurphi", 300), ("cubicle", 300), ("bench", 300)]  # and the processor seconds that one run may take
# model: the order that is detected, and why it is less In all of them the steps have the whole declared group. It is
# lost by one invariant with an `exists` over the elements whose body reads a value that may be undefined: over a
# scalarset all elements are evaluated, so such a value is a fault in every order; over a range evaluation ends at the
# first witness, so it is a fault only if it comes before one. That the value is never undefined when read depends on
# the protocol, which only the search finds out.
MASTER = "\"Consistency of data\": exists m .. ReqNet[m][h].Messages[i].Aux = n, a message that may have no Aux"
LOCK = "\"Correct lock state -> backward\": exists n, i .. Messages[i].Mtype, a place that may be empty"
LIST = "\"Prev is in list\": exists p .. Cells[p].Next = c, which takes a field of a message that may have none"
EXCEPTIONS = {
    "cmurphi/dash/adash.m": (2, MASTER),
    "cmurphi/sym/adashbug.m": (2, MASTER),
    "cmurphi/dash/eadash.m": (2, MASTER),
    "cmurphi/sym/eadash.m": (2, MASTER),
    "bench/adash3.m": (2, MASTER),
    "cmurphi/dash/ldash.m": (1, LOCK),
    "bench/ldash3.m": (1, LOCK),
    "cmurphi/sym/list6.m": (1, LIST),
    "cmurphi/sym/list6too.m": (5040, LIST),
    "cmurphi/multiset+sym/newlist6.m": (1, LIST),
    "bench/list6_6.m": (1, LIST),
}

COMMENT = re.compile(r'("[^"\n]*")|--[^\n]*|/\*.*?\*/', re.S)
SCALARSET = re.compile(r"\bscalarset\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.I)
NAMED = re.compile(r"\b(\w+)\s*:\s*scalarset\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.I)
ENUM = re.compile(r"\b(\w+)\s*:\s*enum\s*\{([^{}]*)\}", re.I)
UNION = re.compile(r"\bunion\s*\{((?:[^{}]|\{[^{}]*\})*)\}", re.I)
PART = re.compile(r"enum\s*\{([^{}]*)\}|\w+", re.I)


def without_comments(source):
    return COMMENT.sub(lambda m: m[1] or re.sub(r"[^\n]", " ", m[0]), source)


def names(text):
    return [x.strip() for x in text.split(",")]


def strip(source):
    """The text without scalarsets. Those of one union get ranges that follow one another, and the members of an
    enumeration there become numbers."""
    text = without_comments(source)
    size = {m[1].lower(): m[2].strip() for m in NAMED.finditer(text)}
    enums = {m[1].lower(): names(m[2]) for m in ENUM.finditer(text)}
    first, last, constants, spans = {n: "1" for n in size}, dict(size), [], {}
    for m in UNION.finditer(text):
        at = "0"
        for part in PART.finditer(m[1]):
            name = part[0].lower()
            members = names(part[1]) if part[1] else enums.get(name, [])
            constants += [f"const {x}: {at} + {i + 1};" for i, x in enumerate(members)]
            first[name] = f"{at} + 1"
            at = last[name] = f"{at} + {size[name] if name in size else len(members)}"
        spans[m[0]] = f"1 .. {at}"

    def ranged(m):
        n = m[1].lower()
        return f"{m[1]}: {first[n]} .. {last[n]}" if n in first else m[0]

    text = UNION.sub(lambda m: spans[m[0]], NAMED.sub(ranged, text))
    text = SCALARSET.sub(lambda m: f"1 .. {m[1]}", ENUM.sub(ranged, text))
    return re.sub(r"\btype\b", " ".join(constants) + " type", text, count=1, flags=re.I)


def orders(coset, path, limit):
    """Orders of the declared group with all properties and of the detected one, seconds of detection, number of lost
    lines."""
    r = tool.Run(["prlimit", f"--cpu={limit}", "--", coset, "symmetry", "--json", str(path)], 20 * limit)
    if r.crashed or not r.json:
        return None, None, r.seconds, [r.err.strip()[:300]]
    j, d = r.json, r.json["detected"]
    declared = min([int(j["symmetry"]["order"])] + [int(p["order"]) for p in j["properties"]])
    return declared, int(d["order"]), d["seconds"], d["lost"] if not d["failed"] else [d["failed"]] + d["lost"]


def chosen(corpus, pattern):
    for folder, limit in FOLDERS:
        for path in sorted((corpus / folder).rglob("*.m")):
            name = str(path.relative_to(corpus))
            wanted = name in SHORT if not pattern and not tool.long_run() else True
            source = path.read_text(errors="replace")
            if wanted and re.search(pattern or ".", name) and SCALARSET.search(without_comments(source)):
                yield name, path, source, limit


def main():
    p = tool.parser(__doc__)
    p.add_argument("--only", help="models whose name matches")
    p.add_argument("--keep", help="folder for the stripped models")
    args = p.parse_args()
    coset, shared, problems, n, seen = tool.program(args), tool.shared(), 0, 0, set()
    if not shared:
        return tool.SKIP
    print(f"{'model':44} {'declared':>10} {'detected':>12} {'seconds':>8}  lost")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(args.keep or folder)
        for name, path, source, limit in chosen(shared / "corpus" / "murphi", args.only):
            if source in seen:
                continue
            seen.add(source)
            stripped = folder / name.replace("/", "_")
            stripped.write_text(strip(source))
            declared = orders(coset, path, limit)[0]
            _, detected, seconds, lost = orders(coset, stripped, limit)
            enough = declared is not None and detected is not None and detected >= declared
            known = name in EXCEPTIONS and detected == EXCEPTIONS[name][0]
            verdict = "" if enough else f"  known: {EXCEPTIONS[name][1]}" if known else "  LESS"
            print(f"{name:44} {declared!s:>10} {detected!s:>12} {seconds:8.2f}  {len(lost)}{verdict}", flush=True)
            for x in lost[:3] if not enough and not known else []:
                print(f"    {x}")
            problems += not enough and not known
            n += 1
    print(f"{n} models, {problems} of them lose symmetry without a reason that is written down")
    return 1 if problems or n == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
