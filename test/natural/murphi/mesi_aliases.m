-- MESI on a bus with the bus message as a record of the state, snooped by all caches in a procedure of nested aliases and switches.
-- true: cache=3 value=2
const N: 3; V: 2;
type cache: scalarset(N); value: scalarset(V); bus_op: enum { BusRd, BusRdX, BusUpgr };
  line: record st: enum { Modified, Exclusive, Shared, Invalid }; val: value; end;
var caches: array [cache] of record l: line; waits: boolean; op: bus_op; end;
  bus: record op: bus_op; from: cache; shared: boolean; reply: value; end; mem: value; latest: value;
procedure snoop(var me: line; op: bus_op);
begin
  switch op
    case BusRd:
      switch me.st
        case Modified: mem := me.val; bus.reply := me.val; bus.shared := true; me.st := Shared;
        case Exclusive: bus.shared := true; me.st := Shared;
        case Shared: bus.shared := true;
        else
      endswitch;
    else
      if me.st = Modified then mem := me.val; bus.reply := me.val; endif;
      me.st := Invalid; undefine me.val;
  endswitch;
end;
procedure run(c: cache);
begin
  alias me: caches[c] do
  alias l: me.l do
    bus.op := me.op; bus.from := c; bus.shared := false; undefine bus.reply;
    for o: cache do if o != bus.from then snoop(caches[o].l, bus.op); endif; endfor;
    if bus.op != BusUpgr | l.st = Invalid then l.val := isundefined(bus.reply) ? mem : bus.reply; endif;
    if bus.op = BusRd then l.st := bus.shared ? Shared : Exclusive; else l.st := Modified; endif;
    me.waits := false; undefine me.op;
  endalias;
  endalias;
  undefine bus;
end;
ruleset v: value do startstate
  mem := v; latest := v; undefine bus;
  for c: cache do caches[c].l.st := Invalid; undefine caches[c].l.val; caches[c].waits := false; undefine caches[c].op; endfor;
endstartstate; endruleset;
ruleset c: cache do
  alias me: caches[c] do
  rule "miss" !me.waits & me.l.st = Invalid ==> me.waits := true; me.op := BusRd; endrule;
  rule "miss to write" !me.waits & me.l.st = Invalid ==> me.waits := true; me.op := BusRdX; endrule;
  rule "upgrade" !me.waits & me.l.st = Shared ==> me.waits := true; me.op := BusUpgr; endrule;
  rule "bus" me.waits ==> run(c); endrule;
  rule "evict" !me.waits & me.l.st != Invalid ==>
    if me.l.st = Modified then mem := me.l.val; endif;
    me.l.st := Invalid; undefine me.l.val;
  endrule;
  ruleset v: value do
    rule "write" !me.waits & (me.l.st = Modified | me.l.st = Exclusive) ==> me.l.st := Modified; me.l.val := v; latest := v; endrule;
  endruleset;
  endalias;
endruleset;
invariant "one writer" forall a: cache do forall b: cache do
  a != b & (caches[a].l.st = Modified | caches[a].l.st = Exclusive) -> caches[b].l.st = Invalid end end;
invariant "readers see the last write" forall c: cache do caches[c].l.st != Invalid -> caches[c].l.val = latest end;
