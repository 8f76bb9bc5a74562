-- expect: E035 4:20 the index is an integer, but the array is indexed by p
type p: scalarset(3);
var a: array[p] of boolean;
startstate begin a[0] := true; end;
