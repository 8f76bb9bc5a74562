-- Options that do not fit are reported as JSON, too, wherever it was asked for.
-- run: check --max-nodes=5 --json
-- exit: 64
-- says: "exit_code": 64, "reason": "--max-nodes: a limit below
var x: 0..1;
startstate begin x := 0; end;
rule "turn" begin x := 1 - x; end;
