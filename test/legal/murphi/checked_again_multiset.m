-- group: pid=none
-- refused: pid line 10 fixed 3
-- used: pid=none
-- The loop was run before with equal values of all else: what decides this time is how many entries a multiset has.
type pid: scalarset(3);
var a: array [pid] of boolean; last: pid; k: 0..3; bag: multiset [3] of boolean;
startstate for p: pid do a[p] := true; end; undefine last; k := 0; undefine bag; end;
rule "step" k < 3 ==> k := k + 1; multisetadd(true, bag); end;
ruleset p: pid do rule "change" true ==> a[p] := !a[p]; end; end;
rule "loop" true ==> for p: pid do if a[p] & multisetcount(i: bag, true) = 3 then last := p; end; end; if !isundefined(last) then a[last] := false; end; undefine last; end;
