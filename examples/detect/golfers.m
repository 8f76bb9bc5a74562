-- The social golfer problem, as in Dotu and Van Hentenryck, "Scheduling social golfers locally" (2005): GROUPS groups
-- of SIZE golfers play in WEEKS weeks, and no two golfers play together twice.
--
-- The players of a week may get stuck, so ask for no deadlocks: --deadlock=off.
--
-- In each week group 0 is filled first, the others as it comes. When all have a group, the week is over.
--
-- Symmetries: any exchange of golfers, and any exchange of the groups 1 .. GROUPS-1: 9! * 2 for 3-3-4.

const
  GROUPS: 3;
  SIZE: 3;
  WEEKS: 4;
  GOLFERS: GROUPS * SIZE;

type
  golfer: 0 .. GOLFERS - 1;
  grouping: 0 .. GROUPS - 1;

var
  week: 0 .. WEEKS;
  plays: array [golfer] of grouping;                  -- this week; undefined: not yet
  players: array [grouping] of 0 .. SIZE;             -- how many are in a group
  met: array [golfer] of array [golfer] of boolean;   -- in earlier weeks

startstate "nobody has met"
begin
  week := 0;
  undefine plays;
  for g: grouping do
    players[g] := 0;
  end;
  for a: golfer do
    for b: golfer do
      met[a][b] := false;
    end;
  end;
end;

ruleset a: golfer; g: grouping do
  rule "join"
    week < WEEKS & isundefined(plays[a]) & players[g] < SIZE & (g != 0 -> players[0] = SIZE)
    & (forall b: golfer do
         !isundefined(plays[b]) & plays[b] = g -> !met[a][b]
       end)
  ==>
  begin
    plays[a] := g;
    players[g] := players[g] + 1;
  end;
end;

rule "week over"
  week < WEEKS & (forall a: golfer do !isundefined(plays[a]) end)
==>
begin
  for a: golfer do
    for b: golfer do
      if a != b & plays[a] = plays[b] then
        met[a][b] := true;
      end;
    end;
  end;
  undefine plays;
  for g: grouping do
    players[g] := 0;
  end;
  week := week + 1;
end;

cover "all weeks played"
  week = WEEKS;
