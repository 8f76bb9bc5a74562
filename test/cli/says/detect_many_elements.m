-- A group of 5,040 elements: what symmetric types say costs less than to try them.
-- run: check --symmetry=detect
-- says: symmetry: S7 on reading, was
-- says: ; types)
const N: 7;
type Reader: 0..N-1;
var reading, was: array [Reader] of boolean;
startstate begin for r: Reader do reading[r] := false; was[r] := false; end; end;
ruleset r: Reader do
  rule "begin" !reading[r] ==> begin reading[r] := true; end;
  rule "end" reading[r] ==> begin reading[r] := false; was[r] := true; end;
end;
