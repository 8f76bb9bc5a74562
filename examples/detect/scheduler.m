-- Milner's scheduler ("Communication and concurrency", 1989): cyclers in a ring start their tasks in turn; a task may
-- end at any time, but is not started again before it has ended.
--
-- Cycler 0 begins. That is all that spoils the rotations, so there is no symmetry.
--
-- Symmetries: none

const
  CYCLERS: 10;

type
  cycler: 0 .. CYCLERS - 1;

var
  turn: cycler;
  started: boolean;                        -- has the cycler in turn started its task?
  busy: array [cycler] of boolean;

startstate "cycler 0 begins"
begin
  turn := 0;
  started := false;
  for c: cycler do
    busy[c] := false;
  end;
end;

ruleset c: cycler do
  rule "start"
    turn = c & !started & !busy[c]
  ==>
  begin
    busy[c] := true;
    started := true;
  end;

  rule "pass on"
    turn = c & started
  ==>
  begin
    turn := (c + 1) % CYCLERS;
    started := false;
  end;

  rule "end"
    busy[c]
  ==>
  begin
    busy[c] := false;
  end;
end;

cover "all tasks run"
  forall c: cycler do busy[c] end;
