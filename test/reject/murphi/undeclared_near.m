-- expect: E020 4:18 conter is not declared
-- help: did you mean counter?
var counter: 0..3;
startstate begin conter := 0; end;
