-- group: pid=S2
-- refused: pid line 12 fixed 1
-- exit: 12
-- The copy of a loop variable does not make a loop symmetric that depends on the order of its rounds.

type pid: scalarset(3);
var y: array [pid] of 0..1; seen: pid; n: 0..2;
startstate begin for i: pid do y[i] := 0; end; n := 0; undefine seen; end;
ruleset j: pid do
  rule "last" n = 0 ==> begin
    for i: pid do
      i := i; seen := i;
    end;
    n := 1;
  end;
  rule "set" n = 1 ==> begin y[j] := 1; n := 2; end;
end;
invariant "not the last" n < 2 | y[seen] = 0;
