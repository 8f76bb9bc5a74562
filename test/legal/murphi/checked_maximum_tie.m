-- group: pid=none
-- refused: pid line 21 fixed 3
-- used: pid=none
-- exit: 12
-- A greatest number and what belongs to it. Of those with the same number the first one counts.
const N: 3;
type pid: scalarset(N); letter: enum { a, b, c };
var num: array [pid] of 0..2; kind: array [pid] of letter; chosen: letter;

startstate for p: pid do num[p] := 0; kind[p] := a; end; chosen := a; end;

ruleset p: pid do
  rule "next" num[p] < 2 ==> num[p] := num[p] + 1; kind[p] := b; end; rule "back" num[p] = 1 ==> kind[p] := c; end;
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
invariant "best" chosen != c | exists p: pid do kind[p] = c end;
