-- expect: E042 2:10 this range is empty: 5 is greater than 1
var x: 5 .. 1;
startstate begin end;
