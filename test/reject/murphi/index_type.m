-- expect: E035 3:20 the index is boolean, but the array is indexed by 0..1
var a: array[0..1] of boolean;
startstate begin a[true] := true; end;
