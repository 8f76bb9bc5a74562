-- expect: E034 3:25 isundefined asks for a simple value
var r: record a: boolean; end;
startstate begin r.a := isundefined(r); end;
