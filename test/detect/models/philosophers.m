-- Left fork first: rotations only.
-- order: 5
-- twin: 1 |s[i] = think & !fork[i]|s[i] = think & !fork[i] & i > 0
-- twin: 1 |fork[i] := false; end; end;|fork[i] := i = 2; end; end;
const N: 5;
type P: 0..N-1; S: enum {think, one, eat, rel};
var s: array[P] of S; fork: array[P] of boolean;
ruleset i: P do
  rule "left" s[i] = think & !fork[i] ==> begin fork[i] := true; s[i] := one; end;
  rule "right" s[i] = one & !fork[(i+1)%N] ==> begin fork[(i+1)%N] := true; s[i] := eat; end;
  rule "put left" s[i] = eat ==> begin fork[i] := false; s[i] := rel; end;
  rule "put right" s[i] = rel ==> begin fork[(i+1)%N] := false; s[i] := think; end;
end;
startstate begin for i: P do s[i] := think; fork[i] := false; end; end;
invariant "fork" forall i: P do s[i] = eat -> fork[i] end;
