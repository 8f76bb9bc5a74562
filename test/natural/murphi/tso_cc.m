-- A lazy protocol for TSO: stores sit in a buffer; a shared copy may be read a bounded number of times before it must be
-- fetched again; a writer invalidates nobody.
-- true: core=2 line=2
const CORES: 2; LINES: 2; MAXREADS: 1; BUF: 1;
type
  core: scalarset(CORES);
  line: scalarset(LINES);
  val: 0..2;
  slot: 0..BUF-1;
var
  l1: array [core] of array [line] of record st: enum { L1_I, L1_S, L1_E }; v: val; reads: 0..MAXREADS; end;
  l2: array [line] of record owner: core; v: val; end;
  buffer: array [core] of array [slot] of record addr: line; v: val; end;
  n: array [core] of 0..BUF;
  seen: array [core] of array [line] of val;

function newest(c: core; a: line): val;
var r: val; hit: boolean;
begin
  r := 0;
  hit := false;
  for i: slot do
    if i < n[c] then
      if buffer[c][i].addr = a then r := buffer[c][i].v; hit := true; end;
    end;
  end;
  if hit then return r; end;
  return l1[c][a].v;
end;

procedure pop(c: core);
begin
  for i: slot do
    if i < BUF - 1 then
      buffer[c][i] := buffer[c][i+1];
    else
      undefine buffer[c][i];
    end;
  end;
  n[c] := n[c] - 1;
end;

-- takes the line away from whoever owns it
procedure recall(a: line);
begin
  if !isundefined(l2[a].owner) then
    alias own: l2[a].owner do
      l2[a].v := l1[own][a].v;
      l1[own][a].st := L1_S;
      l1[own][a].reads := 0;
    end;
    undefine l2[a].owner;
  end;
end;

startstate "cold"
  for c: core do
    for a: line do
      l1[c][a].st := L1_I; l1[c][a].v := 0; l1[c][a].reads := 0;
      seen[c][a] := 0;
    end;
    undefine buffer[c];
    n[c] := 0;
  end;
  for a: line do undefine l2[a].owner; l2[a].v := 0; end;
end;

ruleset c: core; a: line do
  rule "store" n[c] < BUF & newest(c, a) < 2 & !(exists d: core do d != c & n[d] > 0 end) ==>
    buffer[c][n[c]].addr := a;
    buffer[c][n[c]].v := newest(c, a) + 1;
    n[c] := n[c] + 1;
  end;
  rule "fetch" l1[c][a].st = L1_I ==>
    recall(a);
    l1[c][a].st := L1_S;
    l1[c][a].v := l2[a].v;
    l1[c][a].reads := 0;
  end;
  rule "load" l1[c][a].st != L1_I ==>
    seen[c][a] := newest(c, a);
    if l1[c][a].st = L1_S then
      if l1[c][a].reads = MAXREADS then
        l1[c][a].st := L1_I;
        l1[c][a].reads := 0;
      else
        l1[c][a].reads := l1[c][a].reads + 1;
      end;
    end;
  end;
end;

ruleset c: core do
  rule "drain" n[c] > 0 ==>
    alias a: buffer[c][0].addr do
      if l1[c][a].st != L1_E then
        recall(a);
        l1[c][a].st := L1_E;
        l1[c][a].reads := 0;
        l2[a].owner := c;
      end;
      l1[c][a].v := buffer[c][0].v;
    end;
    pop(c);
  end;
end;

invariant "one owner"
  forall a: line do forall c: core do forall d: core do
    c != d -> !(l1[c][a].st = L1_E & l1[d][a].st = L1_E) end end end;
invariant "fresh owner" forall a: line do forall c: core do l1[c][a].st = L1_E -> l2[a].owner = c end end;
