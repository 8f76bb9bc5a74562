-- expect: E056 5:15 undefined has no value
-- help: isundefined
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant n = undefined;
