-- A split-transaction bus: requests queue up, a snoop gives back a record with the answers of all caches.
-- true: cpu=3 dat=2
const N: 3; D: 2;
type cpu: scalarset(N); dat: scalarset(D);
  res: record hit: boolean; dirty: boolean; from: cpu; d: dat; end;
var fifo: array [0..N-1] of cpu; len: 0..N; line: array [cpu] of record s: enum { I, S, E, M }; d: dat; end; mem: dat; last: dat;
function snoop(r: cpu): res;
var x: res;
begin
  undefine x;
  x.hit := false; x.dirty := false;
  for c: cpu do
    if c != r then
      if line[c].s = M then
        x.hit := true; x.dirty := true; x.from := c; x.d := line[c].d;
      elsif line[c].s != I then
        x.hit := true;
      end;
    end;
  end;
  return x;
end;
procedure apply(r: cpu; x: res);
begin
  if x.dirty then mem := x.d; line[x.from].s := S; end;
  for c: cpu do if c != r & line[c].s = E then line[c].s := S; end; end;
  line[r].s := x.hit ? S : E; line[r].d := mem;
end;
startstate len := 0; undefine fifo; for c: cpu do line[c].s := I; undefine line[c].d; end; for d: dat do mem := d; end; last := mem; end;
ruleset c: cpu do
  rule "request" line[c].s = I & len < N & (forall i: 0..N-1 do i >= len | fifo[i] != c end) ==> fifo[len] := c; len := len + 1; end;
  rule "evict" line[c].s != I ==> if line[c].s = M then mem := line[c].d; end; line[c].s := I; undefine line[c].d; end;
  ruleset d: dat do rule "write" line[c].s = M | line[c].s = E ==> line[c].s := M; line[c].d := d; last := d; end; end;
  rule "upgrade" line[c].s = S ==> for o: cpu do if o != c then line[o].s := I; undefine line[o].d; end; end; line[c].s := M; end;
end;
rule "grant" len > 0 ==>
var r: cpu; x: res;
begin
  r := fifo[0];
  for i := 0 to N - 2 do fifo[i] := fifo[i + 1]; end;
  undefine fifo[N-1];
  len := len - 1;
  x := snoop(r);
  apply(r, x);
end;
invariant "value" forall c: cpu do line[c].s != I -> line[c].d = last end;
