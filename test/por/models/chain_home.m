-- verdict: 0
-- stored 2: --por=stubborn --por-chains=on --deadlock=stuttering
-- The only chain leads back to the state where it begins: this is no deadlock, and both rules fire.
var x: 0 .. 1;

startstate begin
  x := 0;
end;

rule "up" x = 0 ==> begin
  x := 1;
end;

rule "down" x = 1 ==> begin
  x := 0;
end;
