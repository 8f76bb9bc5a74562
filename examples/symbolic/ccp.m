-- German's cache coherence protocol without data, with a mistake: the exclusive copy is granted while the client that
-- asked for it is still on the list of sharers, so the invalidation of its old copy may still be on its way. A system of
-- this kind is CCP in Emerson and Wahl, Dynamic symmetry reduction (2005); the violation is 15 steps deep for any N > 1.
--
--     coset --engine=symbolic --symbolic-symmetry=dynamic -D N=5 ccp.m

const N: 3;

type
  client: scalarset(N);
  state: enum {Invalid, Shared, Exclusive};
  message: enum {Empty, WantShared, WantExclusive, Invalidate, Acknowledge, GrantShared, GrantExclusive};

var
  cache: array [client] of state;
  request: array [client] of message; -- from clients
  answer: array [client] of message;  -- to clients
  reply: array [client] of message;   -- acknowledgements
  to_invalidate: array [client] of boolean;
  sharer: array [client] of boolean;
  granted: boolean; -- an exclusive copy is out
  command: message;
  current: client;

startstate
begin
  for i: client do
    cache[i] := Invalid; request[i] := Empty; answer[i] := Empty; reply[i] := Empty;
    to_invalidate[i] := false; sharer[i] := false;
  end;
  granted := false;
  command := Empty;
  undefine current;
end;

ruleset i: client do
  rule "ask for a shared copy"
    request[i] = Empty & cache[i] = Invalid ==> begin request[i] := WantShared; end;
  rule "ask for the exclusive copy"
    request[i] = Empty & cache[i] != Exclusive ==> begin request[i] := WantExclusive; end;
  rule "take a request"
    command = Empty & request[i] != Empty
  ==>
  begin
    command := request[i];
    current := i;
    request[i] := Empty;
    for j: client do to_invalidate[j] := sharer[j]; end;
  end;
  rule "invalidate"
    answer[i] = Empty & to_invalidate[i] & (command = WantExclusive | command = WantShared & granted)
  ==> begin answer[i] := Invalidate; to_invalidate[i] := false; end;
  rule "acknowledge"
    answer[i] = Invalidate & reply[i] = Empty
  ==> begin answer[i] := Empty; reply[i] := Acknowledge; cache[i] := Invalid; end;
  rule "receive an acknowledgement"
    reply[i] = Acknowledge & command != Empty
  ==> begin reply[i] := Empty; sharer[i] := false; granted := false; end;
  rule "grant a shared copy"
    command = WantShared & current = i & answer[i] = Empty & !granted
  ==> begin answer[i] := GrantShared; sharer[i] := true; command := Empty; undefine current; end;
  rule "grant the exclusive copy"
    command = WantExclusive & current = i & answer[i] = Empty & !granted & forall j: client do j = i | !sharer[j] end
  ==> begin answer[i] := GrantExclusive; sharer[i] := true; granted := true; command := Empty; undefine current; end;
  rule "receive a shared copy"
    answer[i] = GrantShared ==> begin cache[i] := Shared; answer[i] := Empty; end;
  rule "receive the exclusive copy"
    answer[i] = GrantExclusive ==> begin cache[i] := Exclusive; answer[i] := Empty; end;
end;

invariant "one exclusive copy"
  forall i: client do forall j: client do i != j & cache[i] = Exclusive -> cache[j] = Invalid end end;
