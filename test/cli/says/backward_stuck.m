-- A search backward knows which steps keep a state from a deadlock: here one that changes nothing.
-- run: check --engine=symbolic --direction=backward --deadlock=stuck
-- says: deadlock no deadlock HOLDS
var x: 0..1;
startstate begin x := 0; end;
rule "up" x = 0 ==> begin x := 1; end;
rule "stay" x = 1 ==> begin x := 1; end;
