-- expect: states=4 rules=4 exit=0
-- A procedure is called with the one that a condition chooses, or that two conditions choose.

type r: record a: 0..3; end;
var x, y, z: r; turn: 0..3; seen: 0..3;
procedure note(v: r); begin seen := v.a; end;
startstate "start" begin x.a := 1; y.a := 2; z.a := 3; turn := 0; note(turn = 1 ? x : y); end;
rule "turns" turn := turn = 3 ? 0 : turn + 1; note(turn = 1 ? x : (turn = 2 ? z : y)); end;
invariant "first" turn = 1 -> seen = 1;
invariant "second" turn = 2 -> seen = 3;
invariant "others" turn = 0 | turn = 3 -> seen = 2;
