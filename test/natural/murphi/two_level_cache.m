-- two lines, an inclusive shared cache, victims, data by value
-- true: core=2 data=2 line=2
const CORES: 2; LINES: 2; DATA: 2;
type core: scalarset(CORES); line: scalarset(LINES); data: scalarset(DATA);
  l1state: enum {I, S, M};
  bus: record op: enum {Rd, RdX, Wb, None}; who: core; addr: line; val: data; end;
var l1: array [core] of array [line] of record st: l1state; v: data; end;
    l2: array [line] of record valid: boolean; dirty: boolean; v: data; end;
    mem: array [line] of data; b: bus; last: array [line] of data;
procedure snoop();
var hit: boolean;
begin
  hit := false;
  for c: core do
    if c != b.who then
      alias e: l1[c][b.addr] do
        switch e.st
        case M: l2[b.addr].v := e.v; l2[b.addr].dirty := true; hit := true;
          if b.op = RdX then e.st := I; undefine e.v; else e.st := S; end;
        case S: if b.op = RdX then e.st := I; undefine e.v; end; hit := true;
        else
        end;
      end;
    end;
  end;
  if !hit & !l2[b.addr].valid then l2[b.addr].v := mem[b.addr]; l2[b.addr].dirty := false; l2[b.addr].valid := true; end;
end;
startstate "cold"
  for a: line do for d: data do mem[a] := d; last[a] := d; end; l2[a].valid := false; l2[a].dirty := false; undefine l2[a].v;
    for c: core do l1[c][a].st := I; undefine l1[c][a].v; end; end;
  b.op := None; undefine b.who; undefine b.addr; undefine b.val;
end;
ruleset c: core; a: line do
  rule "load" b.op = None & l1[c][a].st = I ==> b.op := Rd; b.who := c; b.addr := a; end;
  rule "own" b.op = None & l1[c][a].st != M ==> b.op := RdX; b.who := c; b.addr := a; end;
  rule "evict" b.op = None & l1[c][a].st = M ==> b.op := Wb; b.who := c; b.addr := a; b.val := l1[c][a].v; l1[c][a].st := I; undefine l1[c][a].v; end;
  ruleset d: data do
    rule "store" l1[c][a].st = M ==> l1[c][a].v := d; last[a] := d; end;
  end;
end;
rule "serve" b.op = Rd | b.op = RdX ==>
  snoop();
  l1[b.who][b.addr].v := l2[b.addr].v;
  if b.op = Rd then l1[b.who][b.addr].st := S; else l1[b.who][b.addr].st := M; end;
  b.op := None; undefine b.who; undefine b.addr;
end;
rule "write back" b.op = Wb ==> l2[b.addr].v := b.val; l2[b.addr].dirty := true; b.op := None; undefine b.who; undefine b.addr; undefine b.val; end;
ruleset a: line do
  rule "evict l2" b.op = None & l2[a].valid ==>
    for c: core do
      if l1[c][a].st = M then l2[a].v := l1[c][a].v; l2[a].dirty := true; end;
      l1[c][a].st := I; undefine l1[c][a].v;
    end;
    if l2[a].dirty then mem[a] := l2[a].v; end;
    l2[a].valid := false; l2[a].dirty := false; undefine l2[a].v;
  end;
end;
invariant "one owner" forall c: core do forall d: core do forall a: line do c != d & l1[c][a].st = M -> l1[d][a].st = I end end end;
invariant "fresh" forall c: core do forall a: line do l1[c][a].st != I -> l1[c][a].v = last[a] end end;
