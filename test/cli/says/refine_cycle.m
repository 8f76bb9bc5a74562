-- Cycles in several orders: all elements and edges of one are alike, but pairs without an edge are not, and none of
-- these is chosen before an element. Classes stand in another order for each choice of marks.
-- run: check --symmetry=refine --deadlock=off -DV=1 -DW=1 -DD=5
-- run: check --symmetry=refine --deadlock=off -DV=1 -DW=3 -DD=6
-- run: check --symmetry=refine --deadlock=off -DV=2 -DW=4 -DD=5
-- run: check --symmetry=refine --deadlock=off -DV=2 -DW=3 -DD=6
-- run: check --symmetry=search --deadlock=off
-- says: transitions 30
const N: 7; V: 0; W: 1; D: 0;
type Point: scalarset(N); Mark: 0..9;
var a: array [Point] of 0..15; edge: array [Point] of array [Point] of Mark; first, last: Point; done: boolean;
startstate begin
  undefine edge; undefine first; undefine last; done := false;
  for p: Point do a[p] := V; edge[p][p] := D; end;
end;
ruleset p: Point do
  rule "begin" !done & isundefined(first) ==> begin first := p; last := p; end;
  rule "extend" !isundefined(last) & p != first & forall r: Point do r = p | isundefined(edge[r][p]) end ==>
    begin edge[last][p] := W; last := p; end;
end;
rule "close" !isundefined(last) & forall p: Point do p = first | exists r: Point do r != p & !isundefined(edge[r][p]) end end
  ==> begin edge[last][first] := W; undefine first; undefine last; done := true; end;
rule "go two edges at once" done ==>
  var before: array [Point] of array [Point] of Mark;
  begin
    before := edge;
    for p: Point do for q: Point do if p != q then undefine edge[p][q]; end; end; end;
    for p: Point do for q: Point do for r: Point do
      if p != q & q != r & !isundefined(before[p][q]) & !isundefined(before[q][r]) then edge[p][r] := W; end;
    end; end; end;
  end;
