-- expect: progress=fails mutex=holds twice=holds
-- expect --fair=weak: progress=fails mutex=holds
-- expect --fair=strong: progress=holds mutex=holds
-- expect --fair=strong:enter: progress=holds
-- A lock that anybody may take: comparisons behind operators of time need no parentheses.
type pid: scalarset (3); st: enum { idle, want, crit };
var s: array [pid] of st; free: boolean;
startstate begin for p: pid do s[p] := idle; end; free := true; end;
ruleset p: pid do
  rule "ask" s[p] = idle ==> begin s[p] := want; end;
  rule "enter" s[p] = want & free ==> begin s[p] := crit; free := false; end;
  rule "leave" s[p] = crit ==> begin s[p] := idle; free := true; end;
end;
-- @ltl progress: forall p: pid do [] (s[p] = want -> <> s[p] = crit) end
-- @ltl mutex: forall p: pid do forall q: pid do [] (s[p] = crit & s[q] = crit -> {p = q}) end end
-- @ltl twice: [] free = true || <> free = false
