-- expect --deadlock=off --fair=weak:quit: stops=fails
-- expect --deadlock=off --fair=weak:quit,pass: stops=fails
-- expect --deadlock=off --fair=strong:pass: stops=fails
-- expect --deadlock=off --fair=strong:quit: stops=holds
-- expect --deadlock=off: stops=fails
-- @ltl stops: <> stop
-- The token goes round, so nobody can quit all the time: fair. A quotient that does not follow names sees one node with
-- the token and others that could quit for ever: it finds no fair run and says that the formula holds.
type node: scalarset(4);
var turn: node; stop: boolean;
ruleset p: node do startstate begin turn := p; stop := false; end; end;
ruleset p: node; q: node do
  rule "pass" turn = p & p != q & !stop ==> begin turn := q; end;
end;
ruleset p: node do
  rule "quit" turn != p & !stop ==> begin stop := true; end;
end;
