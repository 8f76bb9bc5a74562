-- expect: exit=12
-- verdict no fault = fails
-- An alias around a rule that cannot be evaluated is a fault even where the guard is false.

var x: 0 .. 1; u: 0..1;
startstate begin x := 0; end;
alias more: u + 1 do
  rule "never" false ==> begin x := more; end;
end;
rule "go" begin x := 1 - x; end;
