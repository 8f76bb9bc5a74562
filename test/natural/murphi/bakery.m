-- Lamport's bakery with bounded tickets. Equal tickets are decided by the order of the processes, which a loop over them
-- provides: whoever is found first with the least ticket goes in.
-- true: proc=1
const N: 3; MAX: 3;
type proc: scalarset(N); ticket: 0..MAX;
var number: array [proc] of ticket; choosing, inside: array [proc] of boolean;
function first_in_line(): proc;
var best: proc; least: 0..MAX+1;
begin
  least := MAX + 1;
  for p: proc do
    if number[p] > 0 & number[p] < least then
      least := number[p];
      best := p;
    end;
  end;
  return best;
end;
function highest(): ticket;
var m: ticket;
begin
  m := 0;
  for p: proc do if number[p] > m then m := number[p]; end; end;
  return m;
end;
startstate for p: proc do number[p] := 0; choosing[p] := false; inside[p] := false; end; end;
ruleset p: proc do
  rule "choose" !choosing[p] & number[p] = 0 ==> choosing[p] := true; end;
  rule "take" choosing[p] & highest() < MAX ==> number[p] := highest() + 1; choosing[p] := false; end;
  rule "tie" choosing[p] & highest() > 0 ==> number[p] := highest(); choosing[p] := false; end;
  rule "enter" number[p] > 0 & !inside[p] & (forall q: proc do !choosing[q] end) ==>
    if first_in_line() = p & (forall q: proc do !inside[q] end) then inside[p] := true; end;
  end;
  rule "leave" inside[p] ==> inside[p] := false; number[p] := 0; end;
end;
invariant "mutual exclusion" forall p: proc do forall q: proc do inside[p] & inside[q] -> p = q end end;
