-- expect: E004 2:10 real numbers are not supported
const F: 1.5;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
