-- expect: E035 4:27 an entry of the multiset is needed
var m: multiset[2] of 0..1;
startstate begin undefine m; end;
rule begin multisetremove(0, m); end;
