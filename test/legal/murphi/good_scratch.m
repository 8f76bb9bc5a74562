-- group: node=S3
-- A message that is passed by reference is the scratch variable of a loop; every caller is done with it afterwards.
type node: scalarset(3); msg: record dst: node; val: boolean; end;
var box: array [node] of boolean; set: array [node] of boolean;
procedure send(m: msg); begin box[m.dst] := m.val; end;
procedure multicast(var m: msg);
begin
  for n: node do
    if set[n] then
      m.dst := n; send(m);
    end;
  end;
end;
startstate "s" begin for n: node do box[n] := false; set[n] := false; end; end;
ruleset n: node do
  rule "join" true ==> begin set[n] := !set[n]; end;
  rule "clear" box[n] ==> begin box[n] := false; end;
end;
rule "all" true ==> var m: msg; begin m.val := true; multicast(m); end;
