#!/usr/bin/env python3
"""Models that mislead detection: almost symmetric, or symmetric for subtle reasons.

Each has the order of its group, found by reasoning (0: any, because the difference is never reached or cannot be
enumerated). detect_brute tests each generator on the whole state graph; in a long run verdicts and counts with and
without reduction are compared, and coset-certcheck proves the certificate."""

import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))
sys.path.insert(0, str(HERE))
import run  # noqa: E402
import tool  # noqa: E402

P3 = "const N: 3; type P: 0..N-1; "
P4 = "const N: 4; type P: 0..N-1; "
BITS = P4 + """var x: array[P] of 0..1; b: 0..2; startstate begin for p: P do x[p] := 0; end; b := 0; end;
    ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;"""
ZERO = "startstate begin for p: P do x[p] := 0; end; end;\n"

MODELS = {
    # ---- arithmetic -------------------------------------------------------------------------------------------------
    "ring": (4, P4 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" x[p] = x[(p + 1) % N] ==> begin x[p] := 1 - x[p]; end; end;"""),
    "ring that wraps to 1": (1, P4 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" x[p] = x[p = N - 1 ? 1 : p + 1] ==> begin x[p] := 1 - x[p]; end; end;"""),
    "line": (1, P4 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" p < N - 1 ==> begin x[p] := 1 - x[p + 1]; end; end;"""),
    "line both ways": (2, P4 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P; q: P do
        rule "r" p - q = 1 | q - p = 1 ==> begin x[p] := 1 - x[q]; end; end;"""),
    "modulus off by one": (1, P4 + "var x: array[0..N] of 0..1; startstate begin for p: 0..N do x[p] := 0; end; end;\n" + """
        ruleset p: 0..N do rule "r" true ==> begin x[p] := 1 - x[(p + 1) % N]; end; end;"""),
    "products as neighbours": (4, "type P: 1..4; var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[p] := 1 - x[(p * 2) % 5]; end; end;"""),
    "not one to one": (1, P4 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[(p * 2) % N] := 1 - x[p]; end; end;"""),
    "negative remainders": (0, "type P: 0..3; var x: array[P] of -2..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[p] := (x[p] - p - 1) % 3; end; end;"""),
    "a sum that overflows in one": (2, P3 + "var x: array[P] of 0..5;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 5 ==> begin x[p] := x[p] + (p = 2 & x[p] = 4 ? 2 : 1); end; end;"""),
    "division by zero in one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 2 ==> begin x[p] := x[p] + 1; if x[p] = 2 & 6 / (2 - p) > 0 then x[p] := 2; end; end; end;"""),
    # ---- data -------------------------------------------------------------------------------------------------------
    "values turn": (3 * 6, P3 + """var x: array[P] of 0..2;
        ruleset v: 0..2 do startstate begin for p: P do x[p] := v; end; end; end;
        ruleset p: P do rule "r" true ==> begin x[p] := (x[p] + 1) % 3; end; end;"""),
    "values are compared": (6, P3 + """var x: array[P] of 0..2;
        ruleset v: 0..2 do startstate begin for p: P do x[p] := v; end; end; end;
        ruleset p: P; q: P do rule "r" x[p] < x[q] ==> begin x[p] := x[q]; end; end;
        ruleset p: P do rule "s" true ==> begin x[p] := (x[p] + 1) % 3; end; end;"""),
    "owner": (3, P3 + """var o: P; x: array[P] of 0..1;
        ruleset p: P do startstate begin o := p; for q: P do x[q] := 0; end; end; end;
        ruleset p: P do rule "r" o = p ==> begin x[p] := 1 - x[p]; o := (p + 1) % N; end; end;"""),
    "owner that starts": (1, P3 + """var o: P; x: array[P] of 0..1; startstate begin o := 0; for q: P do x[q] := 0; end; end;
        ruleset p: P do rule "r" o = p ==> begin x[p] := 1 - x[p]; o := (p + 1) % N; end; end;"""),
    "pointers": (6, P3 + """var at: array[P] of P; x: array[P] of 0..1;
        startstate begin for p: P do at[p] := p; x[p] := 0; end; end;
        ruleset p: P; q: P do rule "point" true ==> begin at[p] := at[q]; x[at[p]] := 1 - x[at[p]]; end; end;"""),
    "pointers, one never to itself": (2, P3 + """var at: array[P] of P; x: array[P] of 0..1;
        startstate begin for p: P do at[p] := p; x[p] := 0; end; end;
        ruleset p: P; q: P do rule "point" q != 2 | at[q] != p ==> begin at[p] := at[q]; x[at[p]] := 1 - x[at[p]]; end; end;"""),
    # ---- order and priority -----------------------------------------------------------------------------------------
    "lowest goes first": (1, P3 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" forall q: P do q < p -> x[q] = 1 end ==> begin x[p] := 1 - x[p]; end; end;"""),
    "last in a loop wins": (1, P3 + "var x: array[P] of 0..1; w: P; startstate begin for p: P do x[p] := 0; end; w := 0; end;" + """
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "elect" true ==> begin for p: P do if x[p] = 1 then w := p; end; end; end;"""),
    "first found": (1, P3 + """function first(): P; begin for p: P do if x[p] = 0 then return p; end; end; return 0; end;
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "take" exists p: P do x[p] = 0 end ==> begin x[first()] := 1; end;""".replace("function", "var x: array[P] of 0..1; function", 1) + ZERO),
    "any found": (6, P3 + "var x: array[P] of 0..1; b: 0..1; startstate begin for p: P do x[p] := 0; end; b := 0; end;" + """
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "look" true ==> begin b := 0; for p: P do if x[p] = 1 then b := 1; end; end; end;"""),
    "shifted in a loop": (0, P3 + "var x: array[P] of 0..1;" + ZERO + """
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "shift" true ==> begin for p: P do x[(p + 1) % N] := x[p]; end; end;"""),
    "swapped in a loop": (0, P3 + "var x: array[P] of 0..2;" + ZERO + """
        ruleset p: P do rule "up" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
        rule "sort" true ==> var t: 0..2; begin for p: 0..N-2 do if x[p] > x[p + 1] then
          t := x[p]; x[p] := x[p + 1]; x[p + 1] := t; end; end; end;"""),
    "a while loop": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """
        rule "fill" true ==> var i: 0..N; begin i := 0; while i < N do x[i] := x[i] = 2 ? 0 : x[i] + (i + 1) / 2; i := i + 1; end; end;"""),
    "a counter": (6, P3 + "var x: array[P] of 0..1; c: 0..N; startstate begin for p: P do x[p] := 0; end; c := 0; end;" + """
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "count" true ==> begin c := 0; for p: P do if x[p] = 1 then c := c + 1; end; end; end;"""),
    "a counter that is too small": (6, P3 + "var x: array[P] of 0..1; c: 0..1; startstate begin for p: P do x[p] := 0; end; c := 0; end;" + """
        ruleset p: P do rule "flip" true ==> begin x[p] := 1 - x[p]; end; end;
        rule "count" true ==> begin c := 0; for p: P do if x[p] = 1 then c := c + 1; end; end; end;"""),
    # ---- loops whose rounds commute, or nearly ----------------------------------------------------------------------
    "all of them": (24, BITS + """rule "look" true ==> begin b := 1; for p: P do if x[p] = 0 then b := 0; end; end; end;"""),
    "any found, which is looked at": (24, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if b = 0 & x[p] = 1 then b := 1; end; end; end;"""),
    "any of three": (6, BITS + """rule "look" true ==> begin b := 0; for p: P do if p != 2 & x[p] = 1 then b := 1; end; end; end;"""),
    "any found, the last one is another": (6, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then b := p = 3 ? 2 : 1; end; end; end;"""),
    "what is found is forgotten": (6, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then b := 1; end; if p = 2 & b = 1 then b := 0; end; end; end;"""),
    "parity": (24, BITS + """rule "look" true ==> begin b := 0; for p: P do if x[p] = 1 then b := 1 - b; end; end; end;"""),
    "parity of what is marked on": (2, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then b := 1 - b; end; if p < 3 then x[p + 1] := b % 2; end; end; end;"""),
    "a sum": (24, BITS + """rule "look" true ==> var n: 0..12; begin
        n := 0; for p: P do n := n + x[p] * 3; end; b := n > 8 ? 1 : 0; end;"""),
    "a sum with weights": (6, BITS + """rule "look" true ==> var n: 0..12; begin
        n := 0; for p: P do n := n + x[p] * (p = 3 ? 2 : 3); end; b := n > 8 ? 1 : 0; end;"""),
    "a sum that is kept": (24, BITS + """rule "look" true ==> begin for p: P do b := (b + x[p]) % 3; end; end;"""),
    "a sum and a product": (6, BITS + """rule "look" true ==> begin
        for p: P do b := (p = 3 ? b * (1 + x[p]) : b + x[p]) % 3; end; end;"""),
    "two at least": (24, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then if b < 2 then b := b + 1; end; end; end; end;"""),
    "the largest": (24, P4 + "var x: array[P] of 0..2; b: 0..2; startstate begin for p: P do x[p] := 0; end; b := 0; end;" + """
        ruleset p: P do rule "turn" true ==> begin x[p] := (x[p] + 1) % 3; end; end;
        rule "look" true ==> begin b := 0; for p: P do if x[p] > b then b := x[p]; end; end; end;"""),
    "the largest difference": (1, P4 + "var x: array[P] of 0..2; b: 0..2; startstate begin for p: P do x[p] := 0; end; b := 0; end;" + """
        ruleset p: P do rule "turn" true ==> begin x[p] := (x[p] + 1) % 3; end; end;
        rule "look" true ==> begin b := 0; for p: P do if x[p] > b then b := x[p] - b; end; end; end;"""),
    "each counts as often as it may": (1, BITS + """ruleset p: P do rule "look" x[p] = 1 ==> begin
        for q := 0 to p do b := (b + 1) % 3; end; end; end;"""),
    "each counts thrice": (24, BITS + """ruleset p: P do rule "look" x[p] = 1 ==> begin
        for q: 1..4 do b := (b + 1) % 3; end; end; end;"""),
    "one counts thrice": (6, BITS + """ruleset p: P do rule "look" x[p] = 1 ==> begin
        for q := 1 to (p = 2 ? 1 : 4) do b := (b + (p = 2 ? 2 : 1)) % 3; end; end; end;"""),
    "rounds that count and go on": (24, BITS + """rule "look" true ==> var n: 0..4; begin
        n := 0; for p: P do n := n + x[p]; if n > 2 then b := 1; end; end; end;"""),
    "rounds that stop at two": (24, BITS + """rule "look" true ==> begin
        b := 0; for p: P do b := b + x[p]; assert "few" b < 2; end; end;"""),
    "rounds that stop at two, but one": (6, BITS + """rule "look" true ==> begin
        b := 0; for p: P do b := b + x[p]; assert "few" p = 3 | b < 2; end; end;"""),
    "rounds that see": (24, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then if b = 1 then cover "two" true; else b := 1; end; end; end; end;"""),
    "rounds that see and stop": (0, BITS + """rule "look" true ==> begin
        b := 0; for p: P do if x[p] = 1 then b := b + 1; cover "one" true; if b = 2 then error "two"; end; end; end; end;"""),
    "rows, each searched": (6 ** 4, P3 + """var x: array[P] of array[P] of 0..1; b: 0..1;
        startstate begin for p: P do for q: P do x[p][q] := 0; end; end; b := 0; end;
        ruleset p: P; q: P do rule "flip" true ==> begin x[p][q] := 1 - x[p][q]; end; end;
        ruleset p: P do rule "row" true ==> begin b := 0; for q: P do if x[p][q] = 1 then b := 1; end; end; end; end;"""),
    "nested counts": (0, P3 + """var x: array[P] of array[P] of 0..1; b: 0..9;
        startstate begin for p: P do for q: P do x[p][q] := 0; end; end; b := 0; end;
        ruleset p: P; q: P do rule "flip" true ==> begin x[p][q] := 1 - x[p][q]; end; end;
        rule "all" true ==> begin b := 0; for p: P do for q: P do b := b + x[p][q]; end; end; end;"""),
    # ---- one process ------------------------------------------------------------------------------------------------
    "a constant after ten steps": (2, P3 + "var x: array[P] of 0..10;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin if x[p] = 10 then x[p] := p = 2 ? 9 : 0; else x[p] := x[p] + 1; end; end; end;"""),
    "differs where nobody comes": (6, P3 + "var x: array[P] of 0..9;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 3 ==> begin x[p] := x[p] + 1; end;
        rule "s" x[p] = 7 ==> begin x[p] := p; end; end;"""),
    "differs where nobody comes together": (0, P3 + "var x: array[P] of 0..2; o: 0..1; startstate begin for p: P do x[p] := 0; end; o := 0; end;" + """
        ruleset p: P do rule "in" o = 0 & x[p] = 0 ==> begin x[p] := 1; o := 1; end;
        rule "out" x[p] = 1 ==> begin x[p] := 0; o := 0; end;
        rule "never" x[p] = 1 & o = 0 ==> begin x[p] := p; end; end;"""),
    "one asserts": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin assert "small" p != 1 | x[p] < 2; x[p] := (x[p] + 1) % 3; end; end;"""),
    "one never asserts in vain": (0, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin assert "small" p != 1 | x[p] < 3; x[p] := (x[p] + 1) % 3; end; end;"""),
    "one errs": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin if x[p] = 2 & p = 0 then error "zero"; end; x[p] := (x[p] + 1) % 3; end; end;"""),
    "one is out of range": (2, P3 + "var x: array[P] of 0..1; y: array[0..4] of 0..1; startstate begin for p: P do x[p] := 0; end; for i: 0..4 do y[i] := 0; end; end;" + """
        ruleset p: P do rule "r" true ==> begin x[p] := 1 - x[p]; if y[p * 2 + x[p]] = 1 then x[p] := 0; end; end; end;"""),
    "one covers": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin if p = 0 & x[p] = 1 then cover "c" true; end; x[p] := (x[p] + 1) % 3; end; end;"""),
    "a cover for one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[p] := (x[p] + 1) % 3; end; end; cover "two" x[1] = 2;"""),
    "a liveness for one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end; liveness "two" x[1] = 2;"""),
    "a liveness for each": (1, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end; ruleset p: P do liveness "two" x[p] = 2; end;"""),
    "an invariant for one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end; invariant "low" x[1] < 2;"""),
    "an invariant that faults for one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
        invariant "odd" forall p: P do x[p] < 2 | 4 / (p - 2) != 7 end;"""),
    "an assumption about one": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[p] := (x[p] + 1) % 3; end; end; assume "low" x[1] < 2;"""),
    "one writes what is there at first": (1, P3 + "var x: array[P] of boolean; startstate begin for p: P do x[p] := false; end; end;" + """
        ruleset p: P do rule "r" true ==> begin if p != 0 then x[p] := false; end; x[(p + 1) % N] := true; end; end;"""),
    "one clears later, which is no matter of x": (6, P3 + "var x: array[P] of 0..2; o: boolean; startstate begin for p: P do x[p] := 0; end; o := false; end;" + """
        ruleset p: P do rule "clear" o ==> begin if p = 1 then o := false; end; end; rule "r" true ==> begin x[p] := o ? 0 : 1; end; end;
        rule "on" true ==> begin o := true; end;"""),
    # ---- undefined values -------------------------------------------------------------------------------------------
    "one starts undefined": (2, P3 + "var x: array[P] of 0..1; startstate begin for p: P do if p != 0 then x[p] := 0; end; end; end;\n" + """
        ruleset p: P do rule "r" true ==> begin x[p] := isundefined(x[p]) ? 0 : 1 - x[p]; end; end;"""),
    "one becomes undefined": (2, P3 + "var x: array[P] of 0..1;" + ZERO + """ruleset p: P do
        rule "r" true ==> begin if isundefined(x[p]) then x[p] := 1; elsif x[p] = 1 & p = 2 then undefine x[p]; else x[p] := 1 - x[p]; end; end; end;"""),
    "one reads what is undefined": (2, P3 + "var x: array[P] of 0..1; y: 0..1; startstate begin for p: P do x[p] := 0; end; undefine y; end;\n" + """
        ruleset p: P do rule "r" p != 1 | y = 0 ==> begin x[p] := 1 - x[p]; end; end;"""),
    "the test that guards comes late": (6, P3 + "var x: array[P] of 0..1; startstate begin undefine x; end;\n" + """
        ruleset p: P do rule "set" isundefined(x[p]) ==> begin x[p] := 0; end; end;
        rule "all" forall p: P do x[p] = 0 end ==> begin undefine x; end;"""),
    # ---- start states -----------------------------------------------------------------------------------------------
    "one of several starts": (4, P3 + """var x: array[P] of 0..1; startstate begin for p: P do x[p] := 0; end; end;
        startstate begin for p: P do x[p] := p = 1 ? 1 : 0; end; end;
        ruleset p: P do rule "r" true ==> begin x[p] := 1 - x[p]; end; end;"""),
    "starts that turn": (18, P3 + """var x: array[P] of 0..2; ruleset s: P do startstate begin for p: P do x[p] := (p + s) % N; end; end; end;
        ruleset p: P; q: P do rule "swap" p != q ==> var t: 0..2; begin t := x[p]; x[p] := x[q]; x[q] := t; end; end;"""),
    "the same start twice": (6, P3 + "var x: array[P] of 0..1;" + ZERO + ZERO + """ruleset p: P do
        rule "r" true ==> begin x[p] := 1 - x[p]; end; end;"""),
    "a start that faults": (0, P3 + """var x: array[P] of 0..1;
        ruleset s: P do startstate begin for p: P do x[p] := 0; end; x[s] := 2 / (s + 1) - 1; end; end;
        ruleset p: P do rule "r" true ==> begin x[p] := 1 - x[p]; end; end;"""),
    # ---- structure --------------------------------------------------------------------------------------------------
    "records": (6, P3 + """type R: record a: 0..1; b: P; end; var r: array[P] of R; s: R;
        startstate begin for p: P do r[p].a := 0; r[p].b := p; end; s := r[0]; s.a := 0; undefine s.b; end;
        ruleset p: P do rule "put" true ==> begin s := r[p]; end; rule "get" !isundefined(s.b) ==> begin r[p] := s; r[p].a := 1 - s.a; end; end;"""),
    "records, one field for one": (2, P3 + """type R: record a: 0..1; b: P; end; var r: array[P] of R; s: R;
        startstate begin for p: P do r[p].a := 0; r[p].b := p; end; s := r[0]; s.a := 0; undefine s.b; end;
        ruleset p: P do rule "put" true ==> begin s := r[p]; if p = 2 then s.a := 0; end; end;
        rule "get" !isundefined(s.b) ==> begin r[p] := s; r[p].a := 1 - s.a; end; end;"""),
    "a procedure that swaps": (6, P3 + """var x: array[P] of 0..2; procedure swap(var a: 0..2; var b: 0..2); var t: 0..2; begin t := a; a := b; b := t; end;
        startstate begin for p: P do x[p] := 0; end; end;
        ruleset p: P; q: P do rule "swap" true ==> begin swap(x[p], x[q]); end; end;
        ruleset p: P do rule "up" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;"""),
    "aliases": (6, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P; q: P do
        rule "r" true ==> begin alias a: x[p]; b: x[q] do a := (a + 1) % 3; b := a; end; end; end;"""),
    "a function that changes something": (2, P3 + """var x: array[P] of 0..1; y: 0..2;
        function bump(p: P): 0..1; begin if p = 1 then y := (y + 1) % 3; end; return 1 - x[p]; end;
        startstate begin for p: P do x[p] := 0; end; y := 0; end;
        ruleset p: P do rule "r" true ==> var b: 0..1; begin b := bump(p); x[p] := b; end; end;"""),
    "named processes": (2, """type P: enum {anna, bert, carl}; var x: array[P] of 0..2;
        startstate begin for p: P do x[p] := 0; end; end;
        ruleset p: P do rule "r" x[p] < 2 ==> begin switch p case anna: x[p] := 2; else x[p] := x[p] + 1; end; end; end;"""),
    "two rules, two roles": (0, """var a: 0..2; b: 0..2; startstate begin a := 0; b := 0; end;
        rule "a" a < 2 ==> begin a := a + 1; end; rule "b" b < 2 ==> begin b := b + 1; end; rule "c" a = 2 ==> begin a := 0; end;"""),
    "a multiset": (0, P3 + """type M: record s: P; v: 0..1; end; var b: multiset [2] of M; x: array[P] of 0..1;
        startstate begin undefine b; for p: P do x[p] := 0; end; end;
        ruleset p: P do rule "send" multisetcount(i: b, true) < 2 ==> var m: M; begin m.s := p; m.v := x[p]; multisetadd(m, b); end; end;
        choose i: b do rule "get" true ==> begin x[b[i].s] := 1 - b[i].v; multisetremove(i, b); end; end;"""),
    "a quantifier over a part": (2, P3 + "var x: array[P] of 0..2;" + ZERO + """ruleset p: P do
        rule "r" forall q: 0..1 do x[q] < 2 end ==> begin x[p] := (x[p] + 1) % 3; end; end;"""),
    "nested rings": (0, """type R: 0..1; P: 0..2; var x: array[R] of array[P] of 0..1;
        startstate begin for r: R do for p: P do x[r][p] := 0; end; end; end;
        ruleset r: R; p: P do rule "r" x[r][p] = x[1 - r][p] ==> begin x[r][p] := 1 - x[r][(p + 1) % 3]; end; end;"""),
    "a diagonal": (48, P3 + """var x: array[P] of array[P] of 0..1; startstate begin for p: P do for q: P do x[p][q] := 0; end; end; end;
        ruleset p: P; q: P do rule "r" true ==> begin x[p][q] := 1 - x[p][q]; x[p][p] := x[p][q]; end; end;"""),
    "one deadlocks": (2, P3 + "var x: array[P] of 0..3;" + ZERO + """ruleset p: P do
        rule "r" x[p] < 3 & (forall q: P do q != p -> x[q] = 0 end) ==> begin x[p] := x[p] = 2 & p != 1 ? 0 : x[p] + 1; end; end;"""),
}


def examine(args, coset, name, order, text, path):
    path.write_text(text + "\n")
    rc, found, told = run.brute(args, path, 200000)
    nothing = "stay fixed because of what cannot be enumerated" in told
    if rc != 0 or (found is None and not nothing) or "cut" in told:
        return told
    if order and found != order:
        return f"the group has order {found}, not {order}"
    if nothing or not tool.long_run():
        return None
    out = path.with_suffix(".json")
    r = tool.Run([coset, "symmetry", f"--certificate={out}", str(path)], 60)
    c = tool.Run([args.certcheck, str(path), str(out)], 60)
    if r.rc != 0 or c.rc != 0 or json.loads(out.read_text())["order"] != str(found):
        return f"{r.out}{r.err}{c.out}{c.err}"
    return run.compare(coset, path)


def main():
    p = tool.parser(__doc__)
    p.add_argument("--brute", default=str(tool.ROOT / "build" / "test" / "detect" / "detect_brute"))
    p.add_argument("--certcheck", default=str(tool.ROOT / "build" / "src" / "coset-certcheck"))
    p.add_argument("--keep", help="folder for the models")
    args = p.parse_args()
    coset = tool.program(args)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(args.keep or folder)
        for name, (order, text) in MODELS.items():
            problem = examine(args, coset, name, order, text, folder / (name.replace(" ", "_").replace(",", "") + ".m"))
            bad += problem is not None
            if problem:
                print(f"{name}: {problem}")
    print(f"{len(MODELS)} models, {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
