-- expect: E043 2:8 an enumeration needs at least one member
var x: enum {};
startstate begin end;
