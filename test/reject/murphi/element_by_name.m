-- expect: E020 4:23 P_1 is not declared
-- help: elements of a scalarset have no names
type P: scalarset(2); var p: P;
startstate begin p := P_1; end;
