-- expect: exit=12
-- verdict no fault = fails
-- Adding to a full multiset is a fault.

var m: multiset [2] of boolean;
startstate begin undefine m; end;
rule "add" begin multisetadd(true, m); end;
