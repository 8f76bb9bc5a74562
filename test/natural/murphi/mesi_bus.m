-- MESI on an atomic bus. Written the way one writes it first: look for another copy with a flag, then decide.
-- true: cpu=3 word=2
const
  N: 3;
  V: 2;
type
  cpu: scalarset(N);
  word: scalarset(V);
  st: enum { I, S, E, M };
var
  cache: array [cpu] of record state: st; data: word; end;
  mem: word;
  latest: word;

procedure bus_read(req: cpu; var shared: boolean);
begin
  shared := false;
  for c: cpu do
    if c != req then
      switch cache[c].state
        case M:
          mem := cache[c].data;
          cache[c].state := S;
          shared := true;
        case E:
          cache[c].state := S;
          shared := true;
        case S:
          shared := true;
      end;
    end;
  end;
end;

procedure bus_read_x(req: cpu);
begin
  for c: cpu do
    if c != req & cache[c].state != I then
      if cache[c].state = M then mem := cache[c].data; end;
      cache[c].state := I;
      undefine cache[c].data;
    end;
  end;
end;

ruleset w: word do
  startstate "memory holds w"
    for c: cpu do cache[c].state := I; undefine cache[c].data; end;
    mem := w;
    latest := w;
  end;
end;

ruleset c: cpu do
  rule "read miss" cache[c].state = I ==>
  var others: boolean;
  begin
    bus_read(c, others);
    cache[c].data := mem;
    if others then cache[c].state := S; else cache[c].state := E; end;
  end;

  ruleset w: word do
    rule "write" true ==>
    begin
      if cache[c].state = I | cache[c].state = S then bus_read_x(c); end;
      cache[c].state := M;
      cache[c].data := w;
      latest := w;
    end;
  end;

  rule "replace" cache[c].state != I ==>
  begin
    if cache[c].state = M then mem := cache[c].data; end;
    cache[c].state := I;
    undefine cache[c].data;
  end;
end;

invariant "exclusive is alone"
  forall c: cpu do forall d: cpu do
    c = d | !(cache[c].state = M | cache[c].state = E) | cache[d].state = I
  end end;
invariant "copies are current" forall c: cpu do cache[c].state != I -> cache[c].data = latest end;
invariant "memory is current unless somebody is modified"
  (exists c: cpu do cache[c].state = M end) | mem = latest;
