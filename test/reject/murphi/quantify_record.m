-- expect: E034 5:21 i cannot run over r
type r: record a: boolean; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant forall i: r do true end;
