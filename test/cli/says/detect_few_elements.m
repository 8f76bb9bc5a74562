-- All elements of a small group are tried: that costs less than to arrange by types.
-- run: check --symmetry=detect
-- says: symmetry: S3 on reading, was
-- says: ; elements)
const N: 3;
type Reader: 0..N-1;
var reading, was: array [Reader] of boolean;
startstate begin for r: Reader do reading[r] := false; was[r] := false; end; end;
ruleset r: Reader do
  rule "begin" !reading[r] ==> begin reading[r] := true; end;
  rule "end" reading[r] ==> begin reading[r] := false; was[r] := true; end;
end;
