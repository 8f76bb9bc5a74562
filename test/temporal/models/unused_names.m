-- expect: once=fails waits=holds nested=fails
-- expect --engine=symbolic: once=fails waits=holds nested=fails
-- @ltl once: forall p: big do ([]<> {x = 3}) && <> {z} end
-- @ltl waits: (forall p: big do [] ({x = 3} -> <> {x = 0}) end) && true
-- @ltl nested: (exists p: big do (forall q: node do ([] {x < 3}) || (<>[] y[q]) end) end) && true
-- A condition that does not ask for a name of the quantifiers around it is one atom, not one for each of their values.
type big: 0..999; node: scalarset(5);
var x: 0..3; y: array [node] of boolean; z: boolean;
startstate begin x := 0; z := false; for q: node do y[q] := false; end; end;
rule "up" x < 3 ==> begin x := x + 1; end;
rule "back" x = 3 ==> begin x := 0; end;
