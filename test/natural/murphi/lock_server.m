-- A lock service with a queue of waiting clients (an array that is shifted) and requests that may be sent again.
-- true: client=3
const CLIENTS: 3;
type
  client: scalarset(CLIENTS);
  place: 0..CLIENTS-1;
var
  queue: array [place] of client;
  len: 0..CLIENTS;
  holder: client;
  st: array [client] of enum { idle, asked, waiting, inside };
  inbox: array [client] of enum { nothing, granted };

function queued(c: client): boolean;
begin
  for i: place do
    if i < len then
      if queue[i] = c then return true; end;
    end;
  end;
  return false;
end;

procedure dequeue(var c: client);
begin
  c := queue[0];
  for i := 1 to CLIENTS - 1 do queue[i - 1] := queue[i]; end;
  undefine queue[CLIENTS - 1];
  len := len - 1;
end;

startstate
  undefine queue; len := 0; undefine holder;
  for c: client do st[c] := idle; inbox[c] := nothing; end;
end;

ruleset c: client do
  rule "ask" st[c] = idle ==> st[c] := asked; end;
  rule "ask again" st[c] = waiting & inbox[c] = nothing ==> st[c] := asked; end;
  rule "server: request" st[c] = asked ==>
    st[c] := waiting;
    if isundefined(holder) then
      holder := c;
      inbox[c] := granted;
    elsif holder != c & !queued(c) then
      queue[len] := c;
      len := len + 1;
    end;
  end;
  rule "enter" inbox[c] = granted & st[c] != inside ==> st[c] := inside; inbox[c] := nothing; end;
  rule "release" st[c] = inside ==>
  var next: client;
  begin
    st[c] := idle;
    undefine holder;
    if len > 0 then
      dequeue(next);
      holder := next;
      inbox[next] := granted;
    end;
  end;
end;
invariant "mutual exclusion" forall a: client do forall b: client do st[a] = inside & st[b] = inside -> a = b end end;
invariant "queue holds no gaps" forall i: place do i < len -> !isundefined(queue[i]) end;
