-- What a function assigns is defined behind it: by a variable of a quantifier, and in front of one of several returns.
-- group: P=S3
-- refused: 0
type P: scalarset (3);
var ok, yes: boolean; f: array [P] of boolean;
function keep(b: boolean): boolean; begin ok := b; return b; end;
procedure set(b: boolean); begin yes := false; if b then yes := true; return; end; end;
startstate begin for p: P do f[p] := false; end; ok := true; yes := true; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "keep" true ==> begin
  if exists b: boolean do keep(b) end then for p: P do ok := f[p] & ok; end; end;
end;
rule "set" true ==> begin
  set(ok);
  for p: P do yes := f[p] & yes; end;
end;
