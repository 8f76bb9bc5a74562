-- expect: states=2 rules=2 exit=0
-- A loop and a rule have a copy of their variables: what is assigned to it ends with the round.

var x: 0..1; n: 0..99;
procedure raise(var q: 0..3); begin q := 3; end;
function sum(): 0..99;
var s: 0..99;
begin
  s := 0;
  for i: 0..3 do s := s + i; i := 3; s := s + (i - 3); end;
  for i := 0 to 3 by 2 do i := i + 1; s := s + i; end;
  for i := 3 to 1 + x - x by -1 do i := i - 5; s := s - i; end;
  for i: 0..3; j: 0..1 do if j = 0 then raise(i); end; s := s + (i = 3 ? 1 : 0); i := 0; end;
  return s;
end;
startstate begin x := 0; n := sum(); end;
ruleset i: 0..1; c: boolean do
  rule "swap" c & i = x ==> begin
    assert n = sum();
    i := 1 - i; clear c; assert !c & i != x; undefine c; assert isundefined(c);
    x := i;
  end;
end;
