-- group: pid=S3
-- A scratch variable of the state: each iteration sets it before it reads it, and it is forgotten before the step ends.
type pid: scalarset(3); msg: record dst: pid; v: boolean; end;
var out: msg; box: array [pid] of boolean; f: boolean;

startstate for p: pid do box[p] := false; end; undefine out; f := false; end;
ruleset p: pid do rule "one" true ==> box[p] := !box[p]; f := !f; end; end;
rule "all" true ==>
  for q: pid do
    out.dst := q; out.v := !box[q];
    if out.dst = q then box[q] := out.v; end;
  end;
  f := true;
  undefine out;
end;
