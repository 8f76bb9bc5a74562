-- Jha's thesis, section 5.4: two processes, none (N), trying (T) or critical (C), and whose turn it is while both try. verdict: 0
-- stored 9: --symmetry=off
-- stored 5: --symmetry=auto
type pid: scalarset(2);
     place: enum {N, T, C};
var at: array [pid] of place; turn: pid;
startstate begin for i: pid do at[i] := N; end; undefine turn; end;
ruleset i: pid do
  rule "chi" at[i] = N & forall j: pid do i = j | at[j] = N end ==> begin at[i] := T; end;
  rule "beta" at[i] = N & !forall j: pid do i = j | at[j] = N end ==>
  begin
    at[i] := T;
    for j: pid do if j != i then turn := j; end; end;
  end;
  rule "alpha" at[i] = T & forall j: pid do i = j | at[j] = N | (at[j] = T & turn = i) end ==> begin at[i] := C; end;
  rule "delta" at[i] = C ==> begin at[i] := N; undefine turn; end;
end;
invariant "one" forall i: pid do forall j: pid do i = j | at[i] != C | at[j] != C end end;
