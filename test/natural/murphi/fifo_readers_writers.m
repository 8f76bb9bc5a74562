-- reader-writer lock served in order of arrival; the queue is an array that is shifted
-- true: Thread=3
const N: 3;
type Thread: scalarset(N); Kind: enum {RD, WR};
     Index: 0..N-1; Count: 0..N;
     Entry: record who: Thread; kind: Kind; end;
     PC: enum {Idle, Waiting, Reading, Writing};
var q: array [Index] of Entry; len: Count; pc: array [Thread] of PC; readers: Count; writer: Thread;

procedure enqueue(t: Thread; k: Kind);
begin
  assert len < N "queue full";
  q[len].who := t; q[len].kind := k; len := len + 1;
end;
procedure dequeue();
begin
  for i := 0 to N - 2 do
    if i < len - 1 then q[i] := q[i+1]; else undefine q[i]; end;
  end;
  undefine q[N-1]; len := len - 1;
end;
startstate "init"
  for t: Thread do pc[t] := Idle; end; undefine q; len := 0; readers := 0; undefine writer;
end;
ruleset t: Thread; k: Kind do
  rule "request" pc[t] = Idle ==> pc[t] := Waiting; enqueue(t, k); end;
end;
rule "grant" len > 0 & isundefined(writer) & (q[0].kind = RD | readers = 0) ==>
var t: Thread;
begin
  t := q[0].who;
  if q[0].kind = RD then readers := readers + 1; pc[t] := Reading;
  else writer := t; pc[t] := Writing; end;
  dequeue();
end;
ruleset t: Thread do
  rule "read done" pc[t] = Reading ==> pc[t] := Idle; readers := readers - 1; end;
  rule "write done" pc[t] = Writing ==> pc[t] := Idle; undefine writer; end;
end;
invariant "exclusive" forall t: Thread do pc[t] = Writing -> readers = 0 & forall u: Thread do u != t -> pc[u] != Writing end end;
