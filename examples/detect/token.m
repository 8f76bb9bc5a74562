-- Token circulation in a directed ring, the example of Zhang and others, "Constraint-based automatic symmetry
-- detection" (2013), section II, after Angluin, Aspnes, Fischer and Jiang.
--
-- When two neighbours meet, the second one copies the label of the first, or takes the other label if it is the
-- leader; who changes a label gets the token. The protocol works from any configuration: agents, tokens and labels
-- may be wrong at any time by a transient fault.
--
-- Symmetries: turning the ring, exchanging the labels: 2 * AGENTS

const
  AGENTS: 3;

type
  agent: 0 .. AGENTS - 1;
  label: 0 .. 1;

var
  leader: array [agent] of boolean;
  token: array [agent] of boolean;
  labelled: array [agent] of label;

function next(a: agent): agent;
begin
  return (a + 1) % AGENTS;
end;

ruleset first: agent; l: label do
  startstate "any leader"
  begin
    for a: agent do
      leader[a] := a = first;
      token[a] := false;
      labelled[a] := l;
    end;
  end;
end;

ruleset u: agent do
  rule "leader meets the one behind"
    !leader[u] & leader[next(u)] & labelled[u] = labelled[next(u)]
  ==>
  begin
    token[u] := false;
    token[next(u)] := true;
    labelled[next(u)] := 1 - labelled[u];
  end;

  rule "copy the label"
    !leader[next(u)] & labelled[u] != labelled[next(u)]
  ==>
  begin
    token[u] := false;
    token[next(u)] := true;
    labelled[next(u)] := labelled[u];
  end;

  rule "fault in a label"
    true
  ==>
  begin
    labelled[u] := 1 - labelled[u];
  end;

  rule "fault in a token"
    !token[u]
  ==>
  begin
    token[u] := true;
  end;
end;
