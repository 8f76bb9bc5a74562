-- group: pid=S3
-- An alias of an own element.

const N: 3;
type pid: scalarset (N); small: 0..N;

var r: array [pid] of record st: small; own: pid; end;
startstate for i: pid do alias me: r[i] do me.st := 0; me.own := i; end; end; end;
ruleset x: pid; y: pid do rule "link" true ==> r[x].own := y; end; end;
rule "all" true ==>
  for i: pid do alias me: r[i]; st: r[i].st do
    if me.own = i then st := (st + 1) % N; else undefine me.own; me.own := i; end;
  end; end;
end;
