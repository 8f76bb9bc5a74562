-- Alone among others that are not enabled: who asks for twelve contents of slots to see that is not asked too much, for
-- thirteen it is. verdict: 0. reduced: yes
-- args: --deadlock=off
-- stored 12: --deadlock=off --symmetry=off --por=stubborn --por-chains=on --threads=1
-- stored 24: --deadlock=off --symmetry=off --por=stubborn --por-chains=on --threads=1 --define=N=11
const N: 10;
type index: 1..N;
var at: array [index] of 0..1; x: 0..1; l: 0..3; z: 0..3;
startstate begin for i: index do at[i] := 0; end; x := 0; l := 0; z := 0; end;
rule "lone" l = 0 ==> begin x := 1; l := 1; end;
rule "next" l = 1 ==> begin l := 2; x := 0; end;
ruleset i: index do
  rule "prepare" at[i] = 0 & l = 2 ==> begin at[i] := 1; l := 3; end;
  rule "take" at[i] = 1 & x = 0 ==> begin x := 1; end;
end;
rule "other" z < 3 ==> begin z := z + 1; end;
