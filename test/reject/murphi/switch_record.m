-- expect: E034 3:18 switch looks at a simple value, but this is a record
var r: record a: boolean; end;
startstate begin switch r end; end;
