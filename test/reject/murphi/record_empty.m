-- expect: E043 2:8 a record needs at least one field
var x: record end;
startstate begin end;
