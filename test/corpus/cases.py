#!/usr/bin/env python3
"""Small inputs by others that once failed: each has the result that its first lines give. Read from the folder cases/
next to the corpus. Counts of Promela models are Spin's, groups and verdicts those of the first lines."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "kit")]

import tool # noqa: E402

S4, S3, S2 = (rf"symmetry: W {g} \(proved" for g in ("S4", "S3", "S2"))
# (file, options, exit status, what the report says)
CASES = [
    ("murphi/bag-other-multiset.m", "", 0, r"symmetry: proc S3 \(proved"),
    ("murphi/bag_removed_last.m", "", 0, r"symmetry: P S3 \(proved"),
    ("murphi/cmurphi-undefined-compare.m", "--dialect=cmurphi --symmetry=off", 0, r"states 4 +transitions 10 "),
    *(("murphi/copy-index-twice.m", f"--code={c}", 12, r"VIOLATED +copy-index-twice.m:9 +at depth 1\b") for c in ("interp", "native")),
    ("murphi/detect_indexed_invariant_abort.m", "--symmetry=detect", 12, r"VIOLATED .*at depth 1\b"),
    ("murphi/detect_indexed_invariant_lost_default.m", "--deadlock=off", 12, r"VIOLATED .*at depth 100\b"),
    ("murphi/detected_group_too_large.m", "--time=20s", 0, r"orbits (561|65) = 18,446,744,073,709,551,616 states"), # S64 acts too
    ("murphi/full_int32_range.m", "", 0, r"states 3 "),
    *(("murphi/liveness_condition_faults_symbolic.m", f"--engine={e}", 12, r"fault +no fault +VIOLATED +at depth 0")
      for e in ("explore", "symbolic")),
    ("murphi/multicast-scratch.m", "", 0, r"symmetry: node S3 \(proved"),
    ("murphi/multisetadd-undefined.m", "", 0, r"states 2 "),
    ("murphi/natural_directory.m", "--dialect=cmurphi --deadlock=off", 0, r"proc S3, value S2 \(proved.*orbits 942 = 9,902 states"),
    ("murphi/natural_directory.m", "--dialect=cmurphi --deadlock=off --symmetry=off", 0, r"states 9,902 "),
    ("murphi/natural_snoop.m", "", 0, r"cache S4, value S2 \(proved.*orbits 7 = 48 states"),
    *(("murphi/no_fair_path.m", f"--engine={e} --ctl=AF(x=2) --fair=x=3&y", 0, r"vacuous: no path from a start state")
      for e in ("explore", "symbolic")),
    ("promela/channels_255.pml", "", 0, r"result: HOLDS"),
    ("promela/crash_local_channels.pml", "", 11, r"states 4 "),
    ("promela/detect_slow.pml", "", 0, r"states 59 "),
    ("promela/for_over_nested_array.pml", "", 0, r"result: HOLDS"),
    ("promela/long_arrow.pml", "", 0, r"result: HOLDS"),
    ("promela/long_atomic.pml", "", 0, r"result: HOLDS"),
    ("promela/newline_before_inline_call.pml", "", 0, r"result: HOLDS"),
    ("promela/no_room.pml", "", 0, r"result: HOLDS"),
    ("promela/poll_of_channel_parameter_refused.pml", "", 0, r"result: HOLDS"),
    ("promela/short_message.pml", "", 14, r"too few fields in this send +VIOLATED"),
    ("promela/stray_comment_end.pml", "", 0, r"result: HOLDS"),
    ("promela/sym_assert_pid.pml", "", 0, S4),
    ("promela/sym_atomic_loop.pml", "", 0, S3),
    ("promela/sym_broadcast.pml", "", 0, S3),
    ("promela/sym_death.pml", "", 0, S4),
    ("promela/sym_me_is_pid.pml", "", 0, S4),
    ("promela/sym_monitor_beside.pml", "", 0, S3),
    ("promela/sym_pid_minus_one.pml", "", 0, S4),
    ("promela/sym_start_loop.pml", "", 0, S4),
    ("promela/sym_ternary_none.pml", "", 0, S3),
    ("promela/sym_the_other.pml", "", 0, S2),
    *((f"cspm/{f}.csp", "-k", 0, r"result: HOLDS") for f in (
        "f01_casper_annotated_field_set", "f02_function_result_as_channel_field", "f03_empty_head_comprehension",
        "f04_variable_named_like_module", "f06_variable_for_constructor_in_dots", "f07_named_tuple_of_sets")),
    ("cspm/f10_false_holds_prioritise_terminates.csp", "-k", 15, r"VIOLATED \(4 of 4\)"),
    ("cspm/f12_determinism_symmetry_count.csp", "-k", 0, r" 27 states.* 27 states"),
    ("cspm/f14_sequence_to_largest_number.csp", "-k", 11, r"VIOLATED \(4 of 4\)"),
]


def check(coset, cases, case):
    name, options, code, says = case
    if not (cases / name).is_file():
        return f"{name}: it is not there"
    run = tool.Run([coset, "check", "--progress=none", *options.split(), str(cases / name)], 120)
    if run.rc == code and re.search(says, run.out, re.S):
        return None
    return f"{run.shell()}: exit {run.rc}, expected {code} and {says}\n{run.out}{run.err}"


def main():
    args, shared = tool.parser(__doc__).parse_args(), tool.shared()
    if not shared or not (shared / "cases").is_dir():
        print("no folder of cases (COSET_SHARED)")
        return tool.SKIP
    coset, cases = tool.program(args), shared / "cases"
    named = {name for name, *_ in CASES}
    there = {str(p.relative_to(cases)) for ending in ("m", "pml", "csp") for p in cases.glob(f"[!r]*/*.{ending}")}
    problems = [f"{name}: no expectation" for name in sorted(there - named)]
    problems += filter(None, (check(coset, cases, c) for c in tool.share(CASES)))
    print("\n".join(problems) or f"{len(CASES)} runs on {len(named)} inputs as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
