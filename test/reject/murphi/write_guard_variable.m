-- expect: E050 5:27 cannot pass to a var parameter i: it is read-only
var x: boolean; n: 0..10;
function f(var k: 0..3): boolean; begin k := 0; return true; end;
startstate begin x := true; n := 0; end;
ruleset i: 0..3 do rule f(i) ==> begin i := 2; end; end;
