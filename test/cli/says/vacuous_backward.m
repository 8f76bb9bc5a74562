-- An assumption excludes all start states: backward, too, the run says nothing.
-- run: check --engine=symbolic --direction=backward
-- exit: 10
-- says: there is no start state
var x: 0..3;
startstate begin x := 1; end;
rule "up" x < 3 ==> begin x := x + 1; end;
invariant "low" x < 3;
assume x = 3;
