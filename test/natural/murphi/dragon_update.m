-- Dragon: writes to shared lines are broadcast, copies are updated instead of invalidated.
-- true: cpu=3 datum=2
const CPUS: 3; DATA: 2;
type cpu: scalarset(CPUS); datum: scalarset(DATA);
  st: enum { None, Exclusive, SharedClean, SharedModified, Modified };
var line: array [cpu] of record s: st; d: datum; end; mem: datum; good: datum;

function anybody_else(me: cpu): boolean;
begin
  return exists c: cpu do c != me & line[c].s != None end;
end;

procedure fetch(me: cpu);
begin
  line[me].d := mem;
  for c: cpu do
    if c != me then
      switch line[c].s
        case Modified: line[c].s := SharedModified; line[me].d := line[c].d;
        case SharedModified: line[me].d := line[c].d;
        case Exclusive: line[c].s := SharedClean;
      endswitch;
    endif;
  endfor;
end;

procedure broadcast(me: cpu; v: datum);
begin
  for c: cpu do
    if c != me & line[c].s != None then
      line[c].d := v;
      if line[c].s = SharedModified then line[c].s := SharedClean; endif;
    endif;
  endfor;
end;

ruleset v: datum do startstate
  for c: cpu do line[c].s := None; undefine line[c].d; endfor;
  mem := v; good := v;
endstartstate; endruleset;

ruleset c: cpu do
  rule "read miss" line[c].s = None ==>
    fetch(c);
    if anybody_else(c) then line[c].s := SharedClean; else line[c].s := Exclusive; endif;
  endrule;
  ruleset v: datum do
    rule "write" true ==>
      if line[c].s = None then fetch(c); endif;
      line[c].d := v; good := v;
      if anybody_else(c) then broadcast(c, v); line[c].s := SharedModified; else line[c].s := Modified; endif;
    endrule;
  endruleset;
  rule "replace" line[c].s != None ==>
    if line[c].s = Modified | line[c].s = SharedModified then mem := line[c].d; endif;
    line[c].s := None; undefine line[c].d;
  endrule;
endruleset;
invariant "all copies are good" forall c: cpu do line[c].s != None -> line[c].d = good endforall;
invariant "one dirty" forall a: cpu do forall b: cpu do
  a != b -> !((line[a].s = Modified | line[a].s = SharedModified) & (line[b].s = Modified | line[b].s = SharedModified))
endforall endforall;
