-- Token coherence in the manner of course work: messages in a multiset, one procedure with nested switches, records copied
-- out of the network before they are handled.
-- true: proc=3
const N: 3; T: 3;
type proc: scalarset(N); home: enum { Mem }; node: union { home, proc };
  kind: enum { Request, Tokens };
  msg: record k: kind; src: node; dst: node; n: 0..T; owner: boolean; end;
var have: array [node] of record n: 0..T; owner: boolean; want: enum { nothing, read, write }; end;
  net: multiset [2] of msg;

procedure post(k: kind; src: node; dst: node; n: 0..T; owner: boolean);
var m: msg;
begin
  undefine m;
  m.k := k; m.src := src; m.dst := dst; m.n := n; m.owner := owner;
  multisetadd(m, net);
end;

procedure give_all(from: node; dst: node);
begin
  post(Tokens, from, dst, have[from].n, have[from].owner);
  have[from].n := 0; have[from].owner := false;
end;

procedure handle(m: msg);
begin
  switch m.k
    case Tokens:
      have[m.dst].n := have[m.dst].n + m.n;
      if m.owner then have[m.dst].owner := true; endif;
      if ismember(m.dst, proc) then
        switch have[m.dst].want
          case read: if have[m.dst].n > 0 then have[m.dst].want := nothing; endif;
          case write: if have[m.dst].n = T then have[m.dst].want := nothing; endif;
          else
        endswitch;
      endif;
    case Request:
      if have[m.dst].n > 0 then give_all(m.dst, m.src); endif;
  endswitch;
end;

startstate
  for n: node do have[n].n := 0; have[n].owner := false; have[n].want := nothing; endfor;
  have[Mem].n := T; have[Mem].owner := true;
  undefine net;
endstartstate;

ruleset p: proc do
  rule "want" have[p].want = nothing & have[p].n < T & (forall q: proc do have[q].want = nothing end) ==> have[p].want := write; endrule;
  ruleset n: node do
    rule "ask" have[p].want != nothing & n != p & have[n].n > 0 & multisetcount(i: net, true) = 0 ==>
      post(Request, p, n, 0, false);
    endrule;
  endruleset;
  rule "evict" have[p].n > 0 & have[p].want = nothing & multisetcount(i: net, true) = 0 ==> give_all(p, Mem); endrule;
endruleset;
choose i: net do
  rule "deliver" true ==>
  var m: msg;
  begin
    m := net[i];
    multisetremove(i, net);
    handle(m);
  endrule;
endchoose;
invariant "one owner" forall a: node do forall b: node do a != b -> !(have[a].owner & have[b].owner) end end;
invariant "tokens" forall p: proc do have[p].n = T -> forall q: node do q = p | have[q].n = 0 end end;
