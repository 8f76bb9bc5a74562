-- group: pid=S2
-- refused: pid line 9 fixed 1
-- A scratch variable of the state that a parameter may name, which is read behind the loop.
type pid: scalarset(3);
var out: pid; box: array [pid] of boolean; f: boolean;

procedure spread(var o: pid); begin
  for q: pid do
    out := q;
    box[out] := !box[out];
  end;
  if !isundefined(o) then box[o] := f; end;
  undefine out;
end;
startstate begin for p: pid do box[p] := false; end; undefine out; f := false; end;
ruleset p: pid do rule "one" true ==> begin box[p] := !box[p]; f := !f; end; end;
rule "all" true ==> begin spread(out); end;
