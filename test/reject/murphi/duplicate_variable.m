-- expect: E021 3:17 a is already declared
-- help: line 3, column 5
var a: boolean; a: 0..2;
startstate begin end;
