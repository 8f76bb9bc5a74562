-- The two processes of two_processes.m, where no property looks at them: 9, 5 and 4 states. verdict: 0. reduced: yes
-- stored 9: --symmetry=off
-- stored 5: --symmetry=auto
-- stored 4: --por=stubborn
-- Jha's thesis, section 5.4. That one may try while the other enters is found by trying both orders.
type pid: scalarset(2);
     place: enum {N, T, C};
var at: array [pid] of place; turn: pid;
startstate begin for i: pid do at[i] := N; end; undefine turn; end;
ruleset i: pid do
  rule "chi" at[i] = N & forall j: pid do i = j | at[j] = N end ==> begin at[i] := T; end;
  ruleset j: pid do
    rule "beta" at[i] = N & i != j & at[j] != N ==> begin at[i] := T; turn := j; end;
  end;
  rule "alpha" at[i] = T & forall j: pid do i = j | at[j] = N | (at[j] = T & !isundefined(turn) & turn = i) end ==> begin at[i] := C; end;
  rule "delta" at[i] = C ==> begin at[i] := N; undefine turn; end;
end;
