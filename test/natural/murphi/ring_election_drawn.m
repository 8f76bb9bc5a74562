-- Election in a ring after Chang and Roberts; who comes next is a pointer that the start state draws, numbers are distinct.
-- true: proc=3
const N: 3;
type proc: scalarset(N); id: 0..N;
var next: array [proc] of proc; uid: array [proc] of id; box: array [proc] of record full: boolean; id: id; elected: boolean; end;
  leader: array [proc] of id; asked: array [proc] of boolean;
procedure pass(p: proc; i: id; e: boolean);
begin
  alias b: box[next[p]] do
    if !b.full | b.id < i | (e & !b.elected) then b.full := true; b.id := i; b.elected := e; endif;
  endalias;
end;
ruleset first: proc; second: proc; third: proc do
startstate
begin
  for p: proc do box[p].full := false; box[p].id := 0; box[p].elected := false; leader[p] := 0; asked[p] := false; uid[p] := 0; endfor;
  for p: proc do next[p] := p; endfor;
  if first != second & second != third & first != third then
    next[first] := second; next[second] := third; next[third] := first;
    uid[first] := 1; uid[second] := 2; uid[third] := 3;
  endif;
endstartstate;
endruleset;
ruleset p: proc do
  rule "start" !asked[p] & uid[p] > 0 ==> asked[p] := true; pass(p, uid[p], false); endrule;
  rule "handle" box[p].full ==>
  var i: id; e: boolean;
  begin
    i := box[p].id; e := box[p].elected;
    box[p].full := false; box[p].id := 0; box[p].elected := false;
    if e then
      leader[p] := i;
      if uid[p] != i then pass(p, i, true); endif;
    elsif i = uid[p] then leader[p] := i; pass(p, i, true);
    elsif i > uid[p] then pass(p, i, false);
    elsif !asked[p] then asked[p] := true; pass(p, uid[p], false);
    endif;
  endrule;
endruleset;
invariant "one leader" forall p: proc do forall q: proc do leader[p] > 0 & leader[q] > 0 -> leader[p] = leader[q] end end;
