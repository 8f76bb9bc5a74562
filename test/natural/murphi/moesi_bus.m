-- MOESI: a dirty line is supplied by its owner. The search for the supplier leaves the loop as soon as it is found.
-- true: CPU=4 VAL=2
const
  CPUS: 4;
  VALS: 2;
type
  CPU: scalarset(CPUS);
  VAL: scalarset(VALS);
  STATE: enum { MODIFIED, OWNED, EXCLUSIVE, SHARED, INVALID };
var
  state: array [CPU] of STATE;
  data: array [CPU] of VAL;
  memory: VAL;
  ghost: VAL;

-- the cache that answers a read: there is at most one such; undefined if memory does
function supplier(): CPU;
var none: CPU;
begin
  for c: CPU do
    if state[c] = MODIFIED | state[c] = OWNED | state[c] = EXCLUSIVE then
      return c;
    end;
  end;
  return none;
end;

function has_supplier(): boolean;
begin
  for c: CPU do
    if state[c] = MODIFIED | state[c] = OWNED | state[c] = EXCLUSIVE then return true; end;
  end;
  return false;
end;

startstate "reset" begin
  for c: CPU do
    state[c] := INVALID;
    undefine data[c];
  end;
  clear memory;
  ghost := memory;
end;

ruleset c: CPU do
  rule "load miss"
    state[c] = INVALID
  ==>
  var from: CPU;
  begin
    if has_supplier() then
      from := supplier();
      data[c] := data[from];
      if state[from] = MODIFIED then state[from] := OWNED; end;
      if state[from] = EXCLUSIVE then state[from] := SHARED; end;
      state[c] := SHARED;
    else
      data[c] := memory;
      state[c] := (exists d: CPU do state[d] = SHARED end) ? SHARED : EXCLUSIVE;
    end;
  end;

  ruleset v: VAL do
    rule "store"
      true
    ==>
    begin
      for d: CPU do
        if d != c then
          state[d] := INVALID;
          undefine data[d];
        end;
      end;
      state[c] := MODIFIED;
      data[c] := v;
      ghost := v;
    end;
  end;

  rule "evict"
    state[c] != INVALID
  ==>
  begin
    if state[c] = MODIFIED | state[c] = OWNED then memory := data[c]; end;
    state[c] := INVALID;
    undefine data[c];
  end;
end;

invariant "at most one owner"
  forall a: CPU do forall b: CPU do
    (a != b & (state[a] = MODIFIED | state[a] = OWNED | state[a] = EXCLUSIVE))
    -> (state[b] = INVALID | state[b] = SHARED)
  end end;
invariant "coherent" forall a: CPU do state[a] != INVALID -> data[a] = ghost end;
