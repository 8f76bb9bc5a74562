-- expect: states=7 rules=12 exit=0
-- An alias of an expression keeps the value it had when it was entered.

var x: 0 .. 6;
startstate begin x := 0; end;
rule "go"
begin
  alias more: x + 1 do
    x := 0;
    x := more % 7;
  end;
end;
rule "two" x < 5 ==> begin alias n: x + 2 do x := n; end; end;
