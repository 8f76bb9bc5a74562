-- Leader election in a directed rooted tree, after Canepa and Potop-Butucaru, "Stabilizing token schemes for
-- population protocols" (2008): the marks of leaders move to the root and merge where they meet; the root makes one
-- if there is none.
--
-- NODES - CHAIN nodes form a tree with two children each, filled from above, and CHAIN more hang in a chain at the
-- root, so that trees of several shapes can be made. A node's parent is found by arithmetic.
--
-- Symmetries: those of the tree; 15 nodes with a chain of 4: 16, 19 nodes with a chain of 4: 128

const
  NODES: 7;
  CHAIN: 0;     -- so many of the nodes hang in a chain at the root

type
  node: 0 .. NODES - 1;

var
  leader: array [node] of boolean;

function parent(n: node): node;
begin
  if n < NODES - CHAIN then
    return (n - 1) / 2;
  elsif n = NODES - CHAIN then
    return 0;
  else
    return n - 1;
  end;
end;

startstate "no leader"
begin
  for n: node do
    leader[n] := false;
  end;
end;

ruleset n: node do
  rule "move to the parent"
    n != 0 & leader[n]
  ==>
  begin
    leader[n] := false;
    leader[parent(n)] := true;
  end;

  rule "fault"
    !leader[n]
  ==>
  begin
    leader[n] := true;
  end;
end;

rule "oracle at the root"
  forall n: node do !leader[n] end
==>
begin
  leader[0] := true;
end;

cover "only the root leads"
  forall n: node do leader[n] = (n = 0) end;
