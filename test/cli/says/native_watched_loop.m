-- Machine code looks at each place that iterations of a loop share, as the interpreter does.
-- run: check --code=native --trace=off --deadlock=off
-- run: check --code=interp --trace=off --deadlock=off
-- exit: 12
-- says: symmetry: pid none
-- says: the result depends on the order of this loop: exchanging iterations
-- says: invariant not again VIOLATED
type pid: scalarset(3);
var set: array [pid] of boolean; first: pid; again: boolean;
startstate begin for p: pid do set[p] := false; end; undefine first; again := false; end;
ruleset p: pid do rule "set" !set[p] ==> begin set[p] := true; end; end;
rule "find" begin for p: pid do if set[p] & isundefined(first) then first := p; end; end; end;
ruleset p: pid do
  rule "again" !isundefined(first) & first = p & forall q: pid do set[q] end ==> begin again := true; end;
end;
invariant "not again" !again;
