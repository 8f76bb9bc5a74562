-- expect: states=4 rules=8 exit=0
-- args: --simplify=on
-- Conditions that no value of their variables changes are not evaluated, so nothing undefined is read: in a guard, an
-- invariant, a function, with a parameter, with an alias, over an array.

type pid: scalarset(2);
var never: 0..3; a: array [pid] of 0..1; n: array [pid] of boolean;
function small(var v: 0..3): boolean; begin return v <= 3; end;
startstate begin for i: pid do n[i] := false; end; end;
ruleset i: pid do
  alias e: a[i] do
    rule "flip" e >= 0 & small(never) ==> begin
      if (never & 3) = never then n[i] := !n[i]; else error "not reached"; end;
    end;
  end;
end;
invariant "bounds" forall i: pid do a[i] = 0 | a[i] = 1 end;
