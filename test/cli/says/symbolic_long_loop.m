-- Why a model cannot be translated is told.
-- run: check --engine=symbolic
-- exit: 64
-- says: line 7: the symbolic engine does not support a loop of so many iterations
var x: 0..1;
startstate begin x := 0; end;
rule "long" x = 0 ==> var i: 0..2000000; begin i := 0; while i < 2000000 do i := i + 1; end; x := 1; end;
