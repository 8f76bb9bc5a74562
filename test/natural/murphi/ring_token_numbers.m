-- Dijkstra's K-state ring. Machines are numbers: there is nothing to declare.
const N: 3; K: 4;
type machine: 0..N; state: 0..K-1;
var s: array [machine] of state;
function privileged(i: machine): boolean;
begin
  if i = 0 then return s[0] = s[N]; end;
  return s[i] != s[i - 1];
end;
ruleset a: state; b: state do
  startstate for i: machine do s[i] := a; end; s[1] := b; end;
end;
ruleset i: machine do
  rule "move" privileged(i) ==>
    if i = 0 then s[0] := (s[0] + 1) % K; else s[i] := s[i - 1]; end;
  end;
end;
invariant "somebody is privileged" exists i: machine do privileged(i) end;
