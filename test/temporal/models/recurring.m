-- expect: each=fails some=fails
-- expect --fair=fired"answer": some=holds each=fails
-- expect --fair=turn: some=fails
-- expect --fair=turn --fair=!turn: some=fails
-- expect --fair=false: some=holds each=holds
-- Who counts on an answer again and again.
type node: scalarset(3);
var wants: array [node] of boolean; turn: boolean;
startstate begin for p: node do wants[p] := false; end; turn := false; end;
ruleset p: node do
  rule "want" !wants[p] & !turn ==> begin wants[p] := true; turn := true; end;
  rule "answer" wants[p] & turn ==> begin wants[p] := false; turn := false; end;
  rule "again" wants[p] & !turn ==> begin turn := true; end;
  rule "wait" wants[p] & turn ==> begin turn := false; end;
end;
-- @ltl some: []<> exists p: node do !wants[p] end
-- @ltl each: forall p: node do []<> !wants[p] end
