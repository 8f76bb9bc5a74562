-- The arbiter of Futurebus+, after the description in section 3.7.2 of Jha's thesis (1996), whose model is not printed.
-- Modules compete for the bus in cycles of six phases; a class of modules has a higher priority than the other, and
-- among those with one priority anyone may win. Modules of a class can be exchanged.
-- --symbolic-symmetry=multiple keeps the states in which the first module of a class is the master elect, where one is,
-- and the second one, or the first, the master.
--
--     coset --engine=symbolic --symbolic-symmetry=multiple -D H=10 -D L=10 arbiter.m
--
-- With -D CLASSES=1 the modules of the lower class do not take part. arbiter_lines.m has three variables in each module in
-- place of one for the phases.

const
  H: 2;       -- modules of the higher class
  L: 2;       -- and of the lower one
  CLASSES: 2;

type
  high: scalarset(H);
  low: scalarset(L);
  module: union {high, low};

var
  elect: module;                         -- undefined: there is none
  master: module;                        -- undefined: the bus is free
  phase: 0..5;
  wrong: boolean;                        -- somebody has asserted an error
  competes: array [module] of boolean;
  done: array [module] of boolean;       -- with this phase

function takes_part(i: module): boolean;
begin return ismember(i, high) | CLASSES = 2 end;

function all_done(): boolean;
begin return forall i: module do done[i] end end;

function above(i: module; j: module): boolean;
begin return ismember(i, high) & ismember(j, low) end;

-- For --representatives={isundefined(elect) | leads(elect)}, the thesis's own ones: the first module of its class.
function leads(i: module): boolean;
var seen: boolean; first: boolean;
begin
  seen := false; first := false;
  for h: high do
    if !seen & i = h then first := true end;
    seen := true
  end;
  seen := false;
  for l: low do
    if !seen & i = l then first := true end;
    seen := true
  end;
  return first
end;

procedure enter(p: 0..5);
begin
  phase := p;
  for i: module do done[i] := false end
end;

startstate
begin
  undefine elect;
  undefine master;
  wrong := false;
  for i: module do competes[i] := false end;
  enter(0)
end;

ruleset i: module do
  -- Modules decide to compete, in phase 1 because they notice others.
  rule "compete"
    takes_part(i) & (phase = 0 | (phase = 1 & !done[i])) & !competes[i] & (isundefined(master) | master != i)
  ==>
  begin
    competes[i] := true;
    if phase = 0 then enter(1) end;
    done[i] := true
  end;

  rule "do not compete"
    phase = 1 & !done[i]
  ==>
  begin done[i] := true end;

  rule "win"
    phase = 2 & competes[i] & !(exists j: module do competes[j] & above(j, i) end)
  ==>
  begin elect := i; enter(3) end;

  -- Each module compares the master elect with itself.
  rule "check"
    phase = 3 & !done[i]
  ==>
  begin
    if competes[i] & above(i, elect) then wrong := true end;
    done[i] := true
  end;

  -- A module of a higher priority starts a new cycle.
  rule "depose"
    takes_part(i) & phase = 3 & !competes[i] & above(i, elect) & (isundefined(master) | master != i)
  ==>
  begin competes[i] := true; undefine elect; enter(1) end
end;

rule "all have decided"
  phase = 1 & all_done()
==>
begin enter(2) end;

rule "the master gives up the bus"
  phase = 3 & all_done() & !wrong
==>
begin enter(4) end;

rule "the master keeps the bus"
  phase = 4 & !isundefined(master)
==>
begin enter(3) end;

rule "the bus is released"
  phase = 4
==>
begin undefine master; enter(5) end;

rule "transfer of tenure"
  phase = 5
==>
begin
  master := elect;
  competes[elect] := false;
  undefine elect;
  if exists i: module do competes[i] end then enter(1) else enter(0) end
end;

invariant "nobody asserts an error"
  !wrong;

invariant "the master elect has the highest priority of those that compete"
  !isundefined(elect) -> competes[elect] & !(exists i: module do competes[i] & above(i, elect) end);

invariant "the master does not compete"
  !isundefined(master) -> !competes[master];
