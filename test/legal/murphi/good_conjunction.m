-- group: pid=S3
-- exit: 12
-- Conjunction and disjunction over elements that are always defined.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; every, some: boolean;
startstate for i: pid do a[i] := false; end; every := false; some := false; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "look" true ==>
  every := true; some := false;
  for i: pid do every := every & a[i]; some := a[i] | some; end;
end;
invariant "never" !every;
