-- expect: E020 7:17 y is not declared
-- expect: E020 7:25 z is not declared
-- expect: E031 7:35 must be boolean
-- expect: E020 7:42 the function q
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := y; n := z + 1; if n then q(); end; end;
