-- expect: E010 5:1 expected a declaration, a function or a rule before rulez
-- help: did you mean rule?
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rulez begin end;
