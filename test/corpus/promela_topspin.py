#!/usr/bin/env python3
"""TopSPIN's models without any annotation, compared with its own tests (corpus/manifests/topspin.tsv).

Orbits and reduced transitions as Spin merges statements (TopSPIN counts one transition more), by detection and by the
program's own choice; the sizes of the orbits sum up to the unreduced states. The order of each group, declared or
detected: equal, or larger, because it is then proved too. With --brute each generator for a small model is tested on
the whole state graph. With COSET_LONG also the larger models, and the sums of all groups against unreduced runs.

    promela_topspin.py [--coset=PROGRAM] [--brute=PROGRAM]      prints the table"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import promela_lockstep # noqa: E402
import tool # noqa: E402

# Groups that TopSPIN's tests have without an order in the manifest; ours by reasoning: the automorphisms of the cube,
# one factor for each priority, the clients.
MORE = {"hypercube/3d.p": 48, "hypercube/4d.p": 384, "resourceallocator/resall-2-2-3.p": 24,
        "resourceallocator/resall-3-3-4.p": 864, "misc/email.p": 120}
# Spin's processes end in the reverse order of their start: of two at their end the younger can vanish before the older,
# but not vice versa. TopSPIN permutes them, but that is no automorphism of the state graph: judge_ends shows it for the
# unchanged models, whatever the renaming of processes does to data, and Spin's own runs agree. No automorphism except
# the identity exists even if steps may be renamed: judge_rigid, for a smaller copy of the soil. Of the full soil only
# the text is analysed; there all values of `status` that are never written could be exchanged, which gives a group too
# large to list: these values are omitted and reported, and the rest has order 1.
ENDING = {"misc/testambiguousindexedarray.p", "misc/testmultidimensionalarray2.p", "soil/soil.p"}
LESS = [("MAX_X 4", "MAX_X 2"), ("MAX_Y 4", "MAX_Y 2"), ("MAX_TIME 50", "MAX_TIME 3"), ("SOIL_DELAY 15", "SOIL_DELAY 5"),
        ("CLEAN_DELAY 5", "CLEAN_DELAY 2")]
SLOW = {"hypercube/4d.p", "petersonnoatomic/6.p", "soil/soil.p"}
LARGE = {"mutex/mutex10.p", "peterson/peterson6.p", "peterson/peterson9.p", "petersonnoatomic/6.p", "misc/email.p",
         "threetiered/threetierdynamic.p", "threetiered/4-4-3.p", "soil/soil.p"} # not searched without reduction
BRUTE = ["reduced/mutex5.p", "groups/ring/ring.p", "groups/hypercube/3d.p", "groups/resourceallocator/resall-2-2-3.p",
         "must-refuse/failrunsdynamicprocess.p"]
BRUTE_LONG = ["reduced/peterson3.p", "reduced/email3.p", "reduced/2s3cs.p", "groups/threetiered/threetiersmall.p",
              "groups/threetiered/3-3-2.p", "groups/petersonnoatomic/3.p"]
OWN_CHOICE = {"mutex5.p": "search", "peterson3.p": "search", "peterson4.p": "search"}


def rows(folder, kind):
    lines = (folder / "corpus" / "manifests" / "topspin.tsv").read_text().splitlines()[1:]
    names = lines[0].split("\t")
    table = [dict(zip(names, line.split("\t"))) for line in lines[1:]]
    return [r for r in table if r["kind"] == kind]


def show(name, good, text):
    print(f"{'  ok' if good else 'FAIL'} {name:34} {text}", flush=True)
    return not good


def counts(run):
    c = {k: tool.number(v) for k, v in run.json["counts"].items()}
    return {"orbits": c["representatives"], "reduced_transitions": c["transitions"] + 1,
            "unreduced_states": c["states"], "unreduced_transitions": c["full_transitions"] + 1,
            "group_order": int(run.json["symmetry"]["order"])}


def judge_orbits(coset, path, row, symmetry):
    run = tool.check(coset, path, "--ended=spin", "--merge=on", "--dead=reset", f"--symmetry={symmetry}", limit=600)
    name = f"{row['model']} --symmetry={symmetry}"
    if run.json is None or run.rc != 0:
        return show(name, False, f"{run.shell()}: exit {run.rc} {run.err[:300]}")
    got, strategy = counts(run), run.json["symmetry"]["strategy"]
    wrong = [k for k in got if got[k] != int(row[k])]
    if symmetry == "auto" and strategy != OWN_CHOICE[row["model"]]:
        wrong.append(strategy)
    return show(name, not wrong, f"group {got['group_order']}: {got['orbits']} orbits of {got['unreduced_states']}, "
                f"{got['reduced_transitions']} transitions of {got['unreduced_transitions']} ({strategy})"
                + (f"; expected {[row.get(k, k) for k in wrong]}" if wrong else ""))


def judge_group(coset, path, name, order):
    """`order` None: not stated by TopSPIN."""
    run = tool.Run([coset, "symmetry", "--json", "--ended=spin", str(path)], 300)
    if not run.out.startswith("{"):
        return show(name, False, f"{run.shell()}: exit {run.rc} {run.err[:300]}")
    declared, found = int(run.json["symmetry"]["order"]), int(run.json["detected"]["order"])
    wanted = order or MORE[name]
    told = f"declared {declared}, detected {found}, " + (f"TopSPIN {order}" if order else f"expected {wanted}")
    if name in ENDING:
        return show(name, max(declared, found) == 1, told + ": processes that end are not alike")
    return show(name, max(declared, found) >= wanted, told)


def judge_sum(coset, path, name):
    off, on = (tool.check(coset, path, "--ended=spin", f"--symmetry={s}", limit=3600) for s in ("off", "detect"))
    if off.json is None or on.json is None or off.rc != on.rc:
        return show(f"{name}, sum", False, f"exit {off.rc}, detect {on.rc} {on.err[:300]}")
    a, b = counts(off), counts(on)
    same = all(a[k] == b[k] for k in ("unreduced_states", "unreduced_transitions"))
    return show(f"{name}, sum", same or off.rc != 0, f"{b['orbits']} orbits = {b['unreduced_states']} states, unreduced "
                f"{a['unreduced_states']}")


def judge_brute(brute, path, name, most):
    p = subprocess.run([brute, "--most", str(most), str(path)], capture_output=True, text=True, timeout=3600)
    told = p.stdout.strip().partition(": ")[2]
    return show(f"{name}, brute force", p.returncode == 0 and "(cut)" not in told, told or p.stderr[:300])


def edges_of(brute, path):
    """The state graph; its nodes are the start (0) and the states."""
    p = subprocess.run([brute, "--graph", "--most", "100000", str(path)], capture_output=True, text=True, timeout=600)
    return [tuple(map(int, line.split())) for line in p.stdout.splitlines()] if p.returncode == 0 else []


def refined(edges):
    """The number of nodes, and of colours when the colours of neighbours distinguish no more: an automorphism preserves
    them."""
    n = 1 + max(max(e) for e in edges)
    after, before = [[] for _ in range(n)], [[] for _ in range(n)]
    for a, b in edges:
        after[a].append(b)
        before[b].append(a)
    colours, known = [int(x == 0) for x in range(n)], 2
    while True:
        names = {}
        for_all = [(colours[x], tuple(sorted(colours[y] for y in after[x])), tuple(sorted(colours[y] for y in before[x])))
                   for x in range(n)]
        colours = [names.setdefault(c, len(names)) for c in for_all]
        if len(names) == known:
            return n, known
        known = len(names)


def judge_rigid(brute, path, name, folder):
    """Each state has its own colour, so no automorphism moves any."""
    source = path.read_text()
    if name.startswith("soil"):
        for old, new in LESS:
            source = source.replace(f"#define {old}\n", f"#define {new}\n")
        source = source[:source.index("never{")] + source[source.index("init{"):]
    small = pathlib.Path(folder) / path.name
    small.write_text(source)
    edges = edges_of(brute, small)
    if not edges:
        return show(f"{name}, rigid", False, "no state graph")
    n, colours = refined(edges)
    return show(f"{name}, rigid", n == colours, f"{n - 1} states, {len(edges)} edges: {colours - 1} of them told apart by the "
                "graph alone")


def judge_ends(coset, path, name):
    """No renaming of processes of one proctype, except the identity, maps steps to steps."""
    n, kept, steps, told = promela_lockstep.judge(coset, path)
    return show(f"{name}, in lockstep", n > 0 and not kept, f"{n} renamings, {len(kept)} not refuted; after {steps} steps only "
                f"one of two runs can do: {told.partition('   ')[0]}")


def judge_spin(path, name, pids, runs=30):
    """In Spin's own runs no process vanishes before those started later; the other order occurs."""
    with tempfile.TemporaryDirectory() as folder: # Spin writes to the current folder
        copy = pathlib.Path(folder) / path.name
        shutil.copy(path, copy)
        counts = promela_lockstep.spin_order(copy, *pids, range(1, runs + 1))
    return show(f"{name}, Spin's runs", counts[0] > 0 and counts[1] > 0 and counts[2] == 0,
                f"of {runs} in {counts[0]} process {pids[1]} is gone while {pids[0]} goes on; in {counts[1]} process {pids[0]} is at "
                f"its end while {pids[1]} goes on, and is gone then in {counts[2]}")


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute")
    args = p.parse_args()
    coset, shared, bad = tool.program(args), tool.shared(), 0
    if not shared:
        print("skipped: no corpus")
        return tool.SKIP
    folder, long = shared / "corpus" / "promela" / "topspin", tool.long_run()
    for row in rows(shared, "orbits"):
        for symmetry in ("detect", "auto"):
            own = symmetry == "auto" and row["model"] not in OWN_CHOICE # it is over before anything is found
            if not own and (long or row["model"] != "peterson4.p"):
                bad += judge_orbits(coset, folder / "reduced" / row["model"], row, symmetry)
    stated = {"/".join(r["model"].split("/")[1:]): int(r["group_order"]) for r in rows(shared, "group") if r["group_order"]}
    for path in sorted((folder / "groups").glob("*/*.p")):
        name = f"{path.parent.name}/{path.name}"
        if (name in stated or name in MORE) and (long or name not in SLOW):
            bad += judge_group(coset, path, name, stated.get(name))
        if long and name not in LARGE:
            bad += judge_sum(coset, path, name)
    for name in sorted(ENDING):
        if long or name not in SLOW:
            bad += judge_ends(coset, folder / "groups" / name, name)
    if long and shutil.which("spin"):
        bad += judge_spin(folder / "groups" / "soil" / "soil.p", "soil/soil.p", (2, 3))
    with tempfile.TemporaryDirectory() as small:
        for name in sorted(ENDING) if args.brute else []:
            if long or name not in SLOW:
                bad += judge_rigid(args.brute, folder / "groups" / name, name, small)
    for name in (BRUTE + BRUTE_LONG if long else BRUTE) if args.brute else []:
        bad += judge_brute(args.brute, folder / name, name, 400000 if long else 20000)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
