-- Caches on one bus after Futurebus+, as in section 3.7.1 of Jha's thesis (1996), whose model is not printed: in each
-- cycle a processor is master, a line is active, and the others answer to a command. It has two symmetries, of processors
-- and of lines; --symbolic-symmetry=multiple keeps the states in which the first processor is master and the first line
-- is active. The formulas of the thesis stand in futurebus_properties.ctl; the second last fails.
--
--     coset --engine=symbolic --symbolic-symmetry=multiple -D P=4 -D C=4 --ctl=@futurebus_properties.ctl futurebus.m

const
  P: 2; -- processors
  C: 2; -- cache lines

type
  processor: scalarset(P);
  line: scalarset(C);
  state: enum {Invalid, SharedUnmodified, ExclusiveUnmodified, ExclusiveModified};
  command: enum {None, ReadShared, ReadModified, Invalidate, CopyBack};

var
  slave: array [processor] of boolean;  -- all but the master
  passive: array [line] of boolean;     -- all but the active line
  asked: command;
  valid: array [line] of boolean;       -- in memory
  cache: array [processor] of array [line] of state;

ruleset m: processor; l: line do
  startstate
  begin
    for i: processor do
      slave[i] := i != m;
      for k: line do cache[i][k] := Invalid; end;
    end;
    for k: line do passive[k] := k != l; valid[k] := true; end;
    asked := None;
  end;
end;

function legal(s: state; c: command): boolean;
begin
  switch c
  case ReadShared, ReadModified: return s = Invalid;
  case Invalidate: return s = SharedUnmodified;
  case CopyBack: return s = ExclusiveModified;
  else return true;
  end;
end;

ruleset m: processor; l: line; c: command do
  rule "arbitrate"
    asked = None & legal(cache[m][l], c)
  ==>
  begin
    for i: processor do slave[i] := i != m; end;
    for k: line do passive[k] := k != l; end;
    asked := c;
  end;
end;

ruleset m: processor; l: line do
  rule "read shared"
    !slave[m] & !passive[l] & asked = ReadShared
  ==>
  var copies: boolean;
  begin
    copies := false;
    for i: processor do
      if i != m & cache[i][l] != Invalid then
        if cache[i][l] = ExclusiveModified then valid[l] := true; end;
        cache[i][l] := SharedUnmodified;
        copies := true;
      end;
    end;
    cache[m][l] := copies ? SharedUnmodified : ExclusiveUnmodified;
    asked := None;
  end;
  rule "take it for writing"
    !slave[m] & !passive[l] & (asked = ReadModified | asked = Invalidate)
  ==>
  begin
    for i: processor do cache[i][l] := i = m ? ExclusiveModified : Invalid; end;
    valid[l] := false;
    asked := None;
  end;
  rule "copy back"
    !slave[m] & !passive[l] & asked = CopyBack
  ==>
  begin cache[m][l] := Invalid; valid[l] := true; asked := None; end;
  rule "write" asked = None & cache[m][l] = ExclusiveUnmodified
  ==>
  begin cache[m][l] := ExclusiveModified; valid[l] := false; end;
end;

invariant "a modified copy is the only one"
  forall l: line do forall i: processor do forall j: processor do
    i != j & cache[i][l] = ExclusiveModified -> cache[j][l] = Invalid
  end end end;

invariant "valid memory is nowhere modified"
  forall l: line do
    valid[l] -> (forall i: processor do cache[i][l] = SharedUnmodified | cache[i][l] = Invalid end)
                | (exists i: processor do cache[i][l] = ExclusiveUnmodified end)
  end;
