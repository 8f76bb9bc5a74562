-- heartbeats, suspicion, majority; election of the first that nobody suspects
-- true: node=3
const N: 3; MISS: 2;
type node: scalarset(N); cnt: 0..N;
var up: array [node] of boolean; missed: array [node] of array [node] of 0..MISS;
    leader: array [node] of node; epoch: 0..2;
function suspected(n: node): cnt;
var k: cnt;
begin
  k := 0;
  for m: node do if up[m] & m != n & missed[m][n] = MISS then k := k + 1; end; end;
  return k;
end;
function alive(): cnt;
var k: cnt;
begin
  k := 0; for m: node do if up[m] then k := k + 1; end; end; return k;
end;
startstate "all up"
  for n: node do up[n] := true; undefine leader[n]; for m: node do missed[n][m] := 0; end; end; epoch := 0;
end;
ruleset n: node do
  rule "crash" up[n] & alive() > 1 ==> up[n] := false; undefine leader[n];
    for m: node do missed[n][m] := 0; end; end;
  rule "heartbeat" up[n] ==> for m: node do if m != n & up[m] then missed[m][n] := 0; end; end; end;
  rule "restart" !up[n] ==> up[n] := true; for m: node do missed[n][m] := 0; end; end;
end;
ruleset n: node; m: node do
  rule "miss" n != m & up[n] & !up[m] & missed[n][m] < MISS ==>
    missed[n][m] := missed[n][m] + 1;
    if missed[n][m] = MISS & !isundefined(leader[n]) & leader[n] = m then undefine leader[n]; end;
  end;
  rule "elect" up[m] & up[n] & suspected(m) = 0 & forall k: node do up[k] -> isundefined(leader[k]) end ==>
  var votes: cnt;
  begin
    votes := 0;
    for k: node do if up[k] & missed[k][m] < MISS then votes := votes + 1; end; end;
    if 2 * votes > N then
      for k: node do if up[k] then leader[k] := m; end; end;
      if epoch < 2 then epoch := epoch + 1; end;
    end;
  end;
end;
invariant "agree" forall a: node do forall b: node do
  (!isundefined(leader[a]) & !isundefined(leader[b])) -> leader[a] = leader[b] end end;
