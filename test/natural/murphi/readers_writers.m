-- Readers and writers with counters and a queue of one writer.
-- true: thread=4
const R: 4;
type thread: scalarset(R);
var st: array [thread] of enum { out, want_read, want_write, reading, writing };
    readers: 0..R; writer: boolean; writers_waiting: 0..R;
startstate begin
  for t: thread do st[t] := out end;
  readers := 0; writer := false; writers_waiting := 0
end;
ruleset t: thread do
  rule "wants to read" st[t] = out ==> begin st[t] := want_read end;
  rule "wants to write" st[t] = out ==> begin st[t] := want_write; writers_waiting := writers_waiting + 1 end;
  rule "begins to read" st[t] = want_read & !writer & writers_waiting = 0 ==> begin
    st[t] := reading; readers := readers + 1 end;
  rule "begins to write" st[t] = want_write & !writer & readers = 0 ==> begin
    st[t] := writing; writer := true; writers_waiting := writers_waiting - 1 end;
  rule "ends" st[t] = reading | st[t] = writing ==> begin
    if st[t] = reading then readers := readers - 1 else writer := false end;
    st[t] := out end
end;
invariant "a writer is alone"
  forall t: thread do st[t] = writing -> forall u: thread do u = t | (st[u] != reading & st[u] != writing) end end;
