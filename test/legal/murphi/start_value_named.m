-- group: pid=S3 value=S3
-- starts: pid=S3 value=S2
-- start refused: value line 12 fixed 1
-- property last: pid=S3 value=S2
-- The property tells values apart, and holds from this start state only: from the others the search must not begin.

const N: 3; M: 3;
type pid: scalarset (N); value: scalarset (M);
var mem: value; box: array [pid] of value; order: array [value] of boolean;

startstate "start" begin
  for v: value do mem := v; end;
  for v: value do order[v] := v = mem; end;
  for p: pid do undefine box[p]; end;
end;

ruleset p: pid do
  rule "take" isundefined (box[p]) ==> begin box[p] := mem; end;
  rule "give" !isundefined (box[p]) ==> begin mem := box[p]; undefine box[p]; end;
end;

function is_last (x: value): boolean;
var last: value;
begin
  for v: value do last := v; end;
  return x = last;
end;

invariant "last" forall p: pid do isundefined (box[p]) | is_last (box[p]) end;
