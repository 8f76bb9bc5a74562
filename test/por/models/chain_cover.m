-- verdict: 12
-- stored 3: --por=stubborn --por-chains=on
-- A cover and a fault behind unseen steps: neither is passed by.
var x: 0 .. 5; y: 0 .. 5;

startstate begin
  x := 0;
  y := 0;
end;

rule "x" x < 4 ==> begin
  x := x + 1;
end;

rule "y" y < 3 ==> begin
  y := y + 1;
  cover y = 3;
end;

rule "fault" x = 4 & y = 3 ==> begin
  x := x + 2;
end;
