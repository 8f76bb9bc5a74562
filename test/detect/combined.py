#!/usr/bin/env python3
"""Declared and detected symmetry as one group: scalarsets with ranges that are symmetric too, multisets and unions of
both, several start states, groups that map elements of one declared type to those of another.

Each model has the order of its group, found by reasoning, and a cover that is reached or an invariant that is false. By
brute force each generator is an automorphism of the state graph; with each way to find representatives verdicts are those
of the unreduced run, orbits sum up to its states and transitions, and the trace is one of the model (coset replay)."""

import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE))
import run  # noqa: E402
import tool  # noqa: E402

WAYS = ["detect", "detect-types", "detect-elements", "detect-label", "detect-local"]

MODELS = {
    "a scalarset and a ring": (6 * 3, """type S: scalarset(3); R: 0..2;
        var x: array[S] of boolean; y: array[R] of 0..1;
        startstate begin for s: S do x[s] := false; end; for r: R do y[r] := 0; end; end;
        ruleset s: S do rule "set" !x[s] ==> begin x[s] := true; end; end;
        ruleset s: S; r: R do rule "turn" x[s] & y[(r+1)%3] = y[r] ==> begin y[r] := 1 - y[r]; x[s] := false; end; end;
        invariant "one stays" exists r: R do y[r] = 0 end | exists s: S do !x[s] end;"""),
    "a scalarset in a ring of arrays": (6 * 3, """type S: scalarset(3); R: 0..2;
        var m: array[R] of array[S] of boolean; o: array[R] of S;
        startstate begin undefine o; for r: R do for s: S do m[r][s] := false; end; end; end;
        ruleset r: R; s: S do
          rule "take" !m[r][s] & !m[(r+1)%3][s] ==> begin m[r][s] := true; o[r] := s; end;
          rule "pass" m[r][s] & o[r] = s ==> begin m[r][s] := false; m[(r+2)%3][s] := true; undefine o[r]; end; end;
        invariant "few" !(forall r: R do exists s: S do m[r][s] & isundefined(o[r]) end end);"""),
    "a range as symmetric as a scalarset": (6 * 6, """type S: scalarset(3); P: 0..2;
        var owner: array[P] of S; seen: array[S] of P;
        startstate begin undefine owner; undefine seen; end;
        ruleset s: S; p: P do
          rule "own" isundefined(owner[p]) & isundefined(seen[s]) ==> begin owner[p] := s; seen[s] := p; end;
          rule "drop" !isundefined(owner[p]) & owner[p] = s ==> begin undefine owner[p]; end;
          rule "forget" !isundefined(seen[s]) & seen[s] = p ==> begin undefine seen[s]; end; end;
        invariant "both ways" forall p: P do isundefined(owner[p]) | !isundefined(seen[owner[p]]) end;"""),
    "a multiset of elements, and a ring of start states": (6 * 3, """type S: scalarset(3); R: 0..2; M: record s: S; v: boolean; end;
        var b: multiset[2] of M; t: R; x: M;
        ruleset r: R do startstate begin undefine b; undefine x; t := r; end; end;
        ruleset s: S do rule "add" multisetcount(i: b, true) < 2 ==> begin x.s := s; x.v := multisetcount(i: b, b[i].s = s) > 0;
          multisetadd(x, b); undefine x; end; end;
        choose i: b do rule "take" b[i].v ==> begin multisetremove(i, b); end; end;
        choose i: b do rule "mark" !b[i].v ==> begin b[i].v := true; end; end;
        rule "turn" true ==> begin t := (t + 1) % 3; end;
        invariant "not two" multisetcount(i: b, b[i].v) < 2;"""),
    "a ring that turns in a rule with a multiset": (6, # all that such a rule accesses stays fixed
        """type S: scalarset(3); R: 0..2; M: record s: S; v: boolean; end;
        var b: multiset[2] of M; t: R; x: M;
        ruleset r: R do startstate begin undefine b; undefine x; t := r; end; end;
        ruleset s: S do rule "add" multisetcount(i: b, true) < 2 ==> begin x.s := s; x.v := multisetcount(i: b, b[i].s = s) > 0;
          multisetadd(x, b); undefine x; end; end;
        choose i: b do rule "take" b[i].v ==> begin multisetremove(i, b); t := (t + 1) % 3; end; end;
        choose i: b do rule "mark" !b[i].v ==> begin b[i].v := true; end; end;
        invariant "not two" multisetcount(i: b, b[i].v) < 2;"""),
    "a multiset of a range": (2 * 6, """type S: scalarset(2); P: 0..2;
        var b: multiset[3] of P; o: array[S] of P;
        startstate begin undefine b; undefine o; end;
        ruleset p: P do rule "add" multisetcount(i: b, true) < 3 ==> begin multisetadd(p, b); end; end;
        ruleset s: S do choose i: b do rule "take" isundefined(o[s]) ==> begin o[s] := b[i]; multisetremove(i, b); end; end; end;
        ruleset s: S do rule "drop" !isundefined(o[s]) & multisetcount(i: b, b[i] = o[s]) = 0 ==> begin undefine o[s]; end; end;
        invariant "not three" multisetcount(i: b, true) < 3 | exists s: S do isundefined(o[s]) end;"""),
    "an array of multisets": (6 * 2, """type S: scalarset(3); P: 0..1;
        var b: array[S] of multiset[2] of P;
        startstate begin undefine b; end;
        ruleset s: S; p: P do rule "add" multisetcount(i: b[s], true) < 2 ==> begin multisetadd(p, b[s]); end; end;
        ruleset s: S; t: S do choose i: b[s] do rule "move" s != t & multisetcount(k: b[t], true) = 0
          ==> begin multisetadd(b[s][i], b[t]); multisetremove(i, b[s]); end; end; end;
        invariant "not all" exists s: S do multisetcount(i: b[s], true) < 2 end;"""),
    "an array over a range of multisets": (2 * 6, """type S: scalarset(2); P: 0..2;
        var b: array[P] of multiset[2] of S;
        startstate begin undefine b; end;
        ruleset p: P; s: S do rule "add" multisetcount(i: b[p], b[p][i] = s) = 0 ==> begin multisetadd(s, b[p]); end; end;
        ruleset p: P do choose i: b[p] do rule "take" multisetcount(k: b[p], true) = 2 ==> begin multisetremove(i, b[p]); end; end; end;
        invariant "not all" exists p: P do multisetcount(i: b[p], true) = 0 end;"""),
    "a record with a multiset": (2 * 6, """type S: scalarset(2); P: 0..2; R: record b: multiset[2] of P; o: S; end;
        var r: array[S] of R;
        startstate begin undefine r; end;
        ruleset s: S; p: P do rule "add" multisetcount(i: r[s].b, true) < 2 ==> begin multisetadd(p, r[s].b); end; end;
        ruleset s: S; t: S do rule "own" multisetcount(i: r[s].b, true) = 2 ==> begin r[s].o := t; undefine r[s].b; end; end;
        invariant "not each other" !(exists s: S do exists t: S do s != t & !isundefined(r[s].o) & r[s].o = t end end);"""),
    "one type of two": (24, """type S: scalarset(2); T: scalarset(2); U: union {S, T};
        var x: array[U] of 0..2;
        startstate begin for u: U do x[u] := 0; end; end;
        ruleset u: U do rule "up" x[u] < 2 ==> begin x[u] := x[u] + 1; end; end;
        ruleset u: U; v: U do rule "down" u != v & x[u] = 2 & x[v] = 1 ==> begin x[u] := 0; end; end;
        invariant "not all" exists u: U do x[u] < 2 end;"""),
    "one type of two, told apart": (4, """type S: scalarset(2); T: scalarset(2); U: union {S, T};
        var x: array[U] of 0..2;
        startstate begin for u: U do x[u] := 0; end; end;
        ruleset u: U do rule "up" x[u] < 2 & (ismember(u, S) | x[u] = 0) ==> begin x[u] := x[u] + 1; end; end;
        invariant "not all" exists u: U do x[u] = 0 end;"""),
    "a union with names, and a range": (2 ** 3 * 6 * 2, # in each place elements of S may be exchanged independently
         """type S: scalarset(2); T: scalarset(2); E: enum {none, all}; U: union {S, T, E}; P: 0..2;
        var h: array[P] of U; n: U;
        startstate begin for p: P do h[p] := none; end; n := none; end;
        ruleset p: P; s: S do rule "s" h[p] = none ==> begin h[p] := s; end; end;
        ruleset p: P; t: T do rule "t" ismember(h[p], S) & n != all ==> begin h[p] := t; n := t; end; end;
        ruleset p: P do rule "all" !ismember(n, E) & h[p] = n ==> begin h[p] := all; n := all; end; end;
        invariant "not two" !(n = all & forall p: P do ismember(h[p], S) | h[p] = all end);"""),
    "values that turn while elements stay": (6 * 3, """type S: scalarset(3);
        var x: array[S] of 0..2;
        ruleset v: 0..2 do startstate begin for s: S do x[s] := v; end; end; end;
        ruleset s: S do rule "turn" true ==> begin x[s] := (x[s] + 1) % 3; end; end;
        invariant "two alike" exists s: S do exists t: S do s != t & x[s] = x[t] end end;"""),
    "elements held by a ring, not all starts": (6, """type S: scalarset(3); R: 0..2;
        var h: array[R] of S; at: R;
        startstate begin undefine h; at := 0; end;
        startstate begin undefine h; at := 1; end;
        ruleset s: S do rule "hold" isundefined(h[at]) & forall r: R do isundefined(h[r]) | h[r] != s end
          ==> begin h[at] := s; at := (at + 1) % 3; end; end;
        rule "let go" !isundefined(h[at]) ==> begin undefine h[at]; at := (at + 1) % 3; end;
        invariant "not full" exists r: R do isundefined(h[r]) end;"""),
    "elements held by a ring, all starts": (6 * 3, """type S: scalarset(3); R: 0..2;
        var h: array[R] of S; at: R;
        ruleset r: R do startstate begin undefine h; at := r; end; end;
        ruleset s: S do rule "hold" isundefined(h[at]) & forall r: R do isundefined(h[r]) | h[r] != s end
          ==> begin h[at] := s; at := (at + 1) % 3; end; end;
        rule "let go" !isundefined(h[at]) ==> begin undefine h[at]; at := (at + 1) % 3; end;
        invariant "not full" exists r: R do isundefined(h[r]) end;"""),
    "elements whose order is asked for by a range": (2, """type S: scalarset(2); P: 0..2;
        var x: array[S] of P; y: array[P] of boolean;
        startstate begin undefine x; for p: P do y[p] := false; end; end;
        ruleset s: S; p: P do rule "take" isundefined(x[s]) & !y[p] & forall q: P do q < p -> y[q] end
          ==> begin x[s] := p; y[p] := true; end; end;
        ruleset s: S do rule "drop" !isundefined(x[s]) & x[s] != 2 ==> begin y[x[s]] := false; undefine x[s]; end; end;
        invariant "not both" exists s: S do isundefined(x[s]) end;"""),
    "a complement beside a scalarset": (6 * 2, """type S: scalarset(3);
        var x: array[S] of boolean; t: S; b: boolean;
        ruleset v: boolean do startstate begin for s: S do x[s] := v; end; b := v; undefine t; end; end;
        ruleset s: S do rule "turn" x[s] = b ==> begin x[s] := !x[s]; t := s; end; end;
        rule "look" !isundefined(t) & x[t] != b ==> begin b := !b; undefine t; end;
        invariant "together" exists s: S do x[s] = b end;"""),
}
PROCESSES = {
    "processes, and values that may change places": (2 ** 3 * 6, # independently for each process
        """mtype = { red, blue }; mtype c[3]; byte n;
        active [3] proctype P() { do :: c[_pid] == 0 -> c[_pid] = red :: c[_pid] == 0 -> c[_pid] = blue
          :: c[_pid] != 0 -> c[_pid] = 0; n = 1 - n od }"""),
    "processes with a higher priority than another one": (2, """mtype = { idle, busy }; mtype s[2] = idle; int k;
        active [2] proctype P() priority 5 { do :: s[_pid] == idle -> s[_pid] = busy; k = k + 1
          :: s[_pid] == busy -> k = k - 1; s[_pid] = idle od }
        active proctype Q() priority 2 { do :: k == 0 -> k = 7; k = 0 :: else od }"""),
    "processes that set their priority": (6, """byte x;
        active [3] proctype P() { byte l; do :: l < 2 -> l++ :: l == 2 -> set_priority(_pid, 5); x = 1 - x; set_priority(_pid, 1); l = 0 od }
        active proctype Q() { do :: x < 3 -> x++ :: else -> x = 0 od }"""),
}


def with_trace(coset, path, way, folder):
    """Verdicts if the search ends at the first violation; its trace is replayed."""
    itf = folder / "trace.itf.json"
    itf.unlink(missing_ok=True)
    r = tool.Run([coset, "check", "--json", "--threads=1", f"--symmetry={way}", f"--itf={itf}", str(path)], 60)
    if r.crashed or not r.json:
        return None, f"{r.shell()}: {r.out} {r.err}"
    failed = [p["name"] for p in r.json["properties"] if p["verdict"] == "fails"]
    if failed:
        again = tool.Run([coset, "replay", str(path), str(itf)], 60)
        if again.rc != 0 or "replayed: ok" not in again.out or not any(f"shows: {name}" in again.out for name in failed):
            return None, f"{again.shell()}: {again.out} {again.err}"
    return [(p["name"], p["verdict"], p.get("depth")) for p in r.json["properties"] if p["verdict"] == "fails"], None


def examine(args, coset, order, path, ways, folder):
    rc, found, told = run.brute(args, path, 200000)
    if rc != 0 or "(cut)" in told:
        return told
    if found != order:
        return f"the group has order {found}, not {order}: {told}"
    plain, (trace, wrong) = run.check(coset, path, "off"), with_trace(coset, path, "off", folder)
    if wrong or not plain.json or not plain.json["exhaustive"]:
        return wrong or f"{plain.shell()}: {plain.err}"
    a = run.counts(plain)
    for way in ways:
        r, (other, wrong) = run.check(coset, path, way), with_trace(coset, path, way, folder)
        if wrong or r.crashed or not r.json:
            return wrong or f"{r.shell()}: {r.err}"
        b = run.counts(r)
        if r.json["symmetry"]["exact"] and run.known(a, b) != b:
            return f"off {a}, {way} {b}"
        if a["verdicts"] != b["verdicts"] or trace != other:
            return f"{way}: {b['verdicts']} {other}, off {a['verdicts']} {trace}"
        if int(r.json["counts"]["representatives"]) >= a["states"] and order > 1 and way != "detect-local":
            return f"{way}: nothing is reduced"
    return None


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute", default=str(tool.ROOT / "build" / "test" / "detect" / "detect_brute"))
    args = p.parse_args()
    coset, bad, n = tool.program(args), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for models, ending in ((MODELS, ".m"), (PROCESSES, ".pml")):
            for name, (order, text) in models.items():
                n += 1
                if not tool.long_run() and n % 4 != 0:
                    continue
                path = folder / (name.replace(" ", "_").replace(",", "") + ending)
                path.write_text(text + "\n")
                ways = WAYS if tool.long_run() else WAYS[:1]
                problem = examine(args, coset, order, path, ways, folder)
                bad += problem is not None
                if problem:
                    print(f"{name}: {problem}", flush=True)
    print(f"{n} models, {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
