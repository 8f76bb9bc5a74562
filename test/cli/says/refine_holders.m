-- Variables that hold elements tell these apart, for `refine` as well.
-- run: check --symmetry=refine
-- run: check --symmetry=search
-- says: transitions 326
type pid: scalarset(5);
var t, u: pid; a: array [pid] of boolean;
startstate begin undefine t; undefine u; for p: pid do a[p] := false; end; end;
ruleset p: pid do
  rule "take t" isundefined(t) ==> begin t := p; end;
  rule "take u" isundefined(u) ==> begin u := p; end;
  rule "set" !a[p] ==> begin a[p] := true; end;
  rule "reset" !isundefined(t) & t = p ==> begin a[p] := false; undefine t; end;
end;
