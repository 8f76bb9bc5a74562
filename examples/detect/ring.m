-- Leader election in a directed ring, after Fischer and Jiang, "Self-stabilizing leader election in networks of
-- finite-state anonymous agents" (2006): leaders fire bullets along the ring and shield themselves; a bullet breaks
-- the shield of the next leader, or removes a leader without one. An oracle tells when there is no leader.
--
-- Symmetries: turning the ring, AGENTS

const
  AGENTS: 3;

type
  agent: 0 .. AGENTS - 1;

var
  leader: array [agent] of boolean;
  bullet: array [agent] of boolean;
  shield: array [agent] of boolean;

function next(a: agent): agent;
begin
  return (a + 1) % AGENTS;
end;

startstate "nothing anywhere"
begin
  for a: agent do
    leader[a] := false;
    bullet[a] := false;
    shield[a] := false;
  end;
end;

ruleset a: agent do
  rule "oracle"
    forall b: agent do !leader[b] end
  ==>
  begin
    leader[a] := true;
    bullet[a] := true;
    shield[a] := true;
  end;

  rule "fire"
    leader[a] & !bullet[a]
  ==>
  begin
    bullet[a] := true;
    shield[a] := true;
  end;

  rule "bullet hits"
    bullet[a] & leader[next(a)] & !shield[next(a)]
  ==>
  begin
    bullet[a] := false;
    leader[next(a)] := false;
  end;

  rule "bullet breaks the shield"
    bullet[a] & leader[next(a)] & shield[next(a)]
  ==>
  begin
    bullet[a] := false;
    shield[next(a)] := false;
  end;

  rule "bullet flies"
    bullet[a] & !leader[next(a)]
  ==>
  begin
    bullet[a] := false;
    bullet[next(a)] := true;
  end;

  rule "fault"
    !leader[a]
  ==>
  begin
    leader[a] := true;
  end;
end;

cover "all lead"
  forall a: agent do leader[a] end;
