-- expect: states=22 rules=74 exit=0
-- A union of an enumeration and a scalarset: assignment both ways, ismember, array index.

type home: enum { Home }; proc: scalarset (2); node: union { home, proc };
var owner: node; mark: array [node] of boolean; last: proc;
startstate begin
  owner := Home;
  for n: node do mark[n] := false; end;
  undefine last;
end;
ruleset n: node do
  rule "take" begin owner := n; mark[n] := true; if ismember(n, proc) then last := n; end; end;
end;
rule "drop" ismember(owner, proc) ==> begin mark[owner] := false; owner := Home; end;
invariant "marked" owner = Home | mark[owner];
