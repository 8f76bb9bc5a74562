-- expect: states=3 rules=6 exit=0
-- Locals of rules, procedures and functions start undefined each time.

var x: 0..2;
procedure p();
var l: boolean;
begin
  assert isundefined(l);
  l := true;
end;
startstate begin x := 0; end;
ruleset i: 0..1 do
  rule "go"
  var l: array [0..1] of boolean;
  begin
    assert isundefined(l[i]);
    l[i] := true;
    p();
    p();
    x := (x + 1 + i) % 3;
  end;
end;
