-- group: pid=S4
-- exit: 12
-- A start state that ends in a fault, in a model with many variables of elements.
type pid: scalarset(4);
var a: array [pid] of array [pid] of array [pid] of pid; n: 0..1; k: 0..2;
ruleset i: 0..1 do
  startstate
  begin
    for p: pid do for q: pid do for r: pid do a[p][q][r] := p; end; end; end;
    k := 2 - 2 * i; n := k;
  end;
end;
ruleset p: pid do rule "set" k < 2 ==> k := k + 1; end; end;
