-- Letters lie about in no order; their names and those of people are plain numbers. A clock turns beside them.
-- order: 18
-- twin: 6 |p != q|p != q & q != 2
-- twin: 12 |clock + 1|clock + clock
type person: 0 .. 2; hour: 0 .. 2;
var
  letters: multiset [2] of record src, dst: person; end;
  waits: array [person] of boolean;
  clock: hour;

ruleset h: hour do
  startstate "quiet" begin
    undefine letters;
    for p: person do waits[p] := false; end;
    clock := h;
  end;
end;

ruleset p: person; q: person do
  rule "write" !waits[p] & p != q & multisetcount(i: letters, true) < 2 ==>
  var l: record src, dst: person; end;
  begin
    l.src := p;
    l.dst := q;
    multisetadd(l, letters);
    waits[p] := true;
  end;
end;

choose i: letters do
  rule "read" !waits[letters[i].dst] ==> begin
    waits[letters[i].src] := false;
    multisetremove(i, letters);
  end;
end;

rule "tick" true ==> begin clock := (clock + 1) % 3; end;
