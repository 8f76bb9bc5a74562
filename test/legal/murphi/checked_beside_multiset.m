-- A loop that is checked and changes no multiset says nothing of the order of entries.
-- group: P=none
-- refused: P line 13 fixed 3
-- used: P=S3
-- checked: 1
-- exit: 12
type P: scalarset (3);
var m: multiset [3] of 0..2; f: array [P] of 0..2; x: 0..2; most: 0..2;
startstate begin for p: P do f[p] := 0; end; multisetadd(0, m); multisetadd(1, m); x := 0; most := 0; end;
ruleset p: P do rule "up" f[p] < 2 ==> begin f[p] := f[p] + 1; end; end;
rule "look" true ==> begin
  most := 0;
  for p: P do if f[p] > most then most := f[p]; end; end;
end;
choose i: m do
  rule "take" multisetcount(k: m, true) = 2 ==>
  begin
    multisetremovepred(k: m, m[k] < 2);
    multisetadd(2, m);
    x := m[i];
    undefine m;
    multisetadd(0, m);
    multisetadd(1, m);
  end;
end;
