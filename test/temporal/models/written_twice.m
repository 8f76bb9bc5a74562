-- expect: often=fails again=holds
-- @ltl often: (forall p: pid do []<> {s[p] = 2} end) || (forall p: pid do []<> {s[p] = 1} end) || (forall p: pid do <>[] {s[p] = 2} end) || (forall p: pid do <>[] {s[p] = 1} end) || (forall p: pid do [] {s[p] = 1} end) || (forall p: pid do [] {s[p] = 2} end) || (forall p: pid do <> {s[p] = 3} end)
-- @ltl again: (forall p: pid do []<> {s[p] = 2} end) -> ((forall p: pid do []<> {s[p] = 2} end) && (forall p: pid do []<> {s[p] = 2} end) && (forall p: pid do []<> {s[p] = 2} end) && (forall p: pid do []<> {s[p] = 2} end) && (forall p: pid do []<> {s[p] = 2} end) && (forall p: pid do []<> {s[p] = 2} end))
-- Conditions that stand in several places of a formula are one each: for 10 elements 30 and 10, not more than 64.
type pid: scalarset(10);
var s: array [pid] of 0..3; turn: boolean;
startstate begin for p: pid do s[p] := 0; end; turn := false; end;
ruleset p: pid do
  rule "a" s[p] = 0 ==> begin s[p] := 1; end;
  rule "b" s[p] = 1 & !turn ==> begin s[p] := 2; turn := true; end;
  rule "c" s[p] = 2 ==> begin s[p] := 0; turn := false; end;
end;
