-- expect: E051 5:12 cannot assign to this
const N: 0;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin N := 0; end;
