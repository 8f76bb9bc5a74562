-- One step is independent of all others and spares half of the states, which is too little to begin anew. verdict: 0
-- stored 93312: --symmetry=off --por=off
-- stored 46657: --symmetry=off --por=stubborn
-- stored 93312: --symmetry=off --por=auto
type index: 0..5;
     place: 0..5;
var at: array [index] of place; local: 0..1;
startstate begin for i: index do at[i] := 0; end; local := 0; end;
ruleset i: index do
  rule "on" forall j: index do at[j] < 7 end ==> begin at[i] := (at[i] + 1) % 6; end;
end;
rule "local" local = 0 ==> begin local := 1; end;
