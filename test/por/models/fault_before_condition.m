-- "look" faults where c is 1 too, for it looks at u first: so it excludes "set" nowhere, which keeps it from a fault. verdict: 12
var u: 0..1; c: 0..2;
startstate begin undefine u; c := 1; end;
rule "set" c = 1 ==> begin u := 1; c := 2; end;
rule "look" u = 1 & c = 0 ==> begin c := 2; end;
