-- expect: E013 3:13 this is an expression
-- help: LOW .. HIGH
var n: 3 + 4;
var x: boolean; 
startstate begin end;
