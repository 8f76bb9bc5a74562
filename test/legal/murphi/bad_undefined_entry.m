-- group: P=none
-- refused: P line 14 fixed 3
-- exit: 12
-- A multiset that was cleared may get entries that are undefined, and one is copied.
type P: scalarset (3); message: record b: boolean; end;
var ok: boolean; f: array [P] of boolean; net: multiset [2] of message;
startstate begin for p: P do f[p] := false; end; ok := true; clear net; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "send" multisetcount(i: net, true) < 2 ==> var m: message; begin undefine m; multisetadd(m, net); end;
choose i: net do
  rule "take" true ==> begin ok := net[i].b; multisetremove(i, net); end;
end;
rule "keep" true ==> begin
  for p: P do ok := f[p] & ok; end;
end;
