-- A directory that sends invalidations with global scratch variables, which it forgets at the end of the rule.
-- true: proc=3
const N: 3;
type proc: scalarset(N); msg: record mtype: enum { inv, data }; dst: proc; src: proc; end;
var net: multiset [N] of msg; out: msg; sharer: array [proc] of boolean; cnt: 0..N; done: boolean; found: proc;
procedure Send();
begin
  if multisetcount(i: net, true) < N then multisetadd(out, net); end;
end;
startstate undefine net; undefine out; for p: proc do sharer[p] := false; end; cnt := 0; done := false; undefine found; end;
ruleset p: proc do
  rule "share" !sharer[p] & multisetcount(i: net, true) = 0 ==> sharer[p] := true; end;
  rule "invalidate" sharer[p] & multisetcount(i: net, true) = 0 ==>
    out.mtype := inv; out.src := p;
    cnt := 0;
    for q: proc do
      if sharer[q] & q != p then
        out.dst := q; Send(); cnt := cnt + 1; found := q;
      end;
    end;
    undefine out; undefine found; done := false;
  end;
end;
choose i: net do
  alias m: net[i] do
  rule "get" true ==>
    sharer[m.dst] := false;
    if cnt > 0 then cnt := cnt - 1; end;
    multisetremove(i, net);
  end; end;
end;
