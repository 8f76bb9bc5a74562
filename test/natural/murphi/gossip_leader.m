-- Gossip about who is up, and a leader that is searched in a loop; a count that stops at its bound.
-- true: node=3
const N: 3;
type node: scalarset(N); st: enum { idle, up, lead };
var s: array [node] of record st: st; seen: array [node] of boolean; end; lead_of: node; n: 0..2; all: boolean;
function count(): 0..2;
var k: 0..2;
begin
  k := 0;
  for x: node do
    if s[x].st != idle then
      if k < 2 then k := k + 1; end;
    end;
  end;
  return k;
end;
procedure elect();
begin
  undefine lead_of;
  for x: node do
    alias me: s[x] do
    if me.st = lead then
      if isundefined(lead_of) then lead_of := x; else error "two leaders"; end;
    end;
    end;
  end;
end;
procedure gossip(x: node);
begin
  for y: node do
    for z: node do
      if s[x].seen[z] then s[y].seen[z] := true; end;
    end;
  end;
end;
startstate for x: node do s[x].st := idle; for y: node do s[x].seen[y] := false; end; end; undefine lead_of; n := 0; all := false; end;
ruleset x: node do
  rule "start" s[x].st = idle ==> s[x].st := up; s[x].seen[x] := true; n := count(); end;
  rule "lead" s[x].st = up & !exists y: node do s[y].st = lead end ==> s[x].st := lead; elect(); end;
  rule "gossip" s[x].st = up ==> gossip(x); end;
  rule "down" s[x].st = lead ==> s[x].st := idle; for y: node do s[y].seen[x] := false; s[x].seen[y] := false; end; elect(); n := count(); end;
end;
