-- expect --deadlock=off --fair=weak:act: stops=fails
-- expect --deadlock=off --fair=strong:act: stops=fails
-- expect --deadlock=off --fair=strong:act,init: stops=fails
-- expect --deadlock=off: stops=fails
-- @ltl stops: <> stop
-- Three nodes change places, and nothing declares that they are alike: that is detected. All but the first could act at any time, the second does: so each acts again and again, also
-- under strong fairness. In a quotient that does not follow names the third could act for ever and never does.
type node: 1..3;
var first: node; second: node; third: node; stop: boolean;
startstate begin undefine first; undefine second; undefine third; stop := false; end;
ruleset p: node; q: node; r: node do
  rule "init" isundefined(first) & p != q & q != r & p != r ==> begin first := p; second := q; third := r; end;
end;
ruleset p: node do
  rule "act" !isundefined(first) & !stop & p != first ==>
  var old: node;
  begin
    if p = second then
      old := first; first := second; second := third; third := old;
    else
      stop := true;
    end;
  end;
end;
