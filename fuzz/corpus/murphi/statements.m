var n: -3..10; b: boolean
startstate begin n := 0x0; b := false end
rule 7 "p" n = 1 ? b : !b ==> begin
  for i := 0 to 3 by 1 do n := i end;
  for j: 0..2; k: boolean do b := k; end;
  while n > 0 do n := n - 1; end;
  switch n case 0, 1: b := true; case 2: error "two"; else assert "m" n != 3; end;
  alias q: n; w: 3 do q := w << 1 | 2 ^ ~q & 1; end;
  if isundefined(n) then undefine b; return; end;
  assume n >= -3; cover b; n := undefined;
end
assume true liveness "l" n = 0 invariant b || !b && true
