-- A lock service with leases and fencing numbers; clients ask by mailboxes, the server scans them; time passes for all leases at once.
-- true: client=3
const N: 3; T: 2; F: 2;
type client: scalarset(N); cmd: enum { none, acquire, renew, release };
var
  box: array [client] of cmd;
  lease: record holder: client; left: 0..T; fence: 0..F; end;
  known: array [client] of record fence: 0..F; left: 0..T; inside: boolean; end;
  last_write: 0..F;

function free(): boolean; begin return isundefined(lease.holder); end;

procedure grant(c: client);
begin
  lease.holder := c; lease.left := T;
  if lease.fence < F then lease.fence := lease.fence + 1; endif;
  known[c].fence := lease.fence; known[c].left := T;
end;

startstate
  for c: client do box[c] := none; known[c].fence := 0; known[c].left := 0; known[c].inside := false; endfor;
  undefine lease.holder; lease.left := 0; lease.fence := 0; last_write := 0;
endstartstate;

ruleset c: client do
  rule "ask" box[c] = none & known[c].left = 0 & lease.fence < F ==> box[c] := acquire; endrule;
  rule "ask to renew" box[c] = none & known[c].left = 1 ==> box[c] := renew; endrule;
  rule "enter" known[c].left > 0 & !known[c].inside ==> known[c].inside := true; endrule;
  rule "leave" known[c].inside ==>
    known[c].inside := false;
    if known[c].left > 0 then known[c].left := 0; box[c] := release; endif;
  endrule;
  rule "serve" box[c] != none ==>
    switch box[c]
      case acquire: if free() then grant(c); endif;
      case renew:
        if !free() then
          if lease.holder = c then lease.left := T; known[c].left := T; endif;
        endif;
      case release:
        if !free() then if lease.holder = c then undefine lease.holder; lease.left := 0; endif; endif;
      else
    endswitch;
    box[c] := none;
  endrule;
endruleset;

rule "tick" exists c: client do known[c].left > 0 end ==>
  for c: client do
    alias k: known[c] do
      if k.left > 0 then
        k.left := k.left - 1;
        if k.left = 0 then
          k.inside := false;
          if !free() then if lease.holder = c then undefine lease.holder; endif; endif;
        endif;
      endif;
    endalias;
  endfor;
  if lease.left > 0 then lease.left := lease.left - 1; endif;
endrule;
invariant "exclusion" forall a: client do forall b: client do known[a].inside & known[b].inside -> a = b end end;
invariant "fences" forall c: client do known[c].fence <= lease.fence end;
