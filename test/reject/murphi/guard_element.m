-- expect: E031 5:24 the condition of a rule must be boolean, but this is pid
type pid: scalarset(2);
var x: pid;
startstate begin undefine x; end;
ruleset i: pid do rule i ==> begin end; end;
