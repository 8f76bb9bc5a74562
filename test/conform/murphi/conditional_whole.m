-- expect: states=2 rules=2 exit=0
-- ?: of records and arrays: assigned, compared, returned, given a name, passed by value.

type r: record a: 0..1; l: array [0..1] of 0..1; end;
var p, q: r; y: 0..1;
function get(k: 0..1): r; begin return k = 0 ? p : (k = 1 ? q : p); end;
function first(x: r): 0..1; begin return x.a; end;
function same(x: r; z: r): boolean; begin return x = z; end;
procedure must(x: r; k: 0..1); begin assert x.a = k; end;
startstate begin y := 0; clear p; clear q; q.a := 1; q.l[1] := 1; end;
rule "flip" begin
  alias now: (y = 0 ? p : q) do
    y := 1 - y;
    assert now.a = 1 - y & now != (y = 0 ? p : q);
  end;
  must(y = 0 ? p : q, y);
  p := y = 0 ? q : p; p := y = 0 ? (true ? get(0) : q) : p; clear p;
end;
invariant (y = 0 ? p : q) = (y = 1 ? q : p);
invariant get(y) = (y = 0 ? p : q);
invariant first(y = 0 ? p : q) = y;
invariant same(y = 0 ? p : q, y = 1 ? q : p);
invariant first(y = 0 ? p : (y = 1 ? q : p)) = y;
