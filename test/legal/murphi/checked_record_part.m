-- group: node=none
-- refused: node line 14 fixed 3
-- used: node=none
-- exit: 12
-- A record is read as a whole in each iteration; one part of it is set by earlier iterations only.
type node: scalarset(3); msg: record dst: node; val: boolean; end;
var box: array [node] of boolean; set: array [node] of boolean;
procedure send(m: msg); begin box[m.dst] := m.val; end;
procedure multicast();
var m: msg;
begin
  m.val := false;
  for n: node do
    m.dst := n; if set[n] then m.val := true; end; send(m);
  end;
end;
startstate "s" begin for n: node do box[n] := false; set[n] := false; end; end;
ruleset n: node do
  rule "join" true ==> begin set[n] := !set[n]; end;
  rule "clear" box[n] ==> begin box[n] := false; end;
end;
rule "all" true ==> multicast(); end;
invariant "not all" !((exists n: node do set[n] end) & (exists n: node do !set[n] & box[n] end) & (forall n: node do box[n] end));
