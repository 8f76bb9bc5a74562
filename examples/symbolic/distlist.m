-- A singly linked list distributed over cells, after list6 of the Murphi distribution. A cell joins behind the head by
-- asking the head. A token runs round the list; a cell that wants to leave tells the one that the token came from to
-- skip it, and who is not the right one passes the message on. An answer takes the place of the message that it
-- answers, and the token goes on when the leaving cell has its acknowledgement, so no message has to find room. Nothing
-- is ever undefined and no rule can fault. Cells and messages are symmetric.
--
--     coset --engine=symbolic --symbolic-symmetry=dynamic -D N=3 -D M=2 distlist.m

const
  N: 3; -- cells besides the head
  M: 2; -- messages, one of which is the token

type
  cell: scalarset(N);
  message: scalarset(M);
  place: union {enum {Head}, cell};
  state_t: enum {Normal, AwaitHead, AwaitToken, AwaitEnd};
  kind_t: enum {Free, Join, Joined, Token, Skip, Skipped};

var
  state: array [place] of state_t;
  listed: array [place] of boolean; -- does it think that it is in the list?
  next: array [place] of place;
  kind: array [message] of kind_t;
  dest: array [message] of place;
  source: array [message] of place;
  old: array [message] of place; -- Skip: the cell that leaves
  new: array [message] of place; -- what comes behind

procedure clear_message(m: message);
begin kind[m] := Free; dest[m] := Head; source[m] := Head; old[m] := Head; new[m] := Head; end;

ruleset t: message do startstate "token"
begin
  for p: place do state[p] := Normal; next[p] := p; listed[p] := p = Head; end;
  for m: message do clear_message(m); end;
  kind[t] := Token;
end end;

ruleset c: cell; m: message do rule "ask to join"
  state[c] = Normal & !listed[c] & kind[m] = Free
==>
begin kind[m] := Join; dest[m] := Head; source[m] := c; state[c] := AwaitHead; end end;

ruleset c: cell do rule "want to leave"
  state[c] = Normal & listed[c] ==> begin state[c] := AwaitToken; end end;

ruleset m: message; c: cell do
  rule "let join"
    kind[m] = Join & dest[m] = Head & source[m] = c
  ==> begin kind[m] := Joined; dest[m] := c; source[m] := Head; new[m] := next[Head]; next[Head] := c; end;
  rule "join"
    kind[m] = Joined & dest[m] = c
  ==> begin next[c] := new[m]; listed[c] := true; state[c] := Normal; clear_message(m); end;
  rule "take the token"
    kind[m] = Token & dest[m] = c & state[c] = AwaitToken
  ==>
  begin
    state[c] := AwaitEnd;
    kind[m] := Skip; dest[m] := source[m]; source[m] := c; old[m] := c; new[m] := next[c];
  end;
  rule "end"
    kind[m] = Skipped & dest[m] = c
  ==>
  begin
    state[c] := Normal; next[c] := c; listed[c] := false;
    kind[m] := Token; dest[m] := new[m]; old[m] := Head; new[m] := Head;
  end;
end;

ruleset m: message; p: place do
  rule "pass the token on"
    kind[m] = Token & dest[m] = p & state[p] = Normal
  ==> begin dest[m] := next[p]; source[m] := p; end;
  rule "pass on"
    kind[m] = Skip & dest[m] = p & (state[p] = Normal | state[p] = AwaitToken) & next[p] != old[m]
  ==> begin dest[m] := next[p]; source[m] := p; end;
  rule "skip"
    kind[m] = Skip & dest[m] = p & (state[p] = Normal | state[p] = AwaitToken) & next[p] = old[m]
  ==> begin next[p] := new[m]; kind[m] := Skipped; dest[m] := old[m]; source[m] := p; end;
end;

invariant "one token"
  forall m: message do forall k: message do
    m != k & (kind[m] = Token | kind[m] = Skip | kind[m] = Skipped) ->
      kind[k] != Token & kind[k] != Skip & kind[k] != Skipped
  end end;

invariant "who is let join has asked"
  forall m: message do forall c: cell do kind[m] = Joined & dest[m] = c -> state[c] = AwaitHead end end;
