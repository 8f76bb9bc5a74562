-- expect: E090 5:41 the parameters of this property have more than 2^32 values
var x: boolean;
startstate begin x := false; end;
rule begin x := !x; end;
ruleset a: 0 .. 65535; b: 0 .. 65535 do cover "many" x & a = b; end;
