-- group: cache=none value=S2
-- refused: cache line 17 fixed 4
-- used: cache=S4 value=S2
-- checked: 1
-- starts: cache=none value=none
-- start refused: value line 25 fixed 1
-- A snooping cache: a loop writes `mem` only for the one cache that is Modified. The text cannot prove it; a check
-- watches the loop in each step and keeps cache S4 and value S2: 7 orbits.
const CACHES: 4; VALUES: 2;
type cache: scalarset(CACHES); value: scalarset(VALUES); line: enum { Invalid, Shared, Modified };
var state: array [cache] of line; data: array [cache] of value; mem: value; last: value;

procedure flush(except: cache);
begin
  for d: cache do
    if d != except & state[d] = Modified then
      mem := data[d];
      state[d] := Shared;
    end;
  end;
end;

startstate "empty" begin
  for c: cache do state[c] := Invalid; undefine data[c]; end;
  for v: value do mem := v; end;   -- any value will do: people write it so
  last := mem;
end;

ruleset c: cache do
  rule "read miss" state[c] = Invalid ==> begin
    flush(c); state[c] := Shared; data[c] := mem;
  end;
  ruleset v: value do
    rule "write" true ==> begin
      flush(c);
      for d: cache do if d != c then state[d] := Invalid; undefine data[d]; end; end;
      state[c] := Modified; data[c] := v; last := v;
    end;
  end;
  rule "evict" state[c] != Invalid ==> begin
    if state[c] = Modified then mem := data[c]; end;
    state[c] := Invalid; undefine data[c];
  end;
end;

invariant "one writer" forall c: cache do forall d: cache do
  (c != d & state[c] = Modified) -> state[d] = Invalid end end;
invariant "readers see the last write" forall c: cache do state[c] != Invalid -> data[c] = last end;
