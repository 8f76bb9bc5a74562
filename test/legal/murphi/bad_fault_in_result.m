-- group: pid=none
-- refused: pid line 9 fixed 3
-- exit: 12
-- The call that gives the record of a comparison may fault: whether it is reached depends on the order.
type pid: scalarset (3); pair: record b: boolean; end;
var a: array [pid] of boolean; r: pair; found: boolean;
function given(i: pid): pair; var q: pair; begin q.b := !a[i]; return q; end;
function search(): boolean; begin
  for i: pid do if given(i) = r then return true; end; end;
  return false;
end;
startstate begin undefine a; r.b := true; found := false; end;
ruleset x: pid do rule "set" true ==> begin a[x] := false; end; end;
rule "look" exists i: pid do !isundefined (a[i]) end ==> begin found := search(); end;
