-- The list-based lock of Mellor-Crummey and Scott; nil is a member of an enumeration in a union.
-- true: proc=3
const N: 3;
type
  proc: scalarset(N);
  nothing: enum { nil };
  ptr: union { nothing, proc };
var
  tail: ptr;
  node: array [proc] of record next: ptr; locked: boolean; end;
  pred: array [proc] of ptr;
  pc: array [proc] of enum { ncs, swap, link, spin, cs, unlock, cas, wait_next, hand };
startstate "free"
  tail := nil;
  for p: proc do node[p].next := nil; node[p].locked := false; pred[p] := nil; pc[p] := ncs; end;
end;
ruleset p: proc do
  alias me: node[p] do
    rule "1" pc[p] = ncs ==> me.next := nil; pc[p] := swap; end;
    rule "2" pc[p] = swap ==> pred[p] := tail; tail := p; pc[p] := link; end;
    rule "3" pc[p] = link ==>
      if pred[p] != nil then
        me.locked := true;
        for q: proc do if pred[p] = q then node[q].next := p; end; end;
        pc[p] := spin;
      else
        pc[p] := cs;
      end;
    end;
    rule "4" pc[p] = spin & !me.locked ==> pc[p] := cs; end;
    rule "5" pc[p] = cs ==> pred[p] := nil; pc[p] := unlock; end;
    rule "6" pc[p] = unlock ==> if me.next = nil then pc[p] := cas; else pc[p] := hand; end; end;
    rule "7" pc[p] = cas ==> if tail = p then tail := nil; pc[p] := ncs; else pc[p] := wait_next; end; end;
    rule "8" pc[p] = wait_next & me.next != nil ==> pc[p] := hand; end;
    rule "9" pc[p] = hand ==>
      for q: proc do
        if me.next = q then node[q].locked := false; end;
      end;
      pc[p] := ncs;
    end;
  end;
end;
invariant "exclusion" forall p: proc do forall q: proc do pc[p] = cs & pc[q] = cs -> p = q end end;
