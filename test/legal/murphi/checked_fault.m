-- group: pid=none
-- refused: pid line 12 fixed 3
-- used: pid=S3
-- checked: 1
-- exit: 12
-- A fault inside a loop that is checked: it comes in every order, so it is found with the whole group.
const N: 3;
type pid: scalarset(N);
var a: array [pid] of boolean; n: 0..1; owner: array [pid] of boolean;
startstate for p: pid do a[p] := false; owner[p] := false; end; n := 0; end;
ruleset p: pid do rule "set" !a[p] & (forall q: pid do !owner[q] end) ==> a[p] := true; owner[p] := true; end; rule "drop" owner[p] ==> owner[p] := false; end; end;
rule "count" true ==> for p: pid do if owner[p] then n := n + 1; n := n; n := n - (forall q: pid do a[q] end ? 0 : 1); end; end; end;
