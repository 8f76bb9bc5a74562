-- group: node=none
-- refused: node line 11 fixed 3
-- The copy of the iteration variable is assigned after a return.
type node: scalarset(3);
var box, set, mark: array [node] of boolean;
procedure place(var t: node; x: node); begin t := x; end;
procedure late(var t: node; n: node); begin if set[n] then return; end; t := n; end;
function moved(var t: node; x: node): boolean; begin t := x; return true; end;
startstate for n: node do box[n] := false; set[n] := false; mark[n] := false; end; end;
ruleset n: node do rule "join" true ==> set[n] := !set[n]; end; end;
ruleset x: node do rule "all" true ==> var t: node; begin for n: node do t := x; late(t, n); box[t] := set[n]; end; end; end;
