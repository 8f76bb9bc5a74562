-- expect: E020 2:18 y is not declared
startstate begin y := true; end;
var y: boolean;
