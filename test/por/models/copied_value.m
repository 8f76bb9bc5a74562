-- A variable that only defined values are copied to has these: the rule that needs another one never fires, and hinders
-- no reduction. verdict: 0. reduced: yes
-- args: --deadlock=off
-- stored 162: --symmetry=off --por=off
-- reason: go: independent of all other rules
-- stored 10: --symmetry=off --por=stubborn
type index: 0..3;
var at: array [index] of 0..2; x, y: 0..5; copied: boolean;
startstate begin for i: index do at[i] := 0; end; x := 0; y := 0; copied := false; end;
ruleset i: index do rule "go" at[i] < 2 ==> begin at[i] := at[i] + 1; end; end;
rule "copy" !copied ==> begin x := y; copied := true; end;
rule "spoil" x = 3 ==> begin for i: index do at[i] := 0; end; end;
