-- expect: E002 2:5 cannot begin with _
var _x: boolean;
startstate begin end;
