-- Local states that no process can be in are not counted, for their number has a bound: what a process is and what the
-- shared variables are is found together. Here nobody is inside while the gate is shut.
-- run: check --engine=symbolic --symbolic-symmetry=counter --deadlock=off
-- says: orbits 5 = 9 states
type P: scalarset(3); wide: 0..39;
var open: boolean; inside: array [P] of boolean; x: array [P] of wide; y: array [P] of wide;
startstate begin for i: P do inside[i] := false; x[i] := 0; y[i] := 0; end; open := false; end;
rule "open" !open ==> begin open := true; end;
rule "shut" open & forall i: P do !inside[i] end ==> begin open := false; end;
ruleset i: P do
  rule "move" open ==> begin inside[i] := !inside[i]; end;
  ruleset v: wide do
    rule "across" inside[i] & !open ==> begin x[i] := v; end;
    rule "along" inside[i] & !open ==> begin y[i] := v; end;
  end;
end;
