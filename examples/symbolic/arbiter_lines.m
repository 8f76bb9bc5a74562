-- The arbiter of Futurebus+ as arbiter.m, but without a variable for the phases: "three boolean variables in each module"
-- see to it that phases follow one another (section 3.7.2 of Jha's thesis, 1996). They are taken for the module's ends of
-- the three handshake lines of the bus (IEEE 896.1): a line is high while any module drives it, so it rises with the first
-- one and falls with the last. In the phases 0 to 5 the lines p, q, r are 001, 101, 100, 110, 010, 011; a module goes from
-- one to the next when the lines allow it, and may be behind others.
--
--     coset --engine=symbolic --symbolic-symmetry=multiple -D H=10 -D CLASSES=1 --deadlock=off arbiter_lines.m
--
-- With -D CLASSES=1 the modules of the lower class do not take part.

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
  wrong: boolean;                        -- somebody has asserted an error
  at: array [module] of record
    p, q, r: boolean;                    -- the handshake lines as this module drives them
    competes: boolean;
  end;

function takes_part(i: module): boolean;
begin return ismember(i, high) | CLASSES = 2 end;

-- The lines of the bus.
function p(): boolean; begin return exists i: module do takes_part(i) & at[i].p end end;
function q(): boolean; begin return exists i: module do takes_part(i) & at[i].q end end;
function r(): boolean; begin return exists i: module do takes_part(i) & at[i].r end end;

function above(i: module; j: module): boolean;
begin return ismember(i, high) & ismember(j, low) end;

function is_master(i: module): boolean;
begin return !isundefined(master) & master = i end;

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

-- Phase 0.
startstate
begin
  undefine elect;
  undefine master;
  wrong := false;
  for i: module do
    at[i].p := false; at[i].q := false; at[i].r := takes_part(i);
    at[i].competes := false
  end
end;

ruleset i: module do
  -- A module decides to compete, and drives p; others notice it and may compete, too. A module drops r once it has decided.
  rule "begin"
    takes_part(i) & !p() & !q() & !is_master(i)
  ==>
  begin at[i].competes := true; at[i].p := true end;

  rule "notice and compete"
    takes_part(i) & at[i].r & !at[i].p & !at[i].q & p() & !q() & !is_master(i)
  ==>
  begin at[i].competes := true; at[i].p := true end;

  rule "notice"
    takes_part(i) & at[i].r & !at[i].p & !at[i].q & p() & !q()
  ==>
  begin at[i].p := true end;

  rule "ready to compete"
    at[i].p & at[i].r & !q()
  ==>
  begin at[i].r := false end;

  -- All have decided: one of those with the highest priority is the master elect.
  rule "win"
    at[i].competes & p() & !q() & !r() & !(exists j: module do at[j].competes & above(j, i) end)
  ==>
  begin elect := i; at[i].q := true end;

  rule "see the winner"
    at[i].p & !at[i].q & !at[i].r & q() & !r()
  ==>
  begin at[i].q := true end;

  -- Each module compares the master elect with itself, and drops p; the master keeps p as long as it keeps the bus.
  rule "check"
    at[i].p & at[i].q & !at[i].r & !r()
  ==>
  begin
    if at[i].competes & above(i, elect) then wrong := true else at[i].p := false end
  end;

  -- A module of a higher priority starts a new cycle: it drives r as well, until all others have dropped q.
  rule "depose"
    at[i].p & at[i].q & !r() & !at[i].competes & above(i, elect) & !is_master(i)
  ==>
  begin at[i].competes := true; undefine elect; at[i].r := true end;

  rule "deposed"
    at[i].q & p() & r()
  ==>
  begin at[i].p := true; at[i].q := false; at[i].r := true end;

  -- p is low: the master may still inhibit the transfer, by driving it once more.
  rule "keep the bus"
    at[i].q & !p() & !r() & is_master(i)
  ==>
  begin at[i].p := true end;

  -- The master relinquishes the bus, or there was none; transfer of tenure.
  rule "leave the bus"
    at[i].q & !p() & !r() & !wrong & (is_master(i) | isundefined(master) & !isundefined(elect) & elect = i)
  ==>
  begin undefine master; at[i].r := true end;

  rule "see that the bus is free"
    at[i].q & !at[i].r & !p() & r()
  ==>
  begin at[i].r := true end;

  rule "end"
    at[i].q & at[i].r & !p()
  ==>
  begin
    at[i].q := false;
    if !isundefined(elect) & elect = i then
      master := elect;
      undefine elect;
      at[i].competes := false
    end
  end
end;

invariant "nobody asserts an error"
  !wrong;

invariant "the master elect has the highest priority of those that compete"
  !isundefined(elect) -> at[elect].competes & !(exists i: module do at[i].competes & above(i, elect) end);

invariant "the master does not compete"
  !isundefined(master) -> !at[master].competes;
