-- group: node=S3
-- The index is a copy of the iteration variable: in a local, in a field of a message that is given by reference and by
-- value, in a scratch variable of the state.
type node: scalarset(3); msg: record dst: node; val: boolean; end;
var box, set, mark: array [node] of boolean; out: msg;
procedure send(m: msg); begin box[m.dst] := m.val; end;
procedure send_to(d: node; v: boolean); begin box[d] := v; end;
procedure multicast(var m: msg);
begin for n: node do if set[n] then m.dst := n; send(m); end; end; end;
startstate for n: node do box[n] := false; set[n] := false; mark[n] := false; end; undefine out; end;
ruleset n: node do rule "join" true ==> set[n] := !set[n]; end; rule "clear" box[n] ==> box[n] := false; end; end;
rule "all" true ==> var m: msg; begin m.val := true; multicast(m); end;
rule "local" true ==> var t: node; begin for n: node do t := n; mark[t] := set[t] & mark[n]; end; end;
rule "copied" true ==> var m, k: msg; begin for n: node do m.dst := n; m.val := set[n]; k := m; send_to(k.dst, k.val); end; end;
rule "global" true ==> for n: node do out.dst := n; out.val := true; send(out); end; undefine out; end;
