-- group: value=none
-- refused: value line 15 fixed 3
-- starts: value=none
-- used: value=S3
-- checked: 1
-- A loop that depends on its order in the start state only, where it picks some value: in rules one value is free.
const VALUES: 3;
type value: scalarset(VALUES);
var free: array [value] of boolean; mem: value; old: value;

procedure pick();
begin
  for v: value do
    if free[v] then
      mem := v;
    end;
  end;
end;

startstate
  for v: value do free[v] := true; end;
  pick();
  for v: value do free[v] := false; end;
  undefine old;
end;

ruleset v: value do
  rule "free" v != mem & (forall w: value do !free[w] end) ==> free[v] := true; end;
  rule "pick" free[v] ==> old := mem; pick(); free[v] := false; end;
end;
invariant "moves" isundefined(old) | old != mem;
