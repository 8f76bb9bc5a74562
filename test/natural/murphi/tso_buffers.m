-- A test-and-test-and-set lock under total store order: each processor has a store buffer, reads look into it from the youngest
-- entry on, locked operations drain it.
-- true: cpu=3
const P: 3; B: 2;
type cpu: scalarset(P); var_: enum { lock, data }; word: 0..1; pos: 0..B;
  buffer: record len: pos; at: array [1..B] of record v: var_; w: word; end; end;
var mem: array [var_] of word; buf: array [cpu] of buffer; pc: array [cpu] of enum { out, spin, try, inside, unlock }; 
function read(c: cpu; v: var_): word;
var i: pos;
begin
  i := buf[c].len;
  while i > 0 do
    if buf[c].at[i].v = v then return buf[c].at[i].w; endif;
    i := i - 1;
  endwhile;
  return mem[v];
end;
procedure store(c: cpu; v: var_; w: word);
begin
  alias b: buf[c] do b.len := b.len + 1; b.at[b.len].v := v; b.at[b.len].w := w; endalias;
end;
procedure drain(c: cpu);
begin
  for i: 1..B do
    if i <= buf[c].len then mem[buf[c].at[i].v] := buf[c].at[i].w; undefine buf[c].at[i]; endif;
  endfor;
  buf[c].len := 0;
end;
startstate
  mem[lock] := 0; mem[data] := 0;
  for c: cpu do pc[c] := out; buf[c].len := 0; undefine buf[c].at; endfor;
endstartstate;
ruleset c: cpu do
  rule "begin" pc[c] = out ==> pc[c] := spin; endrule;
  rule "spin" pc[c] = spin & read(c, lock) = 0 ==> pc[c] := try; endrule;
  rule "try" pc[c] = try ==>
    drain(c);
    if mem[lock] = 0 then mem[lock] := 1; pc[c] := inside; else pc[c] := spin; endif;
  endrule;
  rule "write" pc[c] = inside & buf[c].len < B ==> store(c, data, 1 - read(c, data)); pc[c] := unlock; endrule;
  rule "unlock" pc[c] = unlock & buf[c].len < B ==> store(c, lock, 0); pc[c] := out; endrule;
  rule "flush" buf[c].len > 0 ==>
    alias b: buf[c] do
      mem[b.at[1].v] := b.at[1].w;
      for i: 1..B-1 do b.at[i] := b.at[i + 1]; endfor;
      undefine b.at[b.len];
      b.len := b.len - 1;
    endalias;
  endrule;
endruleset;
invariant "one inside" forall a: cpu do forall b: cpu do pc[a] = inside & pc[b] = inside -> a = b end end;
