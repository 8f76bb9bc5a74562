-- Of 1,000 states of one level in which a loop depends on its order the least one is shown, not the first one found.
-- run: check --threads=1
-- run: check --threads=4 --share=all
-- says: in the state now = 0 the rest

type pid: scalarset (3); kind: 0 .. 999;
var first: pid; now: kind;

startstate "none" begin undefine first; undefine now; end;

ruleset k: kind do
  rule "choose" isundefined (now) ==> begin now := 999 - k; end;
end;

rule "find" !isundefined (now) ==>
begin
  for p: pid do
    if isundefined (first) then first := p; end;
  end;
end;

rule "again" !isundefined (first) ==> begin undefine first; end;
