-- expect: exit=12
-- verdict no fault = fails
-- Faults amid assignments that machine code keeps in registers: of a variable that is undefined again, of a value that
-- is in range at first.

type num: 0 .. 2;
var a: array [num] of 0 .. 6;
    n: 0 .. 40;

startstate begin clear a; n := 0; end;

ruleset i: num; j: num do
  rule "out of range after some time" n < 40 ==>
  begin
    n := n + 1;
    a[i] := (a[i] + n) % 7;
    a[j] := (a[j] + 1) % 7;
    n := n + a[i] - a[j] + 1;
    a[i] := a[j] + (n / 20);
    a[j] := 6 - a[i];
  end;

  rule "undefined" n > 20 & i != j ==>
  var old: 0 .. 6;
  begin
    n := n - 1;
    old := a[i];
    undefine a[j];
    a[i] := (old + 1) % 7;
    n := n - 1;
    a[i] := (a[i] + a[j]) % 7;
  end;
end;
