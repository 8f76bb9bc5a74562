-- No violation is reached backward from anywhere, and a start state satisfies the assumption: the cover is open.
-- run: check --engine=symbolic --direction=backward --deadlock=off
-- exit: 20
-- says: cover later INCOMPLETE
var x: boolean; y: boolean;
startstate begin x := false; y := false; end;
startstate begin x := true; y := false; end;
rule !y ==> begin y := true; end;
assume "not true" !x;
invariant "fine" y = y;
cover "later" y;
