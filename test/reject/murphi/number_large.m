-- expect: E003 3:10 too large
-- help: 9223372036854775807
const N: 99999999999999999999;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
