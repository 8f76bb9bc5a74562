-- A lock with leases: the server and each holder have a clock of a few ticks; the server waits longer than the holder.
-- true: node=3
const N: 3; LEASE: 2; GRACE: 3;
type node: scalarset(N);
var
  owner: node;
  server_left: 0..GRACE;
  left: array [node] of 0..LEASE;
  using: array [node] of boolean;
startstate
  undefine owner; server_left := 0;
  for n: node do left[n] := 0; using[n] := false; end;
end;
ruleset n: node do
  rule "acquire" isundefined(owner) ==>
    owner := n; server_left := GRACE; left[n] := LEASE;
  end;
  rule "renew" !isundefined(owner) & owner = n & left[n] > 0 ==> server_left := GRACE; left[n] := LEASE; end;
  rule "use" left[n] > 0 & !using[n] ==> using[n] := true; end;
  rule "stop" using[n] ==> using[n] := false; end;
  rule "release" !isundefined(owner) & owner = n & !using[n] ==> undefine owner; server_left := 0; left[n] := 0; end;
end;
rule "tick" true ==>
  for n: node do
    if left[n] > 0 then
      left[n] := left[n] - 1;
      if left[n] = 0 then using[n] := false; end;
    end;
  end;
  if server_left > 0 then
    server_left := server_left - 1;
    if server_left = 0 then undefine owner; end;
  end;
end;
invariant "one user" forall a: node do forall b: node do using[a] & using[b] -> a = b end end;
