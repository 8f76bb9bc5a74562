-- Mutual exclusion by a token after Suzuki and Kasami: the token carries the numbers of served requests and a queue; requests are
-- broadcast to everybody by a loop over all others.
-- true: proc=1
const N: 3; R: 1;
type proc: scalarset(N); num: 0..R; pos: 0..N;
var
  asked: array [proc] of array [proc] of num; -- what each has heard
  token: record at: proc; served: array [proc] of num; len: pos; queue: array [0..N-1] of proc; end;
  state: array [proc] of enum { idle, waiting, critical };
  heard: array [proc] of array [proc] of boolean; -- request of the first is under way to the second

procedure pass_on(p: proc);
begin
  token.served[p] := asked[p][p];
  for q: proc do
    if q != p & asked[p][q] > token.served[q] & (forall i: 0..N-1 do i >= token.len | token.queue[i] != q end) then
      token.queue[token.len] := q;
      token.len := token.len + 1;
    endif;
  endfor;
  if token.len > 0 then
    token.at := token.queue[0];
    for i: 0..N-2 do if i + 1 < token.len then token.queue[i] := token.queue[i + 1]; endif; endfor;
    token.len := token.len - 1;
    undefine token.queue[token.len];
  endif;
end;

ruleset first: proc do
startstate
begin
  for p: proc do
    state[p] := idle; token.served[p] := 0;
    for q: proc do asked[p][q] := 0; heard[p][q] := false; endfor;
  endfor;
  token.at := first; token.len := 0; undefine token.queue;
endstartstate;
endruleset;

ruleset p: proc do
  rule "request" state[p] = idle & asked[p][p] < R ==>
    asked[p][p] := asked[p][p] + 1;
    state[p] := waiting;
    if token.at != p then for q: proc do if q != p then heard[p][q] := true; endif; endfor; endif;
  endrule;
  rule "enter" state[p] = waiting & token.at = p ==> state[p] := critical; endrule;
  rule "leave" state[p] = critical ==> state[p] := idle; pass_on(p); endrule;
  ruleset q: proc do
    rule "hear" heard[q][p] ==>
      heard[q][p] := false;
      asked[p][q] := asked[q][q];
      if token.at = p & state[p] = idle & asked[p][q] = token.served[q] + 1 then token.at := q; endif;
    endrule;
  endruleset;
endruleset;
invariant "exclusion" forall p: proc do forall q: proc do state[p] = critical & state[q] = critical -> p = q end end;
