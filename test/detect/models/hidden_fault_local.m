-- As hidden_fault.m, of a local record: what fields hold is not known. No symmetry.
-- order: 1
type P: 1..2;
var a: array [P] of boolean; done: boolean;
startstate begin undefine a; done := false; end;
ruleset p: P do rule "set" begin a[p] := true; end; end;
rule "look" exists p: P do !isundefined(a[p]) end ==>
var r: record ok: array [P] of boolean; end;
begin
  for p: P do if !isundefined(a[p]) then r.ok[p] := a[p]; end; end;
  done := exists p: P do r.ok[p] end;
end;
