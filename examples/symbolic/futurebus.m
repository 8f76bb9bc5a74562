-- Caches on one bus after Futurebus+, as in section 3.7.1 of Jha's thesis (1996), whose model is not printed: in each
-- cycle a processor is master, a line is active, and the others answer to a command. It has two symmetries, of processors
-- and of lines; --symbolic-symmetry=multiple keeps the states in which the first processor is master and the first line
-- is active, with --exchange=processor or --exchange=line one of them. The formulas of the thesis stand in
-- futurebus_properties.ctl; the second last fails.
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
  master: processor;
  active: line;
  asked: command;
  lines: array [line] of record
    valid: boolean;                     -- in memory
    cache: array [processor] of state;
  end;

assume "the bus and all lines have values"
  !isundefined(master) & !isundefined(active) & !isundefined(asked) &
  forall l: line do
    !isundefined(lines[l].valid) & forall p: processor do !isundefined(lines[l].cache[p]) end
  end;

ruleset m: processor; l: line do
  startstate
  begin
    for k: line do
      for i: processor do lines[k].cache[i] := Invalid; end;
      lines[k].valid := true;
    end;
    master := m; active := l;
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
    asked = None & legal(lines[l].cache[m], c)
  ==>
  begin
    master := m; active := l;
    asked := c;
  end;
end;

ruleset m: processor; l: line do
  rule "read shared"
    master = m & active = l & asked = ReadShared
  ==>
  var copies: boolean;
  begin
    copies := false;
    for i: processor do
      if i != m & lines[l].cache[i] != Invalid then
        if lines[l].cache[i] = ExclusiveModified then lines[l].valid := true; end;
        lines[l].cache[i] := SharedUnmodified;
        copies := true;
      end;
    end;
    lines[l].cache[m] := copies ? SharedUnmodified : ExclusiveUnmodified;
    asked := None;
  end;
  rule "take it for writing"
    master = m & active = l & (asked = ReadModified | asked = Invalidate)
  ==>
  begin
    for i: processor do lines[l].cache[i] := i = m ? ExclusiveModified : Invalid; end;
    lines[l].valid := false;
    asked := None;
  end;
  rule "copy back"
    master = m & active = l & asked = CopyBack
  ==>
  begin lines[l].cache[m] := Invalid; lines[l].valid := true; asked := None; end;
  rule "write" asked = None & lines[l].cache[m] = ExclusiveUnmodified
  ==>
  begin lines[l].cache[m] := ExclusiveModified; lines[l].valid := false; end;
end;

invariant "a modified copy is the only one"
  forall l: line do forall i: processor do forall j: processor do
    i != j & lines[l].cache[i] = ExclusiveModified -> lines[l].cache[j] = Invalid
  end end end;

invariant "valid memory is nowhere modified"
  forall l: line do
    lines[l].valid -> (forall i: processor do lines[l].cache[i] = SharedUnmodified | lines[l].cache[i] = Invalid end)
                      | (exists i: processor do lines[l].cache[i] = ExclusiveUnmodified end)
  end;
