-- Single-decree Paxos, two ballots, three acceptors, two values. Messages are sets (arrays of booleans): nothing is lost
-- from them, a message may be received again.
-- true: acceptor=3 value=2
const ACC: 3; VAL: 2; BAL: 2;
type
  acceptor: scalarset(ACC);
  value: scalarset(VAL);
  ballot: 1..BAL;
  ballot0: 0..BAL;
var
  max_bal: array [acceptor] of ballot0;
  voted_bal: array [acceptor] of ballot0;
  voted_val: array [acceptor] of value;
  sent1a: array [ballot] of boolean;
  promised: array [ballot] of array [acceptor] of record sent: boolean; bal: ballot0; val: value; end;
  sent2a: array [ballot] of value;
  accepted: array [ballot] of array [acceptor] of boolean;

-- a majority promised
function quorum1(b: ballot): boolean;
var n: 0..ACC;
begin
  n := 0;
  for a: acceptor do if promised[b][a].sent then n := n + 1; endif; endfor;
  return 2 * n > ACC;
end;

function chosen(v: value): boolean;
var n: 0..ACC;
begin
  for b: ballot do
    if !isundefined(sent2a[b]) & sent2a[b] = v then
      n := 0;
      for a: acceptor do
        if accepted[b][a] then n := n + 1; endif;
      endfor;
      if 2 * n > ACC then return true; endif;
    endif;
  endfor;
  return false;
end;

startstate "start"
  for a: acceptor do
    max_bal[a] := 0;
    voted_bal[a] := 0;
    undefine voted_val[a];
    for b: ballot do
      promised[b][a].sent := false;
      undefine promised[b][a].bal;
      undefine promised[b][a].val;
      accepted[b][a] := false;
    endfor;
  endfor;
  for b: ballot do
    sent1a[b] := false;
    undefine sent2a[b];
  endfor;
endstartstate;

ruleset b: ballot do
  rule "phase 1a" !sent1a[b] ==> sent1a[b] := true; endrule;

  ruleset a: acceptor do
    rule "phase 1b" sent1a[b] & max_bal[a] < b ==>
      max_bal[a] := b;
      promised[b][a].sent := true;
      promised[b][a].bal := voted_bal[a];
      promised[b][a].val := voted_val[a];
    endrule;

    rule "phase 2b" !isundefined(sent2a[b]) & max_bal[a] <= b & !accepted[b][a] ==>
      max_bal[a] := b;
      voted_bal[a] := b;
      voted_val[a] := sent2a[b];
      accepted[b][a] := true;
    endrule;
  endruleset;

  ruleset v: value do
    rule "phase 2a" isundefined(sent2a[b]) & quorum1(b) ==>
    var best: ballot0;
        mine: value;
    begin
      best := 0;
      mine := v;
      for a: acceptor do
        if promised[b][a].sent & promised[b][a].bal > best then
          best := promised[b][a].bal;
          mine := promised[b][a].val;
        endif;
      endfor;
      sent2a[b] := mine;
    endrule;
  endruleset;
endruleset;

invariant "one value is chosen"
  forall v: value do forall w: value do chosen(v) & chosen(w) -> v = w endforall endforall;
