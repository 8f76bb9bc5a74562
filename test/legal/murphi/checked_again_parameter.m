-- group: pid=none
-- refused: pid line 8 fixed 3
-- used: pid=none
-- The loop was run before with equal values of all else: what decides this time is an argument.
type pid: scalarset(3);
var a: array [pid] of boolean; last: pid; k: 0..3; 
procedure run(n: 0..3);
begin for p: pid do if a[p] & n = 3 then last := p; end; end; end;
startstate for p: pid do a[p] := true; end; undefine last; k := 0; end;
rule "step" k < 3 ==> k := k + 1;  end;
ruleset p: pid do rule "change" true ==> a[p] := !a[p]; end; end;
rule "loop" true ==> run(k); if !isundefined(last) then a[last] := false; end; undefine last; end;
