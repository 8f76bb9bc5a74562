-- group: pid=none
-- refused: pid line 15 fixed 3
-- used: pid=none
-- exit: 12
-- An index is the only reader of a variable that another iteration writes.
type pid: scalarset(3);
var e: array [pid] of boolean; tok: pid; b: array [pid] of boolean; a: array [pid] of boolean; n: 0..2;
startstate for p: pid do e[p] := false; a[p] := false; b[p] := false; end; undefine tok; n := 0; end;
ruleset p: pid; q: pid; r: pid do
  rule "set" n = 0 & p != q & p != r & q != r ==> a[p] := true; b[q] := true; tok := r; n := 1; end;
end;
rule "loop" n = 1 ==>
  for w: pid do
    if a[w] then e[tok] := true; end;
    if b[w] then tok := w; end;
  end;
  n := 2;
end;
invariant "marked" n != 2 | e[tok];
invariant "not marked" n != 2 | !e[tok];
