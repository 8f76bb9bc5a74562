-- group: P=S4
-- exit: 0
-- used: P=S3
-- One instance of a property is judged for all. The others cannot be, of representatives: these have the least of the
-- elements that are alike, and never any other.
type P: scalarset(4);
var x: P;
ruleset i: P do startstate begin x := i; end; end;
ruleset i: P do rule "to" begin x := i; end; end;
ruleset i: P do liveness "each" x = i; end;
