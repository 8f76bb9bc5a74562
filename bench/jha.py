"""Tables of Jha's thesis "Symmetry and induction in model checking" (1996), 3.7: the largest set of states, in nodes, with and
without multiple representatives. The models are re-created in examples/symbolic after the descriptions of the thesis,
which does not print them, so factors can be compared and sizes cannot. Called by bench/symbolic.py."""

import resource

import tool

MODELS = tool.ROOT / "examples" / "symbolic"
WAYS = {"none": [], "processors": ["--exchange=processor"], "lines": ["--exchange=line"], "both": []}
# Nodes of the largest diagram: none, processors, lines, both; None: not finished.
FUTUREBUS = {(2, 2): (920, 668, 518, 368), (4, 2): (6048, 2573, 2855, 1309), (2, 4): (6166, 3917, 1458, 1178),
             (4, 4): (42595, 14626, 6831, 4266), (2, 8): (17446, 10837, 2618, 2338),
             (4, 8): (121475, 40466, 11551, 8986), (2, 12): (28726, 17757, 3778, 3498),
             (4, 12): (None, None, 16271, 13706)}
ARBITER = {(10, 0): (369705, 27671), (12, 0): (921034, 36135), (10, 10): (932429, 73514), (12, 12): (None, 93094)}


# One variable for the phases, or three in each module as in the thesis.
ARBITERS = {"arbiter": "arbiter.m", "three variables in each module": "arbiter_lines.m"}

# The thesis's own representatives of the arbiter; for Futurebus+ they are those of `multiple`.
CHOSEN = "--representatives={isundefined(elect) | leads(elect)}"
ARBITER_WAYS = {"none": ("none", []), "multiple": ("multiple", []), "chosen": ("multiple", [CHOSEN]), "dynamic": ("dynamic", [])}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime


def measure(coset, args, model, method, defines, more, paper):
    """Cases without a figure in the thesis get less time."""
    before = processor_seconds()
    limit = args.limit if paper else min(args.limit, args.beyond)
    run = tool.check(coset, MODELS / model, "--engine=symbolic", "--order=concatenated", "--deadlock=off",
                     f"--symbolic-symmetry={method}", f"--time={limit}", f"--max-nodes={args.nodes}",
                     f"--memory={args.memory}", "--trace=off", *defines, *more, limit=limit * 4 + 60)
    if run.json is None:
        return {"why": "too long" if run.rc is None or run.rc < 0 else f"exit {run.rc}"}
    out = {"set": int(run.json["set_nodes"]), "step": int(run.json["step_nodes"]), "seconds": processor_seconds() - before,
           "representatives": run.json["counts"]["representatives"],
           "verdicts": {p["name"]: p["verdict"] for p in run.json["properties"] if p["kind"] in ("invariant", "formula")}}
    if run.json["stopped"] or "incomplete" in out["verdicts"].values():
        out["why"] = "limit"
    return out


def cell(r, base, paper):
    """Nodes, seconds and the gain of symmetry, compared with that of the thesis. Figures of an unfinished run are
    lower bounds."""
    if "set" not in r:
        return f"({r['why']})"
    text = f"{r['set']:,} {r['seconds']:.1f}s"
    if "why" in r:
        return f"(>{text}: {r['why']})"
    if r is not base and "set" in base:
        text += f" **{'>' if 'why' in base else ''}{base['set'] / r['set']:.2f}**"
        text += f" ({paper[0] / paper[1]:.2f})" if paper[0] and paper[1] else ""
    return text


def wanted(args, part, name, size):
    return size <= args.largest and (not args.names or name in args.names or part in args.names)


def futurebus(coset, args, direction):
    """Tables 3.1 and 3.2. Forward: invariants p and q, and the formulas, in sets of reached states. Backward: p and q
    by preimages of their violations, as in the thesis; the formulas refer to reached states."""
    rows, formulas = [], [f"--ctl=@{MODELS / 'futurebus_properties.ctl'}"] if direction == "forward" else []
    print(f"\n| Futurebus, {direction} | steps | none | processors | lines | both |\n|---|---|---|---|---|---|")
    for (p, c), paper in FUTUREBUS.items():
        if not wanted(args, "futurebus", f"{p}P{c}C", p * c):
            continue
        r = {way: measure(coset, args, "futurebus.m", "none" if way == "none" else "multiple", [f"-DP={p}", f"-DC={c}"],
                          [*more, f"--direction={direction}", *formulas], paper[i]) for i, (way, more) in enumerate(WAYS.items())}
        print(f"| {p}P{c}C | {r['none'].get('step', '')} | "
              + " | ".join(cell(r[w], r["none"], (paper[0], paper[i])) for i, w in enumerate(WAYS)) + " |", flush=True)
        rows.append({"model": f"{p}P{c}C", "direction": direction, "results": r})
    return rows


def arbiter(coset, args):
    """By images, and by preimages as in the thesis: from states that violate an invariant, reached or not."""
    rows = []
    for what, model in ARBITERS.items():
        for direction in ("forward", "backward"):
            print(f"\n| {what}, {direction} | steps | {' | '.join(ARBITER_WAYS)} |\n|---|---|---|---|---|---|")
            for (h, l), paper in ARBITER.items():
                name = f"{h}m{f'{l}m' if l else ''}"
                if not wanted(args, "arbiter", name, h + l):
                    continue
                defines = [f"-DH={h}", f"-DL={l}"] if l else [f"-DH={h}", "-DL=1", "-DCLASSES=1"]
                r = {way: measure(coset, args, model, method, defines, [*more, f"--direction={direction}"],
                                  way in ("none", "multiple") and (paper[0] or way != "none"))
                     for way, (method, more) in ARBITER_WAYS.items()}
                print(f"| {name} | {r['none'].get('step', '')} | " + " | ".join(cell(x, r["none"], paper) for x in r.values())
                      + " |", flush=True)
                rows.append({"model": name, "of": model, "direction": direction, "results": r})
    return rows


# Table 3.3: (processors, lines), observed predicates, among reached states, order -> seconds and nodes; None:
# exceeded.
BISIMULATION = [((2, 2), "inv", False, "c", (5.4, 935)), ((2, 2), "inv", True, "c", (1.2, 506)),
                ((2, 2), "inv", True, "r", (3.5, 405)), ((2, 2), "none", False, "c", (0.9, 180)),
                ((2, 2), "none", True, "c", (1.1, 506)), ((2, 2), "none", True, "r", (3.5, 405)),
                ((2, 4), "inv", False, "c", None), ((2, 4), "inv", True, "c", (7.7, 1986)),
                ((2, 4), "inv", True, "r", (21.8, 1203)), ((2, 4), "none", False, "c", (4.0, 344)),
                ((2, 4), "none", True, "c", (7.8, 1986)), ((2, 4), "none", True, "r", (21.9, 1203)),
                ((4, 2), "inv", False, "c", None), ((4, 2), "inv", True, "c", None), ((4, 2), "inv", True, "r", None),
                ((4, 2), "none", False, "c", (10.6, 528)), ((4, 2), "none", True, "c", (10.9, 1904)),
                ((4, 2), "none", True, "r", (40.0, 1484))]


def related(coset, args, size, observed, reached, more):
    """Nodes of the relation, and processor seconds with the search."""
    before = processor_seconds()
    command = [coset, "compare", "--json", "--engine=symbolic", "--actions=none", "--order=concatenated", f"-DP={size[0]}",
               f"-DC={size[1]}", f"--time={args.limit}", f"--max-nodes={args.nodes}", *more,
               f"--among={'reached' if reached else 'all'}", str(MODELS / "futurebus.m")]
    run = tool.Run(command + (['--observe="a modified copy is the only one"'] if observed == "inv" else []), args.limit + 60)
    if not run.json or "diagrams" not in run.json:
        return None
    d = run.json["diagrams"]
    return {"nodes": d["nodes"], "largest": d["largest"], "seconds": processor_seconds() - before,
            "classes": run.json["classes"]}


def bisimulation(coset, args):
    """Table 3.3: the coarsest bisimulation. The page of the thesis that explains "c" and "r" is lost; here c:
    variables of the second state of a pair after those of the first, r: the same, with --reorder."""
    def told(r):
        return f"{r['nodes']:,} {r['seconds']:.1f}s" if r else "(limit)"
    rows = []
    print("\n| bisimulation | inv | reach | order | pairs apart | pairs beside | classes | thesis |\n|---|---|---|---|---|---|---|---|")
    for size, observed, reached, order, paper in BISIMULATION:
        name = f"{size[0]}p{size[1]}c"
        if not wanted(args, "bisimulation", name, size[0] * size[1]):
            continue
        more = ["--reorder"] if order == "r" else []
        r = {pairs: related(coset, args, size, observed, reached, [f"--pairs={pairs}", *more]) for pairs in ("apart", "beside")}
        some = r["apart"] or r["beside"]
        print(f"| {name} | {observed} | {'yes' if reached else 'no'} | {order} | {told(r['apart'])} | {told(r['beside'])} | "
              f"{some['classes'] if some else ''} | {f'{paper[1]:,} {paper[0]}s' if paper else '-'} |", flush=True)
        rows.append({"model": name, "inv": observed, "reached": reached, "order": order, "results": r})
    return rows


def tables(coset, args):
    print("Nodes of the largest set of states, seconds, **factor** (factor in the thesis)\n")
    both = futurebus(coset, args, "forward") + futurebus(coset, args, "backward")
    return both + arbiter(coset, args) + bisimulation(coset, args)
