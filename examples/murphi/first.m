-- Processes that take turns by a token; the model of the README.

const N: 4;

type process: scalarset(N);

var
  inside: array [process] of boolean;
  token: process;                  -- who may go in; undefined: nobody has it

startstate "all outside" begin
  for p: process do inside[p] := false; end;
  undefine token;
end;

ruleset p: process do
  rule "take" isundefined(token) ==> begin token := p; end;
  rule "enter" !isundefined(token) & token = p ==> begin inside[p] := true; end;
  rule "leave" inside[p] ==> begin inside[p] := false; undefine token; end;
end;

invariant "one inside"
  forall p: process do forall q: process do p != q -> !(inside[p] & inside[q]) end end;

cover "somebody inside" exists p: process do inside[p] end;
