-- group: pid=none
-- refused: pid line 11 fixed 3
-- args: --simplify=on
-- exit: 12
-- A condition that is replaced does not make a loop legal: the last element is still another one after a renaming.

type pid: scalarset(3);
var a: array [pid] of 0..1; last: pid;
startstate begin for i: pid do a[i] := 0; end; undefine last; end;
rule "choose" isundefined(last) ==> begin
  for i: pid do if a[i] >= 0 then last := i; end; end;
end;
ruleset i: pid do rule "set" !isundefined(last) & a[i] = 0 ==> begin a[i] := 1; end; end;
invariant "never" isundefined(last) | a[last] = 0;
