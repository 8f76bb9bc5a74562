-- expect: E011 2:24 the condition of a rule ends with ==>
var x: boolean; rule x -> begin x := false; end;
startstate begin x := true; end;
