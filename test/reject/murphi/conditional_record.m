-- expect: E034 5:16 ?: chooses between simple values
-- help: local variable
var r, q: record a: boolean; end;
startstate begin clear r; q := true ? r : r; end;
invariant (r.a ? r : q) = r;
