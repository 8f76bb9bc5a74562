-- group: pid=none
-- refused: pid line 21 fixed 3
-- used: pid=S3
-- checked: 1
-- A greatest number and what belongs to it. Whoever has the same number has the same letter, so ties do not matter.
const N: 3;
type pid: scalarset(N); letter: enum { a, b, c };
var num: array [pid] of 0..2; kind: array [pid] of letter; chosen: letter;

startstate for p: pid do num[p] := 0; kind[p] := a; end; chosen := a; end;

ruleset p: pid do
  rule "next" num[p] < 2 ==> num[p] := num[p] + 1; if kind[p] = a then kind[p] := b; else kind[p] := c; end; end;
end;

rule "choose" true ==>
var best: 0..2; l: letter;
begin
  best := 0; l := a;
  for p: pid do
    if num[p] > best then best := num[p]; l := kind[p]; end;
  end;
  chosen := l;
end;
invariant "best" (exists p: pid do num[p] = 2 end) | chosen != c;
