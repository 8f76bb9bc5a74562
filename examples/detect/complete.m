-- Leader election in a complete graph, after Fischer and Jiang, "Self-stabilizing leader election in networks of
-- finite-state anonymous agents" (2006): two leaders that meet become one; an oracle tells when there is none.
--
-- Symmetries: any exchange of agents, AGENTS!

const
  AGENTS: 4;

type
  agent: 0 .. AGENTS - 1;

var
  leader: array [agent] of boolean;

startstate "no leader"
begin
  for a: agent do
    leader[a] := false;
  end;
end;

ruleset a: agent; b: agent do
  rule "meet"
    a != b & leader[a] & leader[b]
  ==>
  begin
    leader[b] := false;
  end;
end;

ruleset a: agent do
  rule "oracle"
    forall b: agent do !leader[b] end
  ==>
  begin
    leader[a] := true;
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
