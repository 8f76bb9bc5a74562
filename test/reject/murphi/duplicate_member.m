-- expect: E021 2:31 A is already declared
type t: enum {A, B}; u: enum {A};
var x: t;
startstate begin x := B end;
