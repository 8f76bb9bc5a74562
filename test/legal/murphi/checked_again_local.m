-- group: pid=none
-- refused: pid line 10 fixed 3
-- used: pid=none
-- The loop was run before with equal values of all else: what decides this time is a part of a local.
type pid: scalarset(3);
var a: array [pid] of boolean; last: pid; k: 0..3; 
startstate for p: pid do a[p] := true; end; undefine last; k := 0; end;
rule "step" k < 3 ==> k := k + 1;  end;
ruleset p: pid do rule "change" true ==> a[p] := !a[p]; end; end;
rule "loop" true ==> var r: array [0..1] of 0..3; begin r[0] := 0; r[1] := k; for p: pid do if a[p] & r[1] = 3 then last := p; end; end; if !isundefined(last) then a[last] := false; end; undefine last; end;
