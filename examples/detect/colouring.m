-- Two-hop colouring of an undirected ring, the nondeterministic protocol of Angluin, Aspnes, Fischer and Jiang,
-- "Self-stabilizing population protocols" (2008): in the end neighbours of a node have different colours.
--
-- Each node has a colour and a bit for each colour. Two neighbours that meet compare the bits they keep for each
-- other's colour: if they agree, both flip them; if not, the first one takes any colour and the other's bit. The
-- protocol has to work from any configuration; here a transient fault may change a colour or a bit at any time, so
-- every configuration is reached.
--
-- Symmetries: turning and mirroring the ring, exchanging colours, flipping all bits: 2 * NODES * 3! * 2. (In an even
-- ring the nodes at even places could exchange their colours without those at odd places; that maps the colour of a
-- rule to one colour here and to another one there, and is not looked for.) States: 24 ^ NODES.

const
  NODES: 3;
  COLOURS: 3;

type
  node: 0 .. NODES - 1;
  colour: 0 .. COLOURS - 1;

var
  coloured: array [node] of colour;
  bit: array [node] of array [colour] of boolean;

ruleset c: colour; b: boolean do
  startstate "all alike"
  begin
    for n: node do
      coloured[n] := c;
      for d: colour do
        bit[n][d] := b;
      end;
    end;
  end;
end;

ruleset n: node; m: node do
  rule "agree"
    (m = (n + 1) % NODES | n = (m + 1) % NODES) & bit[n][coloured[m]] = bit[m][coloured[n]]
  ==>
  begin
    bit[n][coloured[m]] := !bit[n][coloured[m]];
    bit[m][coloured[n]] := !bit[m][coloured[n]];
  end;
end;

ruleset n: node; m: node; c: colour do
  rule "choose another colour"
    (m = (n + 1) % NODES | n = (m + 1) % NODES) & bit[n][coloured[m]] != bit[m][coloured[n]]
  ==>
  begin
    bit[n][coloured[m]] := bit[m][coloured[n]];
    coloured[n] := c;
  end;
end;

ruleset n: node; c: colour do
  rule "fault in a colour"
    true
  ==>
  begin
    coloured[n] := c;
  end;

  rule "fault in a bit"
    true
  ==>
  begin
    bit[n][c] := !bit[n][c];
  end;
end;
