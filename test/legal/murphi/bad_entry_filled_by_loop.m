-- Entries without elements, added in the order of elements: what comes to stand in the place of a removed one depends on it.
-- group: P=none
-- refused: P line 13 fixed 3
type P: scalarset (3);
var m: multiset [3] of 0..2; f: array [P] of 0..2; x: 0..2;
startstate begin for p: P do f[p] := 0; end; multisetadd(0, m); x := 0; end;
ruleset p: P do rule "up" f[p] < 2 ==> begin f[p] := f[p] + 1; end; end;
choose i: m do
  rule "take" true ==>
  begin
    multisetremove(i, m);
    for p: P do multisetadd(f[p], m); end;
    x := m[i];
    undefine m;
    multisetadd(0, m);
  end;
end;
