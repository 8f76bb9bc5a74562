-- group: cache=none
-- refused: cache line 15 fixed 4
-- refused: cache line 24 fixed 4
-- used: cache=S4
-- checked: 2
-- Loops that are left early by the one cache that owns the line: one gives its element back, the other one writes before
-- it leaves. At most one cache is an owner, so every order ends alike.
const CACHES: 4;
type cache: scalarset(CACHES); line: enum { Invalid, Shared, Owned };
var state: array [cache] of line; data: array [cache] of 0..2; mem: 0..2;

function owner(): cache;
var none: cache;
begin
  for c: cache do if state[c] = Owned then return c; end; end;
  return none;
end;

procedure write_back();
begin
  for c: cache do
    if state[c] = Owned then
      mem := data[c]; state[c] := Shared;
      return;
    end;
  end;
end;

startstate for c: cache do state[c] := Invalid; data[c] := 0; end; mem := 0; end;

ruleset c: cache do
  rule "read" state[c] = Invalid ==> write_back(); data[c] := mem; state[c] := Shared; end;
  rule "own" state[c] != Owned & (forall o: cache do state[o] != Owned end) ==> for o: cache do if o != c then state[o] := Invalid; end; end; state[c] := Owned; end;
  rule "take" state[c] != Owned & (exists o: cache do state[o] = Owned end) ==>
    var o: cache;
    begin
      o := owner(); data[c] := data[o]; state[o] := Invalid; data[o] := 0; state[c] := Owned;
    end;
  rule "write" state[c] = Owned ==> data[c] := data[c] = 2 ? 0 : data[c] + 1; end;
end;

invariant "one owner" forall a: cache do forall b: cache do state[a] = Owned & state[b] = Owned -> a = b end end;
