-- group: node=none
-- refused: node line 9 fixed 3
-- used: node=S3
-- checked: 1
-- A message that is passed by reference is the scratch variable of a loop; every caller is done with it afterwards. That its
-- field is the iteration variable is not seen, as another element stands there first.
type node: scalarset(3); msg: record dst: node; val: boolean; end;
var box: array [node] of boolean; set: array [node] of boolean;
procedure send(m: msg); begin box[m.dst] := m.val; end;
procedure multicast(var m: msg; other: node);
begin
  for n: node do
    if set[n] then
      m.dst := other; if other != n then m.dst := n; end; send(m);
    end;
  end;
end;
startstate "s" begin for n: node do box[n] := false; set[n] := false; end; end;
ruleset n: node do
  rule "join" true ==> begin set[n] := !set[n]; end;
  rule "clear" box[n] ==> begin box[n] := false; end;
end;
ruleset n: node do rule "all" true ==> var m: msg; begin m.val := true; multicast(m, n); end; end;
