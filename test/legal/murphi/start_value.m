-- group: pid=S3 value=S3
-- starts: pid=S3 value=S2
-- start refused: value line 16 fixed 1
-- exit: 12
-- The start state singles out the last value; the rules do not. What is reached from it is less than what is reached
-- from all its renamings: no more than two values are ever in use, one of them the last.

const N: 3; M: 3;
type pid: scalarset (N); value: scalarset (M);
var mem: value; spare: value; used: boolean; box: array [pid] of value; full: boolean;

invariant "not full" !full;

startstate "start" begin
  for p: pid do undefine box[p]; end;
  for v: value do mem := v; end;
  undefine spare; used := false; full := false;
end;

ruleset p: pid do
  rule "take" isundefined (box[p]) ==> begin box[p] := mem; end;
  rule "give" !isundefined (box[p]) ==> begin mem := box[p]; undefine box[p]; end;
  ruleset v: value do
    rule "change" !used & v != mem ==> begin spare := v; used := true; box[p] := v; end;
  end;
end;

rule "full" forall p: pid do !isundefined (box[p]) end & used ==> begin full := true; end;
