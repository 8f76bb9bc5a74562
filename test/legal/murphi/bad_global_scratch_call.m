-- group: pid=S2
-- refused: pid line 12 fixed 1
-- The same, where a procedure looks at it before it is forgotten.
type pid: scalarset(3); msg: record dst: pid; v: boolean; end;
var out: msg; box: array [pid] of boolean; f: boolean;

procedure look(); begin if !isundefined(out.dst) & box[out.dst] then box[out.dst] := f; end; end;
startstate for p: pid do box[p] := false; end; undefine out; f := false; end;
ruleset p: pid do rule "one" true ==> box[p] := !box[p]; f := !f; end; end;
rule "all" true ==>
  for q: pid do
    out.dst := q; out.v := !box[q];
    if out.dst = q then box[q] := out.v; end;
  end;
  f := true;
  look(); undefine out;
end;
