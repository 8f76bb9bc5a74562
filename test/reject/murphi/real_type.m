-- expect: E004 2:9 real numbers are not supported
type t: real(4, 99);
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
