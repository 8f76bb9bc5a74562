-- A step that does not depend on who is held, and covers within it that do: one alone, and one behind another.
-- run: check --symmetry=off
-- run: check --engine=symbolic --symbolic-symmetry=counter
-- says: own REACHED counter_covers_of_holder.m:12 24 hits, first at depth 2
-- says: free REACHED counter_covers_of_holder.m:13 24 hits, first at depth 1
type pid: scalarset(3);
var a: array [pid] of boolean; t: pid;
startstate begin for i: pid do a[i] := false; end; undefine t; end;
ruleset i: pid do
  rule "take" isundefined(t) ==> begin t := i; end;
  rule "leave" !isundefined(t) & t = i ==> begin undefine t; end;
  rule "set" begin cover !isundefined(t) & t = i "own"; a[i] := true; end;
  rule "reset" begin cover true "any"; cover isundefined(t) "free"; a[i] := false; end;
end;
