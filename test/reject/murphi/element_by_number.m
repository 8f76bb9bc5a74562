-- expect: E033 4:20 cannot assign an integer to P
-- help: elements of a scalarset have no names
type P: scalarset(2); var p: P;
startstate begin p := 1; end;
