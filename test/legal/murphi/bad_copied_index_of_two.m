-- group: node=none
-- refused: node line 8 fixed 3
-- Two copies of the iteration variable, of which one is overwritten in a branch.
type node: scalarset(3);
var box, set: array [node] of boolean;
startstate begin for n: node do box[n] := false; set[n] := false; end; end;
ruleset n: node do rule "join" true ==> begin set[n] := !set[n]; end; end;
ruleset x: node do rule "all" true ==> var t: node; u: node; begin for n: node do t := n; u := n; if set[n] then t := x; end; box[t] := set[u]; end; end; end;
