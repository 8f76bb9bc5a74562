-- expect: comes=fails answered=fails first=holds start=fails next=holds back=holds never=holds
-- expect --fair=turn: comes=fails answered=fails
-- Atoms about the last step; conditions that hold infinitely often.
type node: scalarset(3);
var wants: array [node] of boolean; turn: boolean;
startstate begin for p: node do wants[p] := false; end; turn := false; end;
ruleset p: node do
  rule "want" !wants[p] & !turn ==> begin wants[p] := true; turn := true; end;
  rule "answer" wants[p] & turn ==> begin wants[p] := false; turn := false; end;
  rule "again" wants[p] & !turn ==> begin turn := true; end;
  rule "wait" wants[p] & turn ==> begin turn := false; end;
end;
-- @ltl comes: []<> fired "answer"
-- @ltl answered: [] (fired "want" -> <> fired "answer")
-- @ltl first: [] !fired "answer" || !fired "answer" U fired "want"
-- @ltl start: fired "want" || turn
-- @ltl next: X fired "want"
-- @ltl back: [] (fired "answer" || fired "wait" -> turn = false)
-- @ltl never: forall p: node do [] !(fired "again" & !turn & wants[p]) end
