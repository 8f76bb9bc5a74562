-- Names of types and of fields in what breaks symmetry.
-- run: symmetry
-- says: clear sets a value of scalarset_2 to its first element
-- says: clear sets a value of Node to its first element
-- says: `a[..].first` is written here and read by other iterations
type Node: scalarset (3);
     Pair: record first, second: 0..3; end;
var x: Node; y: scalarset (2); a: array [0..1] of Pair; k: 0..1;
startstate begin clear x; clear y; clear a; k := 0; end;
rule "loop" true ==> begin
  for n: Node do a[k].first := (a[k].first + a[k].second + 1) % 4; end;
end;
rule "node" true ==> begin clear x; end;
rule "other" true ==> begin clear y; end;
