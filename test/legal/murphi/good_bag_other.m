-- group: proc=S3
-- A removal from one multiset and an addition to another leave the entry of a third where it is.
type
  proc: scalarset(3);
var
  net: array [proc] of multiset [2] of proc;
  sharers: multiset [3] of proc;
  box: array [proc] of proc;

procedure receive(n: proc; m: proc);
begin
  multisetremovepred(j: sharers, sharers[j] = n);
  if multisetcount(k: net[m], true) < 2 then multisetadd(n, net[m]); end;
end;

startstate "start"
begin
  for n: proc do undefine net[n]; undefine box[n]; end;
  undefine sharers;
end;

ruleset n: proc; m: proc do
  rule "send" n != m & multisetcount(k: net[n], true) < 1 ==>
  begin
    multisetadd(m, net[n]);
    if multisetcount(k: sharers, sharers[k] = n) = 0 then multisetadd(n, sharers); end;
  end;
end;

ruleset n: proc do
  choose i: net[n] do
    rule "receive" true ==>
    begin
      receive(n, net[n][i]);
      box[n] := net[n][i];
      multisetremove(i, net[n]);
    end;
  end;
end;

invariant "true" forall n: proc do isundefined(box[n]) | box[n] != n | box[n] = n end;
