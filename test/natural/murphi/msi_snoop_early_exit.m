-- MSI on a bus; the snoop of a read stops at the first cache that can supply the line, which is the only one.
-- true: node=3 data=2
const NODES: 3; DATA: 2;
type
  node: scalarset(NODES);
  data: scalarset(DATA);
var
  st: array [node] of enum { Inv, Shd, Mod };
  val: array [node] of data;
  memory: data;
  current: data;
  reads: 0..2;

procedure snoop_read();
begin
  for n: node do
    if st[n] = Mod then
      memory := val[n];
      st[n] := Shd;
      return;
    end;
  end;
end;

procedure invalidate_others(me: node);
begin
  for n: node do
    if n != me then
      st[n] := Inv;
      undefine val[n];
    end;
  end;
end;

startstate
  for n: node do st[n] := Inv; undefine val[n]; end;
  for d: data do memory := d; end;
  current := memory;
  reads := 0;
end;

ruleset n: node do
  rule "PrRd" st[n] = Inv ==>
    snoop_read();
    val[n] := memory;
    st[n] := Shd;
    if reads < 2 then reads := reads + 1; end;
  end;
  rule "PrWr miss" st[n] != Mod ==>
    snoop_read();
    invalidate_others(n);
    st[n] := Mod;
    val[n] := memory;
  end;
  ruleset d: data do
    rule "PrWr hit" st[n] = Mod ==>
      val[n] := d;
      current := d;
    end;
  end;
  rule "Flush" st[n] = Mod ==>
    memory := val[n];
    st[n] := Inv;
    undefine val[n];
    reads := 0;
  end;
  rule "Drop" st[n] = Shd ==> st[n] := Inv; undefine val[n]; end;
end;

invariant "SWMR"
  forall a: node do st[a] = Mod -> forall b: node do b = a | st[b] = Inv end end;
invariant "value" forall a: node do st[a] != Inv -> val[a] = current end;
