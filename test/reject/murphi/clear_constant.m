-- expect: E051 5:18 cannot clear this
const N: 0;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin clear N; end;
