-- expect: E043 3:15 none has no values to index an array
type none: enum {};
var x: array [none] of boolean;
startstate begin end;
