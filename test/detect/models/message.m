-- Records, copies of records, a queue that is shifted; two clients of each of two servers: S2 wr S2.
-- order: 8
-- twin: 4 |q[s][1].full := false;|q[s][1].full := false; if s = 0 & !q[s][0].full then from[1] := 0; end;
-- twin: 2 |c / 2 = s|c / 2 = s & (c != 3 -> true) & (c = 0 -> from[s] != 1)
const C: 4;
type Client: 0..C-1; Server: 0..1; Place: 0..1;
 Msg: record full: boolean; who: Client; end;
var q: array [Server] of array [Place] of Msg; asked: array [Client] of boolean; from: array [Server] of Client;
ruleset c: Client; s: Server do
  rule "ask" c / 2 = s & !asked[c] & !q[s][1].full ==>
  var m: Msg;
  begin
    asked[c] := true; m.full := true; m.who := c;
    if !q[s][0].full then q[s][0] := m; else q[s][1] := m; end;
  end;
end;
ruleset s: Server do
  rule "serve" q[s][0].full ==>
  begin
    asked[q[s][0].who] := false; from[s] := q[s][0].who;
    q[s][0] := q[s][1];
    q[s][1].full := false; undefine q[s][1].who;
  end;
end;
startstate begin for s: Server do for p: Place do q[s][p].full := false; end; end; for c: Client do asked[c] := false; end; end;
