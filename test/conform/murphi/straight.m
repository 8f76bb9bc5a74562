-- expect: states=4132 exit=0
-- args: --deadlock=off
-- Assignments one after the other: to variables that may be the same, through indexes that change, with values that tell
-- what later ones are, and with faults that never happen. Machine code keeps them in registers.

type num: 0 .. 2;
     small: 0 .. 6;
     pair: record one: small; two: small; end;
     me: scalarset(2);
     no: enum { nobody, somebody };
     either: union { no, me };
var held: array [me] of either;
    last: array [either] of either;
    a: array [num] of small;
    b: array [num] of pair;
    c: array [num] of array [num] of small;
    wide: 0 .. 300;
    neg: -9 .. 9;
    turn: 0 .. 3;

startstate begin clear a; clear b; clear c; clear held; clear last; wide := 0; neg := 0; turn := 0; end;

ruleset i: num; j: num do
  -- a[i] and a[j] are one where i = j
  rule "may be one" turn < 3 & turn % 3 = i ==>
  var t: small;
  begin
    turn := turn + 1;
    a[i] := (a[i] + 1) % 7;
    a[j] := (a[j] + 2) % 7;
    a[i] := (a[i] + 3) % 7;
    t := a[j];
    a[j] := 6 - a[i];
    a[i] := (a[j] + t) % 7;
    a[0] := (a[i] + a[0]) % 7;
    a[i] := (a[0] + a[j]) % 7;
  end;

  -- what is stored is read as another variable before it is stored again
  rule "read in between" turn < 3 & turn % 3 = i ==>
  begin
    turn := turn + 1;
    a[i] := 5;
    b[0].one := a[j];
    a[i] := 4;
    b[i].two := (b[j].one + 1) % 7;
    b[j].one := b[i].two;
    b[i].two := b[j].two;
  end;

  -- an index that is assigned
  rule "other index" turn < 3 & turn % 3 = i ==>
  var k: num; old: small;
  begin
    turn := turn + 1;
    k := i;
    c[k][j] := (c[k][j] + 1) % 7;
    old := c[k][j];
    k := (i + 1) % 3;
    c[k][j] := (c[k][j] + old) % 7;
    k := (k + j) % 3;
    c[k][k] := (c[k][j] + c[j][k]) % 7;
    c[j][k] := c[k][j];
  end;

  -- ranges that assignments tell, or do not
  rule "ranges" turn < 3 & turn % 3 = i ==>
  begin
    turn := turn + 1;
    wide := (wide + 250 + j) % 300;
    wide := wide % 151;
    wide := wide + 149;
    wide := 300 - wide;
    neg := neg + i - 1;
    neg := -1 * (neg % 5);
    neg := (neg - 4) / 2;
    neg := neg * neg % 5 - neg;
    neg := (wide + neg) % 5;
    wide := (wide | 9) & 255;
  end;
end;

ruleset i: num do
  rule "a step" turn < 3 & turn % 2 = 1 ==>
  begin
    turn := turn + 1;
    b[i].one := (b[i].one + a[i]) % 7;
    b[i].two := 6;
  end;
end;

-- variables of a union
ruleset i: num; s: me; t: me do
  rule "of a union" turn < 3 & turn % 3 = i ==>
  var k: either;
  begin
    turn := turn + 1;
    held[s] := s;
    held[t] := t;
    held[s] := nobody;
    k := held[t];
    held[t] := k;
    held[s] := s;
    held[s] := s;
    last[k] := held[s];
    k := somebody;
    last[k] := held[t];
    held[t] := last[k];
  end;
end;
