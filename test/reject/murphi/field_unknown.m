-- expect: E036 4:20 a record has no field adress
-- help: did you mean address?
var r: record address: boolean; end;
startstate begin r.adress := true; end;
