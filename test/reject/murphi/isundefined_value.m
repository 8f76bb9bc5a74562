-- expect: E051 4:29 cannot ask isundefined of this
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := isundefined(true); end;
