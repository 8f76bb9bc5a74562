-- Symmetry and partial order reduction, each of which is tried once the other is in use. With k processes at 10, the others
-- are anywhere in ten places: 91,377 orbits, the sum of C(18 - k, 9) for k = 0 to 4. `auto` reduces where a third is enough.
-- stored 91377: --por=off --symmetry=detect --threads=1
-- stored at most 30459: --por=auto --threads=1
-- stored at most 30459: --por=auto --threads=2
-- stored at most 30459: --por=stubborn --threads=1
-- stored at most 30459: --por=stubborn --symmetry=detect
type index: 0..8; place: 0..10;
var at: array [index] of place; n: 0..9;
startstate begin for i: index do at[i] := 0; end; n := 0; end;
ruleset i: index do
  rule "step" at[i] < 9 ==> begin at[i] := at[i] + 1; end;
  rule "enter" at[i] = 9 & n < 4 ==> begin at[i] := 10; n := n + 1; end;
  rule "leave" at[i] = 10 ==> begin at[i] := 0; n := n - 1; end;
end;
