"""Small models for the tests of the command line, one behaviour each: name -> (text, exit status)."""

HEAD = """const N: 3;
type pid: scalarset(N);
var a: array [pid] of boolean; n: 0..3;
startstate "none" begin for p: pid do a[p] := false; end; n := 0; end;
ruleset p: pid do
  rule "set" !a[p] ==> begin a[p] := true; n := n + 1; end;
  rule "reset" a[p] ==> begin a[p] := false; n := n - 1; end;
end;
"""

MODELS = {
    "holds": (HEAD + 'invariant "few" n <= 3;\n', 0),
    "invariant": (HEAD + 'invariant "less" n < 3;\n', 12),
    "asymmetric": (
        HEAD
        + """var last: pid;
rule "pick" n = 1 & isundefined(last) ==> begin for p: pid do last := p; end; end;
invariant "picked" isundefined(last) | n != 1 | a[last];
""",
        12,
    ),
    # nearly every orbit has one state
    "lonely": (
        """type pid: scalarset(3);
var n: 0..60; m: 0..60; p: pid;
startstate begin n := 0; m := 0; undefine p; end;
rule "n" n < 60 ==> n := n + 1; end;
rule "m" m < 60 ==> m := m + 1; end;
ruleset i: pid do rule "p" n = 60 & m = 60 & isundefined(p) ==> p := i; end; end;
rule "back" !isundefined(p) & n > 50 ==> n := n - 1; end;
invariant "true" true;
""",
        0,
    ),
    "largest": ( # a loop over too many elements to compare all orders
        """const N: 9;
type pid: scalarset (N); step: 0..2;
var a: array [pid] of step; m: step;
startstate begin for i: pid do a[i] := 0; end; m := 0; end;
ruleset p: pid do
  rule "on" a[p] < 2 ==> a[p] := a[p] + 1; end;
  rule "back" a[p] = 2 & m = 2 ==> a[p] := 0; end;
end;
rule "largest" true ==> begin m := 0; for i: pid do if a[i] > m then m := a[i]; end; end; end;
""",
        0),
    # p and q are not declared as names; the symmetry is detected
    "families": (
        """type P: 1..6; Q: 1..7;
var a: array[P] of 0..2; b: array[Q] of 0..2; x: boolean;
startstate begin for p: P do a[p] := 0; end; for q: Q do b[q] := 0; end; x := false; end;
ruleset p: P do
  rule "a" a[p] = 0 ==> begin a[p] := 1; end;
  rule "wait" a[p] = 1 & x ==> begin a[p] := 2; x := false; end;
end;
ruleset q: Q do
  rule "b" b[q] = 0 ==> begin b[q] := 1; end;
  rule "tell" b[q] = 1 & !x ==> begin b[q] := 2; x := true; end;
end;
invariant "not all" exists p: P do a[p] != 2 end;
""",
        12,
    ),
    # two elements to exchange: the gain is less than the cost of representatives
    "couple": (
        """var z: array [0..1] of 0..1; a: 0..6; b: 0..7; c: 0..8; d: 0..9; e: 0..4;
startstate begin z[0] := 0; z[1] := 0; a := 0; b := 0; c := 0; d := 0; e := 0; end;
rule "a" a < 6 ==> begin a := a + 1; end;
rule "b" b < 7 ==> begin b := b + 1; end;
rule "c" c < 8 ==> begin c := c + 1; end;
rule "d" d < 9 ==> begin d := d + 1; end;
rule "e" e < 4 ==> begin e := e + 1; end;
ruleset i: 0..1 do rule "z" begin z[i] := 1 - z[i]; end; end;
invariant "true" a < 7;
""",
        0,
    ),
    "cover": (HEAD + 'cover "two" n = 2;\nrule "never" n > 2 & n < 2 ==> begin n := 0; end;\n', 0),
    "uncovered": (HEAD + 'cover "four" n = 3 & n = 2;\n', 16),
    "put": (
        """type pid: scalarset(2); color: enum {red, blue};
var n: 0..1; c: array [pid] of color; m: multiset [2] of color; w: record x: array [0..1] of color; end;
startstate "go" begin put "begin "; put n; n := 0; undefine c; undefine w; multisetadd(blue, m); end;
procedure tell(var old: 0..1; who: color);
  var l: array [0..1] of 0..1;
begin l[n] := 1; put l; put l[n]; put old; put who; put old + 1; put "\\tend\\n"; end;
function is_bad(p: pid): boolean; begin put c[p]; return true; end;
ruleset p: pid do
  rule "up" n = 0 ==> begin put p; put m; put w.x[n]; tell(n, red); n := 1; assert !is_bad(p) "bad"; end;
end;
""",
        14,
    ),
    "deadlock": (
        """var n: 0..2;
startstate begin n := 0; end;
rule "up" n < 2 ==> begin n := n + 1; end;
""",
        11,
    ),
    "range": (
        """var n: 0..2;
startstate begin n := 0; end;
rule "up" true ==> begin n := n + 1; end;
""",
        12,
    ),
    "undefined": (
        """var n: 0..2; m: 0..2;
startstate begin n := 0; undefine m; end;
rule "copy" n = 0 ==> begin n := m + 1; end;
rule "loop" true ==> begin n := 1 - n; end;
""",
        12,
    ),
    "assertion": (
        """var n: 0..2;
startstate begin n := 0; end;
rule "up" true ==> begin assert n < 2 "too high"; n := n + 1; end;
""",
        14,
    ),
    "liveness": (
        """var n: 0..2;
startstate begin n := 0; end;
rule "up" n < 2 ==> begin n := n + 1; end;
rule "turn" n > 0 ==> begin n := 3 - n; end;
liveness "back" n = 0;
""",
        13,
    ),
    "assumption": (
        """var n: 0..2;
startstate begin n := 0; end;
rule "turn" true ==> begin n := 2 - n; end;
assume "never" n = 1;
""",
        10,
    ),
    "both": (HEAD + 'invariant "less" n < 3;\ncover "four" n = 3 & n = 2;\n', 12),
    "syntax": ("var n: 0..2\nstartstate begin n := 0; end;\nrule true ==> begin m := 1; end;\n", 65),
}
