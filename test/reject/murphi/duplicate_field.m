-- expect: E021 2:27 a is already declared
var r: record a: boolean; a: 0..1; end;
startstate begin end;
