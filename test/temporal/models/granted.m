-- expect: each=fails some=fails never twice=holds
-- expect --fair=weak: each=fails some=fails
-- expect --fair=weak:answer,want: each=fails
-- expect --fair=strong: each=holds some=holds
-- @ltl each: forall p: node do [] (wants[p] -> <> !wants[p]) end
-- @ltl "some": [] ((exists p: node do wants[p] end) -> <> exists p: node do !wants[p] end)
/* @ltl "never twice": forall p: node do forall q: node do [] !(wants[p] & !wants[q] & {p = q}) end end */
-- A server answers one node that wants, or none; nobody promises whom.
type node: scalarset(3);
var wants: array [node] of boolean; turn: boolean;
startstate begin for p: node do wants[p] := false; end; turn := false; end;
ruleset p: node do
  rule "want" !wants[p] & !turn ==> begin wants[p] := true; turn := true; end;
  rule "answer" wants[p] & turn ==> begin wants[p] := false; turn := false; end;
  rule "again" wants[p] & !turn ==> begin turn := true; end;
  rule "wait" wants[p] & turn ==> begin turn := false; end;
end;
