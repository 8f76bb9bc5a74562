-- expect: E031 3:24 the condition must be boolean, but this is a record
var r: record a: boolean; end;
startstate begin while r do end; end;
