-- Where steps are left out, a step that is taken still hits all of its covers.
-- run: check --por=stubborn --deadlock=off
-- run: check --por=off --deadlock=off
-- says: cover a1 REACHED
-- says: cover a2 REACHED
-- says: cover a3 REACHED
-- says: cover a4 REACHED
-- says: cover b1 REACHED
-- says: cover b2 REACHED
-- says: cover b3 REACHED
-- says: cover b4 REACHED
var a: array [1..2] of 0..1;
startstate begin for i: 1..2 do a[i] := 0; end; end;
ruleset i: 1..2 do
  rule "up" a[i] = 0 ==> begin
    a[i] := 1;
    if i = 1 then cover "a1" true; cover "a2" true; cover "a3" true; cover "a4" true; end;
    if i = 2 then cover "b1" true; cover "b2" true; cover "b3" true; cover "b4" true; end;
  end;
end;
