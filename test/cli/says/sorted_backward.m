-- Too many renamings to try, and f mentions two elements: a search backward sorts by w only, so an orbit has several
-- representatives. A step forward from one of them leads to another one than those from which the violation was found.
-- run: check --deadlock=off --engine=symbolic --symbolic-symmetry=dynamic --direction=backward
-- exit: 12
-- says: invariant early VIOLATED
-- says: at depth 3
-- says: 3 steps (replayed: ok)
type
  process: scalarset(5);
  place: scalarset(4);
var
  f: array [process] of place;
  w: array [process] of 0..2;
  t: 0..3;
startstate
begin
  undefine f;
  for p: process do w[p] := 0; end;
  t := 0;
end;
ruleset p: process do
  rule "first" t = 0 ==> begin w[p] := 1; t := 1; end;
  rule "leave" t = 2 & !isundefined(f[p]) ==> begin undefine f[p]; w[p] := 2; t := 3; end;
end;
ruleset p: process; x: place do
  rule "enter" t = 1 & w[p] = 0 ==> begin f[p] := x; w[p] := 1; t := 2; end;
end;
invariant "early" t < 3;
