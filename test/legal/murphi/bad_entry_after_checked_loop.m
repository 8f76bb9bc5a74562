-- A loop that is checked while searching removes entries: which places become free depends on the order of elements.
-- group: P=none
-- refused: P line 13 fixed 3
-- used: P=none
-- exit: 12
type P: scalarset (3);
var m: multiset [3] of 0..2; f: array [P] of 0..2; x: 0..2;
startstate begin for p: P do f[p] := 0; end; multisetadd(0, m); multisetadd(1, m); x := 0; end;
ruleset p: P do rule "up" f[p] < 2 ==> begin f[p] := f[p] + 1; end; end;
choose i: m do
  rule "take" multisetcount(k: m, true) = 2 ==>
  begin
    for p: P do multisetremovepred(k: m, m[k] = f[p]); end;
    multisetadd(2, m);
    x := m[i];
    undefine m;
    multisetadd(0, m);
    multisetadd(1, m);
  end;
end;
