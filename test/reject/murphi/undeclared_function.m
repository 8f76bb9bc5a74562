-- expect: E020 6:17 the function updat is not declared
-- help: did you mean update?
function update(): boolean; begin return true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := updat(); end;
