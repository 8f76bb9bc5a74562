-- Peterson's protocol; who came last is undefined at first.
-- order: 24
-- twin: 6 |end; end; -- start|end; turn[1] := 2; end;
-- twin: 6 |pc[i] = next & lvl[i] = N|pc[i] = next & lvl[i] = N & i != 3
const N: 4;
type P: 1..N; Q: 0..N; L: enum { idle, next, wait, test, crit };
var pc: array[P] of L; q: array[P] of Q; turn: array[Q] of P; lvl: array[P] of Q;
startstate begin for i: P do pc[i] := idle; q[i] := 0; lvl[i] := 1; end; end; -- start
ruleset i: P do
  rule "begin" pc[i] = idle ==> begin pc[i] := next; lvl[i] := 1; end;
  rule "level" pc[i] = next & lvl[i] < N ==> begin q[i] := lvl[i]; pc[i] := wait; end;
  rule "enter" pc[i] = next & lvl[i] = N ==> begin pc[i] := crit; end;
  rule "turn" pc[i] = wait ==> begin turn[lvl[i]] := i; pc[i] := test; end;
  rule "pass" pc[i] = test & (turn[lvl[i]] != i | forall j: P do j != i -> q[j] < lvl[i] end) ==>
  begin lvl[i] := lvl[i] + 1; pc[i] := next; end;
  rule "leave" pc[i] = crit ==> begin pc[i] := idle; q[i] := 0; lvl[i] := 1; end;
end;
invariant "mutex" forall i: P do forall j: P do i != j -> !(pc[i] = crit & pc[j] = crit) end end;
