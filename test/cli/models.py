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
    # nearly every state is an orbit of its own
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
    "cover": (HEAD + 'cover "two" n = 2;\nrule "never" n > 2 & n < 2 ==> begin n := 0; end;\n', 0),
    "uncovered": (HEAD + 'cover "four" n = 3 & n = 2;\n', 16),
    "put": (
        """type pid: scalarset(2); color: enum {red, blue};
var n: 0..1; c: array [pid] of color; m: multiset [2] of color;
startstate "go" begin put "begin "; put n; n := 0; undefine c; multisetadd(blue, m); end;
procedure tell(var old: 0..1; who: color);
  var l: array [0..1] of 0..1;
begin l[n] := 1; put l; put l[n]; put old; put who; put old + 1; put "\\tend\\n"; end;
function is_bad(p: pid): boolean; begin put c[p]; return true; end;
ruleset p: pid do
  rule "up" n = 0 ==> begin put p; put m; tell(n, red); n := 1; assert !is_bad(p) "bad"; end;
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
