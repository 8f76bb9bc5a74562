-- Goodman's write-once: the first write goes through to memory, later ones stay. The bus is a function with a result.
-- true: cpu=3 val=2
const N: 3; V: 2;
type cpu: scalarset(N); val: scalarset(V); st: enum { Invalid, Valid, Reserved, Dirty };
var s: array [cpu] of st; d: array [cpu] of val; mem, last: val;
function bus(me: cpu; invalidates: boolean): boolean;
var found: boolean;
begin
  found := false;
  for c: cpu do
    if c != me & s[c] != Invalid then
      found := true;
      if s[c] = Dirty then mem := d[c]; end;
      if invalidates then s[c] := Invalid; undefine d[c]; else s[c] := Valid; end;
    end;
  end;
  return found;
end;
startstate "start"
  for c: cpu do s[c] := Invalid; undefine d[c]; end;
  for v: val do mem := v; last := v; end;
end;
ruleset c: cpu do
  rule "read" s[c] = Invalid ==>
  var shared: boolean;
  begin
    shared := bus(c, false);
    s[c] := Valid; d[c] := mem;
  end;
  ruleset v: val do
    rule "first write" s[c] = Valid ==>
      if bus(c, true) then put "others had it"; end;
      s[c] := Reserved; d[c] := v; mem := v; last := v;
    end;
    rule "write again" s[c] = Reserved | s[c] = Dirty ==> s[c] := Dirty; d[c] := v; last := v; end;
  end;
  rule "evict" s[c] != Invalid ==>
    if s[c] = Dirty then mem := d[c]; end;
    s[c] := Invalid; undefine d[c];
  end;
end;
invariant "current" forall c: cpu do s[c] != Invalid -> d[c] = last end;
invariant "one" forall a: cpu do forall b: cpu do a != b & (s[a] = Dirty | s[a] = Reserved) -> s[b] = Invalid end end;
