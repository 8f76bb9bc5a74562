-- expect: E031 4:11 a property must be boolean, but this is a record
var x: record a: boolean; end;
startstate begin clear x; end;
invariant x;
