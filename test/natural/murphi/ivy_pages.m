-- A page of distributed shared memory (Li and Hudak): a probable owner for each node, a copy set that moves with the page.
-- true: node=3
const NODES: 3;
type node: scalarset(NODES);
var prob: array [node] of node;
    access: array [node] of enum { nil, read, write };
    owner: array [node] of boolean;
    copies: array [node] of array [node] of boolean;   -- of an owner: who has copies
    msg: record kind: enum { none, rd, wr }; src: node; at: node; end;
ruleset o: node do
  startstate
    for n: node do
      prob[n] := o; access[n] := nil; owner[n] := false;
      for m: node do copies[n][m] := false; end;
    end;
    owner[o] := true; access[o] := write;
    msg.kind := none; undefine msg.src; undefine msg.at;
  end;
end;
ruleset n: node do
  rule "read fault" access[n] = nil & msg.kind = none & !owner[n] ==>
    msg.kind := rd; msg.src := n; msg.at := prob[n];
  end;
  rule "write fault" access[n] != write & msg.kind = none & !owner[n] ==>
    msg.kind := wr; msg.src := n; msg.at := prob[n];
  end;
  rule "owner writes" owner[n] & access[n] = read & msg.kind = none ==>
    for m: node do if m != n & copies[n][m] then access[m] := nil; prob[m] := n; end; copies[n][m] := false; end;
    access[n] := write;
  end;
end;
rule "forward" msg.kind != none & !owner[msg.at] ==>
var hop: node;
begin
  hop := prob[msg.at];
  prob[msg.at] := msg.src;
  msg.at := hop;
end;
rule "serve" msg.kind != none & owner[msg.at] ==>
  alias me: msg.at; you: msg.src do
    if msg.kind = rd then
      access[me] := read; access[you] := read; copies[me][you] := true; prob[you] := me;
    else
      for m: node do
        if copies[me][m] & m != you then access[m] := nil; prob[m] := you; end;
        copies[me][m] := false;
      end;
      owner[me] := false; access[me] := nil; prob[me] := you;
      owner[you] := true; access[you] := write; prob[you] := you;
    end;
  end;
  msg.kind := none; undefine msg.src; undefine msg.at;
end;
invariant "one owner" forall a: node do forall b: node do owner[a] & owner[b] -> a = b end end;
invariant "writer alone" forall a: node do forall b: node do a != b & access[a] = write -> access[b] = nil end end;
