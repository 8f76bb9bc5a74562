-- The size of the sets is reported.
-- run: check --engine=symbolic --json
-- says: "set_nodes":
-- says not: "set_nodes": 0,
var x: 0..9;
startstate x := 0; end;
rule "turn" x := (x + 1) % 10; end;
