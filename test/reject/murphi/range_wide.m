-- expect: E044 2:10 too many values to be stored
var x: 0 .. 4294967296;
startstate begin end;
